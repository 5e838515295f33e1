import { IconCheck, IconMinus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from "react-aria-components/Checkbox";
import { cx } from "./cx.ts";

export interface CheckboxProps extends Omit<AriaCheckboxProps, "children" | "className" | "style"> {
  children?: ReactNode;
  className?: string;
}

export const Checkbox = ({ children, className, ...props }: CheckboxProps) => (
  <AriaCheckbox
    {...props}
    className={cx(
      "group inline-flex min-h-6 cursor-pointer items-center gap-2.5 max-sm:min-h-11",
      // Alone it is a target all the same, around a box that stays where it is.
      children === undefined && "max-sm:-mx-3.25 max-sm:w-11 max-sm:justify-center",
      className,
    )}
  >
    {({ isIndeterminate }) => (
      <>
        <span className="grid size-4.5 shrink-0 place-items-center rounded-[5px] border border-control bg-surface text-white group-selected:border-transparent group-selected:bg-primary group-invalid:border-danger">
          <span className="invisible group-selected:visible">
            {isIndeterminate ? <IconMinus size={14} stroke={3} /> : <IconCheck size={14} stroke={3} />}
          </span>
        </span>
        {children}
      </>
    )}
  </AriaCheckbox>
);
