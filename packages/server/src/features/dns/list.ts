/** Reading a zone: every statement keeps to the holding the caller was granted. */
import {
  type DnsRecord,
  type InputOf,
  type RecordHint,
  type RecordType,
  recordNames,
  toAscii,
  type dnsCalls,
} from "@atrio/contract";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { findHints } from "./hints.ts";
import { type Zone, recordType } from "./zone-records.ts";
import type { MayRead } from "./zone.ts";

export type ListFilter = InputOf<typeof dnsCalls.dnsList>;
export interface RecordList {
  readonly dnss: DnsRecord[];
  /** What matches the filter, on all pages. */
  readonly total: number;
  /** What matches the text, by type. */
  readonly counts: Record<RecordType, number>;
  readonly missingServices: MissingService[];
}
interface MissingService {
  readonly service: "pdns" | "knot";
  /** Debian's names. */
  readonly packages: string;
}

const pageSizeByDefault = 100;

/** The zone's records as replies show them. */
function zoneRecords({ db }: Read, holding: MayRead) {
  return db
    .selectFrom("atrio.dns_record as record")
    .innerJoin("atrio.dns_zone as zone", "zone.id", "record.zone_id")
    .where("zone.holding_id", "=", holding.id);
}

const columns = [
  "record.id",
  "record.name",
  recordType,
  "record.value",
  "record.priority",
  "record.ttl",
  "record.system",
  "record.dynamic",
  "zone.id as zoneId",
  "zone.name as zoneName",
] as const;
interface Row {
  readonly id: number;
  readonly name: string;
  readonly type: RecordType;
  readonly value: string;
  readonly priority: number | null;
  readonly ttl: number;
  readonly system: boolean;
  readonly dynamic: string | null;
  readonly zoneId: number;
  readonly zoneName: string;
}

/** What a statement that writes a record returns of it. */
export const writtenColumns = [
  "id",
  "name",
  recordType,
  "value",
  "priority",
  "ttl",
  "system",
  "dynamic",
] as const;

const inReply = (
  { id, name, type, value, priority, ttl, system, dynamic, zoneName }: Row,
  hint: RecordHint | null,
): DnsRecord => ({
  id,
  type,
  value,
  ttl,
  priority,
  dynamicValue: dynamic !== null,
  eliminable: !system,
  hint,
  ...recordNames(name, zoneName),
});

async function inReplies(read: Read, rows: readonly Row[]): Promise<DnsRecord[]> {
  const [first] = rows;
  if (!first) return [];
  const hints = await findHints(read, { id: first.zoneId, name: first.zoneName }, rows);
  return rows.map((row, index) => inReply(row, hints[index] ?? null));
}

/** A record that was just written, as replies show it. */
export async function writtenRecord(
  read: Read,
  zone: Zone,
  written: Omit<Row, "zoneId" | "zoneName">,
): Promise<DnsRecord> {
  const row = { ...written, zoneId: zone.id, zoneName: zone.name };
  const [hint = null] = await findHints(read, zone, [row]);
  return inReply(row, hint);
}

/**
 * Part of the name as it is shown, or of the value; names are stored as A-labels. Every name ends with the zone's: only
 * a whole name that was pasted brings it along.
 */
function matching(text: string): Expression<SqlBool> {
  const wanted = text.toLowerCase();
  const stored = toAscii(wanted.replace(/\.$/, ""));
  return sql<SqlBool>`(
    strpos(left(record.name, -length(zone.name) - 1), ${stored}) > 0
    or strpos(lower(record.value), ${wanted}) > 0 or strpos(lower(record.value), ${stored}) > 0
    or record.name = ${stored} or (${wanted} = '@' and record.name = zone.name))`;
}

const noRecords: Record<RecordType, number> = {
  A: 0,
  AAAA: 0,
  ANAME: 0,
  CAA: 0,
  CNAME: 0,
  MX: 0,
  NS: 0,
  SRV: 0,
  TXT: 0,
};

async function countByType(read: Read, holding: MayRead, text: string | undefined) {
  const rows = await zoneRecords(read, holding)
    .$if(text !== undefined, (query) => query.where(matching(text!)))
    .select([recordType, ({ fn }) => fn.countAll<number>().as("records")])
    .groupBy("record.type")
    .execute();
  const counts = { ...noRecords };
  for (const { type, records } of rows) counts[type] = records;
  return counts;
}

/** The name servers that this machine cannot run (written by `atrio up`). */
async function findMissingServices({ db }: Read): Promise<MissingService[]> {
  const services = ["pdns", "knot"] as const;
  const rows = await db.selectFrom("atrio.missing_service").selectAll().execute();
  return services.flatMap((service) =>
    rows.filter((row) => row.service === service).map(({ packages }) => ({ service, packages })),
  );
}

/** A holding without a service has no zone: that is no empty one. */
async function refuseWithoutZone({ db }: Read, holding: MayRead): Promise<void> {
  const zone = await db
    .selectFrom("atrio.dns_zone")
    .select("id")
    .where("holding_id", "=", holding.id)
    .executeTakeFirst();
  if (!zone) refuse("notFound");
}

/** The apex first, then by name: as a person reads a zone. */
export async function listRecords(
  read: Read,
  holding: MayRead,
  filter: ListFilter = {},
): Promise<RecordList> {
  const { q: text = "", type, page, pageSize = pageSizeByDefault } = filter;
  await refuseWithoutZone(read, holding);
  const counts = await countByType(read, holding, text || undefined);
  const rows = await zoneRecords(read, holding)
    .$if(text !== "", (query) => query.where(matching(text)))
    .$if(type !== undefined, (query) => query.where("record.type", "=", type!))
    .select(columns)
    .orderBy(sql`record.name <> zone.name`)
    .orderBy("record.name")
    .orderBy("record.type")
    .orderBy("record.priority")
    .orderBy("record.value")
    .orderBy("record.id")
    .$if(page !== undefined, (query) => query.limit(pageSize).offset((page! - 1) * pageSize))
    .execute();
  const total = type ? counts[type] : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    dnss: await inReplies(read, rows),
    total,
    counts,
    missingServices: await findMissingServices(read),
  };
}

/** A record of another zone is no record. */
export async function getRecord(read: Read, holding: MayRead, id: number): Promise<DnsRecord> {
  const row = await zoneRecords(read, holding).select(columns).where("record.id", "=", id).executeTakeFirst();
  const [record] = row ? await inReplies(read, [row]) : [];
  return record ?? refuse("notFound");
}
