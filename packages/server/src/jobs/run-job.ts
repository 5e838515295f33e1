import { type Kysely, sql } from "kysely";
import * as z from "zod/mini";
import type { DB } from "../db/schema.gen.ts";
import { type Again, JobFailure, JobRefused, type JobRun, type JobTasks } from "./job.ts";
import { isJobKind } from "./queue.ts";

const payloadSchema = z.strictObject({ job: z.int().check(z.positive()) });

/** What the queue hands over: which task it was filed under, and a payload that is believed to hold an id only. */
export interface Delivery {
  readonly kind: string;
  readonly payload: unknown;
  readonly lastAttempt: boolean;
  readonly signal: AbortSignal;
}

/** null: the job has ended, was withdrawn, or went with its holding. */
async function begin(db: Kysely<DB>, id: number) {
  const row = await db
    .updateTable("atrio.job")
    .set({ state: "running" })
    .where("id", "=", id)
    .where("state", "in", ["queued", "running"])
    .returning(["id", "kind", "holding_id", "subject_id"])
    .executeTakeFirst();
  return row ?? null;
}

async function end(db: Kysely<DB>, id: number, failure: JobFailure | null): Promise<void> {
  await db
    .updateTable("atrio.job")
    .set(
      failure
        ? { state: "failed", error: sql`${JSON.stringify(failure.told)}::jsonb`, ended_at: sql`now()` }
        : { state: "done", progress: 100, ended_at: sql`now()` },
    )
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/** The delivery at hand loses its key to the new one, and is never made again. */
async function deliverAgain(db: Kysely<DB>, id: number, { again }: Again): Promise<void> {
  await sql`
    select graphile_worker.add_job(k.kind, json_build_object('job', j.id), q.queue_name, ${again}, k.max_attempts,
                                   'job:' || j.id)
      from atrio.job j join atrio.job_kind k using (kind)
      join graphile_worker.jobs q on q.key = 'job:' || j.id
     where j.id = ${id} and j.state = 'running'
  `.execute(db);
}

/**
 * Runs one delivery and keeps its atrio.job row true. A throw means: try again later. What the row says is believed,
 * not what was delivered.
 */
export async function runJob(db: Kysely<DB>, tasks: JobTasks, delivery: Delivery): Promise<void> {
  const { job: id } = z.parse(payloadSchema, delivery.payload);
  const row = await begin(db, id);
  if (!row) return;
  if (row.kind !== delivery.kind || !isJobKind(row.kind))
    throw new Error(`Job ${id} is of kind ${row.kind}, but was delivered as ${delivery.kind}.`);
  const run: JobRun = {
    db,
    id,
    holdingId: row.holding_id,
    subjectId: row.subject_id,
    signal: delivery.signal,
    progress: async (percent) => {
      await db.updateTable("atrio.job").set({ progress: percent }).where("id", "=", id).execute();
    },
  };
  let later: Again | void;
  try {
    later = await tasks[row.kind](run);
  } catch (error) {
    if (error instanceof JobRefused) return end(db, id, error);
    if (delivery.lastAttempt)
      await end(db, id, error instanceof JobFailure ? error : new JobFailure("job.failed", error));
    throw error;
  }
  if (later) await deliverAgain(db, id, later);
  else await end(db, id, null);
}
