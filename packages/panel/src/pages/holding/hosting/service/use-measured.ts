import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../../api/client.ts";
import { invalidate } from "../../../../api/query.ts";
import { useQuietJob } from "./use-quiet-job.ts";

/** Whoever looks at what is used sees it measured anew. */
export function useMeasured(id: number): void {
  const { data: begun } = useQuery({
    queryKey: ["measuring", id],
    queryFn: () => api.serviceMeasure({ params: { id } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isDone = useQuietJob(begun?.job ?? null)?.state === "done";
  useEffect(() => {
    if (isDone) void invalidate(["serviceGet"], { id });
  }, [isDone, id]);
}
