/** What happens after a change: the toast tells what was done and takes it back; what the registry still has to do is followed. */
import { keptJobs } from "../../../api/kept-jobs.ts";
import { infoOf } from "../../../api/action.ts";
import { api } from "../../../api/client.ts";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { explain } from "../explain.ts";
import { putDomain, refreshDomain } from "./domain-queries.ts";

/** Of changes that the registry had not done when they were answered, by holding. */
export const changeJobs = keptJobs("_domainjobs");

interface Told {
  readonly info: readonly string[];
  readonly job: number | null;
  readonly data: { readonly undo: number | null };
}

/** `tone` info: not done yet, or not well. */
export function announce(
  id: number,
  reply: Told,
  tone: "success" | "info" = reply.job === null ? "success" : "info",
): void {
  const { undo } = reply.data;
  if (reply.job !== null) changeJobs.keep(id, reply.job);
  const action =
    undo === null ? undefined : { label: t("domain.undo"), onAction: () => void takeBack(id, undo) };
  toast[tone](infoOf(reply), { action });
  void refreshDomain(id);
}

async function takeBack(id: number, journalId: number): Promise<void> {
  try {
    const reply = await api.domainUndo({ params: { id, jid: journalId } });
    putDomain(id, reply.data.domain);
    // A change taken back can be made again as it was: no undo of the undo.
    announce(id, { ...reply, data: { undo: null } });
  } catch (error) {
    explain(error);
    void refreshDomain(id);
  }
}
