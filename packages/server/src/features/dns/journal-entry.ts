/** What the journal keeps of a zone's records: undo takes it back, the proof looks for it. */
import { recordTypes } from "@atrio/contract";
import * as z from "zod/mini";
import type { Read } from "../../db/handles.ts";

const journalRecord = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(recordTypes),
  value: z.string(),
  priority: z.nullable(z.int()),
  ttl: z.int(),
  dynamic: z.nullable(z.string()),
});
/** A record as the journal keeps it, the same for all acts on a zone. */
export type JournalRecord = Readonly<z.infer<typeof journalRecord>>;

const zoneEntry = z.object({
  item: z.nullable(z.string()),
  before: z.array(journalRecord),
  after: z.array(journalRecord),
});
export type ZoneEntry = z.infer<typeof zoneEntry>;

/** More than are proved one by one: of so many the serial speaks. */
const entriesAtMost = 16;

/** An entry about records of this holding's zone and those that followed it, oldest first. */
export async function findZoneEntriesFrom(
  { db }: Read,
  holdingId: number,
  firstId: number,
): Promise<ZoneEntry[]> {
  const entries = await db
    .selectFrom("atrio.journal")
    .select(["item", "before", "after"])
    .where("id", ">=", firstId)
    .where("holding_id", "=", holdingId)
    .where("area", "=", "dns")
    .orderBy("id")
    .limit(entriesAtMost)
    .execute();
  return entries.flatMap((entry) => {
    const read = z.safeParse(zoneEntry, entry);
    return read.success ? [read.data] : [];
  });
}

/** null: not an entry about records of this holding's zone. */
export async function findZoneEntry(
  { db }: Read,
  holdingId: number,
  entryId: number,
): Promise<ZoneEntry | null> {
  const entry = await db
    .selectFrom("atrio.journal")
    .select(["item", "before", "after"])
    .where("id", "=", entryId)
    .where("holding_id", "=", holdingId)
    .where("area", "=", "dns")
    .executeTakeFirst();
  const read = z.safeParse(zoneEntry, entry);
  return read.success ? read.data : null;
}
