/** What the sites of a service may use, as the operator's command sets it, and what they do use. */
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

/** Sizes in bytes; null: no limit. */
export interface WebLimits {
  readonly space: number | null;
  /** A calendar month, in UTC. */
  readonly traffic: number | null;
  /** Folders and links count too. */
  readonly files: number;
}
export interface WebUse {
  readonly space: number;
  readonly files: number;
  readonly traffic: number;
}

/** Undefined where the holding has no service. */
export async function readWebLimits({ db }: Read, holdingId: number): Promise<WebLimits | undefined> {
  return db
    .selectFrom("atrio.web_service as w")
    .innerJoin("atrio.holding as h", "h.id", "w.holding_id")
    .select(["w.space_bytes as space", "w.traffic_bytes as traffic", "w.files_max as files"])
    .where("w.holding_id", "=", holdingId)
    .where("h.service_kind", "is not", null)
    .executeTakeFirst();
}

/** As it was measured last. */
export async function readWebUse({ db }: Read, holdingId: number): Promise<WebUse> {
  const { rows } = await sql<WebUse>`
    select bytes as space, files,
           case when month = date_trunc('month', now() at time zone 'UTC') then traffic_bytes else 0 end as traffic
      from atrio.web_usage where holding_id = ${holdingId}`.execute(db);
  return rows[0] ?? { space: 0, files: 0, traffic: 0 };
}

/** What is beyond a new limit is stopped by a job of its own (migrations/0026). */
export async function setWebLimits(
  change: Change,
  { id, reference }: { readonly id: number; readonly reference: string },
  wanted: Partial<WebLimits>,
): Promise<void> {
  await sql`select from atrio.web_lock(${id})`.execute(change.db);
  const before = await readWebLimits(change, id);
  await change.db
    .updateTable("atrio.web_service")
    .set({ space_bytes: wanted.space, traffic_bytes: wanted.traffic, files_max: wanted.files })
    .where("holding_id", "=", id)
    .execute();
  const after = { ...before, ...wanted };
  await change.record({ holdingId: id, area: "web", act: "webSet", item: reference, before, after });
}
