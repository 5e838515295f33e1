/** What registries make of orders, seen from outside the registrar. */
import { setTimeout as sleep } from "node:timers/promises";
import { isMessageKey } from "@atrio/contract";
import { translate } from "@atrio/server/http/language.ts";
import type { OrderRefusal } from "@atrio/server/registry/order.ts";
import { sql } from "kysely";
import type { Operator } from "./database.ts";

const lookMilliseconds = 100;

const wordsOf = ({ message }: OrderRefusal): string =>
  isMessageKey(message) ? translate("en", message) : message;

export interface Registration {
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
