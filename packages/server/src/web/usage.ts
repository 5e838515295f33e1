/** What the customers' files take of their services' space. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { JobRun } from "../jobs/job.ts";
import { asCustomer, serviceDirectory } from "./as-customer.ts";

/** For who waits for it in the panel, in a turn of the worker's. */
const longestInTurnSeconds = 20;

/**
 * By numbers alone, whatever the names are. Links are not followed; of a file's bytes each name counts for its part. What it holds
 * beyond its end, in blocks of 512 bytes, counts too. `find` ends with 1 where something went away meanwhile; what was cut off
 * stands on a line that is not whole.
 */
const countWithin = (seconds: number): string => `
  { nice -n 10 timeout -s KILL ${seconds} find /home /tmp -mindepth 1 -xdev -printf '%y %n %s %b\\n' 2>/dev/null; printf '\\nend %s\\n' $?; } |
  awk '$1 == "end" { status = $2 }
       NF == 4 { held = 512 * $4; bytes += ($3 > held ? $3 : held) / ($1 == "d" || $2 < 1 ? 1 : $2); files += 1 }
       END { printf "%.0f %.0f %d\\n", bytes, files, status }'`;
const killedStatus = 137;

export interface Space {
  readonly bytes: number;
  readonly files: number;
  /** False: it took too long, there is more than this. */
  readonly isWhole: boolean;
}

export interface SpacePlace {
  /** That of all services. */
  readonly directory: string;
  readonly longestSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Undefined where nothing is. Any other failure is one: nobody has nothing because it could not be seen. */
const look = (path: string) =>
  lstat(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });

export async function measureSpace(
  { directory, longestSeconds, signal }: SpacePlace,
  holdingId: number,
): Promise<Space> {
  const own = serviceDirectory(directory, holdingId);
  const made = await look(join(own, "tmp"));
  if (!made) return { bytes: 0, files: 0, isWhole: true };
  if (!made.isDirectory() || !(await look(join(own, "home")))?.isDirectory())
    throw new Error(`What service ${holdingId} has is in no folder.`);
  const said = await asCustomer({
    directory,
    holdingId,
    command: ["/bin/sh", "-c", countWithin(longestSeconds)],
    timeoutMilliseconds: (longestSeconds + 30) * 1000,
    seesAll: true,
    signal,
  });
  const [bytes = Number.NaN, files = Number.NaN, status = Number.NaN] = said.trim().split(" ").map(Number);
  if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(files) || ![0, 1, killedStatus].includes(status))
    throw new Error(`The measurement of ${holdingId} says ${said.slice(0, 100)}`);
  return { bytes, files, isWhole: status !== killedStatus };
}

interface Measured extends Space {
  readonly startedAt: Date;
  readonly milliseconds: number;
}

/** Nothing of what one says that began earlier than another that is written down. */
const unlessNewer = (startedAt: Date) =>
  sql`where u.measured_at is null or date_trunc('milliseconds', u.measured_at) <= ${startedAt}`;

/** Who makes it take longer has not less: what was known stays, where it is more, and cut off twice in a row is too much. */
async function store(
  db: Kysely<DB>,
  holdingId: number,
  { bytes, files, isWhole, startedAt, milliseconds }: Measured,
): Promise<void> {
  await sql`
    insert into atrio.web_usage as u (holding_id, bytes, files, measured_at, grown_bytes, took_milliseconds, cut_offs)
    select holding_id, ${bytes}, ${files}, ${startedAt}, 0, ${milliseconds}, ${isWhole ? 0 : 1}
      from atrio.web_service where holding_id = ${holdingId}
    on conflict (holding_id) do update
       set bytes = case when ${isWhole} then excluded.bytes else greatest(u.bytes, excluded.bytes) end,
           files = case when ${isWhole} then excluded.files else greatest(u.files, excluded.files) end,
           cut_offs = case when ${isWhole} then 0 else least(u.cut_offs + 1, 2) end,
           grown_bytes = greatest(excluded.bytes - u.bytes, 0),
           measured_at = excluded.measured_at, took_milliseconds = excluded.took_milliseconds
     ${unlessNewer(startedAt)}`.execute(db);
}
/** Cut off in a turn of the worker's: it is measured no later for that. */
async function storePart(
  db: Kysely<DB>,
  holdingId: number,
  { bytes, files, startedAt }: Measured,
): Promise<void> {
  await sql`
    insert into atrio.web_usage as u (holding_id, bytes, files, cut_off_at)
    select holding_id, ${bytes}, ${files}, now() from atrio.web_service where holding_id = ${holdingId}
    on conflict (holding_id) do update
       set bytes = greatest(u.bytes, excluded.bytes), files = greatest(u.files, excluded.files), cut_off_at = excluded.cut_off_at
     ${unlessNewer(startedAt)}`.execute(db);
}
/** What cannot be measured keeps nobody else waiting. */
async function putOff(db: Kysely<DB>, holdingId: number, milliseconds: number): Promise<void> {
  await sql`
    insert into atrio.web_usage (holding_id, measured_at, took_milliseconds)
    select holding_id, now(), ${milliseconds} from atrio.web_service where holding_id = ${holdingId}
    on conflict (holding_id) do update
       set measured_at = excluded.measured_at, took_milliseconds = excluded.took_milliseconds`.execute(db);
}

/** Measures one, and writes down what it takes; rejects where it cannot be measured, and says when it was tried all the same. */
export async function measureService(
  db: Kysely<DB>,
  holdingId: number,
  measure: (holdingId: number) => Promise<Space>,
  isInTurn = false,
): Promise<Space> {
  const startedAt = new Date();
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  let space: Space;
  try {
    space = await measure(holdingId);
  } catch (error) {
    // the worker ends: it was not tried
    if (!(error instanceof Error && error.name === "AbortError")) await putOff(db, holdingId, took());
    throw error;
  }
  const write = isInTurn && !space.isWhole ? storePart : store;
  await write(db, holdingId, { ...space, startedAt, milliseconds: took() });
  return space;
}

/** The task of 'web.usage'. */
export const measureUsage =
  (directory: string) =>
  async ({ db, subjectId, signal }: Pick<JobRun, "db" | "subjectId" | "signal">): Promise<void> => {
    const place = { directory, longestSeconds: longestInTurnSeconds, signal };
    await measureService(db, subjectId, (holdingId) => measureSpace(place, holdingId), true);
  };

/** What was beyond its traffic's limit, or near it, is not any more. */
export async function beginMonth(db: Kysely<DB>): Promise<{ monthsBegun: number }> {
  const { numAffectedRows = 0n } = await sql`
    update atrio.web_usage set bytes = bytes
     where nearly_full and month < date_trunc('month', now() at time zone 'UTC')::date`.execute(db);
  return { monthsBegun: Number(numAffectedRows) };
}
