/** What the journal keeps of mailboxes, the same before and after for all acts: undo takes it back. Never a password. */
import { autoresponder } from "@atrio/contract";
import * as z from "zod/mini";

const mailboxState = z.object({
  id: z.int(),
  localPart: z.string(),
  /** Bytes; null where unlimited. */
  quota: z.nullable(z.number()),
  forwardTargets: z.array(z.string()),
  keepsCopy: z.boolean(),
  deleted: z.boolean(),
});
export type MailboxState = Readonly<z.infer<typeof mailboxState>>;

export const mailboxEntry = z.object({ mailbox: mailboxState });
export const autoresponderEntry = z.object({ mailboxId: z.int(), autoresponder: z.nullable(autoresponder) });
