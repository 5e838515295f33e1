import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { refuse } from "../../http/refuse.ts";
import { sessionHours, tokenHash } from "../../http/session.ts";

/** Devices and sessions a user keeps; the oldest make way. */
const sessionsMax = 5;
const devicesMax = 20;

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly holdingId: number;
  readonly passwordHash: string;
  readonly disabled: boolean;
}

export async function findAccount(
  { db }: Read,
  domainName: string,
  username: string,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom("atrio.panel_user as u")
    .innerJoin("atrio.holding as h", "h.id", "u.holding_id")
    .select(["u.id", "u.username", "u.holding_id", "u.password_hash", "u.disabled_at"])
    .where("h.reference", "=", domainName)
    .where("u.username", "=", username)
    .executeTakeFirst();
  return row && accountOf(row);
}

const accountOf = (row: {
  id: number;
  username: string;
  holding_id: number;
  password_hash: string;
  disabled_at: Date | null;
}): Account => ({
  id: row.id,
  username: row.username,
  holdingId: row.holding_id,
  passwordHash: row.password_hash,
  disabled: row.disabled_at !== null,
});

export async function findAccountById({ db }: Read, id: number): Promise<Account & { reference: string }> {
  const row = await db
    .selectFrom("atrio.panel_user as u")
    .innerJoin("atrio.holding as h", "h.id", "u.holding_id")
    .select(["u.id", "u.username", "u.holding_id", "u.password_hash", "u.disabled_at", "h.reference"])
    .where("u.id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...accountOf(row), reference: row.reference };
}

export interface NewToken {
  /** For the cookie: base64 of 32 random bytes. */
  readonly token: string;
  readonly hash: Buffer;
}
export function newToken(): NewToken {
  const token = randomBytes(32).toString("base64");
  const hash = tokenHash(token);
  if (!hash) throw new Error("A token of ours has a shape of its own.");
  return { token, hash };
}

/** Ends what this browser was signed in by. Webmail that the same user opened goes on: a letter may be half written there. */
async function replaceSession(
  { db }: Change,
  { hash, userId }: { hash: Buffer; userId: number },
  next: number,
): Promise<void> {
  const old = db.selectFrom("atrio.session").select("id").where("token_hash", "=", hash);
  await db
    .updateTable("atrio.webmail_session")
    .set({ session_id: next })
    .where("session_id", "=", old.where("user_id", "=", userId))
    .execute();
  await db.deleteFrom("atrio.session").where("token_hash", "=", hash).execute();
}

/** `old`: the token that this browser comes with. */
export async function startSession(
  change: Change,
  userId: number,
  { hash, old }: { hash: Buffer; old: Buffer | undefined },
  from: { ip: string; userAgent: string },
): Promise<void> {
  const { db } = change;
  const { id } = await db
    .insertInto("atrio.session")
    .values({
      token_hash: hash,
      user_id: userId,
      ip: from.ip,
      user_agent: from.userAgent.slice(0, 255),
      expires_at: sql`now() + ${sql.lit(`${sessionHours} hours`)}::interval`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (old) await replaceSession(change, { hash: old, userId }, id);
  await db
    .deleteFrom("atrio.session")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("atrio.session")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("id", "desc")
        .offset(sessionsMax),
    )
    .execute();
  await db
    .updateTable("atrio.panel_user")
    .set({ previous_login_at: sql`last_login_at`, last_login_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

export const endSession = async ({ db }: Change, id: number): Promise<void> =>
  void (await db.deleteFrom("atrio.session").where("id", "=", id).execute());

export const endOtherSessions = async ({ db }: Change, userId: number, kept: number): Promise<void> =>
  void (await db.deleteFrom("atrio.session").where("user_id", "=", userId).where("id", "<>", kept).execute());

/**
 * Gives the session another token; the one before is refused from the commit on. The session stays the same one, so the
 * browser's tabs and webmail go on.
 */
export async function renewSession({ db }: Change, id: number, hash: Buffer): Promise<void> {
  const renewed = await db
    .updateTable("atrio.session")
    .set({ token_hash: hash })
    .where("id", "=", id)
    .executeTakeFirst();
  if (renewed.numUpdatedRows !== 1n) refuse("sessionEnded");
}

/** False where the password was changed meanwhile: what was verified is no longer the current one. */
export async function replacePassword(
  { db }: Change,
  { id, passwordHash }: Account,
  newHash: string,
): Promise<boolean> {
  const changed = await db
    .updateTable("atrio.panel_user")
    .set({ password_hash: newHash })
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** The holding of a user who sees exactly one. A grant without any level can't be stored. */
export async function onlyHolding(db: Kysely<DB>, userId: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom("atrio.holding_grant")
    .select("holding_id")
    .where("user_id", "=", userId)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.holding_id : undefined;
}

export async function isKnownDevice({ db }: Read, userId: number, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("atrio.known_device")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody has signed in with this browser: then its token is ours, and serves another user of it too. */
export async function isIssuedDevice({ db }: Read, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("atrio.known_device")
    .select("user_id")
    .where("token_hash", "=", hash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberDevice({ db }: Change, userId: number, hash: Buffer): Promise<void> {
  await db
    .insertInto("atrio.known_device")
    .values({ user_id: userId, token_hash: hash })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "token_hash"]).doUpdateSet({ last_seen_at: sql`now()` }),
    )
    .execute();
  await db
    .deleteFrom("atrio.known_device")
    .where("user_id", "=", userId)
    .where("token_hash", "in", (eb) =>
      eb
        .selectFrom("atrio.known_device")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("last_seen_at", "desc")
        .offset(devicesMax),
    )
    .execute();
}
