/** Domains with contacts, and a registrar that does with their orders as a test says. */
import { setTimeout as sleep } from "node:timers/promises";
import { type ContactRole, contactRoles } from "@atrio/contract";
import { sql } from "kysely";
import type { Capabilities, RegistryContact } from "../src/registry/backend.ts";
import type { OrderRefusal } from "../src/registry/order.ts";
import type { TestApp } from "./helpers/app.ts";

/** A registry that has every role, and changes owners so. */
export async function setTld(
  { db }: TestApp,
  tld: string,
  ownerChange: Capabilities["contacts"]["ownerChange"],
): Promise<void> {
  const contacts = { roles: contactRoles, ownerChange };
  await sql`
    insert into atrio.registry_tld (tld, backend, capabilities)
      values (${tld}, 'local', ${JSON.stringify({ contacts })}::jsonb)
      on conflict (tld, backend) do update set capabilities = excluded.capabilities`.execute(db);
}

export async function addDomain(panel: TestApp, name: string): Promise<number> {
  const { id } = await panel.addHolding(name);
  await sql`
    insert into atrio.domain (holding_id, name, tld, backend, status, expires_at)
      values (${id}, ${name}, 'test', 'local', 'active', now() + interval '1 year')
      on conflict (holding_id) do update set status = 'active'`.execute(panel.db);
  return id;
}

export async function putContact(
  { db }: Pick<TestApp, "db">,
  holdingId: number,
  role: ContactRole,
  contact: RegistryContact,
): Promise<void> {
  const { firstName, lastName, identificationNumber, postalCode, ...rest } = contact;
  const row = {
    ...rest,
    first_name: firstName,
    last_name: lastName,
    identification_number: identificationNumber,
    postal_code: postalCode,
  };
  await db
    .insertInto("atrio.domain_contact")
    .values({ holding_id: holdingId, role, ...row })
    .onConflict((conflict) => conflict.columns(["holding_id", "role"]).doUpdateSet(row))
    .execute();
}

interface Order {
  readonly id: number;
  readonly holdingId: number;
  readonly contacts: Readonly<Partial<Record<ContactRole, RegistryContact>>>;
}
type Answer = "done" | "pending" | OrderRefusal;

/** At once, as the registrar does. */
const carry = ({ db }: TestApp, order: Order, answer: Answer): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const end = {
      done: { state: "done", journal_id: order.id, ended_at: sql<Date>`now()` },
      pending: { state: "pending" },
      refused: { state: "refused", refusal: JSON.stringify(answer), ended_at: sql<Date>`now()` },
    }[typeof answer === "string" ? answer : "refused"];
    await transaction.updateTable("atrio.registry_order").set(end).where("id", "=", order.id).execute();
    if (answer !== "done") return;
    for (const role of contactRoles) {
      const contact = order.contacts[role];
      if (contact) await putContact({ db: transaction }, order.holdingId, role, contact);
    }
  });

/** The oldest order first, one at a time. */
export function startCarrier(
  panel: TestApp,
  answerTo: (order: Order) => Answer | Promise<Answer> = () => "done",
) {
  const stopping = new AbortController();
  let isIdle = true;
  const next = () =>
    panel.db
      .selectFrom("atrio.registry_order")
      .select(["id", "holding_id as holdingId", sql<Order["contacts"]>`wanted -> 'contacts'`.as("contacts")])
      .where("state", "=", "new")
      .where("kind", "=", "contacts")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  const work = async () => {
    while (!stopping.signal.aborted) {
      const order = await next();
      isIdle = order === undefined;
      if (order) await carry(panel, order, await answerTo(order));
      else await sleep(5);
    }
  };
  const working = work();
  return {
    async untilIdle(): Promise<void> {
      for (;;) {
        await sleep(20);
        if (isIdle) return;
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      await working;
    },
  };
}
