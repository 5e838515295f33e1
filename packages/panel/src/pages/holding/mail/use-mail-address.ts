import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import {
  type DialogAddress,
  type MailFilter,
  type MailSearch,
  noDialog,
  readDialog,
  readMailSearch,
} from "./mail-search.ts";

/** What the address says, and how it is changed: filters replace the entry, a dialog is one more, so that back closes it. */
export function useMailAddress(id: number) {
  const raw = useSearch({ strict: false });
  const router = useRouter();
  const navigate = useNavigate();
  const change = useCallback(
    (next: MailSearch | DialogAddress | typeof noDialog, replace: boolean) =>
      void navigate({
        to: "/admin/$id/mail/",
        params: { id: String(id) },
        search: (old: object) => ({ ...old, ...next }),
        replace,
        resetScroll: false,
      }),
    [navigate, id],
  );
  /** Whoever went elsewhere while the call ran stays there. */
  const leave = useCallback(
    (next: MailSearch) => {
      if (readDialog(router.state.location.search)) change({ ...next, ...noDialog }, true);
    },
    [router, change],
  );
  return {
    search: readMailSearch(raw),
    dialog: readDialog(raw),
    filter: useCallback((next: MailFilter) => change({ ...next, page: undefined }, true), [change]),
    goToPage: useCallback((page: number) => change({ page }, false), [change]),
    openDialog: useCallback((next: DialogAddress) => change(next, false), [change]),
    /** Which kind of address is new changes within its dialog. */
    replaceDialog: useCallback((next: DialogAddress) => change(next, true), [change]),
    closeDialog: useCallback(() => leave({}), [leave]),
    /** To the page of the list that shows what was just made, whatever was filtered before. */
    closeAt: useCallback(
      (page: number) => leave({ q: undefined, type: undefined, page: page > 1 ? page : undefined }),
      [leave],
    ),
  };
}
