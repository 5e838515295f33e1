import type { CallName } from "@atrio/contract";
import { type ReactNode, useEffect } from "react";
import { toast } from "../../../../ui/toast.ts";
import { refusalOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import type { DomainDialog } from "../domain-search.ts";
import { useDomainDialog } from "../use-domain-dialog.ts";

export interface PartDialogProps {
  name: DomainDialog;
  /** What it is for: who may not make this call has no such dialog. */
  call: CallName;
  part: DomainPart;
  children: (close: () => void) => ReactNode;
}

/**
 * The dialog of a part, while the address names it. The permission may go while it is open, and an address may ask for what
 * was never allowed: then it closes, and says why.
 */
export function PartDialog({ name, call, part, children }: PartDialogProps) {
  const { dialog, close } = useDomainDialog();
  const isOpen = dialog === name;
  const refusal = isOpen ? refusalOf(call, part) : undefined;
  useEffect(() => {
    if (refusal === undefined) return;
    toast.error(refusal);
    close();
  }, [refusal, close]);
  return isOpen && refusal === undefined ? children(close) : null;
}
