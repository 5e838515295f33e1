import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useHolding } from "../holding.ts";
import { type DomainDialog, readDialog } from "./domain-search.ts";

/** The dialog that the address names, and the ways to it and back; opening one is an entry, so that back closes it. */
export function useDomainDialog() {
  const { id } = useHolding();
  const dialog = readDialog(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (next: DomainDialog | undefined) =>
      void navigate({
        to: "/admin/$id/domain/",
        params: { id: String(id) },
        search: () => ({ dialog: next }),
        replace: next === undefined,
        resetScroll: false,
      }),
    [navigate, id],
  );
  return {
    dialog,
    open: (next: DomainDialog) => change(next),
    close: useCallback(() => change(undefined), [change]),
  };
}
