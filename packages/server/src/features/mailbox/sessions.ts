import type { Change } from "../../db/handles.ts";
import { enqueue } from "../../jobs/queue.ts";

/** Who is in the mailbox has to sign in again: webmail at once, IMAP when the worker has told Dovecot. */
export async function endSessions(change: Change, holdingId: number, mailboxId: number): Promise<void> {
  await change.db.deleteFrom("atrio.webmail_session").where("mailbox_id", "=", mailboxId).execute();
  await enqueue(change, { kind: "mail.kick", holdingId, subjectId: mailboxId, key: `mailbox:${mailboxId}` });
}
