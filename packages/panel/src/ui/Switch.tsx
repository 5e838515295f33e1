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
      "group inline-flex min-h-6 shrink-0 cursor-pointer items-center gap-2.5 max-sm:min-h-11 disabled:cursor-default",
      className,
    )}
  >
    <span className="flex h-5.5 w-9.5 shrink-0 items-center rounded-full bg-control p-0.5 transition-colors group-selected:bg-primary group-disabled:opacity-50 group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-link forced-colors:border">
      <span className="size-4.5 rounded-full bg-white shadow-sm transition-transform group-selected:translate-x-4 forced-colors:bg-[ButtonText]" />
    </span>
    {children}
  </AriaSwitch>
);
