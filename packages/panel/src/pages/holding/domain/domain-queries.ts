import type { Calls, Contact, ContactRole, Domain, ReplyOf } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { invalidate, query, queryClient } from "../../../api/query.ts";

const pollMs = 3000;
const domainQuery = (id: number) => query("domainGet", { params: { id } });

/** The domain as its registry knows it; asked for again and again while the registry has something left to do. */
export const useDomain = (id: number) =>
  useQuery({
    ...domainQuery(id),
    refetchInterval: ({ state }) => ((state.data?.domain.pending.length ?? 0) > 0 ? pollMs : false),
  });

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

/** Everything that this page shows. */
export const refreshDomain = (id: number): Promise<void> =>
  invalidate(["domainGet", "nameserverInit", "glueList", "dnssecList", "dnssecStatus", "permissionGet"], {
    id,
  });
