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

/** The browser's own button, for what is drawn before anything of React Aria is loaded. Elsewhere: <Button>. */
export const NativeButton = (props: NativeButtonProps) => {
  const { type = "button", variant, size, icon, isPending, children, className, onClick, ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onClick}
      className={cx(buttonStyle({ variant, size, square: children === undefined }), className)}
    >
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
        </span>
      )}
    </button>
  );
};
