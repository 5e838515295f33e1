/** Mailboxes as they are shown, and as a change finds them under the lock of their service. */
import type { DeletedMailbox, Mailbox } from "@atrio/contract";
import { deletedMailboxDays } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { guardReserved } from "../mail/rules.ts";
import { requireMail } from "../mail/service.ts";
import type { MailboxState } from "./journal-entry.ts";

export type MayRead = Granted<{ servicemail_accounts: "read" | "write" }>;
export type MayWrite = Granted<{ servicemail_accounts: "write" }>;

const shownOf = ({ db }: Read, holding: MayRead) =>
  db
    .selectFrom("atrio.mailbox as m")
    .leftJoin("atrio.mailbox_usage as u", "u.address", "m.address")
    .select([
      "m.id",
      "m.address as user",
      "m.quota_bytes as quota",
      sql<number>`coalesce(u.bytes, 0)`.as("usage"),
      "m.eliminable",
      sql<string>`array_to_string(m.forward_targets, ',')`.as("forward"),
      "m.keeps_copy as keepsCopy",
      sql<boolean>`m.password_sealed is not null`.as("revealable"),
      // the days of dovecot.sieve
      sql<boolean>`exists (
        select from atrio.autoresponder a
         where a.mailbox_id = m.id and a.enabled
           and current_date between coalesce(a.starts_on, '-infinity') and coalesce(a.ends_on, 'infinity'))`.as(
        "answers",
      ),
    ])
    .where("m.holding_id", "=", holding.id)
    .where("m.deleted_at", "is", null);

export function listMailboxes(read: Read, holding: MayRead): Promise<Mailbox[]> {
  requireMail(holding);
  return shownOf(read, holding).orderBy("m.local_part").execute();
}

export async function getMailbox(read: Read, holding: MayRead, id: number): Promise<Mailbox> {
  requireMail(holding);
  const mailbox = await shownOf(read, holding).where("m.id", "=", id).executeTakeFirst();
  return mailbox ?? refuse("notFound");
}

const days = sql.lit(`${deletedMailboxDays} days`);
const seconds = (at: ReturnType<typeof sql>) => sql<number>`floor(extract(epoch from ${at}))::bigint`;
const stillKept = sql<boolean>`deleted_at > now() - ${days}::interval`;

export function listDeletedMailboxes({ db }: Read, holding: MayRead): Promise<DeletedMailbox[]> {
  requireMail(holding);
  return db
    .selectFrom("atrio.mailbox")
    .select([
      "id",
      "address as user",
      sql<number>`deleted_bytes`.as("usage"),
      seconds(sql`deleted_at`).as("deletedTS"),
      seconds(sql`deleted_at + ${days}::interval`).as("removedTS"),
    ])
    .where("holding_id", "=", holding.id)
    .where(stillKept)
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export interface StoredMailbox {
  readonly state: MailboxState;
  readonly address: string;
  readonly eliminable: boolean;
  /** Bytes of mail in it. */
  readonly usage: number;
}

/** One that is there, or deleted and still kept. Read it under the service's lock (`lockMail`). */
export async function findMailbox(
  { db }: Change,
  holding: MayWrite,
  id: number,
  state: "live" | "deleted" | "either",
): Promise<StoredMailbox> {
  const row = await db
    .selectFrom("atrio.mailbox as m")
    .leftJoin("atrio.mailbox_usage as u", "u.address", "m.address")
    .select([
      "m.id",
      "m.address",
      "m.local_part as localPart",
      "m.quota_bytes as quota",
      "m.forward_targets as forwardTargets",
      "m.keeps_copy as keepsCopy",
      "m.eliminable",
      sql<boolean>`m.deleted_at is not null`.as("deleted"),
      sql<number>`coalesce(m.deleted_bytes, u.bytes, 0)`.as("usage"),
    ])
    .where("m.holding_id", "=", holding.id)
    .where("m.id", "=", id)
    .where((where) => where.or([where("m.deleted_at", "is", null), stillKept]))
    .executeTakeFirst();
  if (!row || (state !== "either" && row.deleted !== (state === "deleted"))) return refuse("notFound");
  const { address, eliminable, usage, ...mailbox } = row;
  guardReserved(holding, address);
  return { state: mailbox, address, eliminable, usage };
}
