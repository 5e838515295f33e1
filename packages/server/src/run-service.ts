/** The frame of a service that listens for nobody but PostgreSQL: it works until it is told to stop. */
import { type Log, messageOf } from "./line-log.ts";

export interface ServiceOptions {
  readonly log: Log;
  /** For what is at work when it is told to stop; then it is cut off. */
  readonly lastWordsMilliseconds: number;
}

export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

/** `run` ends when the signal is given; what it throws ends the process with a failure. */
export async function runService(
  { log, lastWordsMilliseconds }: ServiceOptions,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
    setTimeout(() => process.exit(), lastWordsMilliseconds).unref();
  };
  process.once("SIGTERM", end).once("SIGINT", end);
  try {
    await run(stop.signal);
  } catch (error) {
    log("error", messageOf(error));
    process.exitCode = 1;
  }
}
