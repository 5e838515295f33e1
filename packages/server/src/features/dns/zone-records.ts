/** A zone's records as they are stored, for whoever changes, undoes or proves them. */
import type { RecordType } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { JournalRecord } from "./journal-entry.ts";
import type { ExpectedRecord } from "./shown.ts";

export interface Zone {
  readonly id: number;
  readonly name: string;
  readonly holdingId: number;
}

/** A constraint of the table says which types there are. */
export const recordType = sql.ref<RecordType>("type").as("type");

/** A zone's records; `names` narrows it, `system` adds what is not the customers'. */
export async function recordsOf(
  { db }: Read,
  zone: Zone,
  names: readonly string[] | null,
  system: "with system" | "without system" = "without system",
): Promise<JournalRecord[]> {
  return db
    .selectFrom("atrio.dns_record")
    .select(["id", "name", recordType, "value", "priority", "ttl", "dynamic"])
    .where("zone_id", "=", zone.id)
    .$if(system === "without system", (query) => query.where("system", "=", false))
    .$if(names !== null, (query) => query.where(sql<boolean>`name = any(${[...new Set(names)]}::text[])`))
    .orderBy("id")
    .execute();
}

export const sameData = (a: ExpectedRecord, b: ExpectedRecord): boolean =>
  a.name === b.name && a.type === b.type && a.value === b.value && a.priority === b.priority;
export const sameRecord = (a: JournalRecord, b: JournalRecord): boolean =>
  a.id === b.id && sameData(a, b) && a.ttl === b.ttl && a.dynamic === b.dynamic;
