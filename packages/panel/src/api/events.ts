import type { Job, PushEventName, PushEvents } from "@atrio/contract";
import { t } from "../i18n/i18n.ts";
import { refreshConfig } from "../session/config.ts";
import { toast } from "../ui/toast.ts";
import { apiBase } from "./client.ts";
import { isOver, jobChanged } from "./jobs.ts";
import { invalidate, queryClient } from "./query.ts";

/** A job that was over before its call was answered is followed by nobody: the answer has told of it. */
function jobNews(job: Job): void {
  if (!jobChanged(job) || !isOver(job)) return;
  if (job.state === "done") toast.success(t("jobs.done"));
  else toast.error(job.error ?? t("jobs.failed"));
}

/** Server-sent events of this user: what other tabs, other people and background jobs changed. Returns how to stop. */
export function listenToEvents(onSessionEnd: () => void): () => void {
  const source = new EventSource(`${apiBase}/events/`);
  const on = <N extends PushEventName>(name: N, listener: (event: PushEvents[N]) => void) =>
    source.addEventListener(name, ({ data }: MessageEvent<string>) => listener(JSON.parse(data || "{}")));
  on("permissions", ({ id }) => {
    void invalidate(["permissionList", "permissionAreas", "permissionFind", "dashboardGet"]);
    void invalidate(["permissionGet"], id === null ? undefined : { id });
  });
  // An old brand serves until the server answers again.
  on("config", () => void refreshConfig().catch(() => undefined));
  on("job", jobNews);
  on("session", () => {
    source.close();
    onSessionEnd();
  });
  // After a break nobody knows what was missed.
  let wasOpen = false;
  source.addEventListener("open", () => {
    if (wasOpen) void queryClient.invalidateQueries();
    wasOpen = true;
  });
  return () => source.close();
}
