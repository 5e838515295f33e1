import type { MailService } from "@atrio/contract";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { explainOrClose } from "../../explain.ts";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { announce, putMailbox } from "../mail-changes.ts";
import { shownAddress } from "../mail-items.ts";
import { useMailService } from "../mail-queries.ts";
import { type QuotaDraft, readQuota, usualQuota, writeQuota } from "./quota.ts";
import { QuotaFields } from "./QuotaFields.tsx";

/** What it may have: all that the service has, less what the others were given. */
function roomOf({ quota, allotted }: Pick<MailService, "quota" | "allotted">, own: number | null) {
  if (quota === null) return t("mailbox.quota_room_unlimited");
  const others = allotted - (own ?? 0);
  const sizes = { left: quota - others, quota, others };
  const [left, total, given] = [sizes.left, sizes.quota, sizes.others].map((size) =>
    bytes(Math.max(0, size), locale()),
  );
  return t("mailbox.quota_room", { left, total, given });
}

export function QuotaDialog({ id, mailbox, onClose }: MailboxDialogProps) {
  const { data } = useMailService(id);
  const service = data?.mail;
  const [start] = useState<QuotaDraft>(() => ({
    isLimited: mailbox.quota !== null,
    ...writeQuota(mailbox.quota ?? usualQuota, locale()),
  }));
  const [draft, setDraft] = useState(start);
  const form = useApiForm("mailboxSave", {
    params: { id, cid: mailbox.id },
    prepare: () => ({ quota: readQuota(draft) }),
    onSuccess: (reply) => {
      putMailbox(id, reply.data.correo);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <Dialog
      title={t("mailbox.quota_title", { address: shownAddress(mailbox.user) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(start)}
    >
      {form.isRestored && <KeptNote />}
      <p className="mb-4 text-label text-muted">
        {t("mailbox.quota_used", { used: bytes(mailbox.usage, locale()) })}{" "}
        {service && roomOf(service, mailbox.quota)}
      </p>
      <Form {...form.props} className="grid gap-4">
        <QuotaFields
          draft={draft}
          onChange={(next) => {
            setDraft(next);
            form.reset();
          }}
          fault={form.faults["quota"]}
          // Only a service without a limit has mailboxes without one.
          maySpare={service?.quota === null || mailbox.quota === null}
          autoFocus
        />
        <FormFooter label={t("mail_page.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
