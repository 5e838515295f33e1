import { longestText, losesBlanks, parseTxt, textLosesBlanks, textStrings } from "@atrio/contract";
import { t } from "../../../i18n/i18n.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { TextArea, type TextAreaProps } from "../../../ui/TextArea.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import type { FieldName, FieldSpec, RecordDraft } from "./record-fields.ts";

export type FieldWords = Partial<Record<FieldName, string>>;

export interface RecordFieldsProps {
  fields: readonly FieldSpec[];
  draft: RecordDraft;
  /** The zone as the user reads it, for examples. */
  zone: string;
  onChange: (name: FieldName, value: string) => void;
  /** What is wrong with each field, in words. */
  refused: FieldWords;
  /** The first of them takes the focus when the dialog opens. */
  autoFocus?: boolean;
}

const widths = { 2: "col-span-2", 3: "col-span-3", 4: "col-span-4", 6: "col-span-6" };

/** Draws the fields of any type out of the table in record-fields.ts. */
export const RecordFields = ({ fields, autoFocus, ...props }: RecordFieldsProps) =>
  fields.map((field, index) => (
    <RecordField key={field.name} field={field} autoFocus={autoFocus && index === 0} {...props} />
  ));

function RecordField(props: Omit<RecordFieldsProps, "fields"> & { field: FieldSpec }) {
  const { field, draft, zone, onChange, refused, autoFocus } = props;
  const { name, kind = "text", hint, example, options, isNumber, suffix, width = 6 } = field;
  const error = refused[name];
  const common = {
    name,
    label: t(field.label),
    value: draft[name],
    onChange: (value: string) => onChange(name, value),
    validate: () => error ?? null,
    validationBehavior: "aria" as const,
    autoFocus,
    className: widths[width],
  };
  const blanks = name !== "text" && losesBlanks(draft[name]) && t("zone.blanks");
  const description = [hint && t(hint), blanks].filter(Boolean).join(" ") || undefined;
  if (kind === "select")
    return <SelectField {...common} description={description} options={options?.() ?? []} />;
  const placeholder = example?.(draft, zone);
  if (kind === "textarea") {
    return (
      <TextArea
        {...common}
        mono
        placeholder={placeholder}
        description={<TextLength text={draft.text} />}
        onKeyDown={submitOnEnter}
      />
    );
  }
  return (
    <TextField
      {...common}
      mono
      description={description}
      placeholder={placeholder}
      suffix={suffix?.(zone)}
      inputMode={isNumber ? "numeric" : "text"}
      autoComplete="off"
    />
  );
}

/** Enter saves here too: the text of a record has no line ends. */
const submitOnEnter: TextAreaProps["onKeyDown"] = (event) => {
  if (event.key !== "Enter" || !(event.target instanceof HTMLTextAreaElement)) {
    // Escape is the dialog's.
    event.continuePropagation();
    return;
  }
  event.preventDefault();
  event.target.form?.requestSubmit();
};

const encoder = new TextEncoder();

/** How long the text is as it will be published; that it is cut, or loses blanks, is told only once it is so. */
function TextLength({ text }: { text: string }) {
  const parsed = parseTxt(text);
  const value = parsed.ok ? parsed.value : text.trim();
  const length = t("zone.text_length", { count: encoder.encode(value).length, limit: longestText });
  const count = textStrings(value).length;
  return (
    <>
      {t("zone.text_hint")} {length}.{" "}
      {count > 1 && t(value.includes("\n") ? "zone.text_strings" : "zone.text_split", { count })}{" "}
      {textLosesBlanks(text) && t("zone.blanks_text")}
    </>
  );
}
