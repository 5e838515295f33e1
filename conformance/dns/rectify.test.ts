/**
 * The derived columns against PowerDNS's own arithmetic: zones go through random changes, their records are copied into a
 * stock PowerDNS schema, `pdnsutil rectify-all-zones` works out NSEC3 hashes, authority and empty non-terminals there, and
 * both must be the same row by row.
 */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as fc from "fast-check";
import { DatabaseError, type Pool } from "pg";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { owner } from "../../packages/server/src/db/roles.ts";
import { makeKeyPair } from "../../packages/server/src/features/dns/dnssec.ts";
import { tool } from "./ask.ts";
import { type Database, makeDatabase } from "./database.ts";
import { type Zone, addZone } from "./stack.ts";

const reference = "pdnsref";
const zones = 120;

type Step =
  | { readonly act: "add"; readonly names: readonly string[]; readonly type: string }
  | { readonly act: "remove"; readonly name: string; readonly type: string | null }
  | { readonly act: "removeBelow"; readonly name: string }
  | { readonly act: "retype"; readonly name: string; readonly from: string; readonly to: string };

// Few labels, so that names meet: above, below and beside each other.
const label = fc.constantFrom("a", "b", "c", "*", "_t");
const name = fc
  .array(label, { minLength: 0, maxLength: 4 })
  .map((labels) => labels.filter((one, n) => one !== "*" || n === 0).join("."));
const type = fc.constantFrom("A", "A", "NS", "NS", "TXT", "MX", "CNAME", "ANAME");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("add" as const),
      names: fc.array(name, { minLength: 1, maxLength: 4 }),
      type,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("remove" as const), name, type: fc.option(type) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("removeBelow" as const), name }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("retype" as const), name, from: type, to: type }) },
);

const values: Record<string, string> = {
  A: "192.0.2.1",
  NS: "ns.example.net",
  TXT: "text",
  MX: "mail.example.net",
  CNAME: "alias.example.net",
  ANAME: "alias.example.net",
};
const priorityOf = (type: string): number | null => (type === "MX" ? 10 : null);

let directory: string;
let database: Database;
let db: Pool;
let stock: Pool;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), "atrio-rectify-"));
  chmodSync(directory, 0o755);
  database = await makeDatabase(directory, false);
  db = openPool(database.url(owner), { max: 4 });
  await db.query("insert into atrio.name_server values (1, 'ns1.atrio.test', '127.0.0.1', 53)");
  await db.query(`create database ${reference} template template0`);
  stock = openPool(database.url(owner, reference), { max: 2 });
  await stock.query(readFileSync("/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql", "utf8"));
});
after(async () => {
  await Promise.all([db?.end(), stock?.end()]);
  await database?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const full = (zone: Zone, relative: string): string =>
  relative === "" ? zone.name : `${relative}.${zone.name}`;

async function take(zone: Zone, change: Step): Promise<void> {
  switch (change.act) {
    case "add":
      await db.query(
        `insert into atrio.dns_record (zone_id, holding_id, name, type, value, priority)
         select $1, $2, n, $3, $4, $5 from unnest($6::text[]) n on conflict do nothing`,
        [
          zone.id,
          zone.holdingId,
          change.type,
          values[change.type],
          priorityOf(change.type),
          [...new Set(change.names)].map((one) => full(zone, one)),
        ],
      );
      return;
    case "remove":
      await db.query(
        "delete from atrio.dns_record where zone_id = $1 and name = $2 and type = coalesce($3, type) and not system",
        [zone.id, full(zone, change.name), change.type],
      );
      return;
    case "removeBelow":
      await db.query("delete from atrio.dns_record where zone_id = $1 and name like $2 and not system", [
        zone.id,
        `%.${full(zone, change.name)}`,
      ]);
      return;
    case "retype":
      await db.query(
        `update atrio.dns_record set type = $3, value = $4, priority = $5
          where zone_id = $1 and name = $2 and type = $6 and not system`,
        [zone.id, full(zone, change.name), change.to, values[change.to], priorityOf(change.to), change.from],
      );
  }
}

/** What the rules refuse is no change. */
async function attempt(zone: Zone, change: Step): Promise<void> {
  try {
    await take(zone, change);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !error.code?.startsWith("23")) throw error;
  }
}

async function copy(table: string, columns: string, from: string): Promise<void> {
  const { rows } = await db.query(`select ${columns} from ${from}`);
  await stock.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

async function rectifyReference(): Promise<void> {
  const members = "domain_id >= 1000";
  await copy("domains", "id, name, type", "pdns.domains where id >= 1000");
  await copy(
    "records",
    "domain_id, name, type, content, ttl, prio, disabled",
    `pdns.records where ${members} and type is not null`,
  );
  await copy("cryptokeys", "domain_id, flags, active, published, content", "pdns.cryptokeys");
  await copy("domainmetadata", "domain_id, kind, content", `pdns.domainmetadata where ${members}`);
  const config = join(directory, "stock");
  mkdirSync(config);
  writeFileSync(
    join(config, "pdns.conf"),
    `launch=gpgsql\ngpgsql-host=${database.socketDirectory}\ngpgsql-port=${database.port}\n` +
      `gpgsql-dbname=${reference}\ngpgsql-user=${owner}\ngpgsql-dnssec=yes\n`,
  );
  const { code, stderr } = await tool("pdnsutil", `--config-dir=${config}`, "rectify-all-zones", "quiet");
  assert.equal(code, 0, stderr);
}

/**
 * A row a line. In a zone without keys no hash is used and nobody looks at the authority of an empty non-terminal.
 */
const rowsOf = (table: string, keys: string): string => `
  select distinct r.domain_id, r.name, coalesce(r.type, '') as type,
         case when s.signed then coalesce(r.ordername, '') else '' end as ordername,
         case when s.signed or r.type is not null then r.auth end as auth
    from ${table} r, lateral (select exists (select from ${keys} k where k.domain_id = r.domain_id) as signed) s
   where r.domain_id >= 1000
   order by 1, 2, 3, 4`;

test("names, hashes and authority are what pdnsutil rectify makes of the same records", async (t) => {
  const seed = Number(process.env["ATRIO_TEST_SEED"] ?? Date.now() % 2 ** 31);
  t.diagnostic(`ATRIO_TEST_SEED=${seed}`);
  const histories = fc.sample(fc.array(step, { minLength: 1, maxLength: 40 }), { numRuns: zones, seed });
  // one statement makes a delegation and names below it
  histories[1] = [{ act: "add", names: ["b", "c.b", "b.c.b"], type: "NS" }];
  for (const [number, steps] of histories.entries()) {
    const zone = await addZone(db, `z${number}.test`);
    for (const change of steps) await attempt(zone, change);
    await db.query(
      `insert into atrio.dns_aname_address
       select id, unnest('{192.0.2.7,2001:db8::7}'::inet[]) from atrio.dns_record
        where zone_id = $1 and type = 'ANAME'`,
      [zone.id],
    );
    if (number % 2 === 0) continue;
    const { privateKey, publicKey } = makeKeyPair();
    await db.query("insert into atrio.dns_key (zone_id, private_key, public_key) values ($1, $2, $3)", [
      zone.id,
      privateKey,
      publicKey,
    ]);
  }
  await rectifyReference();
  const [ours, theirs] = await Promise.all([
    db.query(rowsOf("pdns.records", "pdns.cryptokeys")),
    stock.query(rowsOf("records", "cryptokeys")),
  ]);
  t.diagnostic(`${theirs.rows.length} rows compared`);
  assert.ok(theirs.rows.length > zones * 5);
  assert.deepEqual(ours.rows, theirs.rows);
});

test("counters are what a count over the records says", async () => {
  const { rows } = await db.query(`
    with counted as (
      select r.zone_id, r.name, count(*) as records from atrio.dns_record r group by 1, 2
    )
    select n.zone_id, n.name, n.records, c.records as counted, n.children,
           (select count(*) from atrio.dns_node k where k.zone_id = n.zone_id and k.parent = n.name) as counted_children
      from atrio.dns_node n full join counted c using (zone_id, name)
     where n.records is distinct from coalesce(c.records, 0)
        or n.children <> (select count(*) from atrio.dns_node k where k.zone_id = n.zone_id and k.parent = n.name)
        or (n.records = 0 and n.children = 0 and n.parent is not null)`);
  assert.deepEqual(rows, []);
  const { rows: zonesOff } = await db.query(`
    select id from atrio.dns_zone z where record_count <> (select count(*) from atrio.dns_record where zone_id = z.id)`);
  assert.deepEqual(zonesOff, []);
});
