import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { dnsCalls, FormOf } from "@atrio/contract";
import { type DnsPanel, type TestZone, linesOf, makeDnsPanel, traces } from "../../../test/dns.ts";
import type { TestUser } from "../../../test/helpers/user.ts";

let dns: DnsPanel;
let zone: TestZone;
before(async () => {
  dns = await makeDnsPanel();
});
after(() => dns.stop());

type Draft = FormOf<typeof dnsCalls.dnsCreate>;
let zones = 0;
beforeEach(async () => {
  zone = await dns.addZone(`zone${++zones}.test`);
});

const create = (draft: Draft, user: TestUser = zone.writer) =>
  user.call("dnsCreate", { params: { id: zone.id }, input: draft });
const created = async (draft: Draft) => {
  const { status, data, system } = await create(draft);
  assert.equal(status, 200, JSON.stringify(system));
  return data.dns;
};
const record = async (type: string) => {
  const { data } = await zone.writer.call("dnsList", { params: { id: zone.id } });
  return data.dnss.find((one) => one.type === type)!;
};

/** The refusal names this field, and neither zone nor journal nor jobs were touched. */
async function refused(
  act: () => Promise<{ status: number; system: { inputs: string[]; errors: string[]; statusCode: number } }>,
  status: number,
  field: string | null,
  says: RegExp,
): Promise<void> {
  const was = [await linesOf(dns.panel, zone), await traces(dns.panel)];
  const { system, ...reply } = await act();
  assert.deepEqual(
    [reply.status, system.inputs],
    [status, field === null ? [] : [field]],
    system.errors.join(),
  );
  assert.match(system.errors[0]!, says);
  assert.deepEqual([await linesOf(dns.panel, zone), await traces(dns.panel)], was);
}

const wrong: [string, Draft, string, RegExp][] = [
  ["an address that is none", { type: "A", zona: "x", value: "192.0.2.256" }, "value", /IPv4/],
  ["a name outside the zone", { type: "A", zona: "www.evil.com.", value: "192.0.2.1" }, "zona", /evil/],
  ["a CNAME at the apex", { type: "CNAME", zona: "@", value: "x.example.com" }, "zona", /ANAME/],
  [
    "name servers of the zone itself",
    { type: "NS", zona: "", value: "ns.example.com" },
    "zona",
    /servidores/,
  ],
  ["a TTL that is not listed", { type: "A", zona: "x", value: "192.0.2.1", ttl: "7" }, "ttl", /TTL/],
  [
    "a priority that is not listed",
    { type: "MX", zona: "x", value: "m.test", priority: "7" },
    "priority",
    /prioridad/,
  ],
  ["a CNAME to itself", { type: "CNAME", zona: "x", value: "x.zone.test" }, "value", /mismo|apuntar/],
];
for (const [what, draft, field, says] of wrong)
  test(`wrong input: ${what}`, () =>
    refused(
      () => create({ ...draft, value: draft.value.replace("zone.test", zone.name) }),
      422,
      field,
      says,
    ));

test("wrong input: several fields at once, an unknown type, an unknown field", async () => {
  const { system } = await create({ type: "A", zona: "a..b", value: "x", ttl: "1" });
  assert.deepEqual(system.inputs.toSorted(), ["ttl", "value", "zona"]);
  const path = `/api/service/${zone.id}/dns/create/`;
  const send = async (form: Record<string, string>) => (await zone.writer.send(path, {}, form)).system.inputs;
  assert.deepEqual(await send({ type: "LUA", zona: "x", value: "y" }), ["type"]);
  assert.deepEqual(await send({ type: "A", zona: "x", value: "192.0.2.1", eliminable: "0" }), ["eliminable"]);
});

test("a record that is there already is a conflict", async () => {
  await created({ type: "A", zona: "x", value: "192.0.2.1" });
  await refused(() => create({ type: "A", zona: "X", value: "192.0.2.1" }), 409, "value", /igual/);
});

test("a CNAME stands alone on its name", async () => {
  await created({ type: "A", zona: "x", value: "192.0.2.1" });
  await refused(() => create({ type: "CNAME", zona: "x", value: "y.test" }), 422, "zona", /solo/);
  await refused(() => create({ type: "TXT", zona: "www", value: "y" }), 422, "zona", /CNAME/);
  await refused(() => create({ type: "CNAME", zona: "www", value: "y.test" }), 422, "zona", /CNAME/);
});

test("an ANAME gives the addresses of its name", async () => {
  await refused(() => create({ type: "ANAME", zona: "@", value: "y.test" }), 422, "zona", /A o AAAA/);
  await created({ type: "ANAME", zona: "x", value: "y.test" });
  await refused(() => create({ type: "A", zona: "x", value: "192.0.2.1" }), 422, "zona", /ANAME/);
  await refused(() => create({ type: "ANAME", zona: "x", value: "z.test" }), 422, "zona", /ANAME/);
});

test("MX, NS and SRV point to a host, not to its alias", async () => {
  const www = `www.${zone.name}`;
  await refused(() => create({ type: "MX", zona: "x", value: www }), 422, "value", /CNAME/);
  await created({ type: "SRV", zona: "_sip._tcp", value: `0 5060 pbx.${zone.name}` });
  await refused(() => create({ type: "CNAME", zona: "pbx", value: "y.test" }), 422, "zona", /apunta/);
  const mx = await record("MX");
  const save = { params: { id: zone.id, zid: mx.id }, input: { value: www } };
  await refused(() => zone.writer.call("dnsSave", save), 422, "value", /CNAME/);
});

test("a delegated name is another's to fill", async () => {
  await created({ type: "TXT", zona: "a.lab", value: "x" });
  await refused(
    () => create({ type: "NS", zona: "lab", value: "ns.example.com" }),
    422,
    "zona",
    /delegación/,
  );
  await created({ type: "NS", zona: "dev", value: `ns.dev.${zone.name}` });
  await refused(() => create({ type: "A", zona: "www.dev", value: "192.0.2.1" }), 422, "zona", /delegado/);
  await created({ type: "A", zona: "ns.dev", value: "192.0.2.1" });
});

test("a null MX is the only one", async () => {
  await refused(() => create({ type: "MX", zona: "@", value: "." }), 422, "value", /único/);
});

test("the zone's own records are neither saved nor deleted", async () => {
  const params = { id: zone.id, zid: (await record("NS")).id };
  await refused(() => zone.writer.call("dnsDelete", { params }), 409, null, /propia zona/);
  const input = { value: "ns.example.com" };
  await refused(() => zone.writer.call("dnsSave", { params, input }), 409, null, /propia zona/);
});

test("an expired service can be looked at, and says since when it can't be changed", async () => {
  const a = await record("A");
  const { undo } = (await create({ type: "A", zona: "x", value: "192.0.2.1" })).data;
  await dns.panel.db
    .updateTable("atrio.holding")
    .set({ service_expires_at: new Date("2026-03-01T10:00:00Z") })
    .where("id", "=", zone.id)
    .execute();
  const { id, writer } = zone;
  assert.equal((await writer.call("dnsList", { params: { id } })).status, 200);
  for (const act of [
    () => create({ type: "A", zona: "y", value: "192.0.2.1" }),
    () => writer.call("dnsSave", { params: { id, zid: a.id }, input: { value: "192.0.2.1" } }),
    () => writer.call("dnsDelete", { params: { id, zid: a.id } }),
    () => writer.call("dnsDeleteAll", { params: { id } }),
    () => writer.call("dnsRestore", { params: { id } }),
    () => writer.call("dnsUndo", { params: { id, jid: undo! } }),
  ])
    await refused(act, 409, null, /1 de marzo de 2026/);
});

test("a reader looks and changes nothing; a stranger does not even see", async () => {
  const { id } = zone;
  const a = await record("A");
  const reader = await dns.panel.asUser({ [id]: { service_dnszone: "read" } });
  assert.equal((await reader.call("dnsList", { params: { id } })).status, 200);
  assert.equal((await reader.call("dnsGet", { params: { id, zid: a.id } })).status, 200);
  const other = await dns.panel.asUser({ [id]: { service_ftp: "write" } });
  const stranger = await dns.panel.asUser();
  for (const [user, status, says] of [
    [reader, 403, /main\.no_permission/],
    [other, 403, /main\.no_permission/],
    [stranger, 404, /./],
  ] as const) {
    await refused(() => create({ type: "A", zona: "x", value: "192.0.2.1" }, user), status, null, says);
    await refused(() => user.call("dnsDelete", { params: { id, zid: a.id } }), status, null, says);
    await refused(() => user.call("dnsDeleteAll", { params: { id } }), status, null, says);
    await refused(() => user.call("dnsRestore", { params: { id } }), status, null, says);
  }
});

test("records of another zone are not there", async () => {
  const other = await dns.addZone(`other${zones}.test`);
  const { data } = await other.writer.call("dnsList", { params: { id: other.id } });
  const [foreign] = data.dnss;
  const entry = (
    await other.writer.call("dnsDelete", { params: { id: other.id, zid: data.dnss.at(-1)!.id } })
  ).data.undo!;
  const { id, writer } = zone;
  for (const zid of [foreign!.id, 999_999_999]) {
    const params = { id, zid };
    await refused(() => writer.call("dnsGet", { params }), 404, null, /no existe/);
    await refused(
      () => writer.call("dnsSave", { params, input: { value: "192.0.2.1" } }),
      404,
      null,
      /no existe/,
    );
    await refused(() => writer.call("dnsDelete", { params }), 404, null, /no existe/);
  }
  for (const jid of [entry, 999_999_999])
    await refused(() => writer.call("dnsUndo", { params: { id, jid } }), 404, null, /no existe/);
});

test("a holding without a service has no zone", async () => {
  const { id } = await dns.panel.addHolding(`bare${zones}.test`, { serviceKind: null });
  const user = await dns.panel.asUser({ [id]: { service_dnszone: "write" } });
  const draft = { type: "A", zona: "x", value: "192.0.2.1" } as const;
  for (const { status, system } of [
    await user.call("dnsList", { params: { id } }),
    await user.call("dnsCreate", { params: { id }, input: draft }),
    await user.call("dnsRestore", { params: { id } }),
  ])
    assert.deepEqual([status, system.statusCode], [404, 120]);
});

const text = (begin: string, octets: number) =>
  ({ type: "TXT", zona: `x${begin}`, value: begin.padEnd(octets, "x") }) as const;

test("a zone with little room for long values says how long the next may be", async () => {
  for (const name of ["a", "b", "c"]) await created(text(name, 4096));
  const { long_octets: taken } = await dns.panel.db
    .selectFrom("atrio.dns_zone")
    .select("long_octets")
    .where("holding_id", "=", zone.id)
    .executeTakeFirstOrThrow();
  // of a text, each 255 octets take one more for their length
  const octets = 500 + 12_000 - taken - `xd.${zone.name}`.length - 12;
  const max = octets - Math.ceil(octets / 256);
  const says = new RegExp(`hasta ${max.toLocaleString("es")} bytes`);
  await refused(() => create(text("d", 4096)), 409, "value", says);
  await refused(() => create(text("d", max + 1)), 409, "value", says);
  const last = await created(text("d", max));
  // a record that is saved again has its own room
  const save = (value: string) =>
    zone.writer.call("dnsSave", { params: { id: zone.id, zid: last.id }, input: { value } });
  await refused(() => save("y".repeat(max + 1)), 409, "value", says);
  assert.equal((await save("y".repeat(max))).status, 200);
  const short = 500 - `xe.${zone.name}`.length - 12 - 2;
  await refused(() => create(text("e", short + 1)), 409, "value", new RegExp(`hasta ${short} bytes`));
  await created(text("e", short));
});

test("undo into a zone that has filled up since says why not", async () => {
  const { id, writer } = zone;
  const long = await created(text("a", 4096));
  const { undo } = (await writer.call("dnsDelete", { params: { id, zid: long.id } })).data;
  await dns.panel.db
    .updateTable("atrio.dns_zone")
    .set({ long_octets: 11_000 })
    .where("holding_id", "=", id)
    .execute();
  await refused(() => writer.call("dnsUndo", { params: { id, jid: undo! } }), 409, "value", /no caben/);
});

test("a full name takes no more", async () => {
  await dns.panel.db
    .updateTable("atrio.dns_node")
    .set({ octets: 32_760 })
    .where("name", "=", zone.name)
    .execute();
  await refused(() => create({ type: "A", zona: "", value: "192.0.2.1" }), 409, "value", /no cabe más/);
});

test("a full zone takes no more", async () => {
  await dns.panel.db
    .updateTable("atrio.dns_zone")
    .set({ record_count: 20_000 })
    .where("holding_id", "=", zone.id)
    .execute();
  await refused(() => create({ type: "A", zona: "x", value: "192.0.2.1" }), 409, null, /20\.?000/);
});
