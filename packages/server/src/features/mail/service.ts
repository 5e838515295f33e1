/** The mail of a service: who has none gets 404; a change holds what it may have still until the commit. */
import { type KeyLevels, type MailService, type MessageValues, toUnicode } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { refuseExpired } from "../holding/expired.ts";

export type MailLimits = Pick<MailService, "quota" | "mailboxesMax" | "aliasesMax" | "recipientsPerHour">;
export interface MailUse extends Pick<MailService, "allotted" | "recipientsThisHour"> {
  readonly mailboxes: number;
  readonly aliases: number;
  /** To how many outside it was sent on, by aliases and mailboxes that forward: of a limit of its own, as large. */
  readonly forwardedThisHour: number;
}

const limits = sql`
  quota_bytes as quota, mailboxes_max as "mailboxesMax", aliases_max as "aliasesMax", recipients_per_hour as "recipientsPerHour"`;

/** Undefined where the service has no mail. */
export async function readLimits({ db }: Read, holdingId: number): Promise<MailLimits | undefined> {
  const { rows } = await sql<MailLimits>`
    select ${limits} from atrio.mail_service s join atrio.holding h on h.id = s.holding_id and h.has_mail
     where s.holding_id = ${holdingId}`.execute(db);
  return rows[0];
}

/** `without`: one mailbox, whose quota is asked about. */
export async function readUse({ db }: Read, holdingId: number, without = 0): Promise<MailUse> {
  const { rows } = await sql<MailUse>`
    select m.*, a.*, coalesce(s.recipients, 0) as "recipientsThisHour", coalesce(s.forwarded, 0) as "forwardedThisHour"
      from (select coalesce(sum(quota_bytes), 0)::bigint as allotted, count(*)::int as mailboxes from atrio.mailbox
             where holding_id = ${holdingId} and deleted_at is null and id <> ${without}) m
     cross join (select count(*)::int as aliases from atrio.alias
                  where holding_id = ${holdingId} and local_part <> '') a
      left join atrio.mail_sending s on s.holding_id = ${holdingId} and s.hour = date_trunc('hour', now())`.execute(
    db,
  );
  return rows[0]!;
}

/** For what only looks. */
export function requireMail({ hasMail }: Pick<Granted<KeyLevels>, "hasMail">): void {
  if (!hasMail) refuse("notFound");
}

/** The lock comes before anything is read, so that what is read stays true until the commit. */
export async function lockMail({ db }: Change, holding: Granted<KeyLevels>): Promise<MailLimits> {
  requireMail(holding);
  refuseExpired(holding, "mail.service_expired");
  const { rows } = await sql<MailLimits>`
    select ${limits} from atrio.mail_lock(${holding.id})`.execute(db);
  return rows[0] ?? refuse("notFound");
}

/** What is for nobody has an address of its own, without a name. */
export async function hasCatchAll(
  { db }: Read,
  { reference }: Pick<Granted<KeyLevels>, "reference">,
): Promise<boolean> {
  const row = await db
    .selectFrom("atrio.mail_address")
    .select("address")
    .where("address", "=", `@${reference}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** For a message that names an address; that of the catch-all has no name to read. */
export const named = (address: string): MessageValues => ({
  address: shownAddress(address),
  of: address.startsWith("@") ? "nobody" : "somebody",
});

/** As people write it. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${toUnicode(address.slice(at))}`;
}
