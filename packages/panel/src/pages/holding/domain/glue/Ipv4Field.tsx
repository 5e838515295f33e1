import { parseIpv4 } from "@atrio/contract/fields/ip.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { TextField, type TextFieldProps } from "../../../../ui/TextField.tsx";
import { hasWrongGroup, type Typed, typeIpv4 } from "./type-ipv4.ts";

export type Ipv4FieldProps = Omit<
  TextFieldProps,
  "value" | "onChange" | "validate" | "inputRef" | "mono" | "inputMode" | "autoComplete"
>;

/** An IPv4 address, whose dots come by themselves (type-ipv4.ts). What can't be one any more is told at once, the rest on leaving. */
export function Ipv4Field({ defaultValue = "", onBlur, ...props }: Ipv4FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>({ value: defaultValue, caret: defaultValue.length });
  const [wasLeft, setLeft] = useState(false);
  const { value } = typed;
  // React puts the caret at the end of what is not as it was typed.
  useLayoutEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(typed.caret, typed.caret);
  }, [typed]);
  const isWrong = value !== "" && (wasLeft ? !parseIpv4(value).ok : hasWrongGroup(value));
  return (
    <TextField
      {...props}
      inputRef={input}
      mono
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(now) => {
        setLeft(false);
        setTyped(typeIpv4(value, { value: now, caret: input.current?.selectionStart ?? now.length }));
      }}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      validate={() => (isWrong ? t("domain.ip_invalid") : null)}
      validationBehavior="aria"
    />
  );
}
