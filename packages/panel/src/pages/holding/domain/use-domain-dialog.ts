import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useHolding } from "../holding.ts";
import { type DialogItem, type DomainDialog, readDialog } from "./domain-search.ts";

/** The dialog that the address names, and the ways to it and back; opening one is an entry, so that back closes it. */
export function useDomainDialog() {
  const { id } = useHolding();
  const search = readDialog(useSearch({ strict: false }));
  const router = useRouter();
  const navigate = useNavigate();
  const change = useCallback(
    (replace: boolean, dialog?: DomainDialog, item: DialogItem = {}) =>
      void navigate({
        to: "/admin/$id/domain/",
        params: { id: String(id) },
        search: () => ({ dialog, ...item }),
        replace,
        resetScroll: false,
      }),
    [navigate, id],
  );
  /** To the list that it was opened from, or to the page. Whoever went elsewhere while the call ran stays there. */
  const leave = useCallback(
    (list?: DomainDialog) => {
      if (readDialog(router.state.location.search).dialog !== undefined) change(true, list);
    },
    [router, change],
  );
  return {
    ...search,
    open: (dialog: DomainDialog, item?: DialogItem) => change(false, dialog, item),
    backTo: leave,
    close: useCallback(() => leave(), [leave]),
  };
}
