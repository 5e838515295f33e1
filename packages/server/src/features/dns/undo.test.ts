import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import {
  type DnsPanel,
  type TestZone,
  defaultLines,
  linesOf,
  makeDnsPanel,
  webIpv4,
} from "../../../test/dns.ts";

let dns: DnsPanel;
let zone: TestZone;
let zones = 0;
before(async () => {
  dns = await makeDnsPanel();
});
after(() => dns.stop());
beforeEach(async () => {
  zone = await dns.addZone(`zone${++zones}.test`);
});

const lines = () => linesOf(dns.panel, zone);
const call = () => ({
  create: async (zona: string, value: string, ttl = "0") =>
    (
      await zone.writer.call("dnsCreate", {
        params: { id: zone.id },
        input: { type: "A", zona, value, ttl },
      })
    ).data,
  save: async (zid: number, value: string) =>
    (await zone.writer.call("dnsSave", { params: { id: zone.id, zid }, input: { value } })).data,
  delete: async (zid: number) => (await zone.writer.call("dnsDelete", { params: { id: zone.id, zid } })).data,
  deleteAll: async () => (await zone.writer.call("dnsDeleteAll", { params: { id: zone.id } })).data,
  restore: async () => (await zone.writer.call("dnsRestore", { params: { id: zone.id } })).data,
  undo: (jid: number | null) => zone.writer.call("dnsUndo", { params: { id: zone.id, jid: jid! } }),
});
const recordOf = async (type: string) => {
  const { data } = await zone.writer.call("dnsList", { params: { id: zone.id } });
  return data.dnss.find((record) => record.type === type)!;
};
const newestEntry = async () =>
  await dns.panel.db
    .selectFrom("atrio.journal")
    .select(["id", "act"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

const acts: [string, (does: ReturnType<typeof call>) => Promise<{ undo: number | null }>][] = [
  ["create", (does) => does.create("x", "192.0.2.1")],
  ["create that changed its siblings' TTL", (does) => does.create("@", "192.0.2.1", "600")],
  ["save of a kept record", async (does) => does.save((await recordOf("A")).id, "192.0.2.1")],
  ["delete", async (does) => does.delete((await recordOf("AAAA")).id)],
  ["delete of a CNAME", async (does) => does.delete((await recordOf("CNAME")).id)],
  ["delete all", (does) => does.deleteAll()],
  [
    "restore",
    async (does) => {
      await does.delete((await recordOf("MX")).id);
      return does.restore();
    },
  ],
];
for (const [name, act] of acts)
  test(`${name}: undone, and the undo undone`, async () => {
    const does = call();
    if (name === "restore") await does.create("own", "192.0.2.1");
    const was = name === "restore" ? null : await lines();
    const { undo } = await act(does);
    const changed = await lines();
    const undone = await does.undo(undo);
    assert.equal(undone.status, 200, JSON.stringify(undone.system));
    const back = await lines();
    if (was) assert.deepEqual(back, was);
    assert.equal(undone.data.dnss.length, back.length);
    const entry = await newestEntry();
    assert.equal(entry.act, "dnsUndo");
    assert.equal((await does.undo(entry.id)).status, 200);
    assert.deepEqual(await lines(), changed);
  });

test("what comes back is the same record", async () => {
  const does = call();
  const record = await recordOf("TXT");
  const { undo } = await does.delete(record.id);
  await does.undo(undo);
  assert.deepEqual(await recordOf("TXT"), record);
});

test("undone twice: the second time there is nothing as it was left", async () => {
  const does = call();
  const { undo } = await does.create("x", "192.0.2.1");
  assert.equal((await does.undo(undo)).status, 200);
  const { status, system } = await does.undo(undo);
  assert.deepEqual(
    [status, system.errors],
    [409, [`El registro A de «x.${zone.name}» ha cambiado desde entonces. No se ha deshecho nada.`]],
  );
});

test("later work is not overwritten", async () => {
  const does = call();
  const first = await does.create("x", "192.0.2.1");
  const second = await does.save(first.dns.id, "192.0.2.2");
  assert.equal((await does.undo(first.undo)).status, 409, "saved since");
  await does.undo(second.undo);
  assert.equal((await does.undo(first.undo)).status, 200, "and again as it was left");

  const deleted = await does.delete((await recordOf("A")).id);
  await does.create("@", webIpv4);
  assert.equal((await does.undo(deleted.undo)).status, 409, "created again since");
});

test("a record does not come back beside one that excludes it", async () => {
  const does = call();
  const { undo } = await does.delete((await recordOf("CNAME")).id);
  await does.create("www", "192.0.2.1");
  const was = await lines();
  const { status, system } = await does.undo(undo);
  assert.equal(status, 409);
  assert.match(system.errors[0]!, /solo/);
  assert.deepEqual(await lines(), was);
});

test("changes of other records don't stand in the way", async () => {
  const does = call();
  const { undo } = await does.deleteAll();
  await does.create("x", "192.0.2.1");
  assert.equal((await does.undo(undo)).status, 200);
  assert.deepEqual(await lines(), [...defaultLines(zone.name), "x A 192.0.2.1"].toSorted());
});

const setAddress = (address: string) =>
  dns.panel.db.updateTable("atrio.platform").set({ web_ipv4: address }).execute();

test("a kept value that the platform gave up comes back as the customer's own", async () => {
  const does = call();
  const { undo } = await does.delete((await recordOf("A")).id);
  await setAddress("192.0.2.99");
  await does.undo(undo);
  await setAddress(webIpv4);
  assert.ok((await lines()).includes(`@ A ${webIpv4}`), "no longer dynamic");
});

test("entries of other areas are none of DNS", async () => {
  const { id } = await dns.panel.db
    .insertInto("atrio.journal")
    .values({ source: "system", holding_id: zone.id, area: "user", act: "x", before: "[]", after: "[]" })
    .returning("id")
    .executeTakeFirstOrThrow();
  assert.equal((await call().undo(id)).status, 404);
});

test("10,000 records held against 10,000 others hold up nobody", async () => {
  const { db } = dns.panel;
  await sql`
    insert into atrio.dns_record (zone_id, holding_id, name, type, value)
    select id, holding_id, 'b' || n || '.' || name, 'A', '192.0.2.1'
      from atrio.dns_zone, generate_series(1, 10000) n where holding_id = ${zone.id}`.execute(db);
  // the last one is there again: all are looked at, and nothing is written
  const gone = Array.from({ length: 10_000 }, (_, n) => ({
    id: 1_000_000 + n,
    name: `${n === 9_999 ? "b1" : `a${n}`}.${zone.name}`,
    type: "A",
    value: "192.0.2.1",
    priority: null,
    ttl: 0,
    dynamic: null,
  }));
  const { id } = await db
    .insertInto("atrio.journal")
    .values({
      source: "system",
      holding_id: zone.id,
      area: "dns",
      act: "dnsDeleteAll",
      before: JSON.stringify(gone),
      after: "[]",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const { status, system } = await call().undo(id);
  delay.disable();
  assert.equal(status, 409, JSON.stringify(system));
  assert.match(system.errors[0]!, /b1\.zone/);
  assert.ok(delay.max < 1_000e6, `${delay.max / 1e6} ms`);
});

test("the largest zone there may be is emptied and comes back whole", async () => {
  await sql`
    insert into atrio.dns_record (zone_id, holding_id, name, type, value)
    select id, holding_id, 'c' || n || '.' || name, 'A', '192.0.2.1'
      from atrio.dns_zone, generate_series(1, 20000 - record_count) n where holding_id = ${zone.id}`.execute(
    dns.panel.db,
  );
  const whole = await lines();
  const emptied = await call().deleteAll();
  assert.equal(emptied.dnss.length, 2);
  const { status, system } = await call().undo(emptied.undo);
  assert.equal(status, 200, JSON.stringify(system));
  assert.deepEqual(await lines(), whole);
});
