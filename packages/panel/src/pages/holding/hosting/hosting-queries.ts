import type { ParkedService, Redirection, Service, SubdomainEntry } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { query, queryClient } from "../../../api/query.ts";
import type { Holding } from "../holding.ts";

export const useService = (id: number) => useQuery(query("serviceGet", { params: { id } }));

export const useParking = (id: number) => useQuery(query("parkingGet", { params: { id } }));

const parkingKey = (id: number) => query("parkingGet", { params: { id } }).queryKey;
const serviceKey = (id: number) => query("serviceGet", { params: { id } }).queryKey;
const sitesKey = (id: number) => query("subdomainList", { params: { id } }).queryKey;
const redirectionsKey = (id: number) => query("redirectionList", { params: { id } }).queryKey;

/** Sites and redirections are two calls: who may see only one of them gets that one. */
export function useWeb({ id, can }: Holding) {
  const sites = useQuery({ ...query("subdomainList", { params: { id } }), enabled: can("subdomainList") });
  const redirections = useQuery({
    ...query("redirectionList", { params: { id } }),
    enabled: can("redirectionList"),
  });
  const wanted = [sites, redirections].filter(({ isEnabled }) => isEnabled);
  const isLoaded = wanted.every(({ data }) => data !== undefined);
  return {
    /** Undefined until both are there: a list that grows while it is read moves under the hand. */
    web: isLoaded
      ? { sites: sites.data?.subdomains ?? [], redirections: redirections.data?.redirections ?? [] }
      : undefined,
    error: wanted.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => {
      for (const { refetch, data } of wanted) if (data === undefined) void refetch();
    },
  };
}
export type Web = NonNullable<ReturnType<typeof useWeb>["web"]>;

/** As far as it is loaded. */
export const knownWeb = (id: number): Web => ({
  sites: queryClient.getQueryData(sitesKey(id))?.subdomains ?? [],
  redirections: queryClient.getQueryData(redirectionsKey(id))?.redirections ?? [],
});

/** Whether certificates are ordered by themselves here, as far as it is known. */
export const useAutomatic = (id: number): boolean =>
  useQuery(query("subdomainList", { params: { id } })).data?.automatic !== false;

const without = <T extends { id: number }>(list: readonly T[], item: number): T[] =>
  list.filter(({ id }) => id !== item);

/** What a call answered is shown at once. */
export function putService(id: number, service: Service): void {
  queryClient.setQueryData(serviceKey(id), { service });
  putParking(id, service);
}

/** Who may park and not open the service is told no more of it. */
export function putParked(id: number, service: ParkedService): void {
  if ("usage" in service) putService(id, service);
  else putParking(id, service);
}

const putParking = (id: number, { parkingActive }: ParkedService): void =>
  void queryClient.setQueryData(parkingKey(id), { parkingActive });

export const putSite = (id: number, site: SubdomainEntry): void =>
  void queryClient.setQueryData(
    sitesKey(id),
    (list) => list && { ...list, subdomains: [...without(list.subdomains, site.id), site] },
  );

export const putRedirection = (id: number, redirection: Redirection): void =>
  void queryClient.setQueryData(
    redirectionsKey(id),
    (list) => list && { redirections: [...without(list.redirections, redirection.id), redirection] },
  );

export const dropSite = (id: number, sid: number): void =>
  void queryClient.setQueryData(
    sitesKey(id),
    (list) => list && { ...list, subdomains: without(list.subdomains, sid) },
  );

export const dropRedirection = (id: number, rid: number): void =>
  void queryClient.setQueryData(
    redirectionsKey(id),
    (list) => list && { redirections: without(list.redirections, rid) },
  );
