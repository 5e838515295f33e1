import { useLocation, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useHolding } from "../holding.ts";
import {
  type DialogAddress,
  noDialog,
  readDialog,
  readSiteSearch,
  type SiteSearch,
} from "./hosting-search.ts";

/** What the address says, and how it is changed: the filter replaces the entry, a dialog is one more, so that back closes it. */
export function useHostingAddress() {
  const { id } = useHolding();
  const raw = useSearch({ strict: false });
  const isOfSites = useLocation({ select: ({ pathname }) => pathname.endsWith("/subdomain/") });
  const router = useRouter();
  const navigate = useNavigate();
  const change = useCallback(
    (next: SiteSearch | DialogAddress | typeof noDialog, replace: boolean) =>
      void navigate({
        to: isOfSites ? "/admin/$id/service/subdomain/" : "/admin/$id/service/",
        params: { id: String(id) },
        search: (old: object) => ({ ...old, ...next }),
        replace,
        resetScroll: false,
      }),
    [navigate, id, isOfSites],
  );
  /** Whoever went elsewhere while the call ran stays there. */
  const leave = useCallback(
    (next: SiteSearch) => {
      if (readDialog(router.state.location.search)) change({ ...next, ...noDialog }, true);
    },
    [router, change],
  );
  return {
    search: readSiteSearch(raw),
    dialog: readDialog(raw),
    filter: useCallback((q: string) => change({ q: q || undefined, page: undefined }, true), [change]),
    goToPage: useCallback((page: number) => change({ page }, false), [change]),
    openDialog: useCallback((next: DialogAddress) => change(next, false), [change]),
    closeDialog: useCallback(() => leave({}), [leave]),
    /** To the page of the list that shows what was just made, whatever was filtered before. */
    closeAt: useCallback(
      (page: number) => leave({ q: undefined, page: page > 1 ? page : undefined }),
      [leave],
    ),
  };
}
