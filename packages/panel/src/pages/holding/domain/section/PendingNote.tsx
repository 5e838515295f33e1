import type { PendingChange } from "@atrio/contract";
import { t } from "../../../../i18n/i18n.ts";
import { Spinner } from "../../../../ui/Spinner.tsx";
import type { DomainPart } from "../domain-part.ts";

export interface PendingNoteProps extends Pick<DomainPart, "domain"> {
  kinds: readonly PendingChange[];
  /** What it waits for, where that is more than the registry's time. */
  text?: string;
}

/** Where the registry has been asked for something and has not done it yet: what is shown is how it stands there. */
export const PendingNote = ({ domain, kinds, text = t("domain.pending_note") }: PendingNoteProps) => (
  <output className="block empty:hidden">
    {kinds.some((kind) => domain.pending.includes(kind)) && (
      <span className="mt-2 flex items-center gap-2 text-small text-info">
        <span className="shrink-0">
          <Spinner size={12} />
        </span>
        {text}
      </span>
    )}
  </output>
);
