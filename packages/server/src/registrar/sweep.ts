/** What the registrar does without an order: knows which top-level domains there are, hears what registries tell, looks around. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { isDatabaseUnavailable } from "../db/connection-loss.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import { type RegistryBackend, RegistryError, type RegistryMessage } from "../registry/backend.ts";
import type { Registrar } from "./registrar.ts";

/** A message waits this long for an order that is being carried out, and else for the next poll. */
const holdMilliseconds = 100;
const mostHolds = 50;

/** Writes down what may be asked of a registry, and gives domains that waited for one to it. */
export async function writeTlds(
  db: Kysely<DB>,
  registrar: Registrar,
  backend: RegistryBackend,
): Promise<void> {
  const known = await registrar.learnTlds(backend);
  const position = registrar.backends.indexOf(backend) + 1;
  const rows = [...known].map(([tld, capabilities]) => ({ tld, capabilities }));
  await db.transaction().execute(async (transaction) => {
    // backends that are gone are responsible for nothing
    await sql`
      delete from atrio.registry_tld
       where backend <> all (${registrar.backends.map(({ id }) => id)}::text[])
          or (backend = ${backend.id} and tld <> all (${rows.map(({ tld }) => tld)}::text[]))`.execute(
      transaction,
    );
    await sql`
      insert into atrio.registry_tld (tld, backend, position, capabilities)
        select tld, ${backend.id}, ${position}, capabilities
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (tld text, capabilities jsonb)
        on conflict (tld, backend) do update set position = excluded.position, capabilities = excluded.capabilities
          where (registry_tld.position, registry_tld.capabilities) is distinct from (excluded.position, excluded.capabilities)
    `.execute(transaction);
    await registerWaiting(transaction);
  });
}

/** Domains from before there were registries belong to the operator. */
async function registerWaiting(db: Kysely<DB>): Promise<void> {
  await sql`
    with waiting as (
      update atrio.domain d set backend = t.backend, status = 'register-pending'
        from (select distinct on (tld) tld, backend from atrio.registry_tld order by tld, position) t
       where d.status = 'register-init' and t.tld = d.tld
        returning d.holding_id, d.name)
    insert into atrio.registry_order (holding_id, kind, wanted, act, item, source, bulk)
      select holding_id, 'create', '{"account": "operator", "contacts": {}}', 'domainRegister', name, 'system', true
        from waiting
      on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing`.execute(db);
}

/** Domains to ask about now, so that each is asked about once a day, and when its time has run out. */
export async function staleDomains(
  db: Kysely<DB>,
  { id: backend }: RegistryBackend,
  secondsSinceLast: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select holding_id as id from atrio.domain
     where backend = ${backend} and (status not like 'register-%' or registered_at is not null)
       and (refreshed_at is null or refreshed_at < now() - interval '1 day'
            or (expires_at < now() and refreshed_at < expires_at))
     order by refreshed_at nulls first
     limit (select ceil(count(*) * ${secondsSinceLast} / 86400.0 * 1.25) from atrio.domain
             where backend = ${backend})`.execute(db);
  return rows.map(({ id }) => id);
}

/** What could not be said keeps no other domain waiting for its turn: it is asked for again in an hour. */
export async function askLater(db: Kysely<DB>, holdingId: number): Promise<void> {
  await db
    .updateTable("atrio.domain")
    .set({ refreshed_at: sql`now() - interval '23 hours'` })
    .where("holding_id", "=", holdingId)
    .execute();
}

export interface Hearing {
  readonly db: Kysely<DB>;
  readonly registrar: Registrar;
  readonly log: Log;
}

async function askSoon(db: Kysely<DB>, holdingId: number): Promise<void> {
  await db
    .updateTable("atrio.domain")
    .set({ refreshed_at: null })
    .where("holding_id", "=", holdingId)
    .execute();
}

const isAway = (error: unknown): boolean =>
  error instanceof RegistryError && ["temporary", "rate", "unknownOutcome"].includes(error.kind);

/**
 * What a domain's trouble keeps from being written is asked for later: no message waits behind another's. Only one that ends
 * something waits for a registry that is away.
 */
async function hear(
  { db, registrar, log }: Hearing,
  backend: RegistryBackend,
  { domain: name, ends }: RegistryMessage,
): Promise<void> {
  const domain = await db
    .selectFrom("atrio.domain")
    .select("holding_id as id")
    .where("name", "=", name)
    .where("backend", "=", backend.id)
    .executeTakeFirst();
  if (!domain) return;
  try {
    for (let holds = 0; !(await registrar.told(domain.id, ends)); holds++) {
      if (holds === mostHolds) throw new RegistryError("temporary", `${name} is being worked on.`);
      await sleep(holdMilliseconds);
    }
  } catch (error) {
    if (isDatabaseUnavailable(error) || (ends && isAway(error))) throw error;
    log("warn", "told of a domain that could not be asked about", { domain: name, error: messageOf(error) });
    await askSoon(db, domain.id);
  }
}

export async function poll(hearing: Hearing, backend: RegistryBackend): Promise<void> {
  await backend.poll?.((message) => hear(hearing, backend, message));
}
