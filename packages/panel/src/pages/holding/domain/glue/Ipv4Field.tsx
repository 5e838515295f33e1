import { parseIpv4 } from "@atrio/contract/fields/ip.ts";
import { type ClipboardEvent, useLayoutEffect, useRef, useState } from "react";
import { fillFields } from "../../../../form/form-fields.ts";
import { t } from "../../../../i18n/i18n.ts";
import { TextField, type TextFieldProps } from "../../../../ui/TextField.tsx";
import { addressIn, hasWrongGroup, typeIpv4, withoutOthers } from "./type-ipv4.ts";

export type Ipv4FieldProps = Omit<
  TextFieldProps,
  "name" | "value" | "onChange" | "onPaste" | "validate" | "inputRef" | "mono" | "inputMode" | "autoComplete"
> & { name: string };

/** An IPv4 address, whose dots come by themselves (type-ipv4.ts). What can't be one any more is told at once, the rest on leaving. */
export function Ipv4Field({ name, defaultValue = "", onBlur, ...props }: Ipv4FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ value: defaultValue, caret: defaultValue.length });
  const [wasLeft, setLeft] = useState(false);
  const { value } = typed;
  // React puts the caret at the end of what is not as the browser left it.
  useLayoutEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(typed.caret, typed.caret);
  }, [typed]);
  const change = (now: string) => {
    const next = typeIpv4(value, now);
    const after = withoutOthers(now.slice(input.current?.selectionEnd ?? now.length));
    setLeft(false);
    setTyped({ value: next, caret: next.length - after.length });
  };
  /** An address replaces all there is: no two of them fit. */
  const paste = (event: ClipboardEvent) => {
    const found = addressIn(event.clipboardData.getData("text"));
    const form = event.currentTarget.closest("form");
    if (found === undefined || !form) return;
    event.preventDefault();
    fillFields(form, [[name, found]]);
  };
  const isWrong = value !== "" && (wasLeft ? !parseIpv4(value).ok : hasWrongGroup(value));
  return (
    <TextField
      {...props}
      name={name}
      inputRef={input}
      mono
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={change}
      onPaste={paste}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      validate={() => (isWrong ? t("domain.ip_invalid") : null)}
      validationBehavior="aria"
    />
  );
}
