import { deletedMailboxDays } from "@atrio/contract";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { deleteMailbox } from "../mail-changes.ts";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { shownAddress } from "../mail-items.ts";
import { LedHere } from "./LedHere.tsx";

export function DeleteMailboxDialog({ id, mailbox, onClose }: MailboxDialogProps) {
  return (
    <ConfirmDialog
      title={t("mail_page.delete_title", { address: shownAddress(mailbox.user) })}
      confirmLabel={t("mail_page.delete_mailbox")}
      isOpen
      onClose={onClose}
      onConfirm={() => deleteMailbox(id, mailbox)}
    >
      <p>{t("mail_page.delete_text", { usage: bytes(mailbox.usage, locale()) })}</p>
      <p className="mt-2">{t("mail_page.delete_kept", { count: deletedMailboxDays })}</p>
      <LedHere address={mailbox.user} />
    </ConfirmDialog>
  );
}
