/**
 * A change of a domain is an order: placed in the call's transaction, carried out by the registrar, and answered with what
 * came of it. Where that takes longer than a caller waits, its job goes on in the envelope.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyLevels, Message, Refusal } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import { DatabaseError } from "pg";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, News } from "../../http/handler.ts";
import { Refused, refuse } from "../../http/refuse.ts";
import type { RegistryErrorKind } from "../../registry/backend.ts";
import { type OrderKind, type OrderRefusal, type Orders, registrySays } from "../../registry/order.ts";

const patienceMilliseconds = 3_000;
const firstPauseMilliseconds = 4;
const longestPauseMilliseconds = 60;

export interface OrderWish<K extends OrderKind> {
  readonly kind: K;
  readonly wanted: Orders[K];
  /** The host, for orders of which a domain may have several. */
  readonly subject?: string;
  /** Of a transfer: the user who gets the domain. */
  readonly gaining?: number;
  /** The call's name, and what it is done to as the user knows it: for the journal. */
  readonly act: string;
  readonly item: string;
}
/** Any one of them, its kind and what it wants belonging together. */
export type AnyOrderWish = { [K in OrderKind]: OrderWish<K> }[OrderKind];
export interface PlacedOrder {
  readonly id: number;
  readonly job: number;
}
/** What came of it in time; `pending` where the registry or the registrar takes longer. */
export type OrderEnd =
  | { readonly state: "done"; readonly undo: number | null }
  | { readonly state: "pending" };

/** What the database itself says no to, whatever ran at the same time. */
const constraints: Readonly<Record<string, Message>> = {
  registry_order_open: "domain.pending",
  registry_order_blocked: "domain.blocked",
  registry_order_expired: "domain.expired",
  registry_order_beside_switch: "dnssec.switch_at_work",
};

/** In the transaction of the call. A second one of the same kind waits for nobody: it is refused. */
export async function placeOrder(
  change: Change,
  holding: Granted<KeyLevels>,
  { kind, wanted, subject = "", gaining, act, item }: AnyOrderWish,
): Promise<PlacedOrder> {
  const { db, actor } = change;
  const { rows } = await sql<{ job: number }>`
    select atrio.registry_job(${holding.id}, ${actor.userId}) as job`.execute(db);
  const { job } = rows[0]!;
  try {
    const { id } = await db
      .insertInto("atrio.registry_order")
      .values({
        holding_id: holding.id,
        kind,
        subject,
        wanted: JSON.stringify(wanted),
        job_id: job,
        act,
        item,
        source: actor.source,
        user_id: actor.userId,
        username: actor.username,
        ip: actor.ip,
        request_id: actor.requestId,
        ...(gaining !== undefined && { gaining }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    // The journal is the registrar's to write: nothing has happened yet.
    change.unchanged();
    return { id, job };
  } catch (error) {
    const constraint = error instanceof DatabaseError ? error.constraint : undefined;
    const message = constraint === undefined ? undefined : constraints[constraint];
    if (message !== undefined) refuse("conflict", { message, cause: error });
    throw error;
  }
}

const refusalOf: Readonly<Record<RegistryErrorKind, Refusal>> = {
  input: "invalid",
  notFound: "conflict",
  exists: "conflict",
  inUse: "conflict",
  status: "conflict",
  policy: "conflict",
  auth: "conflict",
  unsupported: "conflict",
  rate: "unavailable",
  temporary: "unavailable",
  unknownOutcome: "unavailable",
};

/** `inputOf`: the call's field by the backend's name of it ("nameservers.2"); undefined: none of the form. */
function refusedByRegistry(
  refusal: OrderRefusal,
  inputOf: (field: string) => string | undefined = () => undefined,
): Refused {
  const fields = refusal.fields.flatMap(({ name, message }) => {
    const input = inputOf(name);
    return input === undefined ? [] : [[input, registrySays(message)] as const];
  });
  return new Refused(refusalOf[refusal.kind], {
    message: registrySays(refusal.message),
    fields: Object.fromEntries(fields),
  });
}

export interface Patience {
  readonly milliseconds?: number;
  /** Also for what the registry has taken and not done yet. */
  readonly untilDone?: boolean;
}

/** After the commit. Throws the registry's refusal. */
export async function awaitOrder(
  db: Kysely<DB>,
  order: PlacedOrder,
  inputOf?: (field: string) => string | undefined,
  { milliseconds = patienceMilliseconds, untilDone = false }: Patience = {},
): Promise<OrderEnd> {
  const deadline = performance.now() + milliseconds;
  let pause = firstPauseMilliseconds;
  for (;;) {
    const { state, refusal, journal_id } = await db
      .selectFrom("atrio.registry_order")
      .select(["state", "journal_id", sql<OrderRefusal | null>`refusal`.as("refusal")])
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    if (refusal) throw refusedByRegistry(refusal, inputOf);
    if (state === "done") return { state, undo: journal_id };
    if ((state === "pending" && !untilDone) || performance.now() > deadline) return { state: "pending" };
    await sleep(pause);
    pause = Math.min(pause * 1.5, longestPauseMilliseconds);
  }
}

/** Of the order that was the change; those of other domains may have come after it. */
export async function refusalOfJob(db: Kysely<DB>, job: number): Promise<Refused | null> {
  const { rows } = await sql<{ refusal: OrderRefusal }>`
    select o.refusal from atrio.job j join atrio.registry_order o on o.job_id = j.id and o.holding_id = j.holding_id
     where j.id = ${job} and o.state = 'refused'`.execute(db);
  return rows[0] ? refusedByRegistry(rows[0].refusal) : null;
}

/**
 * The `after` of a call whose change is an order: `look` reads what the reply shows of a domain that has changed. Until
 * the registry has done it, the reply is what it was at the commit.
 */
export const afterOrder =
  <T>(
    db: Kysely<DB>,
    order: PlacedOrder,
    done: Message,
    look: (read: Read, undo: number | null) => Promise<T>,
    inputOf?: (field: string) => string | undefined,
  ) =>
  async (): Promise<News & { readonly data?: T }> => {
    const end = await awaitOrder(db, order, inputOf);
    if (end.state === "pending") return { info: "domain.requested", job: order.job };
    return { data: await look({ db }, end.undo), info: done };
  };
