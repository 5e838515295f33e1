import type { Job } from "@atrio/contract";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useJob } from "../../../../api/jobs.ts";
import type { KeptJobs } from "../../../../api/kept-jobs.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";

export interface JobNotesProps {
  id: number;
  jobs: KeptJobs;
  /** While it runs; without it that is told elsewhere, and the page asked for again and again until it is over. */
  running?: (job: Job) => ReactNode;
  /** What was refused stays until it was read. */
  refused: (reason: string) => string;
}

/** What the registry was asked for and has not answered yet, across reloads. */
export const JobNotes = ({ jobs, ...props }: JobNotesProps) =>
  jobs
    .useJobs(props.id)
    .map((job) => <JobNote key={job} {...props} job={job} onOver={() => jobs.leave(props.id, job)} />);

interface JobNoteProps extends Pick<JobNotesProps, "running" | "refused"> {
  job: number;
  onOver: () => void;
}

function JobNote({ job: id, running, refused, onOver }: JobNoteProps) {
  const job = useJob(id, running !== undefined);
  const isDone = job?.state === "done";
  useEffect(() => {
    if (isDone) onOver();
  }, [isDone, onOver]);
  return (
    <output className="mt-3 flex items-center gap-2 text-small empty:hidden">
      {job?.state === "failed" && (
        <>
          <span className="text-pretty text-danger">{refused(job.error ?? t("jobs.failed"))}</span>
          <Button
            variant="ghost"
            size="sm"
            icon={<IconX size={15} />}
            aria-label={t("ui.close")}
            onPress={onOver}
          />
        </>
      )}
      {job && !isDone && job.state !== "failed" && running?.(job)}
    </output>
  );
}
