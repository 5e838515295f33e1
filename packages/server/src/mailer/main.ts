/**
 * mailer: sends what customers write to the operator. It hears of new messages (LISTEN), hands them to the operator's SMTP
 * server, and tries again until they are taken.
 *
 *   DATABASE_URL   as role atrio_mailer
 *   ATRIO_VAULT    path of the vault's socket: the SMTP server's password is sealed
 *
 * While it is down messages wait in the database.
 */
import { Bell } from "../bell.ts";
import { keepListening } from "../db/keep-listening.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import { lineLog, messageOf } from "../line-log.ts";
import { required, runService } from "../run-service.ts";
import { openVault } from "../vault/client.ts";
import { Mailer } from "./mailer.ts";

/** Long enough for the message being sent; what is cut off all the same is sent again. */
const lastWordsMilliseconds = 15_000;
const afterFaultMilliseconds = 5_000;

const log = lineLog("mailer");

async function deliver(mailer: Mailer, bell: Bell, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let wait = afterFaultMilliseconds;
    try {
      wait = await mailer.round(signal);
    } catch (error) {
      log("warn", "the round was broken off", { error: messageOf(error) });
    }
    await bell.wait(wait);
  }
}

async function run(signal: AbortSignal): Promise<void> {
  const url = required("DATABASE_URL");
  const pool = openPool(url, { max: 2 });
  const mailer = new Mailer({ db: openDatabase(pool), vault: openVault(required("ATRIO_VAULT")), log });
  const bell = new Bell();
  signal.addEventListener("abort", () => bell.ring(), { once: true });
  const listening = keepListening({
    url,
    channels: ["atrio_message"],
    onNotification: (payload) => {
      if (payload === "all") mailer.tryAllAnew();
      bell.ring();
    },
    onListening: async () => {
      mailer.tryAllAnew();
      bell.ring();
      log("info", "listening");
    },
    log,
    signal,
  });
  await Promise.all([listening, deliver(mailer, bell, signal)]);
  await pool.end();
}

await runService({ log, lastWordsMilliseconds }, run);
