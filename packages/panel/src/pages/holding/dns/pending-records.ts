import { keptJobs } from "../../../api/kept-jobs.ts";

/** Records that not every name server has yet, each with the job that waits for it. */
export const pendingRecords = keptJobs("_dnspending");
