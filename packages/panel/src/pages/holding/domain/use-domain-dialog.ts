import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useHolding } from "../holding.ts";
import { type DomainDialog, type DomainItem, readDialog } from "./domain-search.ts";

/** The dialog that the address names, and the ways to it and back; opening one is an entry, so that back closes it. */
export function useDomainDialog() {
  const { id } = useHolding();
  const { dialog, item } = readDialog(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (next?: DomainDialog, nextItem?: DomainItem) =>
      void navigate({
        to: "/admin/$id/domain/",
        params: { id: String(id) },
        search: () => ({ dialog: next, item: nextItem }),
        replace: next === undefined,
        resetScroll: false,
      }),
    [navigate, id],
  );
  return {
    dialog,
    item,
    open: change,
    close: useCallback(() => change(), [change]),
  };
}
