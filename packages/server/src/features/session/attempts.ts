/**
 * Limits on guessing (security, D17): recent failures, per account and per address. Only answers that were checked and
 * found wrong count, and no account is locked by strangers (docs/decisions/0007-sign-in-and-sessions.md).
 */
import { createHash } from "node:crypto";
import type { Message } from "@atrio/contract";
import ipaddr from "ipaddr.js";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";

/** Past its limit an account still hears a few from each address that has not failed for it before. */
const perAccount = { max: 10, minutes: 15 };
const perAccountAndAddress = { max: 3, minutes: 60 };
/** From wherever they come: ASVS 4.0.3, 2.2.1 allows no more than 100 failures an hour on one account. */
const perAccountInAll = { max: 100, minutes: 60 };
const perAddress = { max: 30, minutes: 15 };

export interface Limit {
  readonly subject: string;
  readonly max: number;
  readonly minutes: number;
  /** Where this one is reached, room below that one is enough. */
  readonly or?: Limit;
  /** In place of "too many attempts", with the limit and the minutes to wait. */
  readonly message?: "domain.secret_limit";
}

export const digest = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

export const deviceLimit = (userId: number, tokenHash: Buffer): Limit => ({
  subject: `login:device:${userId}:${tokenHash.toString("base64url")}`,
  ...perAccount,
});
export const passwordLimit = (userId: number): Limit => ({ subject: `password:${userId}`, ...perAccount });

/** One IPv4 address; of IPv6 the /64, since a single customer has all of it. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip);
  return address.kind() === "ipv6"
    ? `${address.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`
    : address.toString();
}

/** By hash: a password typed into the wrong field must not lie in a table. Unknown accounts count like real ones. */
export function strangerLimits(account: { domain: string; username: string }, ip: string): Limit[] {
  const subject = `login:account:${digest(account.domain, account.username)}`;
  const network = networkOf(ip);
  return [
    { subject, ...perAccount, or: { subject: `${subject}:${network}`, ...perAccountAndAddress } },
    { subject, ...perAccountInAll },
    { subject: `login:address:${network}`, ...perAddress },
  ];
}

export interface GuessLimiter {
  /** Runs a guess that says whether it was right; refuses with the time to wait where a limit is reached. */
  guess(limits: readonly Limit[], isRight: () => Promise<boolean>): Promise<boolean>;
}

/** Seconds until fewer than `room` failures are recent: when the room-th newest has aged. */
async function secondsToWait(db: Kysely<DB>, { subject, minutes }: Limit, room: number): Promise<number> {
  if (room <= 0) return 1;
  const age = sql.lit(`${minutes} minutes`);
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

const subjectsOf = (limits: readonly Limit[]): string[] => [
  ...new Set(limits.flatMap(({ subject, or }) => (or ? [subject, or.subject] : [subject]))),
];

export function guessLimiter(db: Kysely<DB>): GuessLimiter {
  // Guesses under way count as failures until they are known, so parallel ones can't slip through together.
  const underWay = new Map<string, number>();
  const add = (subject: string, change: 1 | -1): void => {
    const count = (underWay.get(subject) ?? 0) + change;
    if (count > 0) underWay.set(subject, count);
    else underWay.delete(subject);
  };
  const wait = async (limit: Limit): Promise<number> => {
    const room = limit.max - ((underWay.get(limit.subject) ?? 1) - 1);
    const waits = [secondsToWait(db, limit, room), ...(limit.or ? [wait(limit.or)] : [])];
    return Math.min(...(await Promise.all(waits)));
  };
  const guess: GuessLimiter["guess"] = async (limits, isRight) => {
    const subjects = subjectsOf(limits);
    for (const subject of subjects) add(subject, 1);
    try {
      const retryAfterSeconds = Math.max(...(await Promise.all(limits.map(wait))));
      if (retryAfterSeconds > 0) refuse("tooMany", { retryAfterSeconds });
      const right = await isRight();
      if (!right)
        await db
          .insertInto("atrio.attempt")
          .values(subjects.map((subject) => ({ subject })))
          .execute();
      return right;
    } finally {
      for (const subject of subjects) add(subject, -1);
    }
  };
  return { guess };
}

function saidOf({ message: key, max }: Limit, seconds: number): { message?: Message } {
  return key ? { message: { key, values: { max, minutes: Math.ceil(seconds / 60) } } } : {};
}

/**
 * The same for acts that are limited whatever they are: each that is done counts, one that is refused does not. Acts at
 * once wait for each other, so exactly as many get through as may.
 */
export async function countAct({ db }: Change, limits: readonly Limit[]): Promise<void> {
  const subjects = subjectsOf(limits).toSorted();
  for (const subject of subjects)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`attempt:${subject}`}, 0))`.execute(db);
  const wait = async (limit: Limit): Promise<number> => {
    const seconds = await secondsToWait(db, limit, limit.max);
    return limit.or && seconds > 0 ? Math.min(seconds, await wait(limit.or)) : seconds;
  };
  for (const limit of limits) {
    const retryAfterSeconds = await wait(limit);
    if (retryAfterSeconds > 0) refuse("tooMany", { retryAfterSeconds, ...saidOf(limit, retryAfterSeconds) });
  }
  await db
    .insertInto("atrio.attempt")
    .values(subjects.map((subject) => ({ subject, at: sql<Date>`clock_timestamp()` })))
    .execute();
}
