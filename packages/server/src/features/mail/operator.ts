/** What the mail of a service may use, as the operator's command sets it. */
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import { type MailLimits, readLimits } from "./service.ts";

/** What there is already stays; of the quota no less is left than mailboxes have (constraint mail_quota). */
export async function setMailLimits(
  change: Change,
  { id, reference }: { readonly id: number; readonly reference: string },
  wanted: Partial<MailLimits>,
): Promise<void> {
  await sql`select from atrio.mail_lock(${id})`.execute(change.db);
  const before = await readLimits(change, id);
  await change.db
    .updateTable("atrio.mail_service")
    .set({
      quota_bytes: wanted.quota,
      mailboxes_max: wanted.mailboxesMax,
      aliases_max: wanted.aliasesMax,
      recipients_per_hour: wanted.recipientsPerHour,
    })
    .where("holding_id", "=", id)
    .execute();
  const after = { ...before, ...wanted };
  await change.record({ holdingId: id, area: "mail", act: "mailSet", item: reference, before, after });
}
