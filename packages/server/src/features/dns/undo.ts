/** Takes back one journal entry of a zone, whichever act wrote it, as long as what it left behind is still so. */
import { type DnsRecord, conflictsWith, toUnicode } from "@atrio/contract";
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { type JournalRecord, findZoneEntry } from "./journal-entry.ts";
import { listRecords } from "./list.ts";
import { NeighbourIndex } from "./neighbour-index.ts";
import { withRules } from "./rules.ts";
import { type Zone, recordsOf, sameData, sameRecord } from "./zone-records.ts";
import { type MayWrite, type ZoneChange, changeZone, lockZone } from "./zone.ts";

/** What taking an entry back does to the zone. */
interface Reversal {
  readonly item: string;
  readonly remove: readonly JournalRecord[];
  readonly putBack: readonly JournalRecord[];
  /** Records that stay, with what they are and what they were. */
  readonly revert: ReadonlyArray<{ readonly is: JournalRecord; readonly was: JournalRecord }>;
}

const byId = (records: readonly JournalRecord[]) => new Map(records.map((record) => [record.id, record]));

async function readReversal(change: Change, holding: MayWrite, entryId: number): Promise<Reversal> {
  const entry = (await findZoneEntry(change, holding.id, entryId)) ?? refuse("notFound");
  const were = byId(entry.before);
  const are = byId(entry.after);
  return {
    item: entry.item ?? "",
    remove: entry.after.filter(({ id }) => !were.has(id)),
    putBack: entry.before.filter(({ id }) => !are.has(id)),
    revert: entry.after.flatMap((is) => {
      const was = were.get(is.id);
      return was ? [{ is, was }] : [];
    }),
  };
}

function refuseChanged({ name, type }: JournalRecord): never {
  return refuse("conflict", {
    message: { key: "dns.undo_changed", values: { name: toUnicode(name), type } },
  });
}

/** Whatever happened to these records since is somebody's work: it is not overwritten. */
function refuseIfChanged(reversal: Reversal, current: readonly JournalRecord[], zone: Zone): void {
  const currently = byId(current);
  for (const left of [...reversal.remove, ...reversal.revert.map(({ is }) => is)]) {
    const now = currently.get(left.id);
    if (!now || !sameRecord(now, left)) refuseChanged(left);
  }
  const going = new Set([...reversal.remove, ...reversal.revert.map(({ is }) => is)].map(({ id }) => id));
  const staying = new NeighbourIndex(
    current.filter(({ id }) => !going.has(id)),
    zone.name,
  );
  for (const back of [...reversal.putBack, ...reversal.revert.map(({ was }) => was)]) {
    if (staying.has(back)) refuseChanged(back);
    const found = conflictsWith(back, staying.near(back), zone.name);
    if (found) refuse("conflict", { message: found.message });
  }
}

/** A value that the panel kept is kept again only where it is still what the panel would write. */
async function stillDynamic({ db }: Change, zone: Zone): Promise<(record: JournalRecord) => string | null> {
  const { rows } = await sql<Omit<JournalRecord, "id" | "ttl">>`
    select name, type, value, priority, dynamic from atrio.dns_zone_defaults(${zone.id})
     where dynamic is not null`.execute(db);
  return (record) => {
    const kept = rows.some((row) => row.dynamic === record.dynamic && sameData({ ...row, ttl: 0 }, record));
    return kept ? record.dynamic : null;
  };
}

/** Records that come back are the same records: they keep their ids. */
async function putBack({ db }: Change, zone: Zone, records: readonly JournalRecord[]): Promise<void> {
  await sql`
    insert into atrio.dns_record (id, zone_id, holding_id, name, type, value, priority, ttl, dynamic)
    overriding system value
    select id, ${zone.id}, ${zone.holdingId}, name, type, value, priority, ttl, dynamic
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as record (id bigint, name text, type text, value text, priority integer, ttl integer, dynamic text)
  `.execute(db);
}

async function revert({ db }: Change, zone: Zone, records: readonly JournalRecord[]): Promise<void> {
  await sql`
    update atrio.dns_record r
       set value = was.value, priority = was.priority, ttl = was.ttl, dynamic = was.dynamic
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as was (id bigint, value text, priority integer, ttl integer, dynamic text)
     where r.holding_id = ${zone.holdingId} and r.id = was.id
  `.execute(db);
}

async function reverse(change: Change, zone: Zone, reversal: Reversal): Promise<void> {
  const { db } = change;
  const own = db.deleteFrom("atrio.dns_record").where("holding_id", "=", zone.holdingId);
  const dynamicOf = await stillDynamic(change, zone);
  const ids = reversal.remove.map(({ id }) => id);
  if (ids.length > 0) await own.where(sql<boolean>`id = any(${ids}::bigint[])`).execute();
  const reverted = reversal.revert.map(({ was }) => ({ ...was, dynamic: dynamicOf(was) }));
  if (reverted.length > 0) await revert(change, zone, reverted);
  if (reversal.putBack.length === 0) return;
  const records = reversal.putBack.map((record) => ({ ...record, dynamic: dynamicOf(record) }));
  await withRules(zone, records[0]!.name, () => putBack(change, zone, records));
}

export async function undoEntry(
  change: Change,
  holding: MayWrite,
  entryId: number,
): Promise<ZoneChange<DnsRecord[]>> {
  const zone = await lockZone(change, holding);
  const reversal = await readReversal(change, holding, entryId);
  refuseIfChanged(reversal, await recordsOf(change, zone, null, "with system"), zone);
  const touched = [...reversal.remove, ...reversal.putBack, ...reversal.revert.map(({ is }) => is)];
  const names = touched.map(({ name }) => name);
  const act = { name: "dnsUndo", item: reversal.item, names } as const;
  return changeZone(change, zone, act, async () => {
    await reverse(change, zone, reversal);
    return (await listRecords(change, holding)).dnss;
  });
}
