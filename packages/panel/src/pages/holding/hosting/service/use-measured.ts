import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../../api/client.ts";
import { isOver } from "../../../../api/jobs.ts";
import { invalidate } from "../../../../api/query.ts";

const pollMs = 1000;

/** Whoever looks at what is used sees it measured anew. Nobody asked for it, so nothing tells of its job. */
export function useMeasured(id: number): void {
  const { data: begun } = useQuery({
    queryKey: ["measuring", id],
    queryFn: () => api.serviceMeasure({ params: { id } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const job = begun?.job ?? 0;
  const { data } = useQuery({
    queryKey: ["measured", job],
    queryFn: async () => (await api.jobGet({ params: { id: job } })).data.job,
    enabled: job !== 0,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  });
  const isDone = data?.state === "done";
  useEffect(() => {
    if (isDone) void invalidate(["serviceGet"], { id });
  }, [isDone, id]);
}
