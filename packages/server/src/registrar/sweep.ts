/** What the registrar does without an order: knows which top-level domains there are, hears what registries tell, looks around. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { RegistryBackend, RegistryMessage } from "../registry/backend.ts";
import { findPending } from "./queue.ts";
import type { Registrar } from "./registrar.ts";

/** A message waits this long for an order that is being carried out, and else for the next poll. */
const holdMilliseconds = 100;
const mostHolds = 50;

/** Writes down what may be asked of which registry, and gives domains that waited for one to it. */
export async function writeTlds(db: Kysely<DB>, registrar: Registrar): Promise<void> {
  const known = await registrar.learnTlds();
  const rows = [...known].map(([tld, { backend, capabilities }]) => ({
    tld,
    backend: backend.id,
    capabilities,
  }));
  await db.transaction().execute(async (transaction) => {
    await sql`
      delete from atrio.registry_tld where tld <> all (${rows.map(({ tld }) => tld)}::text[])`.execute(
      transaction,
    );
    await sql`
      insert into atrio.registry_tld (tld, backend, capabilities)
        select tld, backend, capabilities
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (tld text, backend text, capabilities jsonb)
        on conflict (tld) do update set backend = excluded.backend, capabilities = excluded.capabilities
          where (registry_tld.backend, registry_tld.capabilities) is distinct from (excluded.backend, excluded.capabilities)
    `.execute(transaction);
    await registerWaiting(transaction);
  });
}

/** Domains from before there were registries belong to the operator. */
async function registerWaiting(db: Kysely<DB>): Promise<void> {
  await sql`
    with waiting as (
      update atrio.domain d set backend = t.backend, status = 'register-pending'
        from atrio.registry_tld t where d.status = 'register-init' and t.tld = d.tld
        returning d.holding_id, d.name)
    insert into atrio.registry_order (holding_id, kind, wanted, act, item, source, bulk)
      select holding_id, 'create', '{"account": "operator", "contacts": {}}', 'domainRegister', name, 'system', true
        from waiting
      on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing`.execute(db);
}

/** Domains to ask about now, so that each is asked about once a day, and when its time has run out. */
export async function staleDomains(db: Kysely<DB>, secondsSinceLast: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select holding_id as id from atrio.domain
     where status not like 'register-%' and (refreshed_at is null or refreshed_at < now() - interval '1 day'
            or (expires_at < now() and refreshed_at < expires_at))
     order by refreshed_at nulls first
     limit (select ceil(count(*) * ${secondsSinceLast} / 86400.0 * 1.25) from atrio.domain)`.execute(db);
  return rows.map(({ id }) => id);
}

/** What could not be said keeps no other domain waiting for its turn. */
export async function askTomorrow(db: Kysely<DB>, holdingId: number): Promise<void> {
  await db
    .updateTable("atrio.domain")
    .set({ refreshed_at: sql`now()` })
    .where("holding_id", "=", holdingId)
    .execute();
}

async function hear(
  db: Kysely<DB>,
  registrar: Registrar,
  backend: string,
  message: RegistryMessage,
): Promise<void> {
  const { domain: name, ends } = message;
  const domain = await db
    .selectFrom("atrio.domain")
    .select("holding_id as id")
    .where("name", "=", name)
    .where("backend", "=", backend)
    .executeTakeFirst();
  if (!domain) return;
  const order = ends && (await findPending(db, backend, ends.reference));
  const ended = ends && order ? { order: order.id, state: ends.state, reason: ends.reason } : null;
  for (let holds = 0; !(await registrar.told(domain.id, ended)); holds++) {
    if (holds === mostHolds) throw new Error(`${name} is being worked on.`);
    await sleep(holdMilliseconds);
  }
}

export async function poll(db: Kysely<DB>, registrar: Registrar, backend: RegistryBackend): Promise<void> {
  await backend.poll?.((message) => hear(db, registrar, backend.id, message));
}
