import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { readDnsSearch, type DnsSearch } from "./dns-search.ts";

/** What the address says, and how it is changed: filters replace the entry, a dialog is one more, so that back closes it. */
export function useZoneAddress() {
  const raw = useSearch({ strict: false });
  const search = useMemo(() => readDnsSearch(raw), [raw]);
  const navigate = useNavigate();
  const change = useCallback(
    (next: DnsSearch, replace: boolean) =>
      navigate({ to: ".", search: (old: DnsSearch) => ({ ...old, ...next }), replace, resetScroll: false }),
    [navigate],
  );
  return {
    search,
    filter: useCallback((next: DnsSearch) => void change({ ...next, page: undefined }, true), [change]),
    goToPage: useCallback((page: number) => void change({ page }, false), [change]),
    openDialog: useCallback((next: DnsSearch) => void change(next, false), [change]),
    /** Types change within the dialog. */
    replaceDialog: useCallback((next: DnsSearch) => void change(next, true), [change]),
    closeDialog: useCallback(() => void change({ new: undefined, record: undefined }, true), [change]),
  };
}
