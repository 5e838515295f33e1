/** What the schema refuses whoever writes: zones within zones, forged journal entries, hijacked functions. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { type DnsPanel, makeDnsPanel } from "../../../test/dns.ts";
import { inChange } from "../../db/change.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { ZoneRefused, addHolding } from "./store.ts";

let dns: DnsPanel;
before(async () => {
  dns = await makeDnsPanel();
});
after(() => dns.stop());

const operator = { source: "command", userId: null, username: null, ip: null, requestId: null } as const;
const nextYear = new Date(Date.now() + 365 * 24 * 3600 * 1000);
const service = {
  domainExpiresAt: null,
  serviceKind: "hosting",
  serviceExpiresAt: nextYear,
  hasMail: false,
} as const;
const add = (reference: string) =>
  inChange(dns.panel.db, operator, (change) => addHolding(change, { reference, ...service }));

test("a zone above or below another is refused, its neighbours are not", async () => {
  await add("lab.first.test");
  for (const name of ["first.test", "sub.lab.first.test", "a.b.lab.first.test"])
    await assert.rejects(add(name), (error) => {
      assert.ok(error instanceof ZoneRefused);
      assert.match(error.message, /lab\.first\.test overlap/);
      assert.match(error.remedy, /atrio holding remove lab\.first\.test/);
      return true;
    });
  for (const name of ["labs.first.test", "my-lab.first.test", "lab.first.test2", "alab.first.test"])
    await add(name);
});

test("of a zone and one below it that come at once, one stays", async () => {
  for (let round = 0; round < 8; round++) {
    const both = await Promise.allSettled([add(`race${round}.test`), add(`sub.race${round}.test`)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  }
});

test("reserved names are no zones", async () => {
  for (const name of [
    "catalog.atrio",
    "c1.catalog.atrio",
    "2.0.192.in-addr.arpa",
    "a.local",
    "b.onion",
    "x.localhost",
  ])
    await assert.rejects(add(name), /reserved/);
  for (const name of ["invalid", "a.invalid", "192.0.2.1", "example.7"])
    await assert.rejects(add(name), /reserved/);
  await add("catalog.atrio.test");
});

test("the panel's role writes the journal as the panel, with the database's numbers and times", async () => {
  const db = openDatabase(openPool(dns.panel.cluster.url("atrio_api", dns.panel.database), { max: 1 }));
  try {
    const row = sql`insert into atrio.journal (source, area, act) values ('panel', 'user', 'x')`;
    await row.execute(db);
    for (const source of ["command", "system"])
      await assert.rejects(
        sql`insert into atrio.journal (source, area, act) values (${source}, 'user', 'x')`.execute(db),
        /row-level security/,
      );
    for (const column of ["id", "at"])
      await assert.rejects(
        sql`insert into atrio.journal (source, area, act, ${sql.ref(column)}) overriding system value
            values ('panel', 'user', 'x', default)`.execute(db),
        /permission denied/,
      );
  } finally {
    await db.destroy();
  }
});

test("functions that run as the owner look at temporary tables last", async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
     where pronamespace = 'atrio'::regnamespace and prosecdef
       and not exists (select from unnest(proconfig) setting where setting ~ '^search_path=.*, pg_temp$')`.execute(
    dns.panel.db,
  );
  assert.deepEqual(rows, []);
});
