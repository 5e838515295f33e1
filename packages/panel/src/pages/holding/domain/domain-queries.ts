import type { Calls, Contact, ContactRole, Domain, ReplyOf } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { invalidate, query, queryClient } from "../../../api/query.ts";
import type { Holding } from "../holding.ts";

const pollMs = 3000;
const domainQuery = (id: number) => query("domainGet", { params: { id } });

/**
 * The domain as its registry knows it; asked for again and again while the registry has something left to do, and all that
 * the page shows with it once some of that is done or refused.
 */
export function useDomain(id: number) {
  const domain = useQuery({
    ...domainQuery(id),
    refetchInterval: ({ state }) => ((state.data?.domain.pending.length ?? 0) > 0 ? pollMs : false),
  });
  const pending = domain.data?.domain.pending;
  const before = useRef(pending);
  useEffect(() => {
    const isLess = before.current?.some((kind) => !pending?.includes(kind));
    before.current = pending;
    if (isLess) void refreshParts(id);
  }, [id, pending]);
  return domain;
}

/**
 * Whether a part that is fetched by itself is still to come: the page is drawn with all of them, and nothing in it moves. A part
 * that failed has come: it is fetched again when its card is drawn, and the card must stay for that.
 */
export function useLoadingParts({ id, sees }: Holding): boolean {
  const params = { params: { id } };
  const parts = [
    useQuery({ ...query("nameserverInit", params), enabled: sees("nameserverInit") }),
    useQuery({ ...query("glueList", params), enabled: sees("glueList") }),
    useQuery({ ...query("dnssecList", params), enabled: sees("dnssecList") }),
  ];
  return parts.some(({ isLoading, isFetched }) => isLoading && !isFetched);
}

/** Replies of changes carry the domain anew. */
export const putDomain = (id: number, domain: Domain): void =>
  void queryClient.setQueryData<ReplyOf<Calls["domainGet"]>>(
    domainQuery(id).queryKey,
    (old) => old && { ...old, domain },
  );

export const putContacts = (id: number, contacts: Readonly<Partial<Record<ContactRole, Contact>>>): void =>
  void queryClient.setQueryData<ReplyOf<Calls["domainGet"]>>(
    domainQuery(id).queryKey,
    (old) => old && { ...old, ...contacts },
  );

async function refreshParts(id: number): Promise<void> {
  await Promise.all([
    invalidate(["nameserverInit", "glueList", "dnssecList", "dnssecStatus", "permissionGet"], { id }),
    invalidate(["jobGet"]),
  ]);
}

/** Everything that this page shows; the domain first, so that what it no longer waits for is seen in its parts. */
export async function refreshDomain(id: number): Promise<void> {
  await invalidate(["domainGet"], { id });
  await refreshParts(id);
}
