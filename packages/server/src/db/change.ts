import { type Kysely, sql } from "kysely";
import type { Actor, Change, JournalEntry } from "./handles.ts";
import type { DB } from "./schema.gen.ts";

/**
 * Runs `work` as one change: one transaction that commits with its journal entries or not at all. A `work` that
 * records nothing did not say what it changed; that is a fault in the product, and nothing is committed.
 */
export function inChange<T>(db: Kysely<DB>, actor: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    let recorded = 0;
    const record = async (entry: JournalEntry): Promise<number> => {
      recorded += 1;
      const { id } = await transaction
        .insertInto("atrio.journal")
        .values({
          source: actor.source,
          user_id: actor.userId,
          username: actor.username,
          ip: actor.ip,
          request_id: actor.requestId,
          holding_id: entry.holdingId,
          area: entry.area,
          act: entry.act,
          item: entry.item,
          before: entry.before === null ? null : sql`${JSON.stringify(entry.before)}::jsonb`,
          after: entry.after === null ? null : sql`${JSON.stringify(entry.after)}::jsonb`,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    };
    const result = await work({ db: transaction, actor, record });
    if (recorded === 0) throw new Error("A change was made without a journal entry.");
    return result;
  });
}
