import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../../api/client.ts";
import { isOver } from "../../../../api/jobs.ts";
import { invalidate, query } from "../../../../api/query.ts";
import { useQuietJob } from "./use-quiet-job.ts";

export const useHtaccess = (id: number) => useQuery(query("serviceHtaccess", { params: { id } }));

/** Whoever opens the list has the files looked through, and again when asked for. */
export function useHtaccessCheck(id: number) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["htaccess-check", id],
    queryFn: async () => ({ job: (await api.serviceHtaccessCheck({ params: { id } })).job }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const job = useQuietJob(data?.job ?? null);
  const isRunning = isFetching || (data !== undefined && data.job !== null && !(job && isOver(job)));
  useEffect(() => {
    if (dataUpdatedAt > 0 && !isRunning) void invalidate(["serviceHtaccess"], { id });
  }, [dataUpdatedAt, isRunning, id]);
  return {
    isRunning,
    error,
    /** Why it came to nothing. */
    failure: job?.error ?? null,
    again: () => void refetch(),
  };
}
