/**
 * One bad row can never break a zone: rows that no parser let pass, written with the panel's own database role, are either
 * refused or harmless. And that role can't reach what it has no business with.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DatabaseError } from "pg";
import { axfr, dig, digUntil, serial, tool, until } from "./ask.ts";
import { type RecordRow, type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

let stack: Stack;
let zone: Zone;

before(async () => {
  stack = await startStack();
  zone = await addZone(stack.db, "hostile.test");
});
after(() => stack?.stop());

const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "accepted";
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint ?? error.code ?? "refused";
    throw error;
  }
};

/** The same rows straight into the table, name and all. */
const addRaw = (name: string, type: string, value: string, priority: number | null = null, ttl = 0) =>
  stack.api.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value, priority, ttl)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [zone.id, zone.holdingId, name, type, value, priority, ttl],
  );

const label64 = "a".repeat(64);
const name254 = `${"b".repeat(58)}.${`${"a".repeat(60)}.`.repeat(3)}hostile.test`;

describe("rows that must not be", () => {
  const x = "x.hostile.test";
  const rows: readonly (readonly [constraint: string, ...Parameters<typeof addRaw>])[] = [
    ["dns_record_in_zone", "hostile.test.evil.test", "A", "192.0.2.1"],
    ["dns_record_in_zone", "evilhostile.test", "A", "192.0.2.1"],
    ["dns_record_in_zone", "test", "A", "192.0.2.1"],
    ["dns_record_name", "X.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "a..hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", ".hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "a*.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "a.*.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "a b.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "a\nb.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "a\\.b.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "ñ.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", "-a.hostile.test", "A", "192.0.2.1"],
    ["dns_record_name", `${label64}.hostile.test`, "A", "192.0.2.1"],
    ["dns_record_name", name254, "A", "192.0.2.1"],
    ["dns_record_depth", `${"a.".repeat(17)}hostile.test`, "A", "192.0.2.1"],
    ["dns_record_type", x, "LUA", 'A "os.exit()"'],
    ["dns_record_type", x, "ALIAS", "example.net"],
    ["dns_record_type", x, "SOA", "a b 1 2 3 4 5"],
    ["dns_record_type", x, "DNSKEY", "257 3 13 AAAA"],
    ["dns_record_type", x, "a", "192.0.2.1"],
    ["dns_record_value", x, "A", "192.0.2.1 "],
    ["dns_record_value", x, "A", "192.0.2.01"],
    ["dns_record_value", x, "A", "192.0.2.1\n192.0.2.2"],
    ["dns_record_value", x, "A", "::1"],
    ["dns_record_value", x, "A", ""],
    ["dns_record_value", x, "AAAA", "192.0.2.1"],
    ["dns_record_value", x, "AAAA", "fe80::1%eth0"],
    ["dns_record_value", x, "AAAA", "2001:db8::/32"],
    ["dns_record_value", x, "AAAA", "2001:db8::1::2"],
    ["dns_record_value", x, "CNAME", "a..b"],
    ["dns_record_value", x, "CNAME", "b."],
    ["dns_record_value", x, "CNAME", "b c"],
    ["dns_record_value", x, "MX", "10 b.test", 10],
    ["dns_record_value", x, "NS", `${label64}.test`],
    ["dns_record_value", x, "SRV", "1 2 3 b.test", 1],
    ["dns_record_value", x, "SRV", "1 65536 b.test", 1],
    ["dns_record_value", x, "CAA", '256 issue "a.test"'],
    ["dns_record_value", x, "CAA", '0 issue "a"b"'],
    ["dns_record_value", x, "CAA", '0 issue\n "a"'],
    ["dns_record_value", x, "CAA", '0 contact "a"'],
    ["dns_record_value", x, "TXT", "a\rb"],
    ["dns_record_value", x, "TXT", "\n"],
    ["dns_record_value", x, "TXT", `a\n${"b".repeat(256)}`],
    ["dns_record_value", x, "TXT", "\u007F"],
    ["dns_record_value", x, "TXT", ""],
    ["dns_record_value", x, "TXT", "ñ".repeat(2049)],
    ["dns_record_priority", x, "MX", "b.test", null],
    ["dns_record_priority", x, "MX", "b.test", 65536],
    ["dns_record_priority", x, "A", "192.0.2.1", 10],
    ["dns_record_ttl", x, "A", "192.0.2.1", null, 7],
    ["dns_record_ttl", x, "A", "192.0.2.1", null, -1],
    ["dns_record_ns_apex", "hostile.test", "NS", "ns.evil.test"],
    ["dns_record_ns_wildcard", "*.hostile.test", "NS", "ns.evil.test"],
    ["dns_record_self", x, "CNAME", x],
    ["dns_record_duplicate", "hostile.test", "MX", "mx1.atrio.test", 10],
    ["dns_cname_alone", "hostile.test", "CNAME", "b.test"],
    ["dns_cname_alone", "www.hostile.test", "A", "192.0.2.1"],
    ["dns_cname_alone", "www.hostile.test", "CNAME", "b.test"],
    ["dns_aname_alone", "hostile.test", "ANAME", "b.test"],
  ];
  for (const [constraint, ...row] of rows)
    test(`${constraint}: ${JSON.stringify(row).slice(0, 70)}`, async () => {
      assert.equal(await refusal(addRaw(...row)), constraint);
    });

  test("a CNAME at the apex, whatever else is gone", async () => {
    await stack.api.query("delete from atrio.dns_record where zone_id = $1", [zone.id]);
    assert.match(await refusal(addRaw("hostile.test", "CNAME", "b.test")), /^dns_cname_(alone|apex)$/);
    await stack.api.query("select atrio.dns_zone_restore($1)", [zone.id]);
  });

  test("more records than a zone may have", async () => {
    const many = stack.api.query(
      `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
       select $1, $2, 'n' || n || '.hostile.test', 'A', '192.0.2.1' from generate_series(1, 20001) n`,
      [zone.id, zone.holdingId],
    );
    assert.equal(await refusal(many), "dns_zone_quota");
  });

  test("two at once that may not stand together: one of them", async () => {
    for (let round = 0; round < 10; round++) {
      const name = `race${round}`;
      const both: RecordRow[] = [
        { name, type: "CNAME", value: "b.test" },
        { name, type: "A", value: "192.0.2.1" },
        { name, type: "CNAME", value: "c.test" },
      ];
      const results = await Promise.all(both.map((row) => refusal(addRecord(stack.api, zone, row))));
      assert.equal(results.filter((result) => result === "accepted").length, 1, results.join(" "));
    }
  });
});

describe("what the panel's role can't do", () => {
  const statements: readonly (readonly [title: string, sql: string])[] = [
    ["read private keys", "select private_key from atrio.dns_key"],
    ["read the transfer secret", "select secret from atrio.dns_tsig"],
    ["make a key", "insert into atrio.dns_key (zone_id, private_key, public_key) values (1000, 'x', '')"],
    ["write a zone", "update atrio.dns_zone set serial = 1"],
    ["make a zone", "select atrio.dns_zone_create(1)"],
    ["write derived data", "update atrio.dns_node set occluded = true"],
    ["write ANAME addresses", "insert into atrio.dns_aname_address values (1, '192.0.2.1')"],
    ["call what triggers call", "select atrio.dns_zones_touch('{1000}')"],
    ["make system records", "update atrio.dns_record set system = true"],
    ["move records", "update atrio.dns_record set name = 'a.hostile.test'"],
    ["see PowerDNS's views", "select * from pdns.cryptokeys"],
  ];
  for (const [title, sql] of statements)
    test(title, async () => assert.equal(await refusal(stack.api.query(sql)), "42501"));

  test("touch a zone's own records, or write into another's zone", async () => {
    const other = await addZone(stack.db, "other.test");
    const { rowCount } = await stack.api.query(
      "delete from atrio.dns_record where zone_id = $1 and type = 'NS'",
      [zone.id],
    );
    assert.equal(rowCount, 0);
    assert.equal(
      await refusal(
        addRecord(
          stack.api,
          { ...zone, holdingId: other.holdingId },
          { name: "a", type: "A", value: "192.0.2.1" },
        ),
      ),
      "dns_record_zone_id_holding_id_fkey",
    );
  });

  test("and PowerDNS's role sees its views and nothing else", async () => {
    const client = await import("pg").then(
      ({ Client }) => new Client({ connectionString: stack.database.url("pdns_ro") }),
    );
    await client.connect();
    try {
      for (const sql of [
        "select * from atrio.dns_record",
        "select * from atrio.panel_user",
        "delete from pdns.records",
      ])
        assert.match(await refusal(client.query(sql)), /^(42501|25006|55000)$/, sql);
    } finally {
      await client.end();
    }
  });
});

describe("what is left", () => {
  test("odd but valid rows are served and transferred", async () => {
    const odd: RecordRow[] = [
      { name: "_dmarc", type: "TXT", value: "v=DMARC1; p=none" },
      { name: "t", type: "TXT", value: '"; DROP TABLE \\" $INCLUDE /etc/passwd \\000 ${x} `id`' },
      { name: "*.deep.er", type: "TXT", value: "\\" },
      { name: "a_b", type: "CNAME", value: "_x.example.net" },
      { name: "null", type: "MX", value: ".", priority: 0 },
      { name: "none._tcp", type: "SRV", value: "0 0 .", priority: 0 },
      { name: `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}`, type: "A", value: "192.0.2.1" },
      { name: "mixed", type: "AAAA", value: "::ffff:192.0.2.1" },
      { name: "mixed", type: "A", value: "192.0.2.1", ttl: 600 },
      { name: "mixed", type: "A", value: "192.0.2.2", ttl: 86400 },
    ];
    for (const row of odd) await addRecord(stack.api, zone, row);
    const lines = await axfr(stack.ns1, zone.name);
    const transferred = lines.filter((line) => !/^(race\d+\.)?hostile\.test\.|^www\./.test(line));
    assert.equal(transferred.length, odd.length, transferred.join("\n"));
    const ttls = lines.filter((line) => line.startsWith("mixed.") && line.includes("\tA\t"));
    assert.ok(
      ttls.every((line) => line.includes("86400")),
      "one name and type, one TTL",
    );
    assert.equal(
      await dig(stack.ns1, "t.hostile.test", "TXT"),
      String.raw`"\"; DROP TABLE \\\" $INCLUDE /etc/passwd \\000 ${"${x}"} ` + '`id`"',
    );
  });

  test("the zone is clean and whole on both", async () => {
    const { stdout } = await tool("pdnsutil", `--config-dir=${stack.pdnsConfig}`, "check-all-zones");
    assert.doesNotMatch(stdout, /\[Error\]/i);
    const newest = await serial(stack.ns1, zone.name);
    await until(
      async () => String(await serial(stack.ns2, zone.name)),
      (found) => Number(found) >= newest,
    );
    await digUntil(stack.ns2, ["null.hostile.test", "MX"], (found) => found === "0 .");
  });
});

test("who holds which zones is not told to whoever counts", async () => {
  const { rows } = await stack.db.query<{ member: string; catalog: string }>(
    "select member_name as member, c.name as catalog from atrio.dns_zone z join atrio.dns_catalog c on c.id = catalog_id where z.id = $1",
    [zone.id],
  );
  const { member, catalog } = rows[0]!;
  assert.match(member, new RegExp(`^[0-9a-f]{32}\\.zones\\.${catalog.replaceAll(".", "\\.")}$`));
  assert.equal(await dig(stack.ns1, member, "PTR"), "hostile.test.");
  for (const label of [`z${zone.id}`, `${zone.id}`])
    assert.equal(await dig(stack.ns1, `${label}.zones.${catalog}`, "PTR"), "");
  const plan = await stack.db.query<{ "QUERY PLAN": string }>(
    "explain select * from pdns.records where name = 'x.zones.c1.catalog.atrio' and domain_id = 1",
  );
  assert.match(plan.rows.map((row) => row["QUERY PLAN"]).join("\n"), /dns_zone_member_name_key/);
});
