import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { t } from "../i18n/i18n.ts";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

export interface ButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Without words the button is square and needs an `aria-label`. */
  children?: ReactNode;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, size, icon, children, className, isPending, ...props }: ButtonProps) {
  const square = children === undefined;
  return (
    <AriaButton
      {...props}
      isPending={isPending}
      className={cx(buttonStyle({ variant, size, square }), className)}
    >
      {/* The words stay where they are while it runs, so nothing moves; the wheel comes after 400 ms. */}
      <span
        className={cx(
          "inline-flex items-center gap-2",
          isPending && "animate-leave-late [animation-fill-mode:both]",
        )}
      >
        {icon}
        {children}
      </span>
      {isPending && (
        <span className="absolute inset-0 grid animate-late place-items-center">
          <Spinner />
          <span className="sr-only">{t("ui.pending")}</span>
        </span>
      )}
    </AriaButton>
  );
}
