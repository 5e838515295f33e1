import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useHolding } from "../holding.ts";
import {
  type DialogAddress,
  type DialogNames,
  isSameDialog,
  noDialog,
  type RawSearch,
  readDialog,
} from "./dialog-search.ts";

export interface AddressedPage<Search, One extends string, Whole extends string> {
  /** Of one object for all of the page's life, as the next. */
  readonly names: DialogNames<One, Whole>;
  readonly readSearch: (raw: RawSearch) => Search;
}
type Path =
  | "/admin/$id/mail/"
  | "/admin/$id/service/"
  | "/admin/$id/service/dns/"
  | "/admin/$id/service/subdomain/";

/** What the address says, and how it is changed: filters replace the entry, a dialog is one more, so that back closes it. */
export function useDialogAddress<Search extends object, One extends string, Whole extends string>(
  to: Path,
  { names, readSearch }: AddressedPage<Search, One, Whole>,
) {
  const { id } = useHolding();
  const raw = useSearch({ strict: false });
  const router = useRouter();
  const navigate = useNavigate();
  const dialog = readDialog(names, raw);
  const { name, item } = dialog ?? {};
  const change = useCallback(
    (next: object, replace: boolean) =>
      void navigate({
        to,
        params: { id: String(id) },
        search: (old: object) => ({ ...old, ...next }),
        replace,
        resetScroll: false,
      }),
    [navigate, to, id],
  );
  /** False once the user is on the way to another page: a late reply or timer must not call them back. */
  const isHere = useCallback(
    () => router.latestLocation.pathname === to.replace("$id", String(id)),
    [router, to, id],
  );
  const stay = useCallback(
    (next: object, replace: boolean) => isHere() && change(next, replace),
    [isHere, change],
  );
  /** A dialog opened while the call ran stays open. */
  const leave = useCallback(
    (next: object) => {
      if (isSameDialog({ name, item }, readDialog(names, router.latestLocation.search)))
        stay({ ...next, ...noDialog(names) }, true);
    },
    [router, stay, names, name, item],
  );
  return {
    search: readSearch(raw),
    dialog,
    filter: useCallback((next: Partial<Search>) => stay({ ...next, page: undefined }, true), [stay]),
    goToPage: useCallback((page: number) => stay({ page }, false), [stay]),
    openDialog: useCallback((next: DialogAddress<One, Whole>) => change(next, false), [change]),
    /** What a dialog is about changes within it. */
    replaceDialog: useCallback((next: DialogAddress<One, Whole>) => change(next, true), [change]),
    closeDialog: useCallback(() => leave({}), [leave]),
    /** To the page of the list that shows what was just made, whatever was filtered before. */
    closeAt: useCallback(
      (page: number) => leave({ q: undefined, type: undefined, page: page > 1 ? page : undefined }),
      [leave],
    ),
  };
}
