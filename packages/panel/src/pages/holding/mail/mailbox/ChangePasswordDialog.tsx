import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { infoOf } from "../../../../api/action.ts";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { toast } from "../../../../ui/toast.ts";
import { explainOrClose } from "../../explain.ts";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { refetchMail } from "../mail-changes.ts";
import { shownAddress } from "../mail-items.ts";
import { NewPasswordField } from "../NewPasswordField.tsx";

export function ChangePasswordDialog({ id, mailbox, onClose }: MailboxDialogProps) {
  const [password, setPassword] = useState("");
  const form = useApiForm("mailboxChangePassword", {
    params: { id, cid: mailbox.id },
    onSuccess: (reply) => {
      refetchMail(id);
      toast.success(infoOf(reply));
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <Dialog
      title={t("mailbox.password_title", { address: shownAddress(mailbox.user) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={password !== ""}
    >
      <p className="mb-4 text-label text-muted">{t("mailbox.password_text")}</p>
      <Form {...form.props} className="grid gap-4">
        <NewPasswordField value={password} onChange={setPassword} autoFocus />
        <FormFooter label={t("mailbox.password_save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
