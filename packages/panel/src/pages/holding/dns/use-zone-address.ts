import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { noDialog, readDnsSearch, type DnsDialog, type DnsSearch } from "./dns-search.ts";

/** What the address says, and how it is changed: filters replace the entry, a dialog is one more, so that back closes it. */
export function useZoneAddress(id: number) {
  const search = readDnsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (next: DnsSearch, replace: boolean) =>
      void navigate({
        to: "/admin/$id/service/dns/",
        params: { id: String(id) },
        search: (old: object) => ({ ...old, ...next }),
        replace,
        resetScroll: false,
      }),
    [navigate, id],
  );
  return {
    search,
    filter: (next: DnsSearch) => change({ ...next, page: undefined }, true),
    goToPage: useCallback((page: number) => change({ page }, false), [change]),
    openDialog: (next: DnsDialog) => change(next, false),
    /** The type of a new record changes within its dialog. */
    replaceDialog: (next: DnsDialog) => change(next, true),
    closeDialog: useCallback(() => change(noDialog, true), [change]),
  };
}
