import { useEffect } from "react";
import { useJob } from "../../../api/jobs.ts";
import { t } from "../../../i18n/i18n.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { unmarkPending, usePendingJob } from "./pending-records.ts";

/** Beside a record that some name server has not shown yet, until its job says that all do. */
export function PendingMark({ record }: { record: number }) {
  const id = usePendingJob(record);
  const job = useJob(id);
  const isDone = job?.state === "done";
  useEffect(() => {
    if (isDone) unmarkPending(record);
  }, [isDone, record]);
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
