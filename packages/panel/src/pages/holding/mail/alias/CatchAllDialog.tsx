import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { query } from "../../../../api/query.ts";
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
import type { MailDialogProps } from "../dialog-props.ts";
import { announce, refetchMail } from "../mail-changes.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { useMailboxAddresses } from "../mail-queries.ts";

interface Draft {
  readonly isOn: boolean;
  readonly targets: readonly string[];
}
const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "isOn" in value &&
  typeof value.isOn === "boolean" &&
  "targets" in value &&
  isTargets(value.targets);

export function CatchAllDialog({ id, onClose }: MailDialogProps) {
  const { data } = useQuery(query("catchAllGet", { params: { id } }));
  if (!data) return null;
  const targets = targetsOf(data.catchAll?.name ?? "").map(shownAddress);
  return <CatchAllForm id={id} targets={targets} onClose={onClose} />;
}

interface FormProps extends Omit<MailDialogProps, "text"> {
  /** Those it has; none where it is off. */
  targets: readonly string[];
}

function CatchAllForm({ id, targets, onClose }: FormProps) {
  const holding = useHolding();
  const [start] = useState<Draft>({
    isOn: targets.length > 0,
    targets: targets.length > 0 ? targets : [""],
  });
  const { value: draft, set, isRestored } = useKept("catch-all", start, isDraft);
  const suggestions = useMailboxAddresses(holding);
  const form = useApiForm("catchAllSave", {
    params: { id },
    isToastLeftOut: true,
    prepare: ({ target = "" }) => ({ target }),
    onSuccess: (reply) => {
      refetchMail(id);
      announce(id, reply, reply.data.undo, "aliasUndo");
      onClose();
    },
    onError: (error) => explain(error) === "withdrawn" && onClose(),
  });
  // Nothing is a good answer to the call: it switches the catch-all off. Here that is the other choice.
  const [isMissing, setMissing] = useState(false);
  const change = (next: Draft) => {
    set(next);
    setMissing(false);
    form.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isEmpty = draft.isOn && draft.targets.every((target) => target.trim() === "");
    setMissing(isEmpty);
    if (isEmpty) event.preventDefault();
    else form.props.onSubmit(event);
  };
  return (
    <Dialog
      title={t("mail_page.catch_all_title", { name: toUnicode(holding.reference) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(start)}
    >
      {isRestored && <KeptNote />}
      <Form {...form.props} onSubmit={submit} className="grid gap-4">
        <ChoiceField
          label={t("mail_page.catch_all_choice")}
          autoFocus
          value={draft.isOn ? "on" : "off"}
          onChange={(choice) => change({ ...draft, isOn: choice === "on" })}
          choices={[
            { id: "off", label: t("mail_page.catch_all_off"), note: t("mail_page.catch_all_off_note") },
            { id: "on", label: t("mail_page.catch_all_on"), note: t("mail_page.catch_all_on_note") },
          ]}
        />
        {draft.isOn && (
          <TargetFields
            targets={draft.targets}
            onChange={(next) => change({ ...draft, targets: next })}
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
