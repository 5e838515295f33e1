/** What a registry says of a domain, and how what is pending there ends. */
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import {
  type Capabilities,
  type PendingEnd,
  type RegistryBackend,
  RegistryError,
} from "../registry/backend.ts";
import type { MirroredDomain } from "../registry/mirror.ts";
import { isFulfilled } from "./fulfilled.ts";
import {
  type Said,
  recordGone,
  recordOutcome,
  recordPending,
  recordRefusal,
  recordState,
} from "./outcome.ts";
import { defaultNameServers, refOf } from "./perform.ts";
import { type Order, findPending, pendingOrders } from "./queue.ts";

/** By then a registry that neither says nor shows how it ended has not done it. */
const longestPendingMilliseconds = 30 * 86_400_000;

export interface Asked {
  readonly db: Kysely<DB>;
  readonly backend: RegistryBackend;
  readonly capabilities: Capabilities;
  readonly domain: MirroredDomain;
}

/** Undefined where the registry has no such domain. */
export async function ask({ backend, capabilities, domain }: Asked): Promise<Said | undefined> {
  try {
    return { state: await backend.info(refOf(domain)), capabilities };
  } catch (error) {
    if (error instanceof RegistryError && error.kind === "notFound") return undefined;
    throw error;
  }
}

const refuse = ({ db }: Asked, order: Order, message: string): Promise<void> =>
  recordRefusal(db, order, { kind: "policy", message, fields: [] });

async function end(
  asked: Asked,
  order: Order,
  { state, reason }: Omit<PendingEnd, "reference">,
): Promise<void> {
  if (state === "refused") return refuse(asked, order, reason ?? "domain.registry_refused");
  const said = await ask(asked);
  if (said) return recordOutcome(asked.db, order, {}, said);
  return recordGone(asked.db, asked.domain);
}

/** Asks after a pending one; a registry that can't be asked shows it by the domain. */
export async function follow(asked: Asked, order: Order): Promise<void> {
  const { backend, db, domain } = asked;
  const state = await backend.status?.(refOf(domain), order.reference);
  if (state === "done" || state === "refused") return end(asked, order, { state });
  const said = state === undefined ? await ask(asked) : undefined;
  if (said && isFulfilled(order, said.state, said.capabilities, await defaultNameServers(db)))
    return recordOutcome(db, order, {}, said);
  if (state === undefined && Date.now() - order.createdAt.getTime() > longestPendingMilliseconds)
    return refuse(asked, order, "domain.registry_silent");
  return recordPending(db, order, order.reference);
}

/**
 * Without an order: the registry told of it, or its turn has come. What was asked for is not taken for the registry's own doing,
 * nor is a domain of this name for ours before it was registered: another account may have it.
 */
export async function look(asked: Asked, ends: PendingEnd | undefined): Promise<void> {
  const { db, domain } = asked;
  const order = ends && (await findPending(db, domain.holdingId, ends.reference));
  if (ends && order) return end(asked, order, ends);
  let said = domain.isOurs ? await ask(asked) : undefined;
  const pending = said || !domain.isOurs ? await pendingOrders(db, domain.holdingId) : [];
  for (const one of pending) await follow(asked, one);
  if (!domain.isOurs) return;
  if (pending.length > 0) said = await ask(asked);
  return said ? recordState(db, domain.holdingId, said) : recordGone(db, domain);
}
