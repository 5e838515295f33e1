import type { ButtonHTMLAttributes, ReactNode } from "react";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

export interface NativeButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  type?: "button" | "submit";
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  isPending?: boolean;
}

/**
 * The browser's own button, for what is drawn before anything of React Aria is loaded. Elsewhere: <Button>. A submit button
 * always holds its wheel: the static login page shows it by `aria-busy` alone.
 */
export const NativeButton = (props: NativeButtonProps) => {
  const { type = "button", variant, size, icon, isPending, children, className, onClick, ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? undefined : onClick}
      className={cx("group", buttonStyle({ variant, size, square: children === undefined }), className)}
    >
      <span className="inline-flex items-center gap-2 group-aria-busy:animate-leave-late group-aria-busy:[animation-fill-mode:both]">
        {icon}
        {children}
      </span>
      {type === "submit" && (
        <span className="absolute inset-0 hidden animate-late place-items-center group-aria-busy:grid">
          <Spinner />
        </span>
      )}
    </button>
  );
};
