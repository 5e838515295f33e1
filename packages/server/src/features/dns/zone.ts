/**
 * One way for every change of a zone: lock, look, work, look again. What differs is the journal entry, what the name
 * servers must come to show, and what undo takes back.
 */
import type { RecordType } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { NameServer } from "./name-server.ts";
import { namesUpTo, refuseExpired } from "./rules.ts";
import type { Expectation, ExpectedRecord } from "./shown.ts";

export interface Zone {
  readonly id: number;
  readonly name: string;
  readonly holdingId: number;
}
export type MayWrite = Granted<{ service_dnszone: "write" }>;
export type MayRead = Granted<{ service_dnszone: "read" | "write" }>;

/** A record as the journal keeps it, the same for all acts on a zone. */
export interface JournalRecord extends ExpectedRecord {
  readonly id: number;
  readonly dynamic: string | null;
}

/** A change as the reply and the proof need it. */
export interface ZoneChange<T> {
  readonly result: T;
  /** The journal entry that takes it back; null where nothing changed. */
  readonly undo: number | null;
  readonly proof: {
    readonly job: number;
    readonly expected: Expectation;
    readonly servers: readonly NameServer[];
  } | null;
}

interface Act {
  readonly name: "dnsCreate" | "dnsSave" | "dnsDelete" | "dnsDeleteAll" | "dnsRestore" | "dnsUndo";
  /** What it is done to, as the user knows it. */
  readonly item: string;
  /** The names whose records it may touch; null: any. */
  readonly names: readonly string[] | null;
}

/** A constraint of the table says which types there are. */
export const recordType = sql.ref<RecordType>("type").as("type");

/** The lock comes before anything is read, so that what is read stays true until the commit. */
export async function lockZone(change: Change, holding: MayWrite): Promise<Zone> {
  refuseExpired(holding);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from atrio.dns_zone_lock(${holding.id})`.execute(change.db);
  const zone = rows[0] ?? refuse("notFound");
  return { id: zone.id, name: zone.name, holdingId: holding.id };
}

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
    .$if(names !== null, (query) => query.where("name", "in", [...new Set(names)]))
    .orderBy("id")
    .execute();
}

export const sameData = (a: ExpectedRecord, b: ExpectedRecord): boolean =>
  a.name === b.name && a.type === b.type && a.value === b.value && a.priority === b.priority;
export const sameRecord = (a: JournalRecord, b: JournalRecord): boolean =>
  a.id === b.id && sameData(a, b) && a.ttl === b.ttl && a.dynamic === b.dynamic;

/** The records of `from` that are not, or not the same, in `other`. */
function without(from: readonly JournalRecord[], other: readonly JournalRecord[]): JournalRecord[] {
  const byId = new Map(other.map((record) => [record.id, record]));
  return from.filter((record) => {
    const twin = byId.get(record.id);
    return !twin || !sameRecord(record, twin);
  });
}

/** So many records are looked at one by one; of more the serial speaks. */
const mostLookedAt = 8;

async function expectation(
  { db }: Read,
  zone: Zone,
  before: readonly JournalRecord[],
  after: readonly JournalRecord[],
): Promise<Expectation> {
  const { serial } = await db
    .selectFrom("atrio.dns_zone")
    .select("serial")
    .where("id", "=", zone.id)
    .executeTakeFirstOrThrow();
  const bare = { zone: zone.name, serial, shown: [], gone: [] };
  if (before.length + after.length > mostLookedAt) return bare;
  const gone = before.filter(
    (record) =>
      !after.some(
        (other) => sameData(record, other) || (record.type === "ANAME" && other.name === record.name),
      ),
  );
  const wildcards = gone.flatMap(({ name }) => namesUpTo(name, zone.name).map((above) => `*.${above}`));
  const covered =
    gone.length > 0 &&
    (await db
      .selectFrom("atrio.dns_record")
      .select("id")
      .where("zone_id", "=", zone.id)
      .where("name", "in", wildcards)
      .executeTakeFirst());
  // where a wildcard answers for the name, an answer says nothing about a record that left it
  return { ...bare, shown: after, gone: covered ? [] : gone };
}

const nameServers = ({ db }: Read): Promise<NameServer[]> =>
  db.selectFrom("atrio.name_server").select(["name", "address", "port"]).orderBy("position").execute();

/** Runs `work` on a locked zone; the journal entry and the proof follow from what it changed. */
export async function changeZone<T>(
  change: Change,
  zone: Zone,
  act: Act,
  work: () => Promise<T>,
): Promise<ZoneChange<T>> {
  const was = await recordsOf(change, zone, act.names);
  const result = await work();
  const is = await recordsOf(change, zone, act.names);
  const before = without(was, is);
  const after = without(is, was);
  if (before.length === 0 && after.length === 0) {
    change.unchanged();
    return { result, undo: null, proof: null };
  }
  const undo = await change.record({
    holdingId: zone.holdingId,
    area: "dns",
    act: act.name,
    item: act.item,
    before,
    after,
  });
  const job = await enqueue(change, { kind: "dns.proof", holdingId: zone.holdingId, subjectId: zone.id });
  const expected = await expectation(change, zone, before, after);
  return { result, undo, proof: { job, expected, servers: await nameServers(change) } };
}
