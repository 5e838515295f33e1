import type { LogEntry } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../../api/client.ts";
import { query, queryClient } from "../../../../api/query.ts";

const followMs = 2000;
/** As many as the server keeps. */
const keptLines = 500;

/** Newest first. Once it is there, only what is newer is asked for. */
export function useErrorLog(id: number, isFollowed: boolean) {
  const options = query("serviceErrorLog", { params: { id } });
  return useQuery({
    ...options,
    queryFn: async ({ signal }) => {
      const known: readonly LogEntry[] = queryClient.getQueryData(options.queryKey)?.logs ?? [];
      // what is told later may have happened before
      const last = known.reduce((most, entry) => Math.max(most, entry.id), 0);
      const input = last > 0 ? { after: String(last) } : {};
      const { data } = await api.serviceErrorLog({ params: { id }, input }, { signal });
      const logs = [...data.logs, ...known].toSorted((one, other) => other.ts - one.ts);
      return { logs: logs.slice(0, keptLines) };
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isFollowed && followMs,
    refetchOnWindowFocus: isFollowed,
  });
}
