/** Keeps the addresses behind ANAME records: those of a changed zone at once, all others when their TTL is over. */
import type { Pool } from "pg";
import { type Log, messageOf } from "../line-log.ts";
import type { TargetResolver } from "./resolve.ts";

const checkEvery = 2000;
const batchSize = 100;
const atATime = 8;
/** Seconds until a target that could not be asked is asked again. */
const retryTtl = 15;

interface Due {
  readonly record_id: number;
  readonly target: string;
}

export class AnameKeeper {
  readonly #pool: Pool;
  readonly #resolver: TargetResolver;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  /** Records being asked for: a second request for one waits for the next round. */
  readonly #busy = new Set<number>();
  #stopped = false;

  constructor(pool: Pool, resolver: TargetResolver, log: Log) {
    this.#pool = pool;
    this.#resolver = resolver;
    this.#log = log;
    this.#timer = setInterval(() => this.refresh(null), checkEvery);
  }

  /** Those due in the zones named, or in any. Failures are met by the next round. */
  refresh(zones: readonly string[] | null): void {
    if (this.#stopped) return;
    void this.#round(zones).catch((error: unknown) => {
      if (!this.#stopped) this.#log("warn", "ANAME records were not refreshed", { error: messageOf(error) });
    });
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  async #round(zones: readonly string[] | null): Promise<void> {
    const { rows } = await this.#pool.query<Due>({
      name: "aname-due",
      text: "select record_id, target from atrio.dns_aname_due($1, $2)",
      values: [zones, batchSize],
    });
    const due = rows.filter(({ record_id }) => !this.#busy.has(record_id));
    for (const { record_id } of due) this.#busy.add(record_id);
    const queue = due.values();
    const work = async (): Promise<void> => {
      for (const item of queue) await this.#keep(item);
    };
    try {
      await Promise.all(Array.from({ length: atATime }, work));
    } finally {
      for (const { record_id } of due) this.#busy.delete(record_id);
    }
  }

  async #keep({ record_id, target }: Due): Promise<void> {
    const found = await this.#resolver.resolve(target);
    const { rows } = await this.#pool.query<{ changed: boolean }>({
      name: "aname-store",
      text: "select atrio.dns_aname_store($1, $2, $3::inet[], $4) as changed",
      values: [record_id, target, found?.addresses ?? null, found?.ttl ?? retryTtl],
    });
    if (rows[0]?.changed) this.#log("info", "addresses of an ANAME changed", { record_id, target, ...found });
  }
}
