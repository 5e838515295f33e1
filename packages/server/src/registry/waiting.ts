/** What registries were asked for and is not done: for the operator. */
import { sql } from "kysely";
import type { Read } from "../db/handles.ts";

export interface WaitingOrder {
  readonly domain: string;
  /** Of atrio.registry_order, or `delete`: a domain whose holding was removed. */
  readonly kind: string;
  /** The host or contact, where a domain may have several of the kind. */
  readonly subject: string;
  readonly since: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  /** The registry said yes and is not done. */
  readonly isTaken: boolean;
  /** The registry is ours, and the operator decides. */
  readonly decision: boolean;
}

/** Oldest first. */
export async function listWaiting({ db }: Read): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select d.name as domain, o.kind, o.subject, o.created_at as since, o.attempts, o.next_attempt_at as "nextAttemptAt",
           o.state = 'pending' as "isTaken",
           o.state = 'pending' and d.backend = 'local' and exists (
             select from registry.pending_operation p
              where p.domain = d.name and p.reference = o.reference and p.state = 'pending') as decision
      from atrio.registry_order o join atrio.domain d using (holding_id)
     where o.state in ('new', 'pending')
    union all
    select name, 'delete', '', asked_at, attempts, next_attempt_at, false, false from atrio.domain_deletion
     order by since, domain`.execute(db);
  return rows;
}

export interface OrderDelay {
  readonly count: number;
  readonly oldest: WaitingOrder;
}

const patienceMs = 3_600_000;

/** What has waited for the registrar or the operator for longer than an hour. A registry elsewhere takes the time it takes. */
export async function findOrderDelay(read: Read): Promise<OrderDelay | undefined> {
  const late = (await listWaiting(read)).filter(
    ({ since, isTaken, decision }) => (!isTaken || decision) && since.getTime() < Date.now() - patienceMs,
  );
  const [oldest] = late;
  return oldest && { count: late.length, oldest };
}
