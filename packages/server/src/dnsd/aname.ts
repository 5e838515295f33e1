/**
 * Keeps the addresses behind ANAME records. A commit in a zone kept here makes it look at once at the targets that lead there
 * (PostgreSQL follows them in our own rows); names elsewhere are asked again when their TTL is over.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { type Log, messageOf } from "../line-log.ts";
import { resolve } from "./resolve.ts";

const checkEvery = 2000;
/** Targets looked at in one statement. A zone with more waits its turn again, so that it holds up no other. */
const targetsAtOnce = 500;
const zonesAtOnce = 100;
/** ANAMEs brought up to date in one transaction: their zones are locked as long. */
const spreadAtOnce = 50;
const spreadPause = 10;
/** The longest wait for secondaries between two such transactions: one that is away must not stop the rest. */
const longestPause = 250;
const questionsAtOnce = 32;

/** A target to ask about elsewhere (`leads_to`), or to show by its ANAMEs. */
interface Left {
  readonly target: string;
  readonly leads_to: string | null;
  readonly looked_at: string;
}

/** Zones whose targets are being looked at, by name from `after` on. */
interface Pass {
  readonly zones: readonly string[];
  readonly after: string;
}

export interface AnameOptions {
  readonly pool: Pool;
  readonly resolvers: readonly string[];
  /** Whether the secondaries keep up. 10,000 zones that follow one name must not hold up the change of another. */
  readonly keepingUp: () => boolean;
  readonly log: Log;
}

export class AnameKeeper {
  readonly #options: AnameOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #changed = new Set<string>();
  readonly #unfinished: Pass[] = [];
  #due = false;
  #looking = false;
  /** Names elsewhere to ask about: those a commit leads to go before those whose time has come. */
  readonly #toAskFirst = new Map<string, Left>();
  readonly #toAsk = new Map<string, Left>();
  readonly #asking = new Map<string, string>();
  #lanes = 0;
  readonly #toSpread = new Set<string>();
  #spreading = false;
  #stopped = false;

  constructor(options: AnameOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.refresh([]), checkEvery);
  }

  /** Looks at what these zones concern, and at what is due. A failure is made good by the timer. */
  refresh(zones: readonly string[]): void {
    if (this.#stopped) return;
    for (const zone of zones) this.#changed.add(zone);
    this.#due ||= zones.length === 0;
    if (!this.#looking) void this.#look().catch((error: unknown) => this.#report(error));
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const waiting of [this.#changed, this.#toAskFirst, this.#toAsk, this.#toSpread]) waiting.clear();
    this.#unfinished.length = 0;
  }

  #report(error: unknown): void {
    if (!this.#stopped)
      this.#options.log("warn", "ANAME records were not refreshed", { error: messageOf(error) });
  }

  async #query<T>(name: string, call: string, values: readonly unknown[]): Promise<T[]> {
    const { rows } = await this.#options.pool.query({
      name,
      text: `select * from atrio.${call}`,
      values: [...values],
    });
    return rows;
  }

  async #targets(name: string, call: string, values: readonly unknown[]): Promise<string[]> {
    const rows = await this.#query<{ target: string }>(name, `${call} as target`, values);
    return rows.map(({ target }) => target);
  }

  async #look(): Promise<void> {
    this.#looking = true;
    try {
      while (!this.#stopped && (this.#due || this.#changed.size > 0 || this.#unfinished.length > 0)) {
        await this.#lookAt(await this.#affected(this.#nextPass()), this.#toAskFirst);
        await this.#lookAt(await this.#affected(this.#unfinished.shift()), this.#toAskFirst);
        if (this.#due) await this.#lookAt(await this.#whatIsDue(), this.#toAsk);
      }
    } finally {
      this.#looking = false;
    }
  }

  async #lookAt(targets: readonly string[], toAsk: Map<string, Left>): Promise<void> {
    if (targets.length === 0) return;
    this.#begin(await this.#query<Left>("aname-look", "dns_targets_look($1)", [targets]), toAsk);
  }

  /** A zone that changes again before its pass is over waits for the end of it: else its last targets would never come. */
  #nextPass(): Pass | undefined {
    const busy = new Set(this.#unfinished.flatMap(({ zones }) => zones));
    const zones = [...this.#changed].filter((zone) => !busy.has(zone)).slice(0, zonesAtOnce);
    for (const zone of zones) this.#changed.delete(zone);
    return zones.length > 0 ? { zones, after: "" } : undefined;
  }

  async #affected(pass: Pass | undefined): Promise<string[]> {
    if (!pass) return [];
    const { zones, after } = pass;
    const values = [zones, after, targetsAtOnce];
    const targets = await this.#targets("aname-affected", "dns_aname_affected($1, $2, $3)", values);
    // more than one statement's worth: each zone goes on by itself
    if (targets.length === targetsAtOnce)
      for (const zone of zones)
        this.#unfinished.push({ zones: [zone], after: zones.length === 1 ? targets.at(-1)! : "" });
    return targets;
  }

  async #whatIsDue(): Promise<string[]> {
    this.#due = false;
    return this.#targets("aname-due", "dns_aname_due($1)", [targetsAtOnce]);
  }

  #begin(left: readonly Left[], toAsk = this.#toAsk): void {
    for (const item of left)
      if (item.leads_to === null) this.#toSpread.add(item.target);
      else if (this.#asking.get(item.target) !== item.leads_to) toAsk.set(item.target, item);
    if (!this.#spreading) void this.#spread().catch((error: unknown) => this.#report(error));
    while (this.#lanes < questionsAtOnce && this.#toAskFirst.size + this.#toAsk.size > 0)
      void this.#askAll().catch((error: unknown) => this.#report(error));
  }

  async #askAll(): Promise<void> {
    this.#lanes++;
    try {
      for (let item = this.#nextToAsk(); item; item = this.#nextToAsk()) await this.#ask(item);
    } finally {
      this.#lanes--;
    }
  }

  #nextToAsk(): Left | undefined {
    const queue = this.#toAskFirst.size > 0 ? this.#toAskFirst : this.#toAsk;
    const [item] = queue.values();
    if (item) queue.delete(item.target);
    return item;
  }

  async #ask(item: Left): Promise<void> {
    const { target, leads_to, looked_at } = item;
    if (leads_to === null) return;
    this.#asking.set(target, leads_to);
    try {
      const { addresses, families, ttl } = await resolve(this.#options.resolvers, leads_to);
      if (this.#stopped) return;
      const values = [target, leads_to, addresses, families, ttl, looked_at];
      await this.#query("aname-found", "dns_target_found($1, $2, $3::inet[], $4, $5, $6)", values);
    } finally {
      if (this.#asking.get(target) === leads_to) this.#asking.delete(target);
    }
    this.#begin([{ ...item, leads_to: null }]);
  }

  async #spread(): Promise<void> {
    this.#spreading = true;
    try {
      while (!this.#stopped && this.#toSpread.size > 0) {
        const targets = [...this.#toSpread].slice(0, spreadAtOnce);
        for (const target of targets) this.#toSpread.delete(target);
        const left = await this.#targets("aname-spread", "dns_aname_spread($1, $2)", [targets, spreadAtOnce]);
        for (const target of left) this.#toSpread.add(target);
        if (this.#toSpread.size > 0) await this.#pause();
      }
    } finally {
      this.#spreading = false;
    }
  }

  /** Ends at once where another target comes. */
  async #pause(): Promise<void> {
    const until = Date.now() + longestPause;
    const waiting = this.#toSpread.size;
    do await sleep(spreadPause);
    while (!this.#options.keepingUp() && Date.now() < until && this.#toSpread.size <= waiting);
  }
}
