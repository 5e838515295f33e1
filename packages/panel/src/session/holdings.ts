import type { HoldingKind } from "@atrio/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { query } from "../api/query.ts";
import { paths } from "../paths.ts";

const kinds: readonly HoldingKind[] = ["domain", "service", "mail"];

/** One row of each kind answers whether there is any: no menu loads a whole account. */
const anyOf = (kind: HoldingKind) => query("permissionList", { input: { page: "1", pageSize: "1", kind } });

/** Of which kinds the user has anything; the menus show only those lists. */
export function useHoldingKinds(): Record<HoldingKind, boolean> {
  const [domain, service, mail] = useQueries({ queries: kinds.map(anyOf) });
  const has = (result: typeof domain) => (result?.data?.total ?? 0) > 0;
  return { domain: has(domain), service: has(service), mail: has(mail) };
}

/** Where "Domains" leads: the first list that has something. */
export function useFirstList(): string | null {
  const has = useHoldingKinds();
  if (has.domain) return paths.domains;
  if (has.service) return paths.services;
  return has.mail ? paths.mail : null;
}

export const useHoldingTotal = (): number | undefined =>
  useQuery(query("permissionList", { input: { page: "1", pageSize: "1" } })).data?.total;
