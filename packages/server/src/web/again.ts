/** Changes that were not carried out for reasons that may be over: a full disk, a name that another holding was about to give back. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

/** Asks once more for what failed last, a while after it did; what its customer has to put right waits for him. Returns of how many. */
export async function askAgain(db: Kysely<DB>, most: number): Promise<number> {
  const { rows } = await sql`
    select atrio.enqueue('web.apply', f.holding_id, null, f.holding_id, null, 'web:' || f.holding_id)
      from (select j.holding_id from atrio.job j
             where j.state = 'failed' and j.kind = 'web.apply' and j.ended_at < now() - interval '20 minutes'
               and j.error is distinct from '"web.folder_refused"'
               and not exists (select from atrio.job n
                                where n.holding_id = j.holding_id and n.kind = 'web.apply' and n.id > j.id)
             order by j.ended_at limit ${most}) f`.execute(db);
  return rows.length;
}
