import { useEffect } from "react";
import { useJob } from "../../../api/jobs.ts";
import { t } from "../../../i18n/i18n.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { pendingRecords } from "./pending-records.ts";

/** Beside a record that some name server has not shown yet, until its job says that all do. */
export function PendingMark({ record }: { record: number }) {
  const jobs = pendingRecords.useJobs(record);
  // the last one waits for the record as it is now
  const id = jobs.at(-1) ?? null;
  const job = useJob(id);
  const isDone = job?.state === "done";
  useEffect(() => {
    if (isDone) pendingRecords.leave(record, ...jobs);
  }, [isDone, record, jobs]);
  if (id === null || isDone) return null;
  return (
    <output className="shrink-0">
      {job?.state === "failed" ? (
        <Badge tone="warning">{t("zone.pending_failed")}</Badge>
      ) : (
        <Badge tone="info">
          <Spinner size={12} />
          {t("zone.pending")}
        </Badge>
      )}
    </output>
  );
}
