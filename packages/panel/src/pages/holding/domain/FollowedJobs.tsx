import { useEffect } from "react";
import { isOver, useJob } from "../../../api/jobs.ts";
import { refreshDomain } from "./domain-queries.ts";
import { leaveJob, useFollowedJobs } from "./followed-jobs.ts";

/** Waits for what the registry has been asked for, and shows what came of it. */
export const FollowedJobs = ({ id }: { id: number }) =>
  useFollowedJobs(id).map((job) => <FollowedJob key={job} id={id} job={job} />);

function FollowedJob({ id, job }: { id: number; job: number }) {
  const state = useJob(job);
  const isEnded = state !== null && isOver(state);
  useEffect(() => {
    if (!isEnded) return;
    leaveJob(id, job);
    void refreshDomain(id);
  }, [isEnded, id, job]);
  return null;
}
