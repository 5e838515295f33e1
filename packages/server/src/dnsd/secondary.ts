/**
 * One secondary name server: told of each change by NOTIFY, and asked for the zone's serial until it shows it. A NOTIFY may
 * be lost, or come while the server is busy with the zone, so each look that finds it behind sends another. A server that is
 * away keeps its list of zones and gets them when it is back.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./config.ts";
import type { DnsClient } from "./dns-client.ts";

/** Looks at the serial, the first after so many milliseconds, each wait longer than the one before: five seconds in all. */
const looks = 24;
const firstWait = 25;
const growth = 1.15;
/** Knot drops a NOTIFY that comes while it fetches the zone: it is said again at every fourth look. */
const looksPerNotify = 4;
const answerTimeout = 500;
/** Milliseconds between the NOTIFYs for a catalog. */
const repeats = [120, 700] as const;
/** Zones followed at a time: a server that fetches thousands is not helped by a thousand NOTIFYs. */
const inFlightAtMost = 64;
const busyFrom = 16;
const retryEvery = 3000;
/** Above it the oldest is left to the zone's own refresh timer. */
const behindAtMost = 20_000;

export class Secondary {
  readonly #client: DnsClient;
  readonly #server: Server;
  /** The serial that the server should have of each zone it is behind with. */
  readonly #behind = new Map<string, number>();
  readonly #inFlight = new Set<string>();
  readonly #retry: NodeJS.Timeout;
  /** Zones left alone until the next retry. */
  readonly #gaveUp = new Set<string>();

  constructor(client: DnsClient, server: Server) {
    this.#client = client;
    this.#server = server;
    this.#retry = setInterval(() => {
      this.#gaveUp.clear();
      this.#fill();
    }, retryEvery);
  }

  /** How many zones it does not have in their newest state, as far as is known. */
  get behind(): number {
    return this.#behind.size;
  }

  /** Whether another change would have to wait for a good part of those under way. */
  get isBusy(): boolean {
    return this.#inFlight.size >= busyFrom;
  }

  tell(zone: string, serial: number): void {
    const known = this.#behind.get(zone);
    if (known !== undefined && known >= serial) return;
    this.#behind.set(zone, serial);
    this.#gaveUp.delete(zone);
    if (this.#behind.size > behindAtMost) {
      const [oldest] = this.#behind.keys();
      if (oldest !== undefined) this.#behind.delete(oldest);
    }
    if (this.#inFlight.has(zone)) this.#client.notify(this.#server, zone);
    else this.#fill();
  }

  /**
   * A catalog changed. Secondaries show their catalogs to nobody, so it can't be seen whether they have it: NOTIFY goes out
   * three times, and what is lost even so comes with the catalog's refresh timer, a minute later.
   */
  async announce(catalog: string): Promise<void> {
    for (const wait of repeats) {
      this.#client.notify(this.#server, catalog);
      await sleep(wait);
    }
    this.#client.notify(this.#server, catalog);
  }

  /** A zone that is no more: the catalog says so. */
  forget(zone: string): void {
    this.#behind.delete(zone);
  }

  stop(): void {
    clearInterval(this.#retry);
    this.#behind.clear();
  }

  #fill(): void {
    for (const zone of this.#behind.keys()) {
      if (this.#inFlight.size >= inFlightAtMost) return;
      if (this.#inFlight.has(zone) || this.#gaveUp.has(zone)) continue;
      this.#inFlight.add(zone);
      void this.#follow(zone);
    }
  }

  async #follow(zone: string): Promise<void> {
    const arrived = await this.#untilThere(zone);
    this.#inFlight.delete(zone);
    if (!arrived) this.#gaveUp.add(zone);
    this.#fill();
  }

  /** Whether the server has the zone's newest state, or nothing more is wanted of it. */
  async #untilThere(zone: string): Promise<boolean> {
    let expected = this.#behind.get(zone);
    for (let look = 0; look < looks; look++) {
      if (look % looksPerNotify === 0) this.#client.notify(this.#server, zone);
      await sleep(firstWait * growth ** look);
      const serial = await this.#client.serial(this.#server, zone, answerTimeout);
      const wanted = this.#behind.get(zone);
      if (wanted === undefined) return true;
      if (serial !== null && serial >= wanted) {
        this.#behind.delete(zone);
        return true;
      }
      // it changed again: the server gets as much time for this change as for the first
      if (wanted !== expected) look = 0;
      expected = wanted;
    }
    return false;
  }
}
