import { domainToASCII } from "node:url";
import {
  type HoldingKind,
  type HoldingPermissions,
  type PermissionEntry,
  type PermissionKey,
  permissionKeys,
} from "@atrio/contract";
import { type RawBuilder, sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { allPermissions } from "../../http/permission.ts";

const epoch = (column: string) => sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::bigint`;

/** A holding as its own page shows it; undefined where the user sees nothing of it. */
export async function findPermissions(
  { db }: Read,
  userId: number,
  id: number,
): Promise<HoldingPermissions | undefined> {
  const row = await db
    .selectFrom("atrio.holding_grant as g")
    .innerJoin("atrio.holding as h", "h.id", "g.holding_id")
    .select(["h.id", "h.reference", "h.service_kind"])
    .select([
      sql<Record<string, string>>`g.permissions`.as("permissions"),
      epoch("h.domain_expires_at").as("domainExpireTs"),
      epoch("h.service_expires_at").as("serviceExpireTs"),
    ])
    .where("g.user_id", "=", userId)
    .where("h.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const isRedirAndParking = row.service_kind === "parking";
  const { domainExpireTs, serviceExpireTs } = row;
  return {
    id: row.id,
    reference: row.reference,
    permissions: allPermissions(row.permissions),
    service: row.service_kind === null ? null : { isRedirAndParking },
    breadcrumb: {
      domain: domainExpireTs === null ? null : { expireTS: domainExpireTs },
      service: serviceExpireTs === null ? null : { expireTS: serviceExpireTs, isRedirAndParking },
    },
  };
}

const groupOf = (key: PermissionKey): HoldingKind =>
  key.startsWith("servicemail") ? "mail" : key.startsWith("service") ? "service" : "domain";
const keysOf = (kind: HoldingKind): PermissionKey[] => permissionKeys.filter((key) => groupOf(key) === kind);

/** The holding has it and the user sees something of it: stored keys are those that are not disabled. */
const sees = (kind: HoldingKind): RawBuilder<boolean> => {
  const has = {
    domain: sql`h.domain_expires_at is not null`,
    service: sql`h.service_kind is not null`,
    mail: sql`h.has_mail`,
  }[kind];
  return sql<boolean>`(${has} and g.permissions ?| ${sql.val(keysOf(kind))}::text[])`;
};

export interface ListWishes {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly filter?: string | undefined;
  readonly kind?: HoldingKind | undefined;
}
const defaultPageSize = 10;

/** A part of the reference, taken literally. A label typed in Unicode is looked for as it is stored. */
function contains(filter: string): string {
  const stored = /^[ -~]*$/.test(filter) ? filter.toLowerCase() : domainToASCII(filter) || filter;
  return `%${stored.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

export async function listHoldings(
  { db }: Read,
  userId: number,
  { page, pageSize, filter, kind }: ListWishes,
): Promise<{ permissions: PermissionEntry[]; total: number }> {
  let matching = db
    .selectFrom("atrio.holding_grant as g")
    .innerJoin("atrio.holding as h", "h.id", "g.holding_id")
    .where("g.user_id", "=", userId);
  if (filter) matching = matching.where("h.reference", "like", contains(filter));
  if (kind) matching = matching.where(sees(kind));
  let listed = matching
    .select(["h.id", "h.reference"])
    .select([
      sees("domain").as("hasDomain"),
      sees("service").as("hasService"),
      sees("mail").as("hasMail"),
      sql<number>`count(*) over ()`.as("total"),
    ])
    .orderBy("h.reference");
  const size = pageSize ?? (page === undefined ? undefined : defaultPageSize);
  if (size !== undefined) listed = listed.limit(size).offset(size * ((page ?? 1) - 1));
  const rows = await listed.execute();
  const permissions = rows.map(({ id, reference, hasDomain, hasService, hasMail }) => ({
    id,
    reference,
    hasDomain,
    hasService,
    hasMail,
  }));
  // A page beyond the last has no row to carry the count.
  const total =
    rows[0]?.total ??
    (page === undefined || page === 1
      ? 0
      : (await matching.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow()).total);
  return { permissions, total };
}
