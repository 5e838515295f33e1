/** What operators see of messages and do with them; the server that takes outgoing ones. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

export interface StoredMessage {
  readonly id: number;
  readonly kind: string;
  readonly company: string | null;
  readonly domain: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly contents: string;
  readonly language: string;
  readonly ip: string | null;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly sentAt: Date | null;
  readonly nextAttemptAt: Date;
  readonly recipient: string | null;
  readonly lastError: string | null;
  /** What the operator has not set, and without which it can't be sent. */
  readonly obstacle: string | null;
}

/** Why it is still here. */
export const waitsFor = ({ obstacle, lastError }: StoredMessage): string =>
  obstacle ?? lastError ?? "it is about to be sent";

const obstacle = sql<string | null>`case
  when m.sent_at is not null then null
  when not exists (select from atrio.smtp) then 'no SMTP server is set'
  when coalesce(m.recipient, c.contact_address) is null then 'the company has no contact address' end`;

const messages = ({ db }: Read) =>
  db
    .selectFrom("atrio.message as m")
    .leftJoin("atrio.company as c", "c.id", "m.company_id")
    .select([
      "m.id",
      "m.kind",
      sql<string | null>`coalesce(m.company_name, c.name)`.as("company"),
      "m.domain",
      "m.username",
      "m.name",
      "m.email",
      "m.subject",
      "m.contents",
      "m.language",
      sql<string | null>`host(m.ip)`.as("ip"),
      "m.created_at as createdAt",
      "m.attempts",
      "m.sent_at as sentAt",
      "m.next_attempt_at as nextAttemptAt",
      sql<string | null>`coalesce(m.recipient, c.contact_address)`.as("recipient"),
      "m.last_error as lastError",
      obstacle.as("obstacle"),
    ]);

/** Newest first. */
export const listMessages = (
  read: Read,
  { unsent, limit }: { readonly unsent: boolean; readonly limit: number },
): Promise<StoredMessage[]> =>
  messages(read)
    .where("m.kind", "<>", "test")
    .$if(unsent, (query) => query.where("m.sent_at", "is", null))
    .orderBy("m.id", "desc")
    .limit(limit)
    .execute();

export const findMessage = (read: Read, id: number): Promise<StoredMessage | undefined> =>
  messages(read).where("m.id", "=", id).executeTakeFirst();

export interface Delay {
  readonly count: number;
  readonly oldest: StoredMessage;
}

/** What waits for longer than an hour; undefined where nothing does. */
export async function findDelay(read: Read): Promise<Delay | undefined> {
  const row = await messages(read)
    .select(sql<number>`(count(*) over ())::int`.as("count"))
    .where("m.kind", "<>", "test")
    .where("m.sent_at", "is", null)
    .where("m.created_at", "<", sql<Date>`now() - interval '1 hour'`)
    .orderBy("m.created_at")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { count, ...oldest } = row;
  return { count, oldest };
}

const tellMailer = ({ db }: Read) => sql`select pg_notify('atrio_message', '')`.execute(db);

/** Has unsent ones tried at once: that one before all others, or all. Returns how many. The one being sent now is left to it. */
export async function hurryMessages(change: Change, id: number | undefined): Promise<number> {
  const waiting = change.db
    .selectFrom("atrio.message")
    .select("id")
    .where("sent_at", "is", null)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .forUpdate()
    .skipLocked();
  const { numUpdatedRows } = await change.db
    .updateTable("atrio.message")
    .set({ next_attempt_at: sql`now()`, ...(id === undefined ? {} : { hurried: true }) })
    .where("id", "in", waiting)
    .executeTakeFirstOrThrow();
  await tellMailer(change);
  const item = id === undefined ? null : String(id);
  const after = { tried: Number(numUpdatedRows) };
  await change.record({ holdingId: null, area: "message", act: "messagesSend", item, before: null, after });
  return Number(numUpdatedRows);
}

/** A message that goes where it is told, by the way that all others go and before them. Returns its id. */
export async function addTestMessage(change: Change, recipient: string, contents: string): Promise<number> {
  const { id } = await change.db
    .insertInto("atrio.message")
    .values({ uuid: randomUUID(), kind: "test", recipient, contents, language: "en", hurried: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  await change.record({
    holdingId: null,
    area: "message",
    act: "smtpTest",
    item: recipient,
    before: null,
    after: null,
  });
  return id;
}

/** One that is being sent is left to the housekeeping. */
export const removeTestMessage = ({ db }: Read, id: number): Promise<unknown> =>
  sql`
    delete from atrio.message where id in (
      select id from atrio.message where id = ${id} and kind = 'test' for update skip locked)`.execute(db);

/** How many wait for the company's address. */
export async function countWaiting({ db }: Read, companyId: number): Promise<number> {
  const { count } = await db
    .selectFrom("atrio.message")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("company_id", "=", companyId)
    .where("sent_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** For good: the journal says that there was one and whether it was sent, not what it said. */
export async function removeMessage(change: Change, id: number): Promise<void> {
  const removed = await change.db
    .deleteFrom("atrio.message")
    .where("id", "=", id)
    .returning(["uuid", "kind", "sent_at"])
    .executeTakeFirst();
  if (!removed) return change.unchanged();
  const before = { message: removed.uuid, kind: removed.kind, sentAt: removed.sent_at };
  await change.record({
    holdingId: null,
    area: "message",
    act: "messageRemove",
    item: String(id),
    before,
    after: null,
  });
}
