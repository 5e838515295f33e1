/** What the journal keeps of a zone's records: undo takes it back, the proof looks for it. */
import { recordTypes } from "@atrio/contract";
import { sql } from "kysely";
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

/**
 * The entries that a proof job stands for, oldest first: its subject, and what its user did in the zone until the next job of
 * the same key took over.
 */
export async function findEntriesOfProof({ db }: Read, jobId: number): Promise<ZoneEntry[]> {
  const { rows } = await sql`
    select e.item, e.before, e.after
      from atrio.job j
      join atrio.journal e on e.holding_id = j.holding_id and e.area = 'dns' and e.id >= j.subject_id
     where j.id = ${jobId} and (e.id = j.subject_id or e.user_id is not distinct from j.user_id)
       and not exists (
         select from atrio.job n
          where n.holding_id = j.holding_id and n.kind = j.kind and n.job_key is not distinct from j.job_key
            and n.id > j.id and n.subject_id > j.subject_id and n.subject_id <= e.id)
     order by e.id limit ${entriesAtMost}`.execute(db);
  return rows.flatMap((row) => {
    const read = z.safeParse(zoneEntry, row);
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
