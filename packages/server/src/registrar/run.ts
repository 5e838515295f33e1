/** The registrar at work, until it is told to stop: woken by what PostgreSQL notifies, and by its own clock. */
import type { Kysely } from "kysely";
import { Bell } from "../bell.ts";
import { keepListening } from "../db/keep-listening.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { RegistryBackend } from "../registry/backend.ts";
import type { Vault } from "../vault/client.ts";
import { deleteDomains } from "./deletion.ts";
import { Registrar } from "./registrar.ts";
import { Rounds } from "./rounds.ts";

const afterFaultMilliseconds = 5_000;
const lookForDeletionsMilliseconds = 60_000;
/** Each order holds one while it is at work, as its backend may of its own; the rest is for looking for orders. */
const connections = 8;
const orders = "atrio_registry_order";
const messages = "atrio_registry_message";

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

/** Beside the orders: nobody waits for it but who registers the name again. */
async function workOnDeletions(
  db: Kysely<DB>,
  backends: Iterable<RegistryBackend>,
  bells: { readonly own: Bell; readonly orders: Bell },
  { log, signal }: RunOptions,
): Promise<void> {
  while (!signal.aborted) {
    await deleteDomains({ db, backends, log }, signal).catch((error: unknown) =>
      log("warn", "deletions wait", { error: messageOf(error) }),
    );
    bells.orders.ring();
    await bells.own.wait(lookForDeletionsMilliseconds);
  }
}

export async function runRegistrar(options: RunOptions): Promise<void> {
  const { url, vault, log, signal, backendsOn } = options;
  const ofMany = { max: connections, idleMilliseconds: 2_000 };
  const pools = [openPool(url, ofMany), openPool(url, ofMany)] as const;
  const [db, ofBackends] = [openDatabase(pools[0]), openDatabase(pools[1])];
  const bell = new Bell();
  const deletionBell = new Bell();
  const registrar = new Registrar({ db, backends: backendsOn(ofBackends), vault, log, bell });
  const rounds = new Rounds(db, registrar, log, bell);
  signal.addEventListener(
    "abort",
    () => {
      bell.ring();
      deletionBell.ring();
    },
    { once: true },
  );
  const listening = keepListening({
    url,
    channels: [orders, messages],
    onNotification: (_, channel) => {
      if (channel === messages) rounds.lookAtEverything();
      else deletionBell.ring();
      bell.ring();
    },
    onListening: async () => {
      rounds.lookAtEverything();
      deletionBell.ring();
      bell.ring();
      log("info", "listening");
    },
    log,
    signal,
  });
  await Promise.all([
    listening,
    work(rounds, bell, options),
    workOnDeletions(db, registrar.backends, { own: deletionBell, orders: bell }, options),
  ]);
  await registrar.settle();
  await Promise.all(pools.map((pool) => pool.end()));
}
