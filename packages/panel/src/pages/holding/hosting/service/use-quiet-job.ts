import type { Job } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../../api/client.ts";
import { isOver } from "../../../../api/jobs.ts";

const pollMs = 1000;

/** A job that changes nothing of the customer's: whoever waits for it sees what it found, and no other news tells of its end. */
export function useQuietJob(id: number | null): Job | undefined {
  const { data } = useQuery({
    queryKey: ["quiet-job", id],
    queryFn: async () => (await api.jobGet({ params: { id: id ?? 0 } })).data.job,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  });
  return data;
}
