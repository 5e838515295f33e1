/** Zones that changed, on their way: to ANAMEs that lead into them, PowerDNS's caches, then the secondaries. Bursts collapse. */
import type { Pool } from "pg";
import type { AnameKeeper } from "./aname.ts";
import { type Log, messageOf } from "../line-log.ts";
import type { Purge } from "./purge.ts";
import type { Secondary } from "./secondary.ts";

const batchSize = 500;
/**
 * How long changes that nobody waits for are collected. A transfer costs 25 ms of CPU, as much as four changes do: this way they take
 * a tenth of one core. The proof job looks for longer than `atMost`.
 */
const asyncMilliseconds = { atLeast: 250, aZone: 250, atMost: 4_000 };

interface ZoneSerial {
  readonly name: string;
  readonly serial: number;
  readonly catalog: boolean;
}

export interface ChangesOptions {
  readonly pool: Pool;
  readonly purge: Purge;
  readonly secondaries: readonly Secondary[];
  readonly anames: AnameKeeper;
  readonly log: Log;
}

/** Catalogs first: a new zone is known to the secondary when its own NOTIFY comes. */
function tell(secondary: Secondary, zones: readonly ZoneSerial[]): void {
  for (const { name, catalog } of zones) if (catalog) void secondary.announce(name);
  for (const { name, serial, catalog } of zones) if (!catalog) secondary.tell(name, serial);
}

export class Changes {
  readonly #options: ChangesOptions;
  readonly #pending = new Set<string>();
  /** Zones whose changes nobody waits for. */
  readonly #async = new Set<string>();
  #asyncTimer: NodeJS.Timeout | undefined;
  #asyncPause = asyncMilliseconds.atLeast;
  #running = false;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  add(zone: string): void {
    this.#pending.add(zone);
    if (this.#running) return;
    this.#running = true;
    // the notifications of one commit come in one read: they are one batch
    setImmediate(() => void this.#drain());
  }

  /** Passes on the zone with all others that are added until the timer ends. */
  addAsync(zone: string): void {
    this.#async.add(zone);
    this.#asyncTimer ??= setTimeout(() => {
      const { atLeast, aZone, atMost } = asyncMilliseconds;
      this.#asyncTimer = undefined;
      this.#asyncPause = Math.min(atMost, Math.max(atLeast, aZone * this.#async.size));
      for (const one of this.#async) this.add(one);
      this.#async.clear();
    }, this.#asyncPause);
  }

  stop(): void {
    clearTimeout(this.#asyncTimer);
  }

  /**
   * What happened while nobody listened. Serials are Unix time, so those of zones that changed since are at least as high;
   * the slack covers clocks and serials that ran ahead of time.
   */
  async catchUp(sinceSeconds: number): Promise<void> {
    const { pool, purge, secondaries, anames } = this.#options;
    await purge("all");
    const { rows } = await pool.query<ZoneSerial>(
      `select name, serial, true as catalog from atrio.dns_catalog
        union all (select name, serial, false from atrio.dns_zone where serial >= $1 order by serial desc limit 20000)`,
      [sinceSeconds],
    );
    for (const secondary of secondaries) tell(secondary, rows);
    anames.refresh(rows.flatMap(({ name, catalog }) => (catalog ? [] : [name])));
    anames.refresh([]);
  }

  async #drain(): Promise<void> {
    try {
      while (this.#pending.size > 0) await this.#pass([...this.#pending].slice(0, batchSize));
    } catch (error) {
      // The database is away: what was missed is caught up with when it is back.
      this.#options.log("warn", "changes wait for the database", {
        zones: this.#pending.size,
        error: messageOf(error),
      });
      this.#pending.clear();
    } finally {
      this.#running = false;
    }
  }

  async #pass(zones: readonly string[]): Promise<void> {
    const { pool, purge, secondaries, anames } = this.#options;
    for (const zone of zones) this.#pending.delete(zone);
    anames.refresh(zones);
    const [{ rows }] = await Promise.all([
      pool.query<ZoneSerial>({
        name: "serials",
        text: `select name, serial, true as catalog from atrio.dns_catalog where name = any ($1)
                union all select name, serial, false from atrio.dns_zone where name = any ($1)`,
        values: [zones],
      }),
      purge(zones),
    ]);
    const known = new Set(rows.map(({ name }) => name));
    for (const secondary of secondaries) {
      tell(secondary, rows);
      for (const zone of zones) if (!known.has(zone)) secondary.forget(zone);
    }
  }
}
