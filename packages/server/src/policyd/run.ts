/** policyd at work, until it is told to stop. */
import { Bell } from "../bell.ts";
import { keepListening } from "../db/keep-listening.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import { type Log, messageOf } from "../line-log.ts";
import { answerFilter } from "./filter.ts";
import { makeMissingKeys } from "./keys.ts";
import { listen } from "./server.ts";

const lookForMissingKeysMilliseconds = 60_000;

export interface RunOptions {
  /** As role atrio_policyd. */
  readonly url: string;
  /** Where rspamd asks. */
  readonly socket: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export async function runPolicyd({ url, socket, log, signal }: RunOptions): Promise<void> {
  const pool = openPool(url, { max: 4, idleMilliseconds: 2_000 });
  const db = openDatabase(pool);
  await listen(socket, answerFilter(db, log), signal);
  const bell = new Bell();
  signal.addEventListener("abort", () => bell.ring(), { once: true });
  const listening = keepListening({
    url,
    channels: ["atrio_dkim"],
    onNotification: () => bell.ring(),
    onListening: async () => {
      bell.ring();
      log("info", "listening");
    },
    log,
    signal,
  });
  while (!signal.aborted) {
    try {
      const made = await makeMissingKeys(db, signal);
      if (made > 0) log("info", "keys were made", { made });
    } catch (error) {
      log("warn", "keys wait", { error: messageOf(error) });
    }
    await bell.wait(lookForMissingKeysMilliseconds);
  }
  await listening;
  await pool.end();
}
