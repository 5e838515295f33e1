/** A holding that is removed while a certificate of its own is ordered: both end. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { inTransaction } from "../../../test/in-transaction.ts";
import { type TestApp, makeApp, untilOneWaits } from "../../../test/helpers/app.ts";
import { inChange } from "../../db/change.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { owner } from "../../db/roles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { findHolding, removeHolding } from "./store.ts";

const operator = { source: "command", userId: null, username: null, ip: null, requestId: null } as const;

let panel: TestApp;
/** As which the operator's commands work. */
let worker: Kysely<DB>;
let ordering: pg.Pool;
let holding: number;
let name: number;
before(async () => {
  panel = await makeApp();
  worker = openDatabase(openPool(panel.cluster.url("atrio_worker", panel.database), { max: 1 }));
  ordering = openPool(panel.cluster.url(owner, panel.database), { max: 1 });
  await sql`insert into atrio.name_server (position, name, address, port) values (1, 'ns1.ours.test', '127.0.0.1', 53)`.execute(
    panel.db,
  );
});
after(async () => {
  await ordering.end();
  await worker.destroy();
  await panel.stop();
});
beforeEach(async () => {
  holding = (await panel.addHolding("gone.test")).id;
  await sql`update atrio.subdomain set https = true where holding_id = ${holding}`.execute(panel.db);
  const { rows } = await sql<{ id: number }>`select id from acme.next('{}')`.execute(panel.db);
  name = rows[0]!.id;
  await sql`select acme.begun(${name}, 'https://acme.test/1', 'key')`.execute(panel.db);
});

async function remove(): Promise<void> {
  const found = (await findHolding({ db: worker }, "gone.test")) ?? assert.fail();
  await inChange(worker, operator, (change) => removeHolding(change, found));
}

/** `first` is what the order has locked when the removal begins, `then` what it does next. */
async function removeDuring(first: string, then: string): Promise<unknown> {
  const [did, removing] = await inTransaction(ordering, async (client) => {
    await client.query(first);
    const ended = Promise.allSettled([remove()]);
    await untilOneWaits(panel.db);
    const { rows } = await client.query(then);
    return [rows[0].did, ended];
  });
  const [removed] = await removing;
  assert.equal(removed?.status, "fulfilled", JSON.stringify(removed));
  assert.equal(await findHolding({ db: panel.db }, "gone.test"), undefined);
  return did;
}

test("the record of an order stands, and goes with the zone", async () => {
  const did = await removeDuring(
    `select from atrio.acme_host where id = ${name} for update`,
    `select acme.answer(${name}, 'token', 'answer', true) as did`,
  );
  assert.equal(did, true);
});

test("the certificate is stored, and goes with its service", async () => {
  const did = await removeDuring(
    `select from atrio.web_lock(${holding})`,
    `select acme.done(${name}, 'x', '', '{x}', 'x', now(), now() + interval '90 days') as did`,
  );
  assert.equal(did, true);
});
