import { type Kysely, sql } from "kysely";
import { isConnectionLoss } from "./connection-loss.ts";
import type { Actor, Change, JournalEntry } from "./handles.ts";
import type { DB } from "./schema.gen.ts";

/** The connection broke while the commit was under way: the change may have happened or not, and we can't tell. */
export class CommitUncertain extends Error {}

const json = (value: unknown) => (value === null ? null : sql<string>`${JSON.stringify(value)}::jsonb`);

export async function append(change: Pick<Change, "db" | "actor">, entry: JournalEntry): Promise<number> {
  const { db, actor } = change;
  const { id } = await db
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
      before: json(entry.before),
      after: json(entry.after),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Runs `work` as one change: one transaction that commits with its journal entries or not at all. A `work` that neither
 * records nor says that nothing changed is a fault in the product, and nothing is committed.
 */
export async function inChange<T>(
  db: Kysely<DB>,
  actor: Actor,
  work: (change: Change) => Promise<T>,
  { isAsync = false } = {},
): Promise<T> {
  let worked = false;
  try {
    return await db.transaction().execute(async (transaction) => {
      let accounted = false;
      const result = await work({
        db: transaction,
        actor,
        isAsync,
        record: (entry) => {
          accounted = true;
          return append({ db: transaction, actor }, entry);
        },
        unchanged: () => {
          accounted = true;
        },
      });
      if (!accounted) throw new Error("A change was made without a journal entry.");
      worked = true;
      return result;
    });
  } catch (error) {
    if (worked && isConnectionLoss(error))
      throw new CommitUncertain("The connection broke during the commit.", { cause: error });
    throw error;
  }
}
