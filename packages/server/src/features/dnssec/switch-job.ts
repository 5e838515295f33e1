/** Job 'dnssec.switch': step by step to where the switch was turned, however long caches take. */
import { sql } from "kysely";
import type { Again, JobRun, JobTask } from "../../jobs/job.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { readSubject, readSwitch } from "./switch-state.ts";
import { type Moved, moveOn } from "./switch-step.ts";

/** Of the way, per cent: what is left is mostly waiting. */
const progressOf = {
  off: 100,
  on: 100,
  signing: 10,
  publishing: 70,
  withdrawing: 10,
  unsigning: 70,
} as const;

/** false: the switch was turned meanwhile, and another job has it. */
async function store({ db, holdingId, id }: JobRun, { set }: Moved): Promise<boolean> {
  const { problem, step, waitUntil, signedSince, dsTtl, orderId } = set;
  const values = {
    ...(step === undefined ? {} : { step }),
    ...(waitUntil === undefined ? {} : { wait_until: waitUntil }),
    ...(signedSince === undefined ? {} : { signed_since: signedSince }),
    ...(dsTtl === undefined ? {} : { ds_ttl: dsTtl }),
    ...(orderId === undefined ? {} : { order_id: orderId }),
    ...(problem === undefined
      ? {}
      : { problem: problem === null ? null : sql<string>`${JSON.stringify(problem)}::jsonb` }),
  };
  if (Object.keys(values).length === 0) return true;
  const { numUpdatedRows } = await db
    .updateTable("atrio.dnssec_switch")
    .set(values)
    .where("holding_id", "=", holdingId)
    .where("job_id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const inSeconds = (pause: number): Again => ({ again: new Date(Date.now() + pause * 1000) });

async function move(run: JobRun, reach: Reach): Promise<Moved | "given up"> {
  const state = await readSwitch(run, run.holdingId);
  const subject = await readSubject(run, run.holdingId);
  if (!state || !subject || state.jobId !== run.id) return "given up";
  return moveOn({ run, state, subject, reach });
}

/** What was not foreseen is shown, and the queue tries again. */
export const turnSwitch =
  (reach: Reach): JobTask =>
  async (run) => {
    while (!run.signal.aborted) {
      let moved: Moved | "given up";
      try {
        moved = await move(run, reach);
      } catch (error) {
        await store(run, { set: { problem: "job.failed" }, pause: null });
        throw error;
      }
      if (moved === "given up" || !(await store(run, moved))) return undefined;
      const { step } = moved.set;
      if (step !== undefined) await run.progress(progressOf[step]);
      if (moved.pause === null) return undefined;
      if (moved.pause > 0) return inSeconds(moved.pause);
    }
    return inSeconds(0);
  };
