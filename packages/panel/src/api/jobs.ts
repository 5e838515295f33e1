import type { Job } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { query, queryClient } from "./query.ts";

const pollMs = 2000;
export const isOver = ({ state }: Job): boolean => state === "done" || state === "failed";

/**
 * Follows the job that finishes a change, wherever it is shown: the push channel brings its news (api/events.ts), a slow
 * poll covers a channel that is down, unless what it changes is asked for again and again already. Null: nothing to follow.
 */
export function useJob(id: number | null, isPolled = true): Job | null {
  const { data } = useQuery({
    ...query("jobGet", { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (!isPolled || (state.data && isOver(state.data.job)) ? false : pollMs),
  });
  return data?.job ?? null;
}

/** What the push channel says about a job, for all who follow it; false where nobody does. */
export function jobChanged(job: Job): boolean {
  const { queryKey } = query("jobGet", { params: { id: job.id } });
  if (queryClient.getQueryState(queryKey) === undefined) return false;
  queryClient.setQueryData(queryKey, { job });
  return true;
}
