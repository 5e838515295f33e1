/**
 * One way for every change of a zone: lock, look, work, look again. What differs is the journal entry, what the name
 * servers must come to show, and what undo takes back.
 */
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { enqueue } from "../../jobs/queue.ts";
import { refuseExpired } from "../holding/expired.ts";
import type { JournalRecord } from "./journal-entry.ts";
import { type Zone, recordsOf, sameRecord } from "./zone-records.ts";

export type MayWrite = Granted<{ service_dnszone: "write" }>;
export type MayRead = Granted<{ service_dnszone: "read" | "write" }>;

/** What the name servers must be asked about, and the job that does so where the reply does not. */
export interface Proof {
  readonly job: number;
  readonly zone: Zone;
  readonly before: JournalRecord[];
  readonly after: JournalRecord[];
}

/** A change as the reply and the proof need it. */
export interface ZoneChange<T> {
  readonly result: T;
  /** The journal entry that takes it back; null where nothing changed. */
  readonly undo: number | null;
  readonly proof: Proof | null;
}

interface Act {
  readonly name: "dnsCreate" | "dnsSave" | "dnsDelete" | "dnsDeleteAll" | "dnsRestore" | "dnsUndo";
  /** What it is done to, as the user knows it. */
  readonly item: string;
  /** The names whose records it may touch; null: any. */
  readonly names: readonly string[] | null;
}

/** The lock comes before anything is read, so that what is read stays true until the commit. */
export async function lockZone(change: Change, holding: MayWrite): Promise<Zone> {
  refuseExpired(holding, "dns.service_expired");
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name, set_config('atrio.is_async', ${String(change.isAsync)}, true)
      from atrio.dns_zone_lock(${holding.id})`.execute(change.db);
  const zone = rows[0] ?? refuse("notFound");
  return { id: zone.id, name: zone.name, holdingId: holding.id };
}

/** The records of `from` that are not, or not the same, in `other`. */
function without(from: readonly JournalRecord[], other: readonly JournalRecord[]): JournalRecord[] {
  const byId = new Map(other.map((record) => [record.id, record]));
  return from.filter((record) => {
    const twin = byId.get(record.id);
    return !twin || !sameRecord(record, twin);
  });
}

/** A large zone goes and comes back in one statement: seconds, on a busy machine more than another call may take. */
const wideActs: ReadonlySet<Act["name"]> = new Set(["dnsDeleteAll", "dnsRestore", "dnsUndo"]);
const takeTime = ({ db }: Change) => sql`set local statement_timeout = '30s'`.execute(db);

/** Proofs take two of the worker's four slots at most: a name server that is silent must not hold up other jobs. */
const proofQueues = 2;

/** A burst of one user's changes in a zone is one job: it looks for all entries from its subject on. */
const enqueueProof = (change: Change, { holdingId }: Zone, entryId: number): Promise<number> =>
  enqueue(change, {
    kind: "dns.proof",
    holdingId,
    subjectId: entryId,
    queue: `dns.proof:${holdingId % proofQueues}`,
    key: `zone:${holdingId}:${change.actor.userId ?? ""}`,
  });

/** Runs `work` on a locked zone; the journal entry and the proof follow from what it changed. */
export async function changeZone<T>(
  change: Change,
  zone: Zone,
  act: Act,
  work: () => Promise<T>,
): Promise<ZoneChange<T>> {
  if (wideActs.has(act.name)) await takeTime(change);
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
  const job = await enqueueProof(change, zone, undo);
  return { result, undo, proof: { job, zone, before, after } };
}
