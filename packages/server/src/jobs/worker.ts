import { Logger, type Runner, type TaskList, parseCronItems, run } from "graphile-worker";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { Client, type Pool } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, openPool } from "../db/pool.ts";
import type { DB } from "../db/schema.gen.ts";
import { followPlatform } from "../features/mail/records-follow.ts";
import { followPhpDefault } from "../features/platform/php-follow.ts";
import { sweep } from "./housekeeping.ts";
import type { JobTasks } from "./job.ts";
import { jobKinds } from "./queue.ts";
import { recoverJobs } from "./recover.ts";
import { runJob } from "./run-job.ts";

const concurrentJobs = 4;
const reconnectMilliseconds = 1_000;
/** pg_advisory_lock key: one worker at a time. */
const workerLock = 0x61_74_72_69; // "atri"

const cronItems = parseCronItems([
  { task: "housekeeping", match: "*/5 * * * *", options: { jobKey: "housekeeping", maxAttempts: 1 } },
  {
    task: "housekeeping.daily",
    match: "41 3 * * *",
    // also where the machine is off at night
    options: { jobKey: "housekeeping.daily", maxAttempts: 1, backfillPeriod: 86_400_000 },
  },
]);

export interface WorkerOptions {
  readonly url: string;
  readonly tasks: JobTasks;
  /** What it does with files while it keeps the house; says how many of what. */
  readonly tidy?: (db: Kysely<DB>) => Promise<Record<string, number>>;
  /** Before the first job: brings what is outside the database to what it says. */
  readonly onStart?: (db: Kysely<DB>) => Promise<void>;
  /** What goes on beside the jobs and takes none of their turns, until it is told to end. */
  readonly beside?: (db: Kysely<DB>, signal: AbortSignal) => Promise<void>;
  /** Holdings are no more. */
  readonly onGone?: (db: Kysely<DB>) => Promise<unknown>;
  /** Companies have another name, colour, picture or website. */
  readonly onBrands?: (db: Kysely<DB>) => Promise<unknown>;
  /** The database was away and is back. */
  readonly onReturn?: () => Promise<void>;
  readonly log: FastifyBaseLogger;
  /** Ends the worker: running jobs get five seconds. */
  readonly signal: AbortSignal;
}

/** graphile-worker tells every job's start and end as "info": our own log line a job is enough. */
const quietLogger = (log: FastifyBaseLogger) =>
  new Logger((scope) => (level, message, meta) => {
    const to = level === "error" ? "error" : level === "warning" ? "warn" : "debug";
    log[to]({ ...scope, ...meta }, message);
  });

function taskList(pool: Pool, { tasks, tidy, onGone, onBrands, log }: WorkerOptions): TaskList {
  const db = openDatabase(pool);
  const jobs = jobKinds.map((kind) => [
    kind,
    async (
      payload: unknown,
      { job, abortSignal }: { job: { attempts: number; max_attempts: number }; abortSignal: AbortSignal },
    ) => {
      const started = performance.now();
      const lastAttempt = job.attempts >= job.max_attempts;
      const line = { kind, payload, attempt: job.attempts };
      try {
        await runJob(db, tasks, { kind, payload, lastAttempt, signal: abortSignal });
        log.info({ ...line, ms: Math.round(performance.now() - started) }, "job done");
      } catch (error) {
        log[lastAttempt ? "error" : "warn"]({ ...line, err: error }, "job failed");
        throw error;
      }
    },
  ]);
  return {
    ...Object.fromEntries(jobs),
    "housekeeping.daily": async () => {
      log.info(await sweep(db, true), "daily housekeeping");
    },
    "web.gone": async () => void (await onGone?.(db)),
    "web.brands": async () => void (await onBrands?.(db)),
    "mail.records": (_, { abortSignal }) => followPlatform(db, abortSignal),
    "php.follow": (_, { abortSignal }) => followPhpDefault(db, abortSignal),
    housekeeping: async () => {
      log.info({ ...(await sweep(db)), ...(await tidy?.(db)) }, "housekeeping");
    },
  };
}

/** Resolves when the connection is lost or the worker is to stop. */
const untilLost = (client: Client, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // a connection that is cut may report more than one error
    client.on("error", () => resolve()).on("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });

/** Waits while another worker lives. false: the connection was lost meanwhile. */
const takeLock = (holder: Client, log: FastifyBaseLogger): Promise<boolean> =>
  holder.query("select pg_advisory_lock($1)", [workerLock]).then(
    () => true,
    (error: unknown) => {
      log.debug({ err: error }, "waiting for the lock ended");
      return false;
    },
  );

/**
 * One life: takes the lock, recovers what the last worker left, then works until the connection that holds the lock is
 * lost (PostgreSQL restarted) or the worker is to stop.
 */
async function live(options: WorkerOptions, wasAway: boolean): Promise<void> {
  const { url, log, signal } = options;
  const holder = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 3_000 });
  const lost = untilLost(holder, signal);
  const pool = openPool(url, {
    max: concurrentJobs + 4,
    onError: (error) => log.debug({ err: error }, "connection lost"),
  });
  let runner: Runner | undefined;
  let beside: Promise<void> | undefined;
  const end = new AbortController();
  try {
    await holder.connect();
    const locked = await Promise.race([takeLock(holder, log), lost.then(() => false)]);
    if (!locked) return;
    if (wasAway)
      options.onReturn?.().catch((error: unknown) => log.warn({ err: error }, "telling of its return"));
    await recoverJobs(openDatabase(pool));
    await options.onStart?.(openDatabase(pool)).catch((error: unknown) => {
      log.error({ err: error }, "sites are as they were before");
    });
    runner = await run({
      pgPool: pool,
      concurrency: concurrentJobs,
      taskList: taskList(pool, options),
      parsedCronItems: cronItems,
      noHandleSignals: true,
      logger: quietLogger(log),
    });
    beside = options
      .beside?.(openDatabase(pool), end.signal)
      .catch((error: unknown) => log.error({ err: error }, "what goes on beside the jobs has ended"));
    log.info("working");
    await Promise.race([lost, runner.promise]);
  } finally {
    end.abort();
    await runner?.stop().catch((error: unknown) => log.debug({ err: error }, "stopping"));
    await beside;
    await holder.end().catch(() => {});
    await pool.end();
  }
}

/** Works until `signal` is aborted; outlives restarts of PostgreSQL. */
export async function work(options: WorkerOptions): Promise<void> {
  const { log, signal } = options;
  for (let wasAway = false; !signal.aborted; wasAway = true) {
    try {
      await live(options, wasAway);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "cannot work, trying again");
    }
    if (!signal.aborted) await sleep(reconnectMilliseconds, undefined, { signal }).catch(() => {});
  }
}
