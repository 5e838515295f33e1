/** Turning the switch. Whatever would leave the domain unreachable is refused; the rest is the job's. */
import type { KeyLevels } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { lockDomain, refuseClosed } from "../domain/lock.ts";
import { refuseExpired } from "../holding/expired.ts";
import {
  type Subject,
  fitsKey,
  isAtWork,
  isOn,
  notOurs,
  readSubject,
  readSwitch,
  takesOurKeys,
} from "./switch-state.ts";

function refuseUnsafe(subject: Subject): void {
  const { name, keys, records } = subject;
  const elsewhere = notOurs(subject);
  if (elsewhere !== null) refuse("conflict", { message: elsewhere });
  if (records.some((record) => !fitsKey(name, record, keys)))
    refuse("conflict", { message: "dnssec.foreign_records" });
}

/** Whether somebody works on where the switch was turned to. */
async function isUnderWay({ db }: Read, jobId: number | null): Promise<boolean> {
  if (jobId === null) return false;
  const job = await db
    .selectFrom("atrio.job")
    .select("id")
    .where("id", "=", jobId)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  return job !== undefined;
}

/** Off is more than no DS: the zone's keys are gone too, where it is the one that the domain shows. */
const isThere = (subject: Subject, wanted: boolean): boolean =>
  wanted ? isOn(subject) : !isOn(subject) && (subject.keys.length === 0 || !subject.isOurs);

/** Without `wish` it is turned round. Returns which way, and the job that does it; null: it is so already. */
export async function turn(
  change: Change,
  holding: Granted<KeyLevels>,
  wish: boolean | undefined,
): Promise<{ on: boolean; job: number } | null> {
  const domain = await lockDomain(change, holding);
  const subject = (await readSubject(change, holding.id)) ?? refuse("notFound");
  const state = await readSwitch(change, holding.id);
  const is = isAtWork(state) ? state.wanted : isOn(subject);
  const wanted = wish ?? !is;
  const isDone = isAtWork(state)
    ? wanted === is && (await isUnderWay(change, state.jobId))
    : isThere(subject, wanted);
  if (isDone) {
    change.unchanged();
    return null;
  }
  refuseClosed(domain);
  refuseExpired(holding, "dns.service_expired");
  if (!takesOurKeys(subject.capabilities)) refuse("conflict", { message: "dnssec.registry_without" });
  if (!isAtWork(state) && subject.ordered !== null) refuse("conflict", { message: "domain.pending" });
  if (wanted) refuseUnsafe(subject);
  await change.record({
    holdingId: holding.id,
    area: "dnssec",
    act: "dnssecToggle",
    item: subject.name,
    before: { on: is },
    after: { on: wanted },
  });
  const { rows } = await sql<{ job: number }>`
    select atrio.dnssec_switch_turn(${holding.id}, ${change.actor.userId}, ${wanted}) as job`.execute(
    change.db,
  );
  return { on: wanted, job: rows[0]!.job };
}
