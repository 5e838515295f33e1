import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { JobNotes, type JobNotesProps } from "../domain/section/JobNotes.tsx";
import { expiryOf } from "../expiry.ts";
import { useHolding } from "../holding.ts";

export const Warning = ({ children }: { children: string }) => (
  <p className="mb-3 flex gap-2.5 rounded-control bg-warning-soft px-4 py-2.5 text-label text-warning">
    <IconAlertTriangle size={16} aria-hidden className="mt-0.5 shrink-0" />
    {children}
  </p>
);

export function ExpiredNote() {
  const date = expiryOf(useHolding());
  return date === undefined ? null : <Warning>{t("hosting.expired", { date })}</Warning>;
}

/** What was changed and is not served yet, and what of it went wrong. */
export const WebJobs = (props: Pick<JobNotesProps, "id" | "jobs">) => (
  <JobNotes {...props} running={applying} refused={(reason) => t("hosting.not_applied", { reason })} />
);

const applying = () => (
  <span className="flex items-center gap-2 text-info">
    <span className="shrink-0">
      <Spinner size={12} />
    </span>
    {t("hosting.applying")}
  </span>
);
