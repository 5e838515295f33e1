import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { control, controlHeight, fieldStyle } from "./field-style.ts";
import { FieldLabel, FieldNotes } from "./FieldParts.tsx";
import type { TextFieldProps } from "./TextField.tsx";

export interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "suffix" | "suggestions" | "mono"> {
  /** Where something else shows it too, as one that was made up. */
  isShown?: boolean;
  onShow?: (isShown: boolean) => void;
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, description, placeholder, size = "md", labelAction, className, inputRef, ...others } = props;
  const [isShownHere, setShownHere] = useState(false);
  const { isShown = isShownHere, onShow = setShownHere, ...rest } = others;
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <AriaTextField {...rest} type={isShown ? "text" : "password"} className={cx(fieldStyle, className)}>
      <FieldLabel action={labelAction}>{label}</FieldLabel>
      <span className="relative flex">
        <Input
          ref={inputRef}
          // A shown password is a text field to everybody else: what is kept of a form leaves it out.
          data-secret=""
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="none"
          className={cx(
            control,
            size === "lg" ? "h-9.5 max-sm:h-11" : controlHeight,
            "pr-11",
            isShown && "font-mono",
          )}
        />
        <Button
          aria-pressed={isShown}
          onPress={() => onShow(!isShown)}
          aria-label={t("ui.show_password")}
          className="absolute inset-y-0 right-0 grid w-10 cursor-pointer place-items-center rounded-control text-muted hover:text-ink max-sm:w-11"
        >
          <Icon size={16} />
        </Button>
      </span>
      <FieldNotes description={description} />
    </AriaTextField>
  );
}
