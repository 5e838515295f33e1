/** What registries make of orders, seen from outside the registrar. */
import { setTimeout as sleep } from "node:timers/promises";
import { isMessageKey } from "@atrio/contract";
import { translate } from "@atrio/server/http/language.ts";
import type { OrderRefusal } from "@atrio/server/registry/order.ts";
import type { OrderDelay, WaitingOrder } from "@atrio/server/registry/waiting.ts";
import { sql } from "kysely";
import type { Operator } from "./database.ts";

const whatOf = ({ kind, subject }: WaitingOrder): string => (subject === "" ? kind : `${kind} ${subject}`);

export const sayWaiting = (order: WaitingOrder): string => {
  if (order.decision) return `waits for you: atrio registry domain approve|reject ${order.domain}`;
  if (order.isTaken) return "the registry has taken it and is not done";
  if (order.attempts === 0) return "nobody took it yet";
  const again = order.nextAttemptAt.toISOString().slice(0, 16).replace("T", " ");
  return `tried ${order.attempts === 1 ? "once" : `${order.attempts} times`}, again at ${again}: atrio logs registrar`;
};

export const sayOrderDelay = ({ count, oldest }: OrderDelay): string =>
  `${count === 1 ? "one order waits" : `${count} orders wait`} for longer than an hour: ${whatOf(oldest)} of ${oldest.domain}: ${sayWaiting(oldest)}`;

export const waitingRow = (order: WaitingOrder): string[] => [
  order.domain,
  whatOf(order),
  order.since.toISOString().slice(0, 16).replace("T", " "),
  sayWaiting(order),
];

const lookMilliseconds = 100;

const wordsOf = ({ message }: OrderRefusal): string =>
  isMessageKey(message) ? translate("en", message) : message;

export interface Registration {
  /** default: the installation's, which are for domains with a service. */
  readonly mode: string;
  /** Of the domain. */
  readonly status: string;
  readonly nameservers: readonly string[];
  readonly isOpen: boolean;
  /** The registry's reason, in English. */
  readonly refusal: string | null;
}

async function readRegistration({ db }: Operator, domain: string): Promise<Registration> {
  const { refusal, ...row } = await db
    .selectFrom("atrio.domain as d")
    .innerJoin("atrio.registry_order as o", "o.holding_id", "d.holding_id")
    .select([
      "d.status",
      "d.name_server_mode as mode",
      "d.name_servers as nameservers",
      sql<boolean>`o.state = 'new'`.as("isOpen"),
      sql<OrderRefusal | null>`o.refusal`.as("refusal"),
    ])
    .where("d.name", "=", domain)
    .where("o.kind", "=", "create")
    .orderBy("o.id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, refusal: refusal && wordsOf(refusal) };
}

/** How the registry took it: what it did not refuse. */
export function sayRegistered({ status, mode, nameservers, isOpen }: Registration): string {
  if (isOpen) return "Its registration goes on. How it stands: atrio registry pending, atrio logs registrar";
  if (status.startsWith("register-")) return "The registry has taken it and registers it later.";
  if (nameservers.length > 0) return `It is registered, and delegated to ${nameservers.join(", ")}.`;
  return mode === "default"
    ? "It is registered, without name servers: the registry has no address of those of the installation."
    : "It is registered. Without a service it is delegated nowhere yet: its page in the panel takes name servers.";
}

/** Waits for the registry's word on a new domain; where it takes longer, the order is still open. */
export async function untilRegistered(
  operator: Operator,
  domain: string,
  seconds: number,
): Promise<Registration> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(lookMilliseconds)) {
    const registration = await readRegistration(operator, domain);
    if (!registration.isOpen || Date.now() > deadline) return registration;
  }
}

/** Waits until every order was taken to its registry. Returns how many still wait. */
export async function untilCarriedOut({ db }: Operator, seconds: number): Promise<number> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(lookMilliseconds)) {
    const { count } = await db
      .selectFrom("atrio.registry_order")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("state", "=", "new")
      .executeTakeFirstOrThrow();
    if (count === 0 || Date.now() > deadline) return count;
  }
}
