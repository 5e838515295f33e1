import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Tooltip } from "../../../ui/Tooltip.tsx";

export interface HintProps {
  text: string;
  /** The name of what has no words itself. */
  label?: string;
  children: ReactNode;
}

/** A thing with more behind them: shown on hover and focus, and by a press, which is all a phone has. */
export function Hint({ text, label, children }: HintProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tooltip text={text} isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        aria-label={label}
        onPress={() => setOpen(true)}
        className="max-w-full shrink-0 cursor-help truncate rounded-sm text-left"
      >
        {children}
      </Button>
    </Tooltip>
  );
}
