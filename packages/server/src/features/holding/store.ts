/** Holdings as the operator's commands make and end them; customers only see them. */
import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Change, Read } from "../../db/handles.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { type DomainWanted, orderRegistration } from "./register.ts";

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
  /** The deleted ones that are still kept among them. */
  readonly mailboxes: number;
}

export async function holdingContents({ db }: Read, id: number): Promise<HoldingContents> {
  const { rows } = await sql<HoldingContents>`
    select (select count(*) from atrio.panel_user where holding_id = ${id})::int as users,
           (select count(*) from atrio.dns_record where holding_id = ${id})::int as records,
           (select count(*) from atrio.mailbox where holding_id = ${id})::int as mailboxes`.execute(db);
  return rows[0]!;
}

/** A zone that cannot be, in words for the operator. */
export class ZoneRefused extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, cause: unknown) {
    super(message, { cause });
    this.remedy = remedy;
  }
}

async function createZone({ db }: Change, id: number, reference: string): Promise<void> {
  try {
    await sql`select atrio.dns_zone_create(${id})`.execute(db);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.constraint === "dns_zone_overlap")
      throw new ZoneRefused(
        `${reference} and the zone of ${error.detail} overlap: the name servers would answer names of the one from the other.`,
        `Add it as a domain without service (--domain), delegate it in the other's zone, or first: atrio holding remove ${error.detail}`,
        error,
      );
    if (error.constraint === "dns_zone_reserved")
      throw new ZoneRefused(
        `${reference} is a reserved name: no name server answers for it.`,
        "Give a name that is registered, such as example.org.",
        error,
      );
    throw error;
  }
}

/** A holding with a service gets its DNS zone in the same transaction; its domain is ordered from its registry. */
export async function addHolding(
  change: Change,
  wanted: HoldingWanted,
  domain: DomainWanted = {},
): Promise<number> {
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
  if (serviceKind !== null) {
    await createZone(change, id, reference);
    await applyWeb(change, id);
  }
  if (domainExpiresAt) await orderRegistration(change, { ...wanted, id, domainExpiresAt }, domain);
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

/** Its users, grants and DNS zone go with it, and its domain at the registry (migration 0020). */
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
  await sql`select atrio.acme_lock(${id})`.execute(change.db);
  await change.db.deleteFrom("atrio.holding").where("id", "=", id).execute();
}
