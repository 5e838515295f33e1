import type { Alias, Mailbox } from "@atrio/contract";

export interface MailDialogProps {
  /** The holding's. */
  id: number;
  /** What the address says after the dialog's name. */
  text: string;
  onClose: () => void;
}
export type MailboxDialogProps = Omit<MailDialogProps, "text"> & { mailbox: Mailbox };
export type AliasDialogProps = Omit<MailDialogProps, "text"> & { alias: Alias };
