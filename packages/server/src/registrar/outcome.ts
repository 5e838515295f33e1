/**
 * What came of an order, in one transaction: the mirror, the journal, the order, its job. Before it the registry may have
 * done it already; killed there, the order is carried out again, which changes nothing.
 */
import { isDeepStrictEqual } from "node:util";
import { permissionKeys } from "@atrio/contract/permissions.ts";
import { type Kysely, type Transaction, sql } from "kysely";
import { append } from "../db/change.ts";
import type { Actor } from "../db/handles.ts";
import type { DB } from "../db/schema.gen.ts";
import type { Capabilities, DomainState } from "../registry/backend.ts";
import { type MirroredDomain, readMirror } from "../registry/mirror.ts";
import type { OrderRefusal } from "../registry/order.ts";
import { type SealedCode, keepCode } from "./auth-code.ts";
import { type Difference, shareOf } from "./difference.ts";
import { endJob, lockJob } from "./job.ts";
import { type Kept, writeMirror } from "./mirror.ts";
import { type Performed, defaultNameServers, keptOf } from "./perform.ts";
import { type Order, pendingOrders } from "./queue.ts";

/** Who waits for what is pending is told by `poll`; where a registry has none it is asked this often. */
const pendingSeconds = 300;

const registry: Actor = { source: "system", userId: null, username: null, ip: null, requestId: null };

export interface Said {
  readonly state: DomainState;
  readonly capabilities: Capabilities;
}

async function lockDomain(
  transaction: Transaction<DB>,
  holdingId: number,
): Promise<MirroredDomain | undefined> {
  await sql`select from atrio.domain where holding_id = ${holdingId} for no key update`.execute(transaction);
  return readMirror(transaction, holdingId);
}

async function recordOthers(db: Transaction<DB>, domain: MirroredDomain, found: Difference | undefined) {
  if (!found) return;
  const { holdingId, name: item } = domain;
  await append({ db, actor: registry }, { holdingId, area: "domain", act: "domainRefresh", item, ...found });
}

async function writeFound(db: Transaction<DB>, domain: MirroredDomain, { state, capabilities }: Said) {
  const found = await writeMirror(db, domain, state, {}, capabilities);
  await recordOthers(db, domain, found);
}

/** The registry was asked without anybody's order. */
export async function recordState(db: Kysely<DB>, holdingId: number, said: Said): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const domain = await lockDomain(transaction, holdingId);
    if (!domain) return;
    await writeFound(transaction, domain, said);
    await sql`select atrio.follow_default_name_servers_again(${holdingId})`.execute(transaction);
  });
}

/**
 * The registry does not have it any more, and nothing that waits there will be done. It is asked for all the same, once a day:
 * it may come back.
 */
export async function recordGone(db: Kysely<DB>, { holdingId }: MirroredDomain): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const domain = await lockDomain(transaction, holdingId);
    // one that is being registered is not there yet
    if (!domain || domain.status === "register-pending") return;
    const status = "register-cancel";
    await transaction
      .updateTable("atrio.domain")
      .set({ status, refreshed_at: sql`now()` })
      .where("holding_id", "=", holdingId)
      .execute();
    for (const order of await pendingOrders(transaction, holdingId)) {
      await lockJob(transaction, order);
      await setRefused(transaction, order, { kind: "notFound", message: "domain.gone", fields: [] });
      await endJob(transaction, order);
    }
    if (domain.status !== status)
      await recordOthers(transaction, domain, { before: { status: domain.status }, after: { status } });
  });
}

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write"]));

/** Entries whose act nobody can take back are not named to the caller. */
const undoable = (order: Order): boolean => !["create", "authCode", "transfer"].includes(order.kind);

async function recordOwn(
  db: Transaction<DB>,
  order: Order,
  own: Difference | undefined,
): Promise<number | null> {
  const isAct = order.kind === "authCode" || order.kind === "transfer";
  if (!own && !isAct) return null;
  const { holdingId, act, item } = order;
  const entry = { before: null, after: null, ...own };
  return append({ db, actor: order }, { holdingId, area: "domain", act, item, ...entry });
}

async function setDone(transaction: Transaction<DB>, order: Order): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("atrio.registry_order")
    .set({
      state: "done",
      ended_at: sql`clock_timestamp()`,
      wanted: sql`wanted - 'sealedAuthCode'`,
    })
    .where("id", "=", order.id)
    .where("state", "in", ["new", "pending"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The installation's name servers became others meanwhile: whoever changed them found this order open and gave none. */
async function isOutdated(
  transaction: Transaction<DB>,
  { defaults }: Pick<Performed, "defaults">,
): Promise<boolean> {
  return defaults !== undefined && !isDeepStrictEqual(await defaultNameServers(transaction), defaults);
}

const reopen = (transaction: Transaction<DB>, { id }: Order) =>
  transaction
    .updateTable("atrio.registry_order")
    .set({ state: "new", ended_at: null, next_attempt_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();

const setRefused = (transaction: Transaction<DB>, { id }: Order, refusal: OrderRefusal) =>
  transaction
    .updateTable("atrio.registry_order")
    .set({
      state: "refused",
      ended_at: sql`clock_timestamp()`,
      refusal: sql`${JSON.stringify(refusal)}::jsonb`,
      wanted: sql`wanted - 'sealedAuthCode'`,
      gaining: null,
    })
    .where("id", "=", id)
    .where("state", "in", ["new", "pending"])
    .execute();

async function writeSaid(
  transaction: Transaction<DB>,
  order: Order,
  domain: MirroredDomain,
  { state, capabilities }: Said,
  kept: Kept,
): Promise<number | null> {
  const found = await writeMirror(transaction, domain, state, kept, capabilities);
  const { own, others } = found ? shareOf(order.kind, found) : {};
  const entry = await recordOwn(transaction, order, own);
  await recordOthers(transaction, domain, others);
  return entry;
}

/** What is so meanwhile is asked for soon. */
export async function recordPending(db: Kysely<DB>, order: Order, reference: string | null): Promise<void> {
  const { id, holdingId, state } = order;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("atrio.registry_order")
      .set({
        state: "pending",
        reference,
        next_attempt_at: sql`clock_timestamp() + ${pendingSeconds} * interval '1 second'`,
      })
      .where("id", "=", id)
      .where("state", "in", ["new", "pending"])
      .execute();
    if (state === "new")
      await transaction
        .updateTable("atrio.domain")
        .set({ refreshed_at: null })
        .where("holding_id", "=", holdingId)
        .execute();
  });
}

export async function recordOutcome(
  db: Kysely<DB>,
  order: Order,
  performed: Omit<Performed, "outcome"> & { readonly code?: SealedCode | undefined },
  said: Said,
): Promise<void> {
  const { code } = performed;
  await db.transaction().execute(async (transaction) => {
    const domain = await lockDomain(transaction, order.holdingId);
    await lockJob(transaction, order);
    if (!domain || !(await setDone(transaction, order))) return;
    const entry = await writeSaid(
      transaction,
      order,
      domain,
      said,
      keptOf(order, domain, said.state, performed.defaults),
    );
    if (code) await keepCode(transaction, order.holdingId, code);
    if (order.kind === "transfer")
      await sql`select atrio.hand_over(${order.id}, ${JSON.stringify(everything)}::jsonb)`.execute(
        transaction,
      );
    if (entry !== null && undoable(order))
      await transaction
        .updateTable("atrio.registry_order")
        .set({ journal_id: entry })
        .where("id", "=", order.id)
        .execute();
    if (await isOutdated(transaction, performed)) await reopen(transaction, order);
    await endJob(transaction, order);
  });
}

/** `said`: what is so, where the registry may have done a part of it. */
export async function recordRefusal(
  db: Kysely<DB>,
  order: Order,
  refusal: OrderRefusal,
  said?: Said,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const domain = said && (await lockDomain(transaction, order.holdingId));
    await lockJob(transaction, order);
    await setRefused(transaction, order, refusal);
    // one that could not be registered may be another account's
    if (said && domain?.isOurs) await writeSaid(transaction, order, domain, said, {});
    // refused for what the mirror did not show: it is asked for soon
    await transaction
      .updateTable("atrio.domain")
      .set(order.kind === "create" ? { status: "register-cancel" } : { refreshed_at: null })
      .where("holding_id", "=", order.holdingId)
      .execute();
    await endJob(transaction, order);
  });
}
