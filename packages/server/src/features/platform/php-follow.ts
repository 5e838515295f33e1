/** Task 'php.follow': services that chose no version of PHP come to the platform's, a few at a time: nobody's change waits behind all of them. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";

const atOnce = 2;
const lookMilliseconds = 100;
/** One that cannot follow is tried again by itself; the others do not wait for it. */
const patienceMilliseconds = 30_000;

/** Asks for the next ones, as if each had been changed by nobody. Returns them with their jobs. */
async function askForNext(db: Kysely<DB>, after: number): Promise<{ holding: number; job: number }[]> {
  const { rows } = await sql<{ holding: number; job: number }>`
    select n.holding_id as holding,
           atrio.enqueue('web.apply', n.holding_id, null, n.holding_id, null, 'web:' || n.holding_id) as job
      from (select w.holding_id from atrio.web_service w join atrio.holding h on h.id = w.holding_id
             where w.php_version is null and h.service_kind = 'hosting' and w.holding_id > ${after}
             order by w.holding_id limit ${atOnce}) n`.execute(db);
  return rows;
}

async function untilEnded(db: Kysely<DB>, jobs: number[], signal: AbortSignal | undefined): Promise<void> {
  for (const until = performance.now() + patienceMilliseconds; performance.now() < until;) {
    const open = await db
      .selectFrom("atrio.job")
      .select("id")
      .where("id", "in", jobs)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (!open) return;
    await sleep(lookMilliseconds, undefined, { signal });
  }
}

/** Ended by whatever, it begins again: who runs the version already has nothing to do. */
export async function followPhpDefault(db: Kysely<DB>, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const asked = await askForNext(db, after);
    const last = asked.at(-1);
    if (!last) return;
    await untilEnded(
      db,
      asked.map(({ job }) => job),
      signal,
    );
    after = last.holding;
  }
}
