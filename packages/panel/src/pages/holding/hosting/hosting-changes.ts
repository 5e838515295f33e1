/** What happens after a change: lists follow, the toast says what was done and takes it back, its job is shown until it is over. */
import { infoOf } from "../../../api/action.ts";
import { api, type Reply } from "../../../api/client.ts";
import { type KeptJobs, keptJobs } from "../../../api/kept-jobs.ts";
import { invalidate } from "../../../api/query.ts";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { explain } from "../explain.ts";
import { dropRedirection, dropSite } from "./hosting-queries.ts";

/** Of the service as a whole and of what is no longer in a list, by holding; of each site; of each redirection. */
export const serviceJobs = keptJobs("_servicejobs");
export const siteJobs = keptJobs("_sitejobs");
export const redirectionJobs = keptJobs("_redirectionjobs");

export const refetchWeb = (id: number): void =>
  void invalidate(["serviceGet", "parkingGet", "subdomainList", "subdomainGet", "redirectionList"], { id });

interface Told {
  readonly info: readonly string[];
  readonly job: number | null;
}
type Undo = "serviceUndo" | "subdomainUndo" | "redirectionUndo";
interface Change {
  /** Undefined where there is nothing to take back. */
  readonly undo?: { readonly call: Undo; readonly entry: number | null };
  /** Where its job is shown, and under which id. */
  readonly jobs: KeptJobs;
  readonly thing: number;
}

/** The server says what it did; nothing more is claimed. */
export function announce(id: number, reply: Told, { undo, jobs, thing }: Change): void {
  if (reply.job !== null) jobs.keep(thing, reply.job);
  const entry = undo?.entry ?? null;
  const action =
    undo === undefined || entry === null
      ? undefined
      : { label: t("hosting.undo"), onAction: () => void takeBack(id, undo.call, entry) };
  // Not served yet, or not well: its job tells the rest.
  toast[reply.job === null ? "success" : "info"](infoOf(reply), { action });
  refetchWeb(id);
}

async function takeBack(id: number, call: Undo, jid: number): Promise<void> {
  try {
    const reply: Reply<Undo> = await api[call]({ params: { id, jid } });
    if (reply.job !== null) serviceJobs.keep(id, reply.job);
    toast.success(reply.info[0] ?? t("hosting.undone"));
  } catch (error) {
    explain(error);
  }
  refetchWeb(id);
}

export async function deleteSite(id: number, sid: number): Promise<void> {
  try {
    const reply = await api.subdomainDelete({ params: { id, sid } });
    dropSite(id, sid);
    const undo = { call: "subdomainUndo", entry: reply.data.undo } as const;
    announce(id, reply, { undo, jobs: serviceJobs, thing: id });
  } catch (error) {
    explain(error);
    refetchWeb(id);
  }
}

export async function deleteRedirection(id: number, rid: number): Promise<void> {
  try {
    const reply = await api.redirectionDelete({ params: { id, rid } });
    dropRedirection(id, rid);
    const undo = { call: "redirectionUndo", entry: reply.data.undo } as const;
    announce(id, reply, { undo, jobs: serviceJobs, thing: id });
  } catch (error) {
    explain(error);
    refetchWeb(id);
  }
}
