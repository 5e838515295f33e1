import type { MailService } from "@atrio/contract";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { explainOrClose } from "../../explain.ts";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { announce, putMailbox } from "../mail-changes.ts";
import { shownAddress } from "../mail-items.ts";
import { useMailService } from "../mail-queries.ts";
import { quotaUnits, readQuota, writeQuota } from "./quota.ts";

const usual = 1024 ** 3;

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
  const [start] = useState(() => ({
    isLimited: mailbox.quota !== null,
    ...writeQuota(mailbox.quota ?? usual, locale()),
  }));
  const [draft, setDraft] = useState(start);
  const form = useApiForm("mailboxSave", {
    params: { id, cid: mailbox.id },
    prepare: () => ({ quota: draft.isLimited ? readQuota(draft) : "" }),
    onSuccess: (reply) => {
      putMailbox(id, reply.data.correo);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      onClose();
    },
    ...explainOrClose(onClose),
  });
  const change = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next });
    form.reset();
  };
  // Only a service without a limit has mailboxes without one.
  const maySpare = service?.quota === null || mailbox.quota === null;
  return (
    <Dialog
      title={t("mailbox.quota_title", { address: shownAddress(mailbox.user) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(start)}
    >
      <p className="mb-4 text-label text-muted">
        {t("mailbox.quota_used", { used: bytes(mailbox.usage, locale()) })}{" "}
        {service && roomOf(service, mailbox.quota)}
      </p>
      <Form {...form.props} className="grid gap-4">
        {maySpare && (
          <ChoiceField
            label={t("mailbox.quota")}
            value={draft.isLimited ? "limited" : "unlimited"}
            onChange={(choice) => change({ isLimited: choice === "limited" })}
            choices={[
              { id: "limited", label: t("mailbox.quota_limited") },
              { id: "unlimited", label: t("mailbox.quota_unlimited") },
            ]}
          />
        )}
        {draft.isLimited && (
          <div className="flex items-start gap-2">
            <TextField
              label={t("mailbox.quota_amount")}
              inputMode="decimal"
              autoComplete="off"
              autoFocus
              isRequired
              value={draft.amount}
              onChange={(amount) => change({ amount })}
              validate={() => form.faults["quota"] ?? null}
              validationBehavior="aria"
              className="flex-1"
            />
            <SelectField
              label={t("mailbox.quota_unit")}
              options={quotaUnits.map((unit) => ({ id: unit, label: unit }))}
              value={draft.unit}
              onChange={(unit) => change({ unit })}
            />
          </div>
        )}
        {!draft.isLimited && form.faults["quota"] && (
          <p className="text-label text-danger">{form.faults["quota"]}</p>
        )}
        <FormFooter label={t("mail_page.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
