import { IconLock } from "@tabler/icons-react";
import { HintText } from "./Tooltip.tsx";

/** Where a control would be, had the user the right to it: a small lock that says why. */
export const LockHint = ({ reason }: { reason: string }) => (
  <HintText
    text={reason}
    label={reason}
    className="grid size-7 place-items-center text-muted hover:text-ink max-sm:size-11"
  >
    <IconLock size={16} />
  </HintText>
);
