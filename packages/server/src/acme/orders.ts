/** All orders: a few at a time, each on its own; what fails is put off, more and more. */
import type { Client } from "acme-client";
import type { Message } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Bell } from "../bell.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { Vault } from "../vault/client.ts";
import { openAccount } from "./account.ts";
import { Fault } from "./fault.ts";
import { type OrderContext, OrderLost, carryOut, refusedWith } from "./order.ts";
import {
  type DueName,
  type Settings,
  readOwnServers,
  readSettings,
  storeAccountUrl,
  storeFailure,
  takeDue,
  untilNext,
} from "./store.ts";
import { AcmeProblem, AuthorityUnreachable } from "./transport.ts";

/** As many as acme.waiting lets have a turn: three sites, one redirected name, one parked. */
const atOnce = 5;
const pauseMilliseconds = 60_000;
/** Authorities count accounts that are asked for, too. */
const accountPauseMilliseconds = 300_000;
/** What is due and was not to be had is held by another transaction. */
const restMilliseconds = 250;

const hour = 3_600;
/** After the first failure, the second and so on: fewer an hour than authorities bear with. */
const waitsSeconds = [60, 600, hour, 4 * hour, 12 * hour, 24 * hour] as const;
const unreachableSeconds = 300;
/** What was lost is ordered anew at once, unless it goes on like that. */
const lossesAtMost = 3;

interface Failure {
  readonly fault: Message | null;
  readonly waitSeconds: number;
}

export interface OrdersOptions {
  readonly db: Kysely<DB>;
  readonly vault: Vault;
  readonly log: Log;
  /** Rung when one ended: there is room for another. */
  readonly bell: Bell;
  readonly signal: AbortSignal;
}

export function judge(
  error: unknown,
  { failures, isParked }: Pick<DueName, "failures" | "isParked">,
  now = Date.now(),
): Failure {
  const wait = waitsSeconds[Math.min(failures, waitsSeconds.length - 1)] ?? hour;
  if (error instanceof OrderLost) return { fault: null, waitSeconds: failures < lossesAtMost ? 0 : wait };
  if (error instanceof AcmeProblem) {
    const isLost = error.type === "accountDoesNotExist" && failures < lossesAtMost;
    if (isLost) return { fault: null, waitSeconds: 0 };
    const waitSeconds = error.type === "rateLimited" ? Math.max(wait, error.retryAfterSeconds, hour) : wait;
    return { fault: refusedWith(error.message).told, waitSeconds };
  }
  if (error instanceof AuthorityUnreachable)
    return { fault: "acme.unreachable", waitSeconds: unreachableSeconds };
  if (!(error instanceof Fault)) return { fault: "acme.unreachable", waitSeconds: wait };
  const { retryAt, isCheap } = error.details;
  if (retryAt) return { fault: error.told, waitSeconds: Math.max((retryAt.getTime() - now) / 1000, 1) };
  return { fault: error.told, waitSeconds: isCheap && !isParked ? Math.min(wait, hour) : wait };
}

export class Orders {
  readonly #options: OrdersOptions;
  readonly #busy = new Map<number, Promise<void>>();
  #account: { readonly of: string; readonly client: Client } | undefined;

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  /** Begins with what is due. Returns the milliseconds after which to look again. */
  async round(): Promise<number> {
    const { db, vault, signal } = this.#options;
    const settings = await readSettings(db);
    if (!settings) return pauseMilliseconds;
    while (this.#busy.size < atOnce && !signal.aborted) {
      const due = await takeDue(db, [...this.#busy.keys()]);
      if (!due) break;
      const client = await this.#open(settings).catch((error: unknown) => this.#refused(error));
      if (!client) return accountPauseMilliseconds;
      const own = await readOwnServers(db);
      this.#begin({ db, vault, client, own, resolvers: settings.resolvers, signal }, due);
    }
    if (this.#busy.size === atOnce) return pauseMilliseconds;
    const wait = (await untilNext(db, [...this.#busy.keys()])) ?? pauseMilliseconds;
    return Math.min(Math.max(wait, restMilliseconds), pauseMilliseconds);
  }

  /** Those that are under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  /** The account's own trouble is the operator's; what PostgreSQL or the vault has comes to the round. */
  #refused(error: unknown): undefined {
    if (!(error instanceof AcmeProblem) && !(error instanceof AuthorityUnreachable)) throw error;
    this.#options.log("warn", "no account", { reason: messageOf(error) });
  }

  async #open(settings: Settings): Promise<Client> {
    const { directory, ca, contact, accountKeySealed } = settings;
    const of = JSON.stringify([directory, ca, contact, accountKeySealed?.toString("hex")]);
    if (this.#account?.of === of && settings.accountUrl !== null) return this.#account.client;
    const client = await openAccount(this.#options.db, this.#options.vault, settings);
    this.#account = { of, client };
    return client;
  }

  #begin(context: OrderContext, due: DueName): void {
    const work = this.#work(context, due).finally(() => {
      this.#busy.delete(due.id);
      this.#options.bell.ring();
    });
    this.#busy.set(due.id, work);
  }

  /** Never throws: what PostgreSQL could not be told is done again. */
  async #work(context: OrderContext, due: DueName): Promise<void> {
    const { db, log, signal } = this.#options;
    const { host } = due;
    try {
      const wanted = await carryOut(context, due);
      log("info", wanted ? "certificate" : "nobody wants the certificate any more", { host });
    } catch (error) {
      // told to stop: it goes on from there
      if (signal.aborted) return;
      log("warn", "no certificate", { host, reason: messageOf(error) });
      await this.#putOff(db, due, error).catch((reason: unknown) =>
        log("warn", "the failure could not be stored", { host, reason: messageOf(reason) }),
      );
    }
  }

  async #putOff(db: Kysely<DB>, due: DueName, error: unknown): Promise<void> {
    if (error instanceof AcmeProblem && error.type === "accountDoesNotExist") {
      this.#account = undefined;
      await storeAccountUrl(db, null);
    }
    const { fault, waitSeconds } = judge(error, due);
    await storeFailure(db, due.id, fault, waitSeconds);
  }
}
