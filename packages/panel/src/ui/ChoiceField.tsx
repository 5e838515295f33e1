import { Radio, RadioGroup, type RadioGroupProps } from "react-aria-components/RadioGroup";
import { cx } from "./cx.ts";
import { fieldStyle } from "./field-style.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./FieldParts.tsx";

export interface Choice<Id extends string> {
  id: Id;
  label: string;
  /** What it means, in plain words. */
  note?: string;
  /** Its note says why it cannot be chosen. */
  isDisabled?: boolean | undefined;
}
export interface ChoiceFieldProps<Id extends string>
  extends Omit<RadioGroupProps, "children" | "className" | "style" | "value" | "onChange">, FieldProps {
  choices: readonly Choice<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The chosen one takes the focus when it is drawn. */
  autoFocus?: boolean;
}

/** One of a few, each with what it means. */
export function ChoiceField<Id extends string>(props: ChoiceFieldProps<Id>) {
  const { label, description, choices, onChange, autoFocus = false, ...rest } = props;
  const choose = (id: string) => {
    const chosen = choices.find((choice) => choice.id === id);
    if (chosen) onChange(chosen.id);
  };
  return (
    <RadioGroup {...rest} onChange={choose} className={fieldStyle}>
      <FieldLabel>{label}</FieldLabel>
      <div className="grid gap-2">
        {choices.map(({ id, label: words, note, isDisabled = false }) => (
          <Radio
            key={id}
            value={id}
            isDisabled={isDisabled}
            autoFocus={autoFocus && id === rest.value}
            className={cx(
              "group flex items-start gap-3 rounded-control border border-line px-3 py-2.5 transition-colors selected:border-link max-sm:min-h-11",
              isDisabled ? "text-muted" : "cursor-pointer hover:bg-subtle",
            )}
          >
            <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control bg-surface group-selected:border-[5px] group-selected:border-primary" />
            <span className="min-w-0">
              <span className="block text-label font-semibold">{words}</span>
              {note && <span className="block text-small text-muted wrap-anywhere">{note}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes description={description} />
    </RadioGroup>
  );
}
