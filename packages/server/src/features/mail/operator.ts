/** What the mail of a service may use, as the operator's command shows and sets it. */
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

/** Null where there is no limit; sizes in bytes. */
export interface MailAllowance {
  readonly quota: number | null;
  readonly mailboxes: number | null;
  readonly aliases: number | null;
  readonly sendPerHour: number;
}
export interface MailUse {
  /** Given out to mailboxes. */
  readonly quota: number;
  readonly mailboxes: number;
  readonly aliases: number;
  readonly sendPerHour: number;
}

/** Undefined where the service has no mail. */
export const readMailAllowance = ({ db }: Read, holdingId: number): Promise<MailAllowance | undefined> =>
  db
    .selectFrom("atrio.mail_service as s")
    .innerJoin("atrio.holding as h", "h.id", "s.holding_id")
    .select([
      "s.quota_bytes as quota",
      "s.mailboxes_max as mailboxes",
      "s.aliases_max as aliases",
      "s.recipients_per_hour as sendPerHour",
    ])
    .where("s.holding_id", "=", holdingId)
    .where("h.has_mail", "=", true)
    .executeTakeFirst();

export async function readMailUse({ db }: Read, holdingId: number): Promise<MailUse> {
  const { rows } = await sql<MailUse>`
    select coalesce(sum(quota_bytes), 0)::bigint as quota, count(*)::int as mailboxes,
           (select count(*)::int from atrio.alias where holding_id = ${holdingId} and local_part <> '') as aliases,
           coalesce((select recipients from atrio.mail_sending
                      where holding_id = ${holdingId} and hour = date_trunc('hour', now())), 0) as "sendPerHour"
      from atrio.mailbox where holding_id = ${holdingId} and deleted_at is null`.execute(db);
  return rows[0]!;
}

/** What there is already stays; of the quota no less is left than mailboxes have (constraint mail_quota). */
export async function setMailAllowance(
  change: Change,
  { id, reference }: { readonly id: number; readonly reference: string },
  wanted: Partial<MailAllowance>,
): Promise<void> {
  await sql`select from atrio.mail_lock(${id})`.execute(change.db);
  const before = await readMailAllowance(change, id);
  await change.db
    .updateTable("atrio.mail_service")
    .set({
      quota_bytes: wanted.quota,
      mailboxes_max: wanted.mailboxes,
      aliases_max: wanted.aliases,
      recipients_per_hour: wanted.sendPerHour,
    })
    .where("holding_id", "=", id)
    .execute();
  const after = { ...before, ...wanted };
  await change.record({ holdingId: id, area: "mail", act: "mailSet", item: reference, before, after });
}
