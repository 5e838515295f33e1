import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import { TargetsForm } from "../alias/TargetsForm.tsx";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { announce, putMailbox } from "../mail-changes.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { useMailboxAddresses } from "../mail-queries.ts";

const choiceOf = <Way extends "none" | "copy" | "only">(way: Way) => ({
  id: way,
  label: t(`mailbox.forward_way.${way}`),
  note: t(`mailbox.forward_note.${way}`),
});

/** Where a mailbox sends its mail on to, and whether it keeps what it sends on. */
export function ForwardDialog({ id, mailbox, onClose }: MailboxDialogProps) {
  const own = shownAddress(mailbox.user);
  const suggestions = useMailboxAddresses(useHolding()).filter((address) => address !== own);
  const form = useApiForm("mailboxForward", {
    params: { id, cid: mailbox.id },
    prepare: ({ target = "", way }) => ({ target, keepsCopy: way === "only" ? "0" : "1" }),
    onSuccess: (reply) => {
      putMailbox(id, reply.data.correo);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      onClose();
    },
    ...explainOrClose(onClose),
  });
  const targets = targetsOf(mailbox.forward).map(shownAddress);
  const led = mailbox.keepsCopy ? "copy" : "only";
  return (
    <TargetsForm
      title={t("mailbox.forward_title", { address: own })}
      choice={{
        label: t("mailbox.forward_choice"),
        ways: [choiceOf("none"), choiceOf("copy"), choiceOf("only")],
        way: targets.length > 0 ? led : "none",
      }}
      targets={targets}
      suggestions={suggestions}
      form={form}
      keptAs={`forward:${mailbox.id}`}
      onClose={onClose}
    />
  );
}
