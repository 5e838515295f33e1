/** Domains whose holdings are gone, to be deleted at their registries (migration 0020). */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { append } from "../db/change.ts";
import { isDatabaseUnavailable } from "../db/connection-loss.ts";
import type { Actor } from "../db/handles.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Log, messageOf } from "../line-log.ts";
import {
  type DomainRef,
  type RegistryBackend,
  RegistryError,
  type RegistryErrorKind,
} from "../registry/backend.ts";
import type { MirroredDomain } from "../registry/mirror.ts";
import { withDomain } from "./queue.ts";

interface Deletion extends DomainRef {
  readonly holdingId: number;
  readonly backend: string;
  readonly attempts: number;
}
export interface DeletionOptions {
  readonly db: Kysely<DB>;
  readonly backends: Iterable<RegistryBackend>;
  readonly log: Log;
}

const shortestRetrySeconds = 60;
const longestRetrySeconds = 3_600;
const heldMilliseconds = 200;

const actor: Actor = { source: "system", userId: null, username: null, ip: null, requestId: null };

const due = (db: Kysely<DB>) =>
  db
    .selectFrom("atrio.domain_deletion")
    .select(["name", "holding_id as holdingId", "backend", "remote_id as remoteId", "attempts"])
    .where("next_attempt_at", "<=", sql<Date>`clock_timestamp()`)
    .orderBy("next_attempt_at");

/** Its customer may have blocked it; nobody is left to take that back. */
async function unblock(backend: RegistryBackend, ref: DomainRef): Promise<void> {
  const { locks } = await backend.info(ref);
  if (locks.block) await backend.setLock(ref, "block", false);
}

const ends: ReadonlySet<RegistryErrorKind> = new Set(["notFound", "auth", "unsupported"]);

/**
 * False: there is nothing to delete. Its registry does not know the domain as ours any more, or has no such command and keeps
 * it until it expires.
 */
async function deleteDomain(backend: RegistryBackend, ref: DomainRef): Promise<boolean> {
  try {
    await unblock(backend, ref);
    await backend.delete(ref);
    return true;
  } catch (error) {
    if (error instanceof RegistryError && ends.has(error.kind)) return false;
    throw error;
  }
}

async function record(db: Kysely<DB>, { name, holdingId }: Deletion, isDeleted: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("atrio.domain_deletion")
      .where("name", "=", name)
      .where("holding_id", "=", holdingId)
      .execute();
    if (!isDeleted) return;
    const entry = {
      holdingId,
      area: "domain",
      act: "domainDelete",
      item: name,
      before: null,
      after: null,
    } as const;
    await append({ db: transaction, actor }, entry);
  });
}

async function later(db: Kysely<DB>, { name, attempts }: Deletion): Promise<void> {
  const seconds = Math.min(shortestRetrySeconds * 2 ** attempts, longestRetrySeconds);
  await sql`
    update atrio.domain_deletion
       set attempts = attempts + 1, next_attempt_at = clock_timestamp() + ${seconds} * interval '1 second'
     where name = ${name}`.execute(db);
}

async function carryOut({ db, backends, log }: DeletionOptions, deletion: Deletion): Promise<void> {
  const { name, remoteId, backend: id } = deletion;
  try {
    const backend = [...backends].find((one) => one.id === id);
    if (!backend) throw new RegistryError("unsupported", "domain.no_registry");
    const isDeleted = await deleteDomain(backend, { name, remoteId });
    await record(db, deletion, isDeleted);
    log("info", isDeleted ? "deleted" : "not ours to delete", { domain: name });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log("warn", "not deleted yet", { domain: name, error: messageOf(error) });
    await later(db, deletion);
  }
}

/** All that are due, one after the other. Whatever keeps one of them is said in the log, and it is tried again. */
export async function deleteDomains(options: DeletionOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const deletion = await due(options.db).executeTakeFirst();
    if (!deletion) return;
    const free = await withDomain(options.db, deletion.holdingId, async (db) => {
      const isStill = (await due(db).where("name", "=", deletion.name).executeTakeFirst()) !== undefined;
      if (isStill) await carryOut({ ...options, db }, deletion);
    });
    // an order that is being carried out ends first
    if (!free) await sleep(heldMilliseconds);
  }
}

/** Its holding was removed while it was being registered. */
export async function deleteIfLeft(
  db: Kysely<DB>,
  { name, holdingId, backend }: MirroredDomain,
  remoteId: string | null,
): Promise<void> {
  await sql`
    insert into atrio.domain_deletion (name, holding_id, backend, remote_id)
      select ${name}, ${holdingId}, ${backend}, ${remoteId}
       where not exists (select from atrio.domain where holding_id = ${holdingId})
      on conflict (name) do nothing`.execute(db);
}
