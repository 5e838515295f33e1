import { generatePassword } from "@atrio/contract/password.ts";
import { IconCheck, IconCopy, IconDice5 } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { useCopy } from "../../../ui/useCopy.ts";

export interface NewPasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  autoFocus?: boolean;
}

/** A password to be set: typed, or made up by a press, which shows it; copied to be handed on. */
export function NewPasswordField({ value, onChange, autoFocus }: NewPasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const { outcome, copy } = useCopy(() => {
    input.current?.focus();
    input.current?.select();
  });
  const generate = () => {
    onChange(generatePassword());
    setShown(true);
  };
  return (
    <div className="grid gap-2">
      <PasswordField
        name="password"
        label={t("mail_page.password")}
        description={t("mail_page.password_hint")}
        autoComplete="new-password"
        autoFocus={autoFocus ?? false}
        isRequired
        value={value}
        onChange={onChange}
        inputRef={input}
        isShown={isShown}
        onShow={setShown}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={<IconDice5 size={15} />} onPress={generate}>
          {t("mail_page.password_generate")}
        </Button>
        <Button
          size="sm"
          icon={outcome === "copied" ? <IconCheck size={15} /> : <IconCopy size={15} />}
          isDisabled={value === ""}
          onPress={() => void copy(value)}
        >
          {t(outcome === "copied" ? "ui.copied" : "ui.copy")}
        </Button>
        <span aria-live="polite" className="text-small text-danger empty:hidden">
          {outcome === "failed" && t("main.no_copy")}
        </span>
      </div>
    </div>
  );
}
