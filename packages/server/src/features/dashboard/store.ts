/** What a customer wants to know first, over all the holdings that the user sees (atrio.listed_holding). */
import type { Dashboard, Language } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { statusWords } from "../holding/status.ts";
import { jobRow, tellJob } from "../job/tell.ts";

/** How many of each are told of at most; the total counts all. The panel shows the first few, the others when asked. */
export const shown = sql.lit(50);

export type Counted<Item> = Item & { readonly total: number };
export function few<Item extends object, Shown>(
  rows: readonly Counted<Item>[],
  show: (row: Item) => Shown,
): { items: Shown[]; total: number } {
  return { items: rows.map((row) => show(row)), total: rows[0]?.total ?? 0 };
}

/** Domains among what the user sees of domains, services among what he sees of services. */
export async function listExpiring(
  { db }: Read,
  userId: number,
  language: Language,
): Promise<Dashboard["expiring"]> {
  const soon = (kind: "domain" | "service") => {
    const at = sql.ref(`${kind}_expires_at`);
    const status = kind === "domain" ? sql`domain_status` : sql`null`;
    const matching = sql`from atrio.listed_holding where user_id = ${userId}
      and ${at} between now() - interval '90 days' and now() + interval '30 days'`;
    return {
      first: sql`(select holding_id as id, reference, ${sql.lit(kind)} as kind, ${at} as at, ${status} as status ${matching}
        order by ${at} limit ${shown})`,
      count: sql`(select count(*) ${matching})`,
    };
  };
  const [domain, service] = [soon("domain"), soon("service")];
  const { rows } = await sql<Counted<Dashboard["expiring"]["items"][number]>>`
    select id, reference, kind, floor(extract(epoch from at))::bigint as "expireTS", status,
           ${domain.count} + ${service.count} as total
      from (${domain.first} union all ${service.first}) soonest
     order by at, reference limit ${shown}`.execute(db);
  return few(rows, ({ id, reference, kind, expireTS, status }) => ({
    id,
    reference,
    kind,
    expireTS,
    status: statusWords(language, status),
  }));
}

interface FailedRow {
  readonly id: number;
  readonly reference: string;
  readonly job: number;
  readonly kind: string;
  readonly error: unknown;
  readonly ts: number;
}

/**
 * Work is done since when work of its kind on the holding, under the same key where it has one, ended well later: a job
 * makes true what is wanted when it runs, so a later one has seen to what an earlier one left.
 */
export async function listFailed(
  { db }: Read,
  userId: number,
  language: Language,
): Promise<Dashboard["failed"]> {
  const { rows } = await sql<Counted<FailedRow>>`
    select j.holding_id as id, h.reference, j.id as job, j.kind, j.error,
           floor(extract(epoch from j.ended_at))::bigint as ts, count(*) over () as total
      from atrio.job j
        join atrio.job_kind k on k.kind = j.kind
        join atrio.holding_grant g on g.holding_id = j.holding_id and g.user_id = ${userId}
        join atrio.holding h on h.id = j.holding_id
     where j.state = 'failed' and j.ended_at > now() - interval '7 days'
       and (k.shown_with is null or g.permissions ? k.shown_with)
       and not exists (select from atrio.job d
                        where d.holding_id = j.holding_id and d.kind = j.kind and d.state = 'done'
                          and d.ended_at > j.ended_at and d.job_key is not distinct from j.job_key)
     order by j.ended_at desc, j.id desc limit ${shown}`.execute(db);
  return few(rows, ({ id, reference, job, kind, error, ts }) => {
    const told = tellJob(jobRow.parse({ id: job, state: "failed", error, progress: 0 }), language);
    return { id, reference, job, kind, error: told.error ?? "", ts };
  });
}
