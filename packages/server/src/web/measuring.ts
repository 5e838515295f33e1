/**
 * Measures what services take, one after the other, beside the worker's jobs. Who runs programs can write, and is measured
 * within minutes; who does not is once a day.
 */
import { readdir, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { holdingOf } from "./as-customer.ts";
import { type Space, measureService, measureSpace } from "./usage.ts";
import type { WebPlace } from "./web.ts";

/** PHP keeps a process for 10 s after its last request (stack/php/service/fpm.conf): none is overlooked. */
const lookMilliseconds = 5_000;
/** After each as long as it took, but for one that is given long, and never less. */
const pauseMilliseconds = { running: 250, quiet: 1_000 };
const longestPauseMilliseconds = 60_000;
/** Who took all of it the last time is given long: what is honestly much is measured whole. */
const longestSeconds = { atFirst: 60, again: 300 };
/** Asked for together, and measured before it is asked again who is due. */
const mostAtOnce = 5;

/** Who has a process now, by the uid that is nobody else's. */
export async function runningServices(): Promise<number[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const owners = await Promise.all(
    names.map((name) => stat(`/proc/${name}`).then(holdingOf, () => undefined)),
  );
  return [...new Set(owners)].filter((id) => id !== undefined);
}

interface Due {
  readonly holdingId: number;
  readonly isRunning: boolean;
  readonly tookLong: boolean;
}

/**
 * Those that wait the longest, by what each may wait: a minute while it runs, less where as much again as it has grown by would bring
 * it near its limit. Who takes long has a sixtieth of the time, up to a sixth where he would wait for more than five minutes otherwise:
 * he may write meanwhile. Once he was cut off twice he may not.
 */
export async function dueServices(db: Kysely<DB>, running: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select "holdingId", "isRunning", "tookLong"
      from (select h.id as "holdingId", r.runs as "isRunning", t.took >= ${longestSeconds.atFirst} as "tookLong",
                   extract(epoch from least(coalesce(now() - u.measured_at, interval '1 day'), interval '2 days'))::float8 as waits,
                   greatest(case when r.runs and n.near then 20 when r.runs then 60 when n.near then 300 else 86400 end,
                            case when u.cut_offs = 2 then 60 * t.took else least(60 * t.took, greatest(300, 5 * t.took)) end) as may_wait
              from atrio.holding h join atrio.web_service w on w.holding_id = h.id
                left join atrio.web_usage u on u.holding_id = h.id
                cross join lateral (select h.id = any(${running}::bigint[])) r (runs)
                cross join lateral (select coalesce(u.took_milliseconds, 0) / 1000::float8) t (took)
                cross join lateral (select coalesce(u.bytes + u.grown_bytes >= 0.8::float8 * w.space_bytes, false)
                                        or coalesce(u.files >= 0.8::float8 * w.files_max, false)
                                        or coalesce(u.cut_offs > 0, false)) n (near)
             where h.service_kind = 'hosting') s
     where waits >= may_wait
     order by waits / may_wait desc, "holdingId" limit ${mostAtOnce}`.execute(db);
  return rows;
}

export interface Measuring {
  readonly db: Kysely<DB>;
  readonly measure: (holdingId: number, tookLong: boolean) => Promise<Space>;
  readonly running: () => Promise<readonly number[]>;
  readonly log: WebPlace["log"];
  readonly signal: AbortSignal;
  /** For tests. */
  readonly pauses?: typeof pauseMilliseconds;
  readonly lookMilliseconds?: number;
}

async function measureInTurn(
  { db, measure, log, signal, pauses = pauseMilliseconds }: Measuring,
  due: readonly Due[],
  ran: Set<number>,
): Promise<void> {
  for (const { holdingId, isRunning, tookLong } of due) {
    if (signal.aborted) return;
    const started = performance.now();
    ran.delete(holdingId);
    try {
      const { isWhole } = await measureService(db, holdingId, (id) => measure(id, tookLong));
      if (!isWhole && tookLong)
        log.warn({ holding: holdingId }, "a service takes too long to measure: again, and it counts as full");
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error, holding: holdingId }, "the space of a service cannot be measured");
    }
    const pause = Math.max(performance.now() - started, isRunning ? pauses.running : pauses.quiet);
    await sleep(Math.min(pause, longestPauseMilliseconds), undefined, { signal });
  }
}

/** Goes on until `signal` is aborted, whatever fails. */
export async function keepMeasuring(given: Measuring): Promise<void> {
  const { db, running, log, signal, lookMilliseconds: pause = lookMilliseconds } = given;
  /** Who had a process since it was measured. */
  const ran = new Set<number>();
  const look = () =>
    running().then(
      (ids) => ids.forEach((id) => ran.add(id)),
      (error: unknown) => log.warn({ err: error }, "who runs cannot be seen"),
    );
  const timer = setInterval(() => void look(), pause);
  while (!signal.aborted)
    try {
      await look();
      const due = await dueServices(db, [...ran]);
      if (due.length > 0) await measureInTurn(given, due, ran);
      else await sleep(pause, undefined, { signal });
    } catch (error) {
      if (signal.aborted) break;
      log.warn({ err: error }, "measuring begins again");
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  clearInterval(timer);
}

/** What the worker keeps going beside its jobs. `directory`: that of all services. */
export const measureSpaces =
  (directory: string, log: WebPlace["log"]) =>
  (db: Kysely<DB>, signal: AbortSignal): Promise<void> =>
    keepMeasuring({
      db,
      measure: (holdingId, tookLong) => {
        const longest = tookLong ? longestSeconds.again : longestSeconds.atFirst;
        return measureSpace({ directory, longestSeconds: longest, signal }, holdingId);
      },
      running: runningServices,
      log,
      signal,
    });
