import type { Job } from "@atrio/contract";
import { keptJobs } from "../../../../api/kept-jobs.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { JobNotes } from "../section/JobNotes.tsx";

/** Changes of a contact that go on in other domains, by the domain where they were made. */
export const spreadJobs = keptJobs("_contactjobs");

const percentOf = ({ progress }: Job) => (
  <span className="flex items-center gap-2 text-info tabular-nums">
    <Spinner size={12} />
    {t("domain.contact_spreads", { percent: progress ?? 0 })}
  </span>
);

/** How far they have come. */
export const SpreadNote = ({ id }: { id: number }) => (
  <JobNotes id={id} jobs={spreadJobs} running={percentOf} refused={(reason) => reason} />
);
