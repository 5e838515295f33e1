import type { HoldingKind, PermissionEntry } from "@atrio/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { send } from "../../api/client.ts";
import { listPaths } from "../../paths.ts";
import type { ListSearch } from "./list-search.ts";

/** Specification 1, section 9. */
export const pageSize = 10;

export interface NamedEntry extends PermissionEntry {
  /** The reference in Unicode. */
  readonly name: string;
}

/** What turns A-labels into Unicode is fetched with the first list that holds one: few accounts have any. */
async function named(entries: readonly PermissionEntry[]): Promise<NamedEntry[]> {
  const isAscii = !entries.some(({ reference }) => reference.includes("xn--"));
  const toUnicode = isAscii
    ? (name: string) => name
    : (await import("@atrio/contract/fields/domain-name.ts")).toUnicode;
  return entries.map((entry) => ({ ...entry, name: toUnicode(entry.reference) }));
}

const listQuery = (kind: HoldingKind, q: string, page: number) => {
  const input = { kind, filter: q || undefined, page: String(page), pageSize: String(pageSize) };
  return queryOptions({
    queryKey: ["permissionList", { input }, "named"],
    queryFn: async ({ signal }) => {
      const { permissions, total } = (await send("permissionList", { input }, { signal })).data;
      return { entries: await named(permissions), total };
    },
  });
};

/** The page of the list that the address names, and how the address is changed. */
export function useList(kind: HoldingKind) {
  const { q = "", page = 1 }: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  // Answers are kept by filter and page, and one that nobody waits for any more is broken off: an old one never shows.
  const list = useQuery({ ...listQuery(kind, q, page), placeholderData: keepPreviousData });
  const to = listPaths[kind];
  /** One entry of the history for all that is typed: back leads to the list as it was before. */
  const setFilter = useCallback(
    (next: string) => {
      // Said a moment after the last letter: who is on the way to another page by then is not called back.
      if (router.latestLocation.pathname !== to) return;
      void navigate({ to, search: { q: next || undefined }, replace: q !== "", resetScroll: false });
    },
    [navigate, router, to, q],
  );
  const setPage = useCallback(
    (next: number) => void navigate({ to, search: { q: q || undefined, page: next } }),
    [navigate, to, q],
  );
  const lastPage = Math.max(1, Math.ceil((list.data?.total ?? 0) / pageSize));
  // Others remove too, and addresses are typed: a page that is not there leads to the last.
  const isGone = list.data !== undefined && !list.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isGone && router.latestLocation.pathname === to)
      void navigate({ to, search: { q: q || undefined, page: lastPage }, replace: true });
  }, [isGone, navigate, router, to, q, lastPage]);
  return {
    q,
    page,
    data: isGone ? undefined : list.data,
    error: list.error,
    isStale: list.isPlaceholderData,
    retry: () => void list.refetch(),
    setFilter,
    setPage,
  };
}
