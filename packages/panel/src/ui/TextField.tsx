import { type ReactNode, type Ref, useId } from "react";
import { Input } from "react-aria-components/Input";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import { cx } from "./cx.ts";
import { control, controlHeight, fieldStyle } from "./field-style.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./FieldParts.tsx";

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, "children" | "className" | "style">, FieldProps {
  placeholder?: string;
  /** For what a machine reads: names, addresses, keys. */
  mono?: boolean;
  size?: "md" | "lg";
  /** Fixed text after the input, such as the domain a name belongs to. */
  suffix?: ReactNode;
  /** Offered by the browser while typing. */
  suggestions?: readonly string[];
  labelAction?: ReactNode;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    description,
    placeholder,
    mono,
    size = "md",
    suffix,
    suggestions,
    labelAction,
    className,
    inputRef,
    ...rest
  } = props;
  const list = useId();
  return (
    <AriaTextField {...rest} className={cx(fieldStyle, className)}>
      <FieldLabel action={labelAction}>{label}</FieldLabel>
      <span className="flex min-w-0 items-center gap-2">
        <Input
          ref={inputRef}
          list={suggestions && list}
          placeholder={placeholder}
          spellCheck={mono ? false : undefined}
          autoCapitalize={mono ? "none" : undefined}
          className={cx(control, size === "lg" ? "h-9.5 max-sm:h-11" : controlHeight, mono && "font-mono")}
        />
        {suggestions && (
          <datalist id={list}>
            {suggestions.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </datalist>
        )}
        {suffix !== undefined && (
          <span className="max-w-1/2 shrink-0 truncate font-mono text-label text-muted">{suffix}</span>
        )}
      </span>
      <FieldNotes description={description} />
    </AriaTextField>
  );
}
