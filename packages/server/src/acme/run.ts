/** The service at work, until it is told to stop: woken by what PostgreSQL notifies, and by its own clock. */
import { Bell } from "../bell.ts";
import { keepListening } from "../db/keep-listening.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { Vault } from "../vault/client.ts";
import { serveChallenges } from "./challenge-server.ts";
import { Orders } from "./orders.ts";
import { answerTo } from "./store.ts";

const afterFaultMilliseconds = 30_000;

export interface RunOptions {
  /** As role atrio_acme. */
  readonly url: string;
  readonly vault: Vault;
  /** Where nginx asks. */
  readonly socket: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export async function runAcme({ url, vault, socket, log, signal }: RunOptions): Promise<void> {
  const pool = openPool(url, { max: 6, idleMilliseconds: 2_000 });
  const db = openDatabase(pool);
  await serveChallenges(socket, (host, token) => answerTo(db, host, token), log, signal);
  const bell = new Bell();
  signal.addEventListener("abort", () => bell.ring(), { once: true });
  const listening = keepListening({
    url,
    channels: ["atrio_acme"],
    onNotification: () => bell.ring(),
    onListening: async () => {
      bell.ring();
      log("info", "listening");
    },
    log,
    signal,
  });
  const orders = new Orders({ db, vault, log, bell, signal });
  while (!signal.aborted) {
    let wait = afterFaultMilliseconds;
    try {
      wait = await orders.round();
    } catch (error) {
      log("warn", "orders wait", { error: messageOf(error) });
    }
    await bell.wait(wait);
  }
  await orders.settle();
  await listening;
  await pool.end();
}
