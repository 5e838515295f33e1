/** Task 'mail.records': the records that the panel keeps about mail follow a change of the platform, some zones at a time. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";

/** Goes on where it was, whatever ended it. */
export async function followPlatform(db: Kysely<DB>, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{
      isMore: boolean;
    }>`select atrio.mail_records_follow_next() as "isMore"`.execute(db);
    isMore = rows[0]!.isMore;
  }
}
