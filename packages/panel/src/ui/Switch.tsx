import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import { cx } from "./cx.ts";

export interface SwitchProps extends Omit<AriaSwitchProps, "children" | "className" | "style"> {
  /** Without words it needs an `aria-label` or `aria-labelledby`. */
  children?: ReactNode;
  className?: string;
}

/** On or off, at once. */
export const Switch = ({ children, className, ...props }: SwitchProps) => (
  <AriaSwitch
    {...props}
    className={cx(
      "group inline-flex min-h-6 shrink-0 cursor-pointer rounded-full items-center gap-2.5 max-sm:min-h-11 disabled:cursor-default",
      className,
    )}
  >
    {/* Borders that nobody sees are all that forced colours leave. */}
    <span className="flex h-5.5 w-9.5 shrink-0 items-center rounded-full border border-transparent bg-control px-px transition-colors group-selected:bg-primary group-disabled:opacity-50">
      <span className="size-4.5 rounded-full border border-transparent bg-white transition-transform group-selected:translate-x-4" />
    </span>
    {children}
  </AriaSwitch>
);
