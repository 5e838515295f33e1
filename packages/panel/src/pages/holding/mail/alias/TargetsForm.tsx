import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import type { ApiForm } from "../../../../form/useApiForm.ts";
import { useKept } from "../../../../form/useKept.ts";
import { t } from "../../../../i18n/i18n.ts";
import { say } from "../../../../i18n/say.ts";
import { type Choice, ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { isTargets } from "../create/targets.ts";
import { TargetFields } from "../create/TargetFields.tsx";

interface Draft {
  readonly way: string;
  readonly targets: readonly string[];
}
const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "way" in value &&
  typeof value.way === "string" &&
  "targets" in value &&
  isTargets(value.targets);

export interface TargetsFormProps {
  title: string;
  /** What may become of the mail; without it there is one way only. */
  choice?: {
    label: string;
    /** The first leads mail nowhere. They are sent as `way`. */
    ways: readonly [Choice<string>, ...Choice<string>[]];
    /** The one in force. */
    way: string;
  };
  targets: readonly string[];
  suggestions: readonly string[];
  form: ApiForm;
  keptAs: string;
  onClose: () => void;
}

/** What becomes of mail that comes in, and the addresses that it goes on to. */
export function TargetsForm(props: TargetsFormProps) {
  const { title, choice, targets, suggestions, form, keptAs, onClose } = props;
  const [start] = useState<Draft>({
    way: choice?.way ?? "",
    targets: targets.length > 0 ? targets : [""],
  });
  const isValid = (value: unknown): value is Draft =>
    isDraft(value) && (!choice || choice.ways.some(({ id }) => id === value.way));
  const { value: draft, set, isRestored } = useKept(keptAs, start, isValid);
  const isLed = draft.way !== choice?.ways[0].id;
  // No target is a good answer to the call: it leads mail nowhere. Here that is a choice of its own.
  const [isMissing, setMissing] = useState(false);
  const change = (next: Partial<Draft>) => {
    set({ ...draft, ...next });
    setMissing(false);
    form.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isEmpty = isLed && draft.targets.every((target) => target.trim() === "");
    setMissing(isEmpty);
    if (isEmpty) event.preventDefault();
    else form.props.onSubmit(event);
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(start)}
    >
      {isRestored && <KeptNote />}
      <Form {...form.props} onSubmit={submit} className="grid gap-4">
        {choice && (
          <ChoiceField
            name="way"
            label={choice.label}
            autoFocus
            value={draft.way}
            onChange={(chosen) => change({ way: chosen })}
            choices={choice.ways}
          />
        )}
        {isLed && (
          <TargetFields
            targets={draft.targets}
            onChange={(next) => change({ targets: next })}
            fault={isMissing ? say("main.required") : form.faults["target"]}
            suggestions={suggestions}
            autoFocus={choice === undefined}
          />
        )}
        <FormFooter label={t("mail_page.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
