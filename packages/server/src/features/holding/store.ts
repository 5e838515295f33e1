/** Holdings as the operator's commands make and end them; customers only see them. */
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

export interface HoldingWanted {
  /** Lower-case A-labels. */
  readonly reference: string;
  readonly domainExpiresAt: Date | null;
  readonly serviceKind: "hosting" | "parking" | null;
  readonly serviceExpiresAt: Date | null;
  readonly hasMail: boolean;
}

export interface Holding extends HoldingWanted {
  readonly id: number;
}

const columns = ({ db }: Read) =>
  db
    .selectFrom("atrio.holding")
    .select([
      "id",
      "reference",
      "domain_expires_at as domainExpiresAt",
      "service_kind as serviceKind",
      "service_expires_at as serviceExpiresAt",
      "has_mail as hasMail",
    ])
    .$castTo<Holding>();

export const listHoldings = (read: Read): Promise<Holding[]> => columns(read).orderBy("reference").execute();

export const findHolding = (read: Read, reference: string): Promise<Holding | undefined> =>
  columns(read).where("reference", "=", reference).executeTakeFirst();

/** What goes with a holding when it is removed. */
export interface HoldingContents {
  readonly users: number;
  readonly records: number;
}

export async function holdingContents({ db }: Read, id: number): Promise<HoldingContents> {
  const { rows } = await sql<HoldingContents>`
    select (select count(*) from atrio.panel_user where holding_id = ${id})::int as users,
           (select count(*) from atrio.dns_record where holding_id = ${id})::int as records`.execute(db);
  return rows[0] ?? { users: 0, records: 0 };
}

/** A holding with a service gets its DNS zone in the same transaction. */
export async function addHolding(change: Change, wanted: HoldingWanted): Promise<number> {
  const { reference, domainExpiresAt, serviceKind, serviceExpiresAt, hasMail } = wanted;
  const after = { reference, domainExpiresAt, serviceKind, serviceExpiresAt, hasMail };
  const { id } = await change.db
    .insertInto("atrio.holding")
    .values({
      reference,
      domain_expires_at: domainExpiresAt,
      service_kind: serviceKind,
      service_expires_at: serviceExpiresAt,
      has_mail: hasMail,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (serviceKind !== null) await sql`select atrio.dns_zone_create(${id})`.execute(change.db);
  await change.record({
    holdingId: id,
    area: "holding",
    act: "holdingAdd",
    item: reference,
    before: null,
    after,
  });
  return id;
}

/** Its users, grants and DNS zone go with it. */
export async function removeHolding(change: Change, holding: Holding): Promise<void> {
  const { id, ...before } = holding;
  await change.record({
    holdingId: id,
    area: "holding",
    act: "holdingRemove",
    item: holding.reference,
    before,
    after: null,
  });
  await change.db.deleteFrom("atrio.holding").where("id", "=", id).execute();
}
