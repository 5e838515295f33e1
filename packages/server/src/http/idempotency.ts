/**
 * Idempotency-Key (contract, "Transport"): the first reply to a change is kept for 24 hours, in the transaction of the
 * change itself, so there is never a reply without its change or the other way round. Refused changes keep nothing:
 * nothing happened, so trying again is right.
 */
import { createHash } from "node:crypto";
import type { CallName, Message } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { Change } from "../db/handles.ts";
import type { DB } from "../db/schema.gen.ts";
import { refuse } from "./refuse.ts";

export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  readonly hash: Buffer;
}
export interface KeptReply {
  readonly data: unknown;
  readonly info: Message | null;
  readonly job: number | null;
}

const keyPattern = /^[\x21-\x7e]{1,64}$/;

export function keyedRequest(
  userId: number,
  key: string,
  asked: { name: CallName; params: unknown; entries: readonly (readonly [string, string])[] },
): KeyedRequest {
  if (!keyPattern.test(key)) refuse("invalid", { message: "main.idempotency_key" });
  const hash = createHash("sha256").update(JSON.stringify(asked)).digest();
  return { userId, key, hash };
}

export async function findKeptReply(
  db: Kysely<DB>,
  { userId, key, hash }: KeyedRequest,
): Promise<KeptReply | undefined> {
  const row = await db
    .selectFrom("atrio.idempotency")
    .select(["request_hash", sql<KeptReply>`reply`.as("reply")])
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.request_hash.equals(hash)) refuse("invalid", { message: "main.idempotency_reused" });
  return row.reply;
}

/** Takes the key until the transaction ends; the same key at work elsewhere is refused at once, not waited for. */
export async function claimKey({ db }: Change, { userId, key }: KeyedRequest): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${userId}:${key}`}, 0)) as free`.execute(
    db,
  );
  if (!rows[0]?.free) refuse("conflict", { message: "main.in_flight" });
}

export async function keepReply(
  db: Kysely<DB>,
  { userId, key, hash }: KeyedRequest,
  reply: KeptReply,
): Promise<void> {
  const json = sql<string>`${JSON.stringify(reply)}::jsonb`;
  // One that is older than 24 hours and not swept yet makes way.
  await forgetReply(db, { userId, key, hash });
  await db
    .insertInto("atrio.idempotency")
    .values({ user_id: userId, key, request_hash: hash, reply: json })
    .execute();
}

/** What was committed came to nothing: trying again is right. */
export async function forgetReply(db: Kysely<DB>, { userId, key }: KeyedRequest): Promise<void> {
  await db.deleteFrom("atrio.idempotency").where("user_id", "=", userId).where("key", "=", key).execute();
}

/** What was seen after the commit belongs to the first reply too. */
export async function amendReply(
  db: Kysely<DB>,
  { userId, key }: KeyedRequest,
  reply: KeptReply,
): Promise<void> {
  await db
    .updateTable("atrio.idempotency")
    .set({ reply: sql`${JSON.stringify(reply)}::jsonb` })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
}
