import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { holdingPaths } from "../../../paths.ts";
import { useHolding } from "../holding.ts";
import { type DialogItem, type DomainDialog, readDialog } from "./domain-search.ts";

/** The dialog that the address names, and the ways to it and back; opening one is an entry, so that back closes it. */
export function useDomainDialog() {
  const { id } = useHolding();
  const shown = readDialog(useSearch({ strict: false }));
  const { dialog, item, delete: deleted } = shown;
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
  /** To the list that it was opened from, or to the page; not from another page or dialog that the user went to meanwhile. */
  const leave = useCallback(
    (list?: DomainDialog) => {
      const { pathname, search } = router.latestLocation;
      const open = readDialog(search);
      const isSame = open.dialog === dialog && open.item === item && open.delete === deleted;
      if (isSame && pathname === holdingPaths.domain(id)) change(true, list);
    },
    [router, change, id, dialog, item, deleted],
  );
  return {
    ...shown,
    open: (dialog: DomainDialog, item?: DialogItem) => change(false, dialog, item),
    backTo: leave,
    close: useCallback(() => leave(), [leave]),
  };
}
