import type { Calls, DnssecStatus, ReplyOf } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidate, query, queryClient } from "../../../../api/query.ts";

/** While the switch is on its way, while it only waits, and while a chain that does not hold may be mended elsewhere. */
const workingMs = 2_000;
const waitingMs = 10_000;
const watchingMs = 20_000;

export const isWorking = ({ switch: state }: DnssecStatus): boolean =>
  state !== null && state.step !== "on" && state.step !== "off";

const pauseOf = (status: DnssecStatus | undefined): number | false => {
  if (!status) return false;
  if (isWorking(status)) return status.switch?.until === null ? workingMs : waitingMs;
  return status.chain.state === "broken" || status.chain.state === "unknown" ? watchingMs : false;
};

const statusQuery = (id: number) => query("dnssecStatus", { params: { id } });

/** Followed for as long as it can change by itself; what the registry holds follows it. */
export function useDnssecStatus(id: number) {
  const status = useQuery({
    ...statusQuery(id),
    refetchInterval: ({ state }) => pauseOf(state.data?.status),
  });
  const step = status.data?.status.switch?.step;
  useEffect(() => {
    if (step !== undefined) void invalidate(["dnssecList"], { id });
  }, [id, step]);
  return status;
}

export const useDnssecList = (id: number) => useQuery(query("dnssecList", { params: { id } }));

export const putStatus = (id: number, status: DnssecStatus): void =>
  void queryClient.setQueryData<ReplyOf<Calls["dnssecStatus"]>>(statusQuery(id).queryKey, { status });
