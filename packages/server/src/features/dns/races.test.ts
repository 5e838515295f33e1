import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type DnsPanel, type TestZone, defaultLines, linesOf, makeDnsPanel } from "../../../test/dns.ts";

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

const create = async (type: "A" | "CNAME" | "ANAME", zona: string, value: string) =>
  (await zone.writer.call("dnsCreate", { params: { id: zone.id }, input: { type, zona, value } })).status;
const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const linesAt = async (zona: string) =>
  (await linesOf(dns.panel, zone)).filter((line) => line.startsWith(`${zona} `));

for (const [what, others] of [
  ["two CNAMEs", [() => create("CNAME", "x", "a.test"), () => create("CNAME", "x", "b.test")]],
  ["a CNAME and an A", [() => create("CNAME", "x", "a.test"), () => create("A", "x", "192.0.2.1")]],
  ["an ANAME and an A", [() => create("ANAME", "x", "a.test"), () => create("A", "x", "192.0.2.1")]],
] as const)
  test(`${what} at once: one of them`, async () => {
    const statuses = await Promise.all(others.map((act) => act()));
    assert.deepEqual(ascending(statuses), [200, 422]);
    assert.equal((await linesAt("x")).length, 1);
  });

test("the same record twice at once is there once", async () => {
  const statuses = await Promise.all([1, 2, 3].map(() => create("A", "x", "192.0.2.1")));
  assert.deepEqual(ascending(statuses), [200, 409, 409]);
  assert.equal((await linesAt("x")).length, 1);
});

test("of 50 creates at once each that is acknowledged is there, with a journal entry and a serial", async () => {
  const serial = async () =>
    await dns.panel.db
      .selectFrom("atrio.dns_zone")
      .select(["serial", "record_count"])
      .where("holding_id", "=", zone.id)
      .executeTakeFirstOrThrow();
  const was = await serial();
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => create("A", `host${n}`, "192.0.2.1")),
  );
  const done = statuses.length;
  assert.ok(
    statuses.every((status) => status === 200),
    statuses.join(),
  );
  const is = await serial();
  assert.equal(is.record_count, was.record_count + done);
  assert.ok(is.serial >= was.serial + done);
  const entries = await dns.panel.db
    .selectFrom("atrio.journal")
    .select("id")
    .where("holding_id", "=", zone.id)
    .where("act", "=", "dnsCreate")
    .execute();
  assert.equal(entries.length, done);
});

test("restore, delete all and creates at once end as some order of them", async () => {
  const { id, writer } = zone;
  const replies = await Promise.all([
    writer.call("dnsDeleteAll", { params: { id } }),
    writer.call("dnsRestore", { params: { id } }),
    writer.call("dnsRestore", { params: { id } }),
    create("A", "own", "192.0.2.1"),
  ]);
  for (const reply of replies) assert.equal(typeof reply === "number" ? reply : reply.status, 200);
  const own = "own A 192.0.2.1";
  const lines = (await linesOf(dns.panel, zone)).filter((line) => line !== own);
  const system = defaultLines(zone.name).filter((line) => line.includes(" system "));
  assert.ok(
    [defaultLines(zone.name), system].some((whole) => whole.join() === lines.join()),
    lines.join("\n"),
  );
});

test("a deleted and a saved record at once: one answer wins, the other is told", async () => {
  const { id, writer } = zone;
  const input = { type: "A", zona: "x", value: "192.0.2.1" } as const;
  const { dns: record } = (await writer.call("dnsCreate", { params: { id }, input })).data;
  const params = { id, zid: record.id };
  const [deleted, saved] = await Promise.all([
    writer.call("dnsDelete", { params }),
    writer.call("dnsSave", { params, input: { value: "192.0.2.2" } }),
  ]);
  assert.equal(deleted.status, 200);
  assert.ok([200, 404].includes(saved.status));
  assert.deepEqual(await linesAt("x"), []);
});
