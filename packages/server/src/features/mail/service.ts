/** The mail of a service: who has none gets 404; a change holds what it may have still until the commit. */
import { type KeyLevels, type MessageValues, toUnicode } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { refuseExpired } from "../holding/expired.ts";

/** Null where there is no limit; sizes in bytes. */
export interface MailLimits {
  readonly quota: number | null;
  readonly mailboxesMax: number | null;
  readonly aliasesMax: number | null;
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
    select quota_bytes as quota, mailboxes_max as "mailboxesMax", aliases_max as "aliasesMax"
      from atrio.mail_lock(${holding.id})`.execute(db);
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
