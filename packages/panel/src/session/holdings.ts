import type { HoldingKind } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { query, queryClient } from "../api/query.ts";
import { listPaths } from "../paths.ts";

/** The whole account in one row, whatever its size: no menu loads a list. */
const accountQuery = query("permissionAreas");

/** Before the first page, so that its menus are complete when they are drawn. Without an answer they are shorter, not missing. */
export const loadAccount = (): Promise<unknown> =>
  queryClient.ensureQueryData(accountQuery).catch(() => undefined);

/** In the order of the menus. */
export const listKinds: readonly HoldingKind[] = ["domain", "service", "mail"];

/** How many of each kind the user has; undefined until known. */
export const useHoldingCounts = (): Record<HoldingKind, number> | undefined =>
  useQuery(accountQuery).data?.kinds;

/** Of which kinds the user has anything; the menus show only those lists. */
export function useHoldingKinds(): Record<HoldingKind, boolean> {
  const { domain = 0, service = 0, mail = 0 } = useHoldingCounts() ?? {};
  return { domain: domain > 0, service: service > 0, mail: mail > 0 };
}

/** Where "Domains" leads: the first list that has something. */
export function useFirstList(): string | null {
  const has = useHoldingKinds();
  const kind = listKinds.find((one) => has[one]);
  return kind === undefined ? null : listPaths[kind];
}

export const useHoldingTotal = (): number | undefined => useQuery(accountQuery).data?.total;
