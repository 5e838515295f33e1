import type { Job, PushEventName, PushEvents } from "@atrio/contract";
import { t } from "../i18n/i18n.ts";
import { refreshConfig } from "../session/config.ts";
import { toast } from "../ui/toast.ts";
import { apiBase } from "./client.ts";
import { isOver, jobChanged } from "./jobs.ts";
import { invalidate, queryClient } from "./query.ts";
import { shareStream } from "./shared-stream.ts";

/** A job that was over before its call was answered is followed by nobody: the answer has told of it. */
function jobNews(job: Job): void {
  if (!jobChanged(job) || !isOver(job)) return;
  if (job.state === "done") toast.success(t("jobs.done"));
  else toast.error(job.error ?? t("jobs.failed"));
}

/**
 * Server-sent events of this user: changes by other tabs, other people and background jobs. `isOurs` asks the server
 * whether the session still is `owner`'s. Returns how to stop.
 */
export function listenToEvents(owner: string, isOurs: () => Promise<boolean>): () => void {
  return shareStream({
    // The server refuses it once the cookie is another user's.
    url: `${apiBase}/events/?owner=${encodeURIComponent(owner)}`,
    listeners: {
      permissions: (data) => {
        const { id }: PushEvents["permissions"] = JSON.parse(data);
        void invalidate(["permissionList", "permissionAreas", "permissionFind", "dashboardGet"]);
        void invalidate(["permissionGet"], id === null ? undefined : { id });
      },
      // An old brand serves until the server answers again.
      config: () => refreshConfig().catch(() => undefined),
      job: (data) => jobNews(JSON.parse(data)),
      // The session that ended need not be the one that the browser has now.
      session: isOurs,
    } satisfies Record<PushEventName, (data: string) => unknown>,
    // Hidden pages ask again when they are shown.
    onReopen: () => void queryClient.invalidateQueries({ refetchType: document.hidden ? "none" : "active" }),
    mayOpen: isOurs,
  });
}
