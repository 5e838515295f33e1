import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { cx } from "./cx.ts";
import { control, fieldStyle } from "./field-style.ts";
import { FieldLabel, FieldNotes } from "./FieldParts.tsx";
import type { TextFieldProps } from "./TextField.tsx";

export interface TextAreaProps extends Omit<TextFieldProps, "suffix" | "size" | "inputRef"> {
  rows?: number;
  /** What is kept of a form leaves it out. */
  isSecret?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const { label, description, placeholder, mono, rows = 4, labelAction, className, ...others } = props;
  const { isSecret = false, ...rest } = others;
  return (
    <AriaTextField {...rest} className={cx(fieldStyle, className)}>
      <FieldLabel action={labelAction}>{label}</FieldLabel>
      <AriaTextArea
        rows={rows}
        data-secret={isSecret ? "" : undefined}
        placeholder={placeholder}
        spellCheck={mono ? false : undefined}
        className={cx(control, "field-sizing-content max-h-80 min-h-20 py-2", mono && "font-mono break-all")}
      />
      <FieldNotes description={description} />
    </AriaTextField>
  );
}
