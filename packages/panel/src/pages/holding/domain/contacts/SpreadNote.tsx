import { IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useJob } from "../../../../api/jobs.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { unmarkSpread, useSpreadJob } from "./spread-jobs.ts";

/** How far a change has come that goes on in other domains; what some of them refused stays until it was read. */
export function SpreadNote({ id }: { id: number }) {
  const job = useJob(useSpreadJob(id));
  const isDone = job?.state === "done";
  useEffect(() => {
    if (isDone) unmarkSpread(id);
  }, [isDone, id]);
  return (
    <output className="mt-3 flex items-center gap-2 text-small empty:hidden">
      {job?.state === "failed" && (
        <>
          <span className="text-danger">{job.error}</span>
          <Button
            variant="ghost"
            size="sm"
            icon={<IconX size={15} />}
            aria-label={t("ui.close")}
            onPress={() => unmarkSpread(id)}
          />
        </>
      )}
      {job && !isDone && job.state !== "failed" && (
        <span className="flex items-center gap-2 text-info tabular-nums">
          <Spinner size={12} />
          {t("domain.contact_spreads", { percent: job.progress ?? 0 })}
        </span>
      )}
    </output>
  );
}
