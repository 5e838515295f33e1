/** What the mailer reads and writes, all of it as role atrio_mailer. */
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { DueMessage } from "./letter.ts";

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly security: "none" | "starttls" | "tls";
  readonly username: string | null;
  readonly passwordSealed: Buffer | null;
  readonly ca: string | null;
  readonly fromAddress: string;
}

export async function readSmtpSettings(db: Kysely<DB>): Promise<SmtpSettings | undefined> {
  return db
    .selectFrom("atrio.smtp")
    .select([
      "host",
      "port",
      sql<SmtpSettings["security"]>`security`.as("security"),
      "username",
      "password_sealed as passwordSealed",
      "ca",
      "from_address as fromAddress",
    ])
    .executeTakeFirst();
}

/** Messages that have somewhere to go. */
const sendable = (db: Kysely<DB>) =>
  db
    .selectFrom("atrio.message as m")
    .leftJoin("atrio.company as c", "c.id", "m.company_id")
    .where("m.sent_at", "is", null)
    .where(sql<boolean>`coalesce(m.recipient, c.contact_address) is not null`);

/** The message that an operator waits for, else the longest due one, held until the transaction ends: no other process sends it meanwhile. */
export const takeDue = (transaction: Transaction<DB>): Promise<DueMessage | undefined> =>
  sendable(transaction)
    .select([
      "m.id",
      "m.uuid",
      sql<DueMessage["kind"]>`m.kind`.as("kind"),
      sql<string | null>`coalesce(m.company_name, c.name)`.as("company"),
      sql<string>`coalesce(m.recipient, c.contact_address)`.as("recipient"),
      "m.domain",
      "m.username",
      "m.name",
      "m.email",
      "m.subject",
      "m.contents",
      sql<DueMessage["language"]>`m.language`.as("language"),
      sql<string | null>`host(m.ip)`.as("ip"),
      "m.created_at as createdAt",
    ])
    .where("m.next_attempt_at", "<=", sql<Date>`now()`)
    .orderBy("m.hurried", "desc")
    .orderBy("m.next_attempt_at")
    .orderBy("m.id")
    .limit(1)
    .forUpdate("m")
    .skipLocked()
    .executeTakeFirst();

export async function recordSent(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction
    .updateTable("atrio.message")
    .set({ attempts: sql`attempts + 1`, last_error: null, sent_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

export async function recordFailure(transaction: Transaction<DB>, id: number, reason: string): Promise<void> {
  await transaction
    .updateTable("atrio.message")
    .set({
      attempts: sql`attempts + 1`,
      last_error: reason,
      hurried: false,
      next_attempt_at: sql`clock_timestamp() + atrio.message_retry_wait(attempts, created_at)`,
    })
    .where("id", "=", id)
    .execute();
}

/** The server takes nothing: the others that are due are not tried, and wait for the same reason. */
export async function recordHeldUp(transaction: Transaction<DB>, reason: string): Promise<void> {
  await sql`
    update atrio.message set last_error = ${reason} where id in (
      select id from atrio.message
       where sent_at is null and next_attempt_at <= now() and last_error is distinct from ${reason}
         for update skip locked)`.execute(transaction);
}

/** Whatever waits is due now. */
export async function makeAllDue(db: Kysely<DB>): Promise<void> {
  await sql`
    update atrio.message set next_attempt_at = now() where id in (
      select id from atrio.message where sent_at is null for update skip locked)`.execute(db);
}

/** Milliseconds until the next one is due; undefined where none waits. */
export async function untilNext(db: Kysely<DB>): Promise<number | undefined> {
  const { wait } = await sendable(db)
    .select(
      sql<number | null>`(extract(epoch from min(m.next_attempt_at) - clock_timestamp()) * 1000)::float8`.as(
        "wait",
      ),
    )
    .executeTakeFirstOrThrow();
  return wait === null ? undefined : Math.max(0, wait);
}
