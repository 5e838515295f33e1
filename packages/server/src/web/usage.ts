/** What the customers' files take of their services' space. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { JobRun } from "../jobs/job.ts";
import { asCustomer, serviceDirectory } from "./as-customer.ts";
import type { WebPlace } from "./web.ts";

/** What is counted until then is what is used at least: who makes it take longer has not less. */
const longestSeconds = 45;

/** By numbers alone, whatever the names are. Links are not followed; each name of a file counts for its part of it. */
const count = `timeout -s KILL ${longestSeconds} find /home /tmp -mindepth 1 -xdev -printf '%y %n %s\\n' 2>/dev/null |
  awk '{ names = $1 == "d" ? 1 : $2; bytes += $3 / names; files += 1 / names } END { printf "%.0f %.0f\\n", bytes, files }'`;

export interface Space {
  readonly bytes: number;
  readonly files: number;
}

/** `directory`: that of all services. */
export async function measureSpace(directory: string, holdingId: number): Promise<Space> {
  const home = await stat(join(serviceDirectory(directory, holdingId), "tmp")).catch(() => undefined);
  if (!home) return { bytes: 0, files: 0 };
  const said = await asCustomer({
    directory,
    holdingId,
    command: ["/bin/sh", "-c", count],
    timeoutMilliseconds: (longestSeconds + 30) * 1000,
    seesAll: true,
  });
  const [bytes, files] = said.trim().split(" ").map(Number);
  if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(files))
    throw new Error(`The measurement of ${holdingId} says ${said.slice(0, 100)}`);
  return { bytes: bytes!, files: files! };
}

async function store(db: Kysely<DB>, holdingId: number, { bytes, files }: Space): Promise<void> {
  await sql`
    insert into atrio.web_usage (holding_id, bytes, files, measured_at)
    select holding_id, ${bytes}, ${files}, now() from atrio.web_service where holding_id = ${holdingId}
    on conflict (holding_id) do update
       set bytes = excluded.bytes, files = excluded.files, measured_at = excluded.measured_at`.execute(db);
}
/** What cannot be measured keeps nobody else waiting. */
async function putOff(db: Kysely<DB>, holdingId: number): Promise<void> {
  await sql`
    insert into atrio.web_usage (holding_id, measured_at)
    select holding_id, now() from atrio.web_service where holding_id = ${holdingId}
    on conflict (holding_id) do update set measured_at = excluded.measured_at`.execute(db);
}

/** The task of 'web.usage'. */
export const measureUsage =
  (directory: string) =>
  async ({ db, subjectId }: Pick<JobRun, "db" | "subjectId">): Promise<void> =>
    store(db, subjectId, await measureSpace(directory, subjectId));

/** What was beyond its traffic's limit, or near it, is not any more. */
export async function beginMonth(db: Kysely<DB>): Promise<{ monthsBegun: number }> {
  const { numAffectedRows = 0n } = await sql`
    update atrio.web_usage set bytes = bytes
     where nearly_full and month < date_trunc('month', now() at time zone 'UTC')::date`.execute(db);
  return { monthsBegun: Number(numAffectedRows) };
}

const mostAtOnce = 200;
const longestMilliseconds = 60_000;

/** Those that were not measured for a day, and those that are nearly full each time. Says how many were. */
export async function measureDue(
  db: Kysely<DB>,
  directory: string,
  log: Pick<WebPlace["log"], "warn">,
): Promise<{ measured: number }> {
  const { rows } = await sql<{ holdingId: number }>`
    select h.id as "holdingId" from atrio.holding h left join atrio.web_usage u on u.holding_id = h.id
     where h.service_kind = 'hosting'
       and (u.measured_at is null or u.measured_at < now() - case when u.nearly_full then interval '4 minutes' else interval '1 day' end)
     order by u.nearly_full desc nulls last, u.measured_at nulls first limit ${mostAtOnce}`.execute(db);
  const end = performance.now() + longestMilliseconds;
  let measured = 0;
  for (const { holdingId } of rows) {
    if (performance.now() > end) break;
    try {
      await store(db, holdingId, await measureSpace(directory, holdingId));
      measured += 1;
    } catch (error) {
      log.warn({ err: error, holding: holdingId }, "the space of a service cannot be measured");
      await putOff(db, holdingId);
    }
  }
  return { measured };
}
