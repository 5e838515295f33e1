import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTrigger,
} from "react-aria-components/Tooltip";
import { cx } from "./cx.ts";

export interface TooltipProps {
  text: ReactNode;
  /** A button or link of the kit. For anything else: <HintText>. */
  children: ReactNode;
  placement?: AriaTooltipProps["placement"];
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

export const Tooltip = ({ text, children, placement = "top", isOpen, onOpenChange }: TooltipProps) => (
  <TooltipTrigger delay={400} closeDelay={100} isOpen={isOpen} onOpenChange={onOpenChange}>
    {children}
    <AriaTooltip
      placement={placement}
      offset={6}
      className="max-w-72 animate-appear rounded-md bg-ink px-2.5 py-1.5 text-small text-surface shadow-float"
    >
      {text}
    </AriaTooltip>
  </TooltipTrigger>
);

export interface HintTextProps {
  text: string;
  /** Read out in place of the children, where they are an icon or a dot. */
  label?: string;
  children: ReactNode;
  className?: string;
}

/** Something that explains itself: on hover, on focus, and on a touch, which knows no hover. */
export function HintText({ text, label, children, className }: HintTextProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tooltip text={text} isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        aria-label={label}
        onPress={() => setOpen(true)}
        className={cx("cursor-help rounded-sm text-left", className)}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
