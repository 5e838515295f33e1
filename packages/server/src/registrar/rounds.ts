/** One look at everything that may wait, in turns. */
import type { Kysely } from "kysely";
import type { Bell } from "../bell.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { RegistryBackend } from "../registry/backend.ts";
import type { Registrar } from "./registrar.ts";
import { askLater, poll, staleDomains, writeTlds } from "./sweep.ts";

const lookEveryMilliseconds = 60_000;

/** At one registry. */
interface Look {
  readonly backend: RegistryBackend;
  lookedAt: number;
  isLooking: boolean;
}

const untilNext = ({ lookedAt }: Look): number =>
  Math.max(0, lookedAt + lookEveryMilliseconds - performance.now());

export class Rounds {
  readonly #db: Kysely<DB>;
  readonly #registrar: Registrar;
  readonly #log: Log;
  readonly #bell: Bell;
  readonly #looks: readonly Look[];

  constructor(db: Kysely<DB>, registrar: Registrar, log: Log, bell: Bell) {
    this.#db = db;
    this.#registrar = registrar;
    this.#log = log;
    this.#bell = bell;
    this.#looks = registrar.backends.map((backend) => ({ backend, lookedAt: -Infinity, isLooking: false }));
  }

  /** Registries have news: top-level domains, messages. The next round asks. */
  lookAtEverything(): void {
    for (const look of this.#looks) look.lookedAt = -Infinity;
  }

  /** Returns the milliseconds after which to look again. */
  async next(signal: AbortSignal): Promise<number> {
    const idle = this.#looks.filter(({ isLooking }) => !isLooking);
    for (const look of idle) if (untilNext(look) === 0) this.#begin(look, signal);
    const wait = await this.#registrar.round(signal);
    return Math.min(wait, ...idle.filter(({ isLooking }) => !isLooking).map(untilNext));
  }

  /** A slow registry keeps no order and no other registry waiting. */
  #begin(look: Look, signal: AbortSignal): void {
    const since = Math.min(performance.now() - look.lookedAt, lookEveryMilliseconds);
    look.lookedAt = performance.now();
    look.isLooking = true;
    void this.#look(look.backend, since, signal).finally(() => {
      look.isLooking = false;
      this.#bell.ring();
    });
  }

  async #look(backend: RegistryBackend, sinceMilliseconds: number, signal: AbortSignal): Promise<void> {
    const [db, registrar, log, of] = [this.#db, this.#registrar, this.#log, { backend: backend.id }];
    await this.#warned("top-level domains wait", of, () => writeTlds(db, registrar, backend));
    await this.#warned("messages wait", of, () => poll({ db, registrar, log }, backend));
    const stale = await this.#warned("no domain is asked about", of, () =>
      staleDomains(db, backend, sinceMilliseconds / 1000),
    );
    for (const holding of stale ?? []) {
      if (signal.aborted) return;
      await this.#warned("not asked about", { holding }, () => this.#ask(holding));
    }
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
