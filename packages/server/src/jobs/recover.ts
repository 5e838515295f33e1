import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

/** A try that a kill cut off is made again, but a job that kills its worker every time must end. */
const mostAttempts = 30;

/**
 * Takes back what a worker left when it was killed. Only for the holder of the worker's lock: whoever else had jobs in
 * hand is gone.
 */
export async function recoverJobs(db: Kysely<DB>): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null
      union
      select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null))
  `.execute(db);
  // jobs that ended without their row being told: cut off in the last try
  await sql`
    with unfinished as (
      select q.id, q.attempts from atrio.job j join graphile_worker.jobs q on q.key = 'job:' || j.id
      where j.state in ('queued', 'running') and q.attempts >= q.max_attempts and q.attempts < ${mostAttempts}
    )
    select graphile_worker.reschedule_jobs(array_agg(id), now(), null, null, attempts + 1)
    from unfinished group by attempts
  `.execute(db);
  await sql`
    update atrio.job j set state = 'failed', error = '"job.failed"', ended_at = now()
    where state in ('queued', 'running')
      and kind in (select kind from atrio.job_kind where done_by = 'worker') and not exists (
      select from graphile_worker.jobs q where q.key = 'job:' || j.id and q.attempts < q.max_attempts)
  `.execute(db);
}
