import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Tooltip } from "../../../ui/Tooltip.tsx";

/** Words with more behind them: shown on hover and focus, and by a press, which is all a phone has. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tooltip text={text} isOpen={isOpen} onOpenChange={setOpen}>
      <Button onPress={() => setOpen(true)} className="max-w-full cursor-help truncate rounded-sm text-left">
        {children}
      </Button>
    </Tooltip>
  );
}
