import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { type TestCluster, startTestCluster } from "../../test/database.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import type { DB } from "../db/schema.gen.ts";
import { askAgain } from "./again.ts";

let cluster: TestCluster;
let pool: Pool;
let db: Kysely<DB>;
before(async () => {
  cluster = await startTestCluster();
  pool = openPool(cluster.url("atrio", await cluster.createDatabase()), { max: 4 });
  db = openDatabase(pool);
});
after(async () => {
  await pool.end();
  await cluster.stop();
});

async function addHolding(reference: string): Promise<number> {
  const row = await db
    .insertInto("atrio.holding")
    .values({ reference, service_kind: "parking", service_expires_at: new Date("2099-01-01") })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

test("what failed last is asked for once more after a while, but for what its customer has to put right", async () => {
  const ids = await Promise.all(["full", "new", "done", "file"].map((name) => addHolding(`${name}.test`)));
  const [full, soon, done, file] = ids;
  await sql`insert into atrio.job (kind, holding_id, subject_id, state, error, ended_at)
    select 'web.apply', id, id, state, error::jsonb, now() - since::interval from (values
      (1, ${full}::bigint, 'done', null, '2 hours'), (2, ${full}, 'failed', '"job.failed"', '1 hour'),
      (3, ${soon}, 'failed', '"job.failed"', '1 minute'),
      (4, ${done}, 'failed', '"job.failed"', '1 hour'), (5, ${done}, 'done', null, '50 minutes'),
      (6, ${file}, 'failed', '"web.folder_refused"', '1 hour')) j (place, id, state, error, since) order by place`.execute(
    db,
  );
  const asked = async () =>
    (
      await db
        .selectFrom("atrio.job")
        .select("holding_id")
        .where("state", "=", "queued")
        .where("holding_id", "in", ids)
        .execute()
    ).map(({ holding_id }) => holding_id);
  assert.equal(await askAgain(db, 9), 1);
  assert.deepEqual(await asked(), [full]);
  assert.equal(await askAgain(db, 9), 0, "it waits");
  await sql`update atrio.job set state = 'failed', ended_at = now() - interval '1 hour' where state = 'queued'`.execute(
    db,
  );
  assert.equal(await askAgain(db, 0), 0);
  assert.equal(await askAgain(db, 9), 1);
});
