/** Works through what waits: several domains at once, one order of a domain at a time. */
import type { Kysely } from "kysely";
import type { Bell } from "../bell.ts";
import { isDatabaseUnavailable } from "../db/connection-loss.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import {
  type Capabilities,
  type DomainState,
  type RegistryBackend,
  RegistryError,
} from "../registry/backend.ts";
import { type MirroredDomain, readMirror } from "../registry/mirror.ts";
import type { OrderRefusal } from "../registry/order.ts";
import type { Vault } from "../vault/client.ts";
import { sealCode } from "./auth-code.ts";
import { deleteIfLeft } from "./deletion.ts";
import { beginJob } from "./job.ts";
import { recordOutcome, recordRefusal, recordState } from "./outcome.ts";
import { perform, refOf } from "./perform.ts";
import { type Order, nextOrder, readOrder, tryLater, untilNext, withDomain } from "./queue.ts";

/** Each holds two connections while it is at work: its own, and the backend's. */
const lanes = 6;
const longestWaitMilliseconds = 60_000;
/** How long a domain that another process is at work on is left alone. */
const heldSeconds = 1;
/** Whether it was done is not known, or it failed by a fault of ours: that often, then it is given up. */
const mostAttempts = 5;
const shortestRetrySeconds = 5;
const longestRetrySeconds = 3_600;

export interface RegistrarOptions {
  readonly db: Kysely<DB>;
  readonly backends: readonly RegistryBackend[];
  readonly vault: Vault;
  readonly log: Log;
  /** Rung when a domain is free again. */
  readonly bell: Bell;
}

/** Who is asked about the domains of a top-level domain, and what can be asked. */
export interface Responsible {
  readonly backend: RegistryBackend;
  readonly capabilities: Capabilities;
}

/** A pending order, as its registry ended it. */
export interface Ended {
  readonly order: number;
  readonly state: "done" | "refused";
  readonly reason: string | undefined;
}

const retrySeconds = ({ attempts }: Order): number =>
  Math.min(shortestRetrySeconds * 2 ** attempts, longestRetrySeconds);

export class Registrar {
  readonly #db: Kysely<DB>;
  readonly #backends: ReadonlyMap<string, RegistryBackend>;
  readonly #vault: Vault;
  readonly #log: Log;
  readonly #bell: Bell;
  readonly #busy = new Set<number>();
  readonly #atWork = new Set<Promise<void>>();
  #tlds: ReadonlyMap<string, Responsible> = new Map();

  constructor({ db, backends, vault, log, bell }: RegistrarOptions) {
    this.#db = db;
    this.#backends = new Map(backends.map((backend) => [backend.id, backend]));
    this.#vault = vault;
    this.#log = log;
    this.#bell = bell;
  }

  get backends(): Iterable<RegistryBackend> {
    return this.#backends.values();
  }

  /** Asks the registries which top-level domains they have; the first that has one is responsible for it. */
  async learnTlds(): Promise<ReadonlyMap<string, Responsible>> {
    const known = new Map<string, Responsible>();
    for (const backend of this.#backends.values())
      for (const [tld, capabilities] of await backend.tlds())
        if (!known.has(tld)) known.set(tld, { backend, capabilities });
    this.#tlds = known;
    return known;
  }

  /** Begins what is due. Returns the milliseconds after which to look again. */
  async round(signal: AbortSignal): Promise<number> {
    while (!signal.aborted && this.#busy.size < lanes) {
      const order = await nextOrder(this.#db, this.#busy);
      if (!order)
        return Math.min((await untilNext(this.#db)) ?? longestWaitMilliseconds, longestWaitMilliseconds);
      if (!this.#busy.has(order.holdingId)) this.#begin(order.holdingId, () => this.#carryOut(order));
    }
    // the bell is rung as soon as one of them is free
    return longestWaitMilliseconds;
  }

  /** Resolves when nothing is at work any more. */
  async settle(): Promise<void> {
    while (this.#atWork.size > 0) await Promise.all(this.#atWork);
  }

  #begin(holdingId: number, work: () => Promise<void>): void {
    this.#busy.add(holdingId);
    const lane = work()
      .catch((error: unknown) =>
        this.#log("warn", "broken off", { holding: holdingId, error: messageOf(error) }),
      )
      .finally(() => {
        this.#busy.delete(holdingId);
        this.#atWork.delete(lane);
        this.#bell.ring();
      });
    this.#atWork.add(lane);
  }

  async #carryOut({ id, holdingId }: Order): Promise<void> {
    const free = await withDomain(this.#db, holdingId, async (db) => {
      // the one that was found due may have ended before the domain was free
      const order = await readOrder(db, id);
      const domain = order && (await readMirror(db, holdingId));
      if (!order || !domain) return;
      await beginJob(db, order);
      try {
        await this.#carry(db, order, domain);
      } catch (error) {
        await this.#fail(db, order, error);
      }
    });
    if (!free) await tryLater(this.#db, id, { seconds: heldSeconds, failed: false });
  }

  async #carry(db: Kysely<DB>, order: Order, domain: MirroredDomain): Promise<void> {
    const { backend, capabilities } = await this.#responsible(domain);
    if (order.state === "pending") return this.#follow(db, order, domain);
    const performed = await perform({ db, backend, capabilities, domain, vault: this.#vault }, order);
    const code = await sealCode(this.#vault, domain.holdingId, performed.authCode);
    const state = await this.#infoAfter(backend, domain);
    await recordOutcome(db, order, { ...performed, code }, { state, capabilities });
    if (order.kind === "create") await deleteIfLeft(db, domain, state.remoteId);
    this.#log("info", performed.outcome.state, {
      order: order.id,
      act: order.act,
      domain: domain.name,
    });
  }

  /** A domain can be ordered before its new top-level domain was heard of. */
  async #responsible({ backend: id, tld }: MirroredDomain): Promise<Responsible> {
    const found = this.#tlds.get(tld) ?? (await this.learnTlds()).get(tld);
    if (found?.backend.id !== id) throw new RegistryError("unsupported", "domain.no_registry");
    return found;
  }

  /** It was done; that the registry can't say what is so now is no reason to call it refused. */
  async #infoAfter(backend: RegistryBackend, domain: MirroredDomain): Promise<DomainState> {
    try {
      return await backend.info(refOf(domain));
    } catch (cause) {
      if (isDatabaseUnavailable(cause)) throw cause;
      throw new RegistryError("unknownOutcome", messageOf(cause), { cause });
    }
  }

  /** Asks after a pending one, where the registry does not tell by itself. */
  async #follow(db: Kysely<DB>, order: Order, domain: MirroredDomain): Promise<void> {
    const { backend } = await this.#responsible(domain);
    const reference = order.reference ?? "";
    const state = (await backend.status?.(reference)) ?? "pending";
    await this.#end(db, order, domain, state, undefined);
  }

  async #end(
    db: Kysely<DB>,
    order: Order,
    domain: MirroredDomain,
    state: "pending" | "done" | "refused",
    reason: string | undefined,
  ): Promise<void> {
    if (state === "refused")
      return recordRefusal(db, order, {
        kind: "policy",
        message: reason ?? "domain.registry_refused",
        fields: [],
      });
    const { backend, capabilities } = await this.#responsible(domain);
    const said = { state: await backend.info(refOf(domain)), capabilities };
    const outcome = state === "done" ? { state } : { state, reference: order.reference ?? "" };
    return recordOutcome(db, order, { outcome }, said);
  }

  /** What a registry tells of a domain by itself. Returns false where the domain is being worked on. */
  async told(holdingId: number, ended: Ended | null): Promise<boolean> {
    if (this.#busy.has(holdingId)) return false;
    this.#busy.add(holdingId);
    try {
      return await withDomain(this.#db, holdingId, (db) => this.#write(db, holdingId, ended));
    } finally {
      this.#busy.delete(holdingId);
      this.#bell.ring();
    }
  }

  async #write(db: Kysely<DB>, holdingId: number, ended: Ended | null): Promise<void> {
    const domain = await readMirror(db, holdingId);
    if (!domain) return;
    const order = ended ? await readOrder(db, ended.order) : undefined;
    if (ended && order) return this.#end(db, order, domain, ended.state, ended.reason);
    const { backend, capabilities } = await this.#responsible(domain);
    await recordState(db, holdingId, { state: await backend.info(refOf(domain)), capabilities });
  }

  /** Temporary trouble: what the panel or many orders of a job wait for is tried again, what one customer waits for is not. */
  async #fail(db: Kysely<DB>, order: Order, error: unknown): Promise<void> {
    if (isDatabaseUnavailable(error)) throw error;
    const known = error instanceof RegistryError ? error : undefined;
    const kind = known?.kind ?? "unknownOutcome";
    const isPatient = order.source === "system" || order.bulk || order.state === "pending";
    const again =
      kind === "unknownOutcome"
        ? order.attempts < mostAttempts
        : isPatient && (kind === "temporary" || kind === "rate");
    this.#log(known && !again ? "info" : "warn", again ? "to be tried again" : "refused", {
      order: order.id,
      act: order.act,
      domain: order.item,
      kind,
      error: messageOf(error),
      ...known?.trace,
    });
    if (again) {
      const seconds = kind === "unknownOutcome" ? order.attempts : retrySeconds(order);
      return tryLater(db, order.id, { seconds, failed: true });
    }
    const refusal: OrderRefusal = known
      ? { kind, message: known.message, fields: known.fields }
      : { kind, message: "job.failed", fields: [] };
    return recordRefusal(db, order, refusal);
  }
}
