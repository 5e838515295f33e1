/** Works through what waits: several domains at once, one order of a domain at a time. */
import type { Kysely } from "kysely";
import type { Bell } from "../bell.ts";
import { isDatabaseUnavailable } from "../db/connection-loss.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import {
  type Capabilities,
  type PendingEnd,
  type RegistryBackend,
  RegistryError,
} from "../registry/backend.ts";
import { type MirroredDomain, readMirror } from "../registry/mirror.ts";
import type { OrderRefusal } from "../registry/order.ts";
import type { Vault } from "../vault/client.ts";
import { sealCode } from "./auth-code.ts";
import { deleteIfLeft } from "./deletion.ts";
import { beginJob } from "./job.ts";
import { type Asked, ask, follow, look } from "./look.ts";
import { type Said, recordOutcome, recordPending, recordRefusal } from "./outcome.ts";
import { perform } from "./perform.ts";
import { type Order, nextOrder, readOrder, tryLater, untilNext, withDomain } from "./queue.ts";

/** Each holds two connections while it is at work: its own, and the backend's. */
const lanes = 6;
const longestWaitMilliseconds = 60_000;
/** How long a domain that another process is at work on is left alone. */
const heldSeconds = 1;
/** Whether it was done is not known, or it failed by a fault of ours: tried again that often, then given up. */
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
  /** By backend: its top-level domains. */
  readonly #tlds = new Map<string, ReadonlyMap<string, Capabilities>>();

  constructor({ db, backends, vault, log, bell }: RegistrarOptions) {
    this.#db = db;
    this.#backends = new Map(backends.map((backend) => [backend.id, backend]));
    this.#vault = vault;
    this.#log = log;
    this.#bell = bell;
  }

  get backends(): readonly RegistryBackend[] {
    return [...this.#backends.values()];
  }

  /** Asks a registry which top-level domains it has. */
  async learnTlds(backend: RegistryBackend): Promise<ReadonlyMap<string, Capabilities>> {
    const tlds = await backend.tlds();
    this.#tlds.set(backend.id, tlds);
    return tlds;
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
    const asked = await this.#asked(db, domain);
    if (order.state === "pending") return follow(asked, order);
    if (order.kind !== "create" && !domain.isOurs) throw new RegistryError("status", "domain.not_registered");
    const performed = await perform({ ...asked, vault: this.#vault }, order);
    const { outcome } = performed;
    if (outcome.state === "pending") await recordPending(db, order, outcome.reference);
    else {
      const code = await sealCode(this.#vault, domain.holdingId, performed.authCode);
      const said = await this.#askAfter(asked);
      await recordOutcome(db, order, { ...performed, code }, said);
      if (order.kind === "create") await deleteIfLeft(db, domain, said.state.remoteId);
    }
    this.#log("info", outcome.state, {
      order: order.id,
      act: order.act,
      domain: domain.name,
    });
  }

  /** A domain can be ordered before its new top-level domain was heard of. */
  async #asked(db: Kysely<DB>, domain: MirroredDomain): Promise<Asked> {
    const backend = this.#backends.get(domain.backend);
    const capabilities =
      backend &&
      (this.#tlds.get(backend.id)?.get(domain.tld) ?? (await this.learnTlds(backend)).get(domain.tld));
    if (!capabilities) throw new RegistryError("unsupported", "domain.no_registry");
    return { db, backend, capabilities, domain };
  }

  /** It was done; that the registry can't say what is so now is no reason to call it refused. */
  async #askAfter(asked: Asked): Promise<Said> {
    try {
      const said = await ask(asked);
      if (said) return said;
    } catch (cause) {
      if (isDatabaseUnavailable(cause)) throw cause;
      throw new RegistryError("unknownOutcome", messageOf(cause), { cause });
    }
    throw new RegistryError("unknownOutcome", "domain.gone");
  }

  /** What a registry tells of a domain by itself. Returns false where the domain is being worked on. */
  async told(holdingId: number, ends?: PendingEnd): Promise<boolean> {
    if (this.#busy.has(holdingId)) return false;
    this.#busy.add(holdingId);
    try {
      return await withDomain(this.#db, holdingId, async (db) => {
        const domain = await readMirror(db, holdingId);
        if (domain) await look(await this.#asked(db, domain), ends);
      });
    } finally {
      this.#busy.delete(holdingId);
      this.#bell.ring();
    }
  }

  /** Temporary trouble is tried again, but for what one customer waits for. */
  async #fail(db: Kysely<DB>, order: Order, error: unknown): Promise<void> {
    if (isDatabaseUnavailable(error)) throw error;
    const known = error instanceof RegistryError ? error : undefined;
    const kind = known?.kind ?? "unknownOutcome";
    const isPatient = order.source !== "panel" || order.bulk || order.state === "pending";
    const again =
      kind === "unknownOutcome"
        ? order.attempts < mostAttempts
        : isPatient && (kind === "temporary" || kind === "rate");
    if (!known && !again)
      this.#log("error", "a fault of ours", {
        order: order.id,
        stack: error instanceof Error ? error.stack : error,
      });
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
    const isChanged = known !== undefined && (known.changed || kind === "unknownOutcome");
    return recordRefusal(db, order, refusal, isChanged ? await this.#saidAfter(db, order) : undefined);
  }

  /** What is so after a part was done; unknown, the sweep asks. */
  async #saidAfter(db: Kysely<DB>, { holdingId }: Order): Promise<Said | undefined> {
    try {
      const domain = await readMirror(db, holdingId);
      return domain && (await ask(await this.#asked(db, domain)));
    } catch (error) {
      this.#log("warn", "not asked about", { holding: holdingId, error: messageOf(error) });
      return undefined;
    }
  }
}
