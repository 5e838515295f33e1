/** What one change was, as the journal has it: for who takes it back. */
import * as z from "zod/mini";
import type { Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";

export interface Entries<T> {
  readonly area: "web" | "mail";
  readonly acts: readonly string[];
  /** What they write down, before and after alike. */
  readonly part: z.ZodMiniType<T>;
}
export interface Entry<T> {
  /** Null: there was none yet. */
  readonly before: T | null;
  /** Null: there is none any more. */
  readonly after: T | null;
  /** Whichever there is. */
  readonly one: T;
}

export async function findEntry<T>(
  { db }: Read,
  holdingId: number,
  id: number,
  { area, acts, part }: Entries<T>,
): Promise<Entry<T>> {
  const entry =
    (await db
      .selectFrom("atrio.journal")
      .select(["before", "after"])
      .where("id", "=", id)
      .where("holding_id", "=", holdingId)
      .where("area", "=", area)
      .where("act", "in", acts)
      .executeTakeFirst()) ?? refuse("notFound");
  const state = z.nullable(part);
  const before = state.parse(entry.before);
  const after = state.parse(entry.after);
  return { before, after, one: before ?? after ?? refuse("notFound") };
}
