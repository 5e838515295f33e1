import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { controlBase, fieldStyle, labelStyle } from "./field-style.ts";

export interface NativeFieldProps extends Omit<ComponentPropsWithRef<"input">, "size"> {
  label: string;
  /** What is wrong with it. */
  fault?: string;
  mono?: boolean;
  /** Over the right end of the input. */
  aside?: ReactNode;
}

/** The browser's own input, for what is drawn before anything of React Aria is loaded. Elsewhere: <TextField>. */
export function NativeField({ label, fault, mono, aside, ...props }: NativeFieldProps) {
  const id = useId();
  return (
    <div className={fieldStyle}>
      <label htmlFor={id} className={labelStyle}>
        {label}
      </label>
      <span className="relative flex">
        <input
          {...props}
          id={id}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          spellCheck={false}
          autoCapitalize="none"
          placeholder=" "
          className={cx(
            controlBase,
            "h-9.5 max-sm:h-11 aria-invalid:border-danger aria-invalid:focus:outline-danger",
            // An empty input needs no letters: its font is not fetched before there is one to draw.
            mono && "not-placeholder-shown:font-mono",
            aside !== undefined && "pr-11",
          )}
        />
        {aside}
      </span>
      {fault !== undefined && (
        <span id={`${id}-fault`} role="alert" className="text-small text-danger">
          {fault}
        </span>
      )}
    </div>
  );
}

export function NativePasswordField(props: Omit<NativeFieldProps, "type" | "aside" | "mono">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <NativeField
      {...props}
      type={isShown ? "text" : "password"}
      mono={isShown}
      aside={
        <button
          type="button"
          aria-label={t("ui.show_password")}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-10 cursor-pointer place-items-center rounded-control text-muted hover:text-ink max-sm:w-11"
        >
          <Icon size={16} />
        </button>
      }
    />
  );
}
