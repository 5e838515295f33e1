/** The registrar at work, until it is told to stop: woken by what PostgreSQL notifies, and by its own clock. */
import type { Kysely } from "kysely";
import { Bell } from "../bell.ts";
import { keepListening } from "../db/keep-listening.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { RegistryBackend } from "../registry/backend.ts";
import type { Vault } from "../vault/client.ts";
import { Registrar } from "./registrar.ts";
import { Rounds } from "./rounds.ts";

const afterFaultMilliseconds = 5_000;
/** Each order holds one while it is at work, as its backend may of its own; the rest is for looking for orders. */
const connections = 8;

export interface RunOptions {
  /** As role atrio_registrar. */
  readonly url: string;
  readonly vault: Vault;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly backendsOn: (db: Kysely<DB>) => readonly RegistryBackend[];
}

async function work(rounds: Rounds, bell: Bell, { log, signal }: RunOptions): Promise<void> {
  while (!signal.aborted) {
    let wait = afterFaultMilliseconds;
    try {
      wait = await rounds.next(signal);
    } catch (error) {
      log("warn", "the round was broken off", { error: messageOf(error) });
    }
    await bell.wait(wait);
  }
}

export async function runRegistrar(options: RunOptions): Promise<void> {
  const { url, vault, log, signal, backendsOn } = options;
  const pools = [openPool(url, { max: connections }), openPool(url, { max: connections })] as const;
  const [db, ofBackends] = [openDatabase(pools[0]), openDatabase(pools[1])];
  const bell = new Bell();
  const registrar = new Registrar({ db, backends: backendsOn(ofBackends), vault, log, bell });
  const rounds = new Rounds(db, registrar, log, bell);
  signal.addEventListener("abort", () => bell.ring(), { once: true });
  const hear = (channel: string, onNotification: () => void) =>
    keepListening({
      url,
      channel,
      onNotification: () => {
        onNotification();
        bell.ring();
      },
      onListening: async () => {
        rounds.lookAtEverything();
        bell.ring();
        log("info", "listening", { channel });
      },
      log,
      signal,
    });
  await Promise.all([
    hear("atrio_registry_order", () => {}),
    hear("atrio_registry_message", () => rounds.lookAtEverything()),
    work(rounds, bell, options),
  ]);
  await registrar.settle();
  await Promise.all(pools.map((pool) => pool.end()));
}
