/** One look at everything that may wait, in turns. */
import type { Kysely } from "kysely";
import type { Bell } from "../bell.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { RegistryBackend } from "../registry/backend.ts";
import type { Registrar } from "./registrar.ts";
import { askLater, forgetOthers, poll, staleDomains, writeTlds } from "./sweep.ts";

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
    const { backends } = this.#registrar;
    await this.#warned("registries that are gone are kept", {}, () =>
      forgetOthers(this.#db, this.#registrar),
    );
    // one that is away keeps no other waiting
    await Promise.all(backends.map((backend) => this.#hear(backend)));
    const seconds = sinceMilliseconds / 1000;
    const stale = await this.#warned("nothing is asked about", {}, () => staleDomains(this.#db, seconds));
    for (const holding of stale ?? []) {
      if (signal.aborted) return;
      await this.#warned("not asked about", { holding }, () => this.#ask(holding));
    }
  }

  async #hear(backend: RegistryBackend): Promise<void> {
    const [db, registrar, log] = [this.#db, this.#registrar, this.#log];
    await this.#warned("top-level domains wait", { backend: backend.id }, () =>
      writeTlds(db, registrar, backend),
    );
    await this.#warned("messages wait", { backend: backend.id }, () => poll({ db, registrar, log }, backend));
  }

  async #warned<T>(
    trouble: string,
    of: Record<string, unknown>,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log("warn", trouble, { ...of, error: messageOf(error) });
      return undefined;
    }
  }

  async #ask(holding: number): Promise<void> {
    try {
      await this.#registrar.told(holding);
    } catch (error) {
      await askLater(this.#db, holding);
      throw error;
    }
  }
}
