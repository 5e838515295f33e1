import type { ReactNode } from "react";
import { useHolding } from "../holding.ts";
import { AddressedDialog } from "../dialogs/AddressedDialog.tsx";
import { useFocusKept } from "../use-focus-kept.ts";
import { serviceJobs } from "./hosting-changes.ts";
import { hostingDialogs, hostingWords } from "./hosting-dialogs.ts";
import { useWeb } from "./hosting-queries.ts";
import { ExpiredNote, WebJobs } from "./HostingNotes.tsx";
import { useHostingAddress } from "./use-hosting-address.ts";

/** What is around the lists of sites and redirections; drawn anew with them and with their dialogs, so that no focus is lost. */
export function HostingArea({ header, children }: { header: ReactNode; children: ReactNode }) {
  const holding = useHolding();
  const { dialog, closeDialog } = useHostingAddress();
  const { web, error } = useWeb(holding);
  const keepFocus = useFocusKept();
  return (
    <div {...keepFocus}>
      {header}
      <ExpiredNote />
      <div className="*:mt-0 *:mb-4">
        <WebJobs id={holding.id} jobs={serviceJobs} />
      </div>
      {children}
      <AddressedDialog
        open={dialog}
        groups={hostingDialogs}
        things={web}
        error={error}
        words={hostingWords}
        onClose={closeDialog}
      />
    </div>
  );
}
