/** Orders that wait, and the lock that lets one process at a time work on a domain. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { OrderKind, Orders } from "../registry/order.ts";

/** What is asked for, by kind. */
export type Wish = { [K in OrderKind]: { readonly kind: K; readonly wanted: Orders[K] } }[OrderKind];

export type Order = Wish & {
  readonly id: number;
  readonly holdingId: number;
  readonly subject: string;
  readonly jobId: number | null;
  readonly act: string;
  readonly item: string | null;
  readonly source: "panel" | "command" | "system";
  readonly userId: number | null;
  readonly username: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly bulk: boolean;
  readonly state: "new" | "pending";
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly attempts: number;
};

const openOrders = (db: Kysely<DB>) =>
  db
    .selectFrom("atrio.registry_order as o")
    .select([
      "o.id",
      "o.holding_id as holdingId",
      "o.kind",
      "o.wanted",
      "o.subject",
      "o.job_id as jobId",
      "o.act",
      "o.item",
      "o.source",
      "o.user_id as userId",
      "o.username",
      sql<string | null>`host(o.ip)`.as("ip"),
      "o.request_id as requestId",
      "o.bulk",
      "o.state",
      "o.reference",
      "o.created_at as createdAt",
      "o.attempts",
    ])
    .where("o.state", "in", ["new", "pending"])
    .$castTo<Order>();

export const readOrder = (db: Kysely<DB>, id: number): Promise<Order | undefined> =>
  openOrders(db).where("o.id", "=", id).executeTakeFirst();

export const pendingOrders = (db: Kysely<DB>, holdingId: number): Promise<Order[]> =>
  openOrders(db).where("o.holding_id", "=", holdingId).where("o.state", "=", "pending").execute();

/** Undefined too where several have no reference: then nobody can tell which. */
export async function findPending(
  db: Kysely<DB>,
  holdingId: number,
  reference: string | null,
): Promise<Order | undefined> {
  const orders = (await pendingOrders(db, holdingId)).filter((order) => order.reference === reference);
  return orders.length === 1 ? orders[0] : undefined;
}

/**
 * Orders of a domain are carried out as they were placed, but that those of many let single ones pass, and the panel's own, which
 * may wait for another try, let customers' pass.
 */
const isNext = sql<boolean>`not exists (
  select from atrio.registry_order e
   where e.holding_id = o.holding_id and e.state = 'new' and e.id < o.id
     and (e.kind = 'create' or (e.bulk = o.bulk and (e.source = 'panel' or o.source <> 'panel'))))`;

/** What of the name was registered before is deleted first. */
const isFree = sql<boolean>`not (o.kind = 'create' and exists (
  select from atrio.domain_deletion e join atrio.domain d using (name) where d.holding_id = o.holding_id))`;

/** The longest due one of a domain that is not being worked on: single ones before those of many, the panel's own after others. */
const due = (db: Kysely<DB>, busy: readonly number[]) =>
  openOrders(db)
    .where("o.next_attempt_at", "<=", sql<Date>`clock_timestamp()`)
    .where(isNext)
    .where(isFree)
    .where(sql<boolean>`o.holding_id <> all (${[...busy]}::bigint[])`)
    .orderBy("o.bulk")
    .orderBy(sql`o.source = 'system'`)
    .orderBy("o.next_attempt_at")
    .orderBy("o.id")
    .limit(1);

/** The domains in which the installation's name servers have their names: what delegates to those waits for them. */
export async function nameServerDomains(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ holding: number }>`
    with recursive above (name) as (
      select name from atrio.name_server
      union select substring(name from '[.](.*)$') from above where name like '%.%')
    select d.holding_id as holding from above join atrio.domain d using (name)`.execute(db);
  return rows.map(({ holding }) => holding);
}

const delegating: readonly OrderKind[] = ["create", "putHost", "nameservers"];

/**
 * `busy`: the domains at work. What goes ahead is looked for after what it goes ahead of: orders of one transaction are seen
 * together or not at all.
 */
export async function nextOrder(db: Kysely<DB>, busy: ReadonlySet<number>): Promise<Order | undefined> {
  const at = [...busy];
  const order = await due(db, at).executeTakeFirst();
  if (!order || !delegating.includes(order.kind)) return order;
  const first = await nameServerDomains(db);
  if (first.length === 0 || first.includes(order.holdingId)) return order;
  const ahead = await due(db, [])
    .where("o.holding_id", "in", first)
    .where("o.kind", "in", delegating)
    .executeTakeFirst();
  if (!ahead) return order;
  return busy.has(ahead.holdingId)
    ? due(db, at).where("o.kind", "not in", delegating).executeTakeFirst()
    : ahead;
}

/** Milliseconds until the next one is due; undefined where none waits for its time. */
export async function untilNext(db: Kysely<DB>): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number | null }>`
    select (extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000)::float8 as wait
      from atrio.registry_order where state in ('new', 'pending') and next_attempt_at > clock_timestamp()
  `.execute(db);
  return rows[0]?.wait ?? undefined;
}

export interface Later {
  readonly seconds: number;
  /** A try that failed counts. */
  readonly failed: boolean;
}
export async function tryLater(db: Kysely<DB>, id: number, { seconds, failed }: Later): Promise<void> {
  await sql`
    update atrio.registry_order
       set next_attempt_at = clock_timestamp() + ${seconds} * interval '1 second',
           attempts = attempts + ${failed ? 1 : 0}
     where id = ${id} and state in ('new', 'pending')`.execute(db);
}

/**
 * One process at a time asks a registry about a domain. The lock is the connection's: it goes with a process that is killed.
 * Returns false where another has it.
 */
export const withDomain = (
  db: Kysely<DB>,
  holdingId: number,
  work: (connection: Kysely<DB>) => Promise<void>,
): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    const key = sql`hashtextextended('atrio.domain', ${holdingId})`;
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
      connection,
    );
    if (!rows[0]?.locked) return false;
    try {
      await work(connection);
    } finally {
      // a broken connection has lost it already, and that is told by what broke
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => {});
    }
    return true;
  });
