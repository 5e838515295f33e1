/**
 * Limits on guessing (security, D17): failures in the last 15 minutes, per account and per address. Only answers that
 * were checked and found wrong count, so an account is never locked: a browser that its owner has signed in with before
 * has a count of its own, which strangers can't fill.
 */
import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { refuse } from "../../http/refuse.ts";

const windowMinutes = 15;
const perAccount = 10;
const perAddress = 30;

export interface Limit {
  readonly subject: string;
  readonly max: number;
}

const digest = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/** By hash: a password typed into the wrong field must not lie in a table. Unknown accounts count like real ones. */
export const accountLimit = (domain: string, username: string): Limit => ({
  subject: `login:account:${digest(domain, username)}`,
  max: perAccount,
});
export const deviceLimit = (userId: number, tokenHash: Buffer): Limit => ({
  subject: `login:device:${userId}:${tokenHash.toString("base64url")}`,
  max: perAccount,
});
export const passwordLimit = (userId: number): Limit => ({ subject: `password:${userId}`, max: perAccount });

/** One IPv4 address; of IPv6 the /64, since a single customer has all of it. */
export function addressLimit(ip: string): Limit {
  const address = ipaddr.process(ip);
  const prefix =
    address.kind() === "ipv6"
      ? `${address.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`
      : address.toString();
  return { subject: `login:address:${prefix}`, max: perAddress };
}

export interface GuessLimiter {
  /** Runs a guess that says whether it was right; refuses with the time to wait where a limit is reached. */
  guess(limits: readonly Limit[], isRight: () => Promise<boolean>): Promise<boolean>;
}

const age = sql.lit(`${windowMinutes} minutes`);

/** Seconds until fewer than `room` failures are recent: when the room-th newest has aged. */
async function secondsToWait(db: Kysely<DB>, subject: string, room: number): Promise<number> {
  if (room <= 0) return 1;
  const row = await db
    .selectFrom("atrio.attempt")
    .select(sql<number>`ceil(extract(epoch from at + ${age}::interval - now()))::int`.as("seconds"))
    .where("subject", "=", subject)
    .where("at", ">", sql<Date>`now() - ${age}::interval`)
    .orderBy("at", "desc")
    .offset(room - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? Math.max(1, row.seconds) : 0;
}

export function guessLimiter(db: Kysely<DB>): GuessLimiter {
  // Guesses under way count as failures until they are known, so parallel ones can't slip through together.
  const underWay = new Map<string, number>();
  const add = (subject: string, change: 1 | -1): void => {
    const count = (underWay.get(subject) ?? 0) + change;
    if (count > 0) underWay.set(subject, count);
    else underWay.delete(subject);
  };
  return {
    async guess(limits, isRight) {
      for (const { subject } of limits) add(subject, 1);
      try {
        const waits = await Promise.all(
          limits.map(({ subject, max }) =>
            secondsToWait(db, subject, max - ((underWay.get(subject) ?? 1) - 1)),
          ),
        );
        const retryAfterSeconds = Math.max(...waits);
        if (retryAfterSeconds > 0) refuse("tooMany", { retryAfterSeconds });
        const right = await isRight();
        if (!right)
          await db
            .insertInto("atrio.attempt")
            .values(limits.map(({ subject }) => ({ subject })))
            .execute();
        return right;
      } finally {
        for (const { subject } of limits) add(subject, -1);
      }
    },
  };
}
