/**
 * Sends what waits, one message at a time. A message is held by its row's lock while it is sent and marked in the same
 * transaction: a mailer that dies leaves it as it was, so it is sent again, and nothing but that one can be sent twice.
 */
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { Log } from "../line-log.ts";
import type { Vault } from "../vault/client.ts";
import { send } from "./server.ts";
import {
  makeAllDue,
  readSmtpSettings,
  recordFailure,
  recordHeldUp,
  recordSent,
  type SmtpSettings,
  takeDue,
  untilNext,
} from "./store.ts";

/** How long a server that takes nothing is left alone, and how often it is looked whether something is due. */
const pauseMilliseconds = 60_000;
/** What is due and was not to be had is held by another transaction: not asked for again and again meanwhile. */
const restMilliseconds = 1_000;

export interface MailerOptions {
  readonly db: Kysely<DB>;
  readonly vault: Vault;
  readonly log: Log;
}

type Step = "sent" | "refused" | "held up" | "nothing due";

export class Mailer {
  readonly #db: Kysely<DB>;
  readonly #vault: Vault;
  readonly #log: Log;
  /** Taken by the server, while PostgreSQL could not be told: to be marked, not sent again. */
  readonly #taken = new Set<number>();
  #allAnew = true;

  constructor({ db, vault, log }: MailerOptions) {
    this.#db = db;
    this.#vault = vault;
    this.#log = log;
  }

  /** The server may be another, or the addresses: the next round tries whatever waits. One that starts can't know. */
  tryAllAnew(): void {
    this.#allAnew = true;
  }

  /** Sends what is due. Returns the milliseconds after which to look again. */
  async round(signal: AbortSignal): Promise<number> {
    if (this.#allAnew) await this.#makeAllDue();
    const settings = await readSmtpSettings(this.#db);
    if (!settings) return pauseMilliseconds;
    while (!signal.aborted && !this.#allAnew) {
      const step = await this.#step(settings);
      if (step === "held up") return pauseMilliseconds;
      if (step === "nothing due") break;
    }
    const wait = (await untilNext(this.#db)) ?? pauseMilliseconds;
    return Math.min(Math.max(wait, restMilliseconds), pauseMilliseconds);
  }

  async #makeAllDue(): Promise<void> {
    this.#allAnew = false;
    try {
      await makeAllDue(this.#db);
    } catch (error) {
      this.#allAnew = true;
      throw error;
    }
  }

  async #step(settings: SmtpSettings): Promise<Step> {
    let id: number | undefined;
    const step = await this.#db.transaction().execute(async (transaction): Promise<Step> => {
      const message = await takeDue(transaction);
      if (!message) return "nothing due";
      id = message.id;
      const refusal = this.#taken.has(id) ? undefined : await send(settings, this.#vault, message);
      if (!refusal) {
        this.#taken.add(id);
        await recordSent(transaction, id);
        return "sent";
      }
      await recordFailure(transaction, id, refusal.reason);
      if (refusal.ofAll) await recordHeldUp(transaction, refusal.reason);
      this.#log("warn", "not sent", { message: id, reason: refusal.reason });
      return refusal.ofAll ? "held up" : "refused";
    });
    if (step === "sent" && id !== undefined) {
      this.#taken.delete(id);
      this.#log("info", "sent", { message: id });
    }
    return step;
  }
}
