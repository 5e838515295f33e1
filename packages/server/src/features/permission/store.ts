import {
  type HoldingKind,
  type HoldingPermissions,
  type LandingArea,
  type Level,
  type PermissionEntry,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Read } from "../../db/handles.ts";
import { allPermissions } from "../../http/permission.ts";
import {
  countList,
  type List,
  listBeginning,
  listContaining,
  listPrefixed,
  listSpan,
  spelled,
} from "./list.ts";

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
    .select(["h.id", "h.reference", "h.service_kind", "h.domain_status", "h.has_mail"])
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
  // Whoever sees the holding is told when its parts expire: its status strip says so of each (specification 1, section 2).
  return {
    id: row.id,
    reference: row.reference,
    permissions: allPermissions(row.permissions),
    service: row.service_kind === null ? null : { isRedirAndParking },
    hasMail: row.has_mail,
    breadcrumb: {
      domain: domainExpireTs === null ? null : { expireTS: domainExpireTs, status: row.domain_status },
      service: serviceExpireTs === null ? null : { expireTS: serviceExpireTs, isRedirAndParking },
    },
  };
}

export interface ListWishes {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly filter?: string | undefined;
  readonly kind?: HoldingKind | undefined;
}
const defaultPageSize = 10;

export async function listHoldings(
  pool: Pool,
  userId: number,
  { page, pageSize, filter = "", kind: ofKind }: ListWishes,
): Promise<{ permissions: PermissionEntry[]; total: number }> {
  const kind = ofKind ?? "all";
  const limit = pageSize ?? (page === undefined ? null : defaultPageSize);
  const offset = (limit ?? 0) * ((page ?? 1) - 1);
  if (filter === "" && offset === 0) return listBeginning(pool, userId, kind, limit);
  const list: List = { userId, kind, letters: spelled(filter) };
  const total = await countList(pool, list);
  return { permissions: await listSpan(pool, list, total, { limit, offset }), total };
}

const found = 8;

/** Names that begin with the text, then those that contain it elsewhere. */
export async function findHoldings(pool: Pool, userId: number, text: string): Promise<PermissionEntry[]> {
  const list: List = { userId, kind: "all", letters: spelled(text) };
  const prefixed = await listPrefixed(pool, list, found);
  if (prefixed.length === found) return prefixed;
  const known = new Set(prefixed.map(({ id }) => id));
  const others = (await listContaining(pool, list, found + prefixed.length)).filter(
    ({ id }) => !known.has(id),
  );
  return [...prefixed, ...others].slice(0, found);
}

interface Areas {
  total: number;
  kinds: Record<HoldingKind, number>;
  areas: Record<LandingArea, Level>;
}

/** The account in a few numbers. */
export async function findAreas(pool: Pool, userId: number): Promise<Areas> {
  const { rows } = await pool.query<{ area: string; holdings: number; readable: number; writable: number }>({
    name: "list-areas",
    text: "select area, holdings, readable, writable from atrio.listed_total where user_id = $1",
    values: [userId],
  });
  const byArea = new Map(rows.map(({ area, ...numbers }) => [area, numbers]));
  const count = (area: string): number => byArea.get(area)?.holdings ?? 0;
  const level = (area: LandingArea): Level => {
    const { readable = 0, writable = 0 } = byArea.get(area) ?? {};
    return writable > 0 ? "write" : readable > 0 ? "read" : "disabled";
  };
  return {
    total: count("all"),
    kinds: { domain: count("domain"), service: count("service"), mail: count("mail") },
    areas: { domain: level("domain"), service: level("service"), mail: level("mail"), dns: level("dns") },
  };
}
