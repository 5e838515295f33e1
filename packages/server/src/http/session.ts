import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import type { DB } from "../db/schema.gen.ts";
import type { SessionUser } from "./handler.ts";

/** A session ends after this long without a request, and in any case at `expires_at` (security, D13). */
export const idleMinutes = 30;
export const sessionHours = 12;

/** `__Host-` binds a cookie to this host and to TLS; browsers refuse it on plain HTTP. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

const tokenPattern = /^[A-Za-z0-9+/]{43}=$/;
/** What the database knows of a token; undefined where the cookie holds none. */
export function tokenHash(token: string | undefined): Buffer | undefined {
  if (token === undefined || !tokenPattern.test(token)) return undefined;
  return hash("sha256", Buffer.from(token, "base64"), "buffer");
}

export const sessionTokenHash = (request: FastifyRequest): Buffer | undefined =>
  tokenHash(request.cookies[cookieName("session", request.protocol === "https")]);

/** The caller's grant on the holding asked for, as the database has it. */
export interface GrantRow {
  readonly id: number;
  readonly reference: string;
  readonly permissions: Record<string, string>;
  readonly domainExpireTs: number | null;
  readonly serviceExpireTs: number | null;
  readonly serviceKind: "hosting" | "parking" | null;
  readonly hasMail: boolean;
}
export interface Caller {
  readonly user: SessionUser;
  readonly grant: GrantRow | null;
  /** The session was last noted as used more than a minute ago. */
  readonly stale: boolean;
}

type CallerRow = SessionUser & { stale: boolean; granted: number | null } & {
  [Column in Exclude<keyof GrantRow, "id">]: GrantRow[Column] | null;
};

/** Session, user and grant in one prepared statement: it runs before every call that needs a session. */
const findCallerQuery = {
  name: "find-caller",
  text: `
    select u.id, u.username, s.id as "sessionId", u.holding_id as "holdingId",
      s.last_seen_at < now() - interval '1 minute' as stale,
      h.id as granted, h.reference, g.permissions,
      floor(extract(epoch from h.domain_expires_at))::bigint as "domainExpireTs",
      floor(extract(epoch from h.service_expires_at))::bigint as "serviceExpireTs",
      h.service_kind as "serviceKind", h.has_mail as "hasMail"
    from atrio.session s
      join atrio.panel_user u on u.id = s.user_id and u.disabled_at is null
      left join atrio.holding_grant g on g.user_id = u.id and g.holding_id = $2
      left join atrio.holding h on h.id = g.holding_id
    where s.token_hash = $1 and s.expires_at > now()
      and s.last_seen_at > now() - interval '${idleMinutes} minutes'`,
};

export async function findCaller(
  pool: Pool,
  hash: Buffer,
  holdingId: number | null,
): Promise<Caller | undefined> {
  const { rows } = await pool.query<CallerRow>({ ...findCallerQuery, values: [hash, holdingId] });
  const row = rows[0];
  if (!row) return undefined;
  const { id, username, sessionId, stale } = row;
  const { granted, reference, permissions } = row;
  const grant =
    granted === null || reference === null || permissions === null
      ? null
      : {
          id: granted,
          reference,
          permissions,
          domainExpireTs: row.domainExpireTs,
          serviceExpireTs: row.serviceExpireTs,
          serviceKind: row.serviceKind,
          hasMail: row.hasMail ?? false,
        };
  return { user: { id, username, sessionId, holdingId: row.holdingId }, grant, stale };
}

/**
 * Notes that the session is in use: once a minute is enough, and costs reads nothing. Of many requests at once one does
 * it, and none waits for it.
 */
export async function touchSession(db: Kysely<DB>, sessionId: number): Promise<void> {
  await sql`
    update atrio.session set last_seen_at = now()
     where id = (select id from atrio.session
                  where id = ${sessionId} and last_seen_at < now() - interval '1 minute'
                    for no key update skip locked)`.execute(db);
}

/** For a page: while PostgreSQL is away nobody is. */
export async function isSignedIn(pool: Pool, request: FastifyRequest): Promise<boolean> {
  const hash = sessionTokenHash(request);
  if (!hash) return false;
  return (await findCaller(pool, hash, null).catch(() => undefined)) !== undefined;
}
