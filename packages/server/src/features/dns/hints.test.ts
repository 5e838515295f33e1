/** Hints beside records: what their own zone doesn't have. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type dnsCalls, type FormOf, type RecordHint, zoneRecord } from "@atrio/contract";
import { sql } from "kysely";
import { type DnsPanel, type TestZone, makeDnsPanel } from "../../../test/dns.ts";
import { findHints } from "./hints.ts";

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

type Draft = FormOf<typeof dnsCalls.dnsCreate>;
/** `own` in a value is the zone's name. */
async function create(type: Draft["type"], zona: string, value: string) {
  const input = { type, zona, value: value.replace("own", zone.name) };
  const { status, data, system } = await zone.writer.call("dnsCreate", { params: { id: zone.id }, input });
  assert.equal(status, 200, JSON.stringify(system));
  return data.dns;
}
const remove = (zid: number) => zone.writer.call("dnsDelete", { params: { id: zone.id, zid } });
const hintOf = async (zid: number) => {
  const { data } = await zone.writer.call("dnsGet", { params: { id: zone.id, zid } });
  const { dnss } = (await zone.writer.call("dnsList", { params: { id: zone.id } })).data;
  assert.equal(dnss.find(({ id }) => id === zid)!.hint, data.dns.hint, "in the list as alone");
  return data.dns.hint;
};

test("a new zone has no hints", async () => {
  const { data } = await zone.writer.call("dnsList", { params: { id: zone.id } });
  assert.deepEqual(
    data.dnss.filter(({ hint }) => hint !== null),
    [],
  );
});

const pointing = [
  ["CNAME", "a", "later.own"],
  ["ANAME", "a", "later.own"],
  ["MX", "a", "later.own"],
  ["SRV", "_sip._tcp", "0 5060 later.own"],
  ["NS", "a", "later.own"],
] as const;
for (const [type, zona, value] of pointing)
  test(`${type}: a target that doesn't exist is saved with a hint, which goes when the target comes`, async () => {
    const { id, hint } = await create(type, zona, value);
    assert.equal(hint, "target_missing");
    assert.equal(await hintOf(id), "target_missing");
    const target = await create("AAAA", "later", "2001:db8::1");
    assert.equal(await hintOf(id), null);
    await remove(target.id);
    assert.equal(await hintOf(id), "target_missing");
  });

const targets: [
  type: Draft["type"],
  target: string,
  there: [Draft["type"], string, string][],
  RecordHint | null,
][] = [
  ["MX", "elsewhere.example.com", [], null],
  ["MX", "own", [], null],
  ["MX", `${"a.".repeat(60)}own`, [], "target_missing"],
  ["MX", `${"a.".repeat(60)}own`, [["A", "*", "192.0.2.1"]], null],
  ["MX", "x.own", [["TXT", "x", "text"]], "target_no_address"],
  ["CNAME", "x.own", [["TXT", "x", "text"]], null],
  ["ANAME", "x.own", [["TXT", "x", "text"]], "target_no_address"],
  ["ANAME", "x.own", [["CNAME", "x", "www.example.com"]], null],
  ["MX", "x.own", [["ANAME", "x", "www.example.com"]], null],
  // an empty non-terminal
  ["CNAME", "x.own", [["A", "deep.x", "192.0.2.1"]], "target_missing"],
  // wildcards (RFC 4592)
  ["MX", "any.x.own", [["A", "*.x", "192.0.2.1"]], null],
  ["MX", "deep.any.x.own", [["A", "*.x", "192.0.2.1"]], null],
  ["MX", "any.x.own", [["TXT", "*.x", "text"]], "target_no_address"],
  ["CNAME", "any.x.own", [["TXT", "*.x", "text"]], null],
  ["MX", "x.own", [["A", "*.x", "192.0.2.1"]], "target_missing"],
  [
    "MX",
    "x.own",
    [
      ["A", "*", "192.0.2.1"],
      ["A", "deep.x", "192.0.2.1"],
    ],
    "target_missing",
  ],
  [
    "MX",
    "no.x.own",
    [
      ["A", "*", "192.0.2.1"],
      ["TXT", "x", "text"],
    ],
    "target_missing",
  ],
  // what is delegated is another's to answer
  ["MX", "x.own", [["NS", "x", "ns.example.com"]], null],
  ["CNAME", "deep.x.own", [["NS", "x", "ns.example.com"]], null],
];
for (const [type, target, there, expected] of targets)
  test(`${type} to ${target} beside ${there.map((line) => line.join(" ")).join(", ") || "nothing"}: ${expected}`, async () => {
    for (const record of there) await create(...record);
    assert.equal((await create(type, "from", target)).hint, expected);
  });

test("a delegation to a name within it has a hint until its glue is there", async () => {
  const { id, hint } = await create("NS", "lab", "ns1.lab.own");
  assert.equal(hint, "glue_missing");
  const glue = await create("A", "ns1.lab", "192.0.2.53");
  assert.equal(await hintOf(id), null);
  await remove(glue.id);
  assert.equal(await hintOf(id), "glue_missing");
  assert.equal((await create("NS", "lab", "ns.example.com")).hint, null);
});

test("an asterisk that is no wildcard has a hint", async () => {
  assert.equal((await create("SRV", "_sip._tcp.*", "0 5060 sip.example.com")).hint, "inner_asterisk");
  assert.equal((await create("SRV", "*._tcp", "0 5060 sip.example.com")).hint, null);
});

test("hints of a large zone are few questions, and right", async () => {
  await sql`
    insert into atrio.dns_record (zone_id, holding_id, name, type, value)
    select z.id, z.holding_id, 'c' || n || '.' || z.name, 'CNAME', 'nowhere' || n || '.' || z.name
      from atrio.dns_zone z, generate_series(1, 3000) n where z.holding_id = ${zone.id}`.execute(
    dns.panel.db,
  );
  await create("A", "nowhere17", "192.0.2.1");
  const { id } = await dns.panel.db
    .selectFrom("atrio.dns_zone")
    .select("id")
    .where("holding_id", "=", zone.id)
    .executeTakeFirstOrThrow();
  const { dnss } = (await zone.writer.call("dnsList", { params: { id: zone.id } })).data;
  assert.equal(dnss.filter(({ hint }) => hint === "target_missing").length, 2999);
  let questions = 0;
  const counted = dns.panel.db.withPlugin({
    transformQuery: ({ node }) => (questions++, node),
    transformResult: async ({ result }) => result,
  });
  const records = dnss.map(zoneRecord);
  const hints = await findHints({ db: counted }, { id, name: zone.name }, records);
  assert.equal(questions, 4, "one for each thousand");
  assert.deepEqual(
    hints,
    dnss.map(({ hint }) => hint),
  );
});
