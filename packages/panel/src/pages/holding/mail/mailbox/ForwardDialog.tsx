import type { Mailbox } from "@atrio/contract";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { useKept } from "../../../../form/useKept.ts";
import { t } from "../../../../i18n/i18n.ts";
import { say } from "../../../../i18n/say.ts";
import { Button } from "../../../../ui/Button.tsx";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Dialog, DialogFooter } from "../../../../ui/Dialog.tsx";
import { explain } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import { isTargets } from "../create/targets.ts";
import { TargetFields } from "../create/TargetFields.tsx";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { announce, putMailbox } from "../mail-changes.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { useMailboxAddresses } from "../mail-queries.ts";

const ways = ["none", "copy", "only"] as const;
type Way = (typeof ways)[number];

interface Draft {
  readonly way: Way;
  readonly targets: readonly string[];
}
const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "way" in value &&
  ways.some((way) => way === value.way) &&
  "targets" in value &&
  isTargets(value.targets);

function draftOf({ forward, keepsCopy }: Mailbox): Draft {
  const targets = targetsOf(forward).map(shownAddress);
  if (targets.length === 0) return { way: "none", targets: [""] };
  return { way: keepsCopy ? "copy" : "only", targets };
}

/** Where a mailbox sends its mail on to, and whether it keeps what it sends on. */
export function ForwardDialog({ id, mailbox, onClose }: MailboxDialogProps) {
  const [start] = useState(() => draftOf(mailbox));
  const { value: draft, set, isRestored } = useKept(`forward:${mailbox.id}`, start, isDraft);
  const own = shownAddress(mailbox.user);
  const suggestions = useMailboxAddresses(useHolding()).filter((address) => address !== own);
  const form = useApiForm("mailboxForward", {
    params: { id, cid: mailbox.id },
    isToastLeftOut: true,
    prepare: ({ target = "" }) => ({ target, keepsCopy: draft.way === "only" ? "0" : "1" }),
    onSuccess: (reply) => {
      putMailbox(id, reply.data.correo);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      onClose();
    },
    onError: (error) => explain(error) === "withdrawn" && onClose(),
  });
  // Nothing is a good answer to the call: it ends the forward. Here that is another choice.
  const [isMissing, setMissing] = useState(false);
  const change = (next: Partial<Draft>) => {
    set({ ...draft, ...next });
    setMissing(false);
    form.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isEmpty = draft.way !== "none" && draft.targets.every((target) => target.trim() === "");
    setMissing(isEmpty);
    if (isEmpty) event.preventDefault();
    else form.props.onSubmit(event);
  };
  return (
    <Dialog
      title={t("mailbox.forward_title", { address: own })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(start)}
    >
      {isRestored && <KeptNote />}
      <Form {...form.props} onSubmit={submit} className="grid gap-4">
        <ChoiceField
          label={t("mailbox.forward_choice")}
          autoFocus
          value={draft.way}
          onChange={(way) => change({ way })}
          choices={ways.map((way) => ({
            id: way,
            label: t(`mailbox.forward_way.${way}`),
            note: t(`mailbox.forward_note.${way}`),
          }))}
        />
        {draft.way !== "none" && (
          <TargetFields
            targets={draft.targets}
            onChange={(targets) => change({ targets })}
            fault={isMissing ? say("main.required") : form.faults["target"]}
            suggestions={suggestions}
          />
        )}
        <DialogFooter>
          <Button slot="close" isDisabled={form.isPending}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {t("mail_page.save")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
