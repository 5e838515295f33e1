import { type FocusEvent, useEffect, useRef } from "react";

const dialogOf = (element: Element | null) => element?.closest("[role=dialog], [role=alertdialog]") ?? null;

/** What had the focus is gone, and nothing of the list has it: the page has, or the frame of the dialog that the list is in. */
function isLost(last: Element | null, list: Element | null): boolean {
  const active = document.activeElement;
  if (last?.isConnected ?? true) return false;
  if (active === document.body) return true;
  return !list?.contains(active) && dialogOf(list) !== null && dialogOf(active) === dialogOf(list);
}

/**
 * Whoever deletes by keyboard goes on from there: where what had the focus is gone, the last button of the row that has its
 * place now has it, or the filter where no row is left. For an element around the list and the dialogs that it opens.
 */
export function useFocusKept(rowsAre = "tbody tr") {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(null);
  const row = useRef(0);
  useEffect(() => {
    // After the dialog, when it closes, has given the focus back to what opened it.
    const frame = requestAnimationFrame(() => {
      if (!isLost(last.current, list.current)) return;
      const rows = list.current?.querySelectorAll(rowsAre) ?? [];
      const buttons = rows[Math.min(row.current, rows.length - 1)]?.querySelectorAll("button");
      ([...(buttons ?? [])].at(-1) ?? list.current?.querySelector<HTMLElement>("search input"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target;
    // In a dialog it is in no row: the one that opened it counts.
    const rows = [...(list.current?.querySelectorAll(rowsAre) ?? [])];
    const index = rows.findIndex((one) => one.contains(target));
    if (index !== -1) row.current = index;
  };
  return { ref: list, onFocus };
}
