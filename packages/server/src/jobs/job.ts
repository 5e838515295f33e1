import type { Message } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { JobKind } from "./queue.ts";

/** One run of a job. It may be the second one, or begin where a killed one stopped: every task can run twice. */
export interface JobRun {
  readonly db: Kysely<DB>;
  readonly id: number;
  readonly holdingId: number;
  readonly subjectId: number;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
  /** Per cent; the tabs of its user see it. */
  readonly progress: (percent: number) => Promise<void>;
}
/** The job is not done: it has to wait, and is delivered again then. Unlike a throw this is no failed try. */
export interface Again {
  readonly again: Date;
}
export type JobTask = (run: JobRun) => Promise<Again | void>;
export type JobTasks = { readonly [K in JobKind]: JobTask };

/** What the user is told when the last try has failed. Anything else that is thrown says `job.failed`. */
export class JobFailure extends Error {
  readonly told: Message;
  constructor(told: Message, cause?: unknown) {
    super(typeof told === "string" ? told : `${told.key} ${JSON.stringify(told.values)}`, { cause });
    this.told = told;
  }
}
/** No other try would end otherwise. */
export class JobRefused extends JobFailure {}
