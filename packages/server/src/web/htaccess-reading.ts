/** Reads what customers wrote into .htaccess files, apart from the worker's own thread: what takes long there holds up nobody. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Problems } from "../../../../stack/web/htaccess-parse.js";

export interface Reading {
  readonly contents: readonly Uint8Array[];
  /** Of the patterns these are none. */
  readonly none: ReadonlySet<string>;
  /** When there is one more it stops telling of them. */
  readonly mostPatterns: number;
  /** When there are more it stops. */
  readonly mostProblems: number;
}
export interface ReadRules extends Problems {
  /** That stand in no file before it. */
  readonly patterns: readonly string[];
}

/** What is told of each file, in their order, as far as it came in that time. */
export async function readRules(
  reading: Reading,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<ReadRules[]> {
  const thread = new Worker(new URL("htaccess-thread.ts", import.meta.url), { workerData: reading });
  const read: ReadRules[] = [];
  thread.on("message", (one: ReadRules) => read.push(one));
  const late = setTimeout(() => void thread.terminate(), milliseconds);
  try {
    await once(thread, "exit", { signal });
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
  return read;
}
