/** One look at everything that may wait, in turns. */
import type { Kysely } from "kysely";
import type { Bell } from "../bell.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { Registrar } from "./registrar.ts";
import { askTomorrow, poll, staleDomains, writeTlds } from "./sweep.ts";

const lookEveryMilliseconds = 60_000;

export class Rounds {
  readonly #db: Kysely<DB>;
  readonly #registrar: Registrar;
  readonly #log: Log;
  readonly #bell: Bell;
  #lookedAt = -Infinity;
  #looking = false;

  constructor(db: Kysely<DB>, registrar: Registrar, log: Log, bell: Bell) {
    this.#db = db;
    this.#registrar = registrar;
    this.#log = log;
    this.#bell = bell;
  }

  /** Registries have news: top-level domains, messages. The next round asks. */
  lookAtEverything(): void {
    this.#lookedAt = -Infinity;
  }

  /** Returns the milliseconds after which to look again. */
  async next(signal: AbortSignal): Promise<number> {
    if (!this.#looking && this.#untilLook() <= 0) {
      const since = Math.min(performance.now() - this.#lookedAt, lookEveryMilliseconds);
      this.#lookedAt = performance.now();
      await writeTlds(this.#db, this.#registrar);
      // a slow registry keeps no order waiting
      this.#looking = true;
      void this.#look(since, signal).finally(() => {
        this.#looking = false;
        this.#bell.ring();
      });
    }
    const wait = await this.#registrar.round(signal);
    return this.#looking ? wait : Math.min(wait, Math.max(0, this.#untilLook()));
  }

  #untilLook(): number {
    return this.#lookedAt + lookEveryMilliseconds - performance.now();
  }

  async #look(sinceMilliseconds: number, signal: AbortSignal): Promise<void> {
    for (const backend of this.#registrar.backends)
      await poll(this.#db, this.#registrar, backend).catch((error: unknown) =>
        this.#log("warn", "messages wait", { backend: backend.id, error: messageOf(error) }),
      );
    for (const holding of await staleDomains(this.#db, sinceMilliseconds / 1000).catch(() => [])) {
      if (signal.aborted) return;
      await this.#ask(holding).catch((error: unknown) =>
        this.#log("warn", "not asked about", { holding, error: messageOf(error) }),
      );
    }
  }

  async #ask(holding: number): Promise<void> {
    try {
      await this.#registrar.told(holding, null);
    } catch (error) {
      await askTomorrow(this.#db, holding);
      throw error;
    }
  }
}
