import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Whoever deletes by keyboard goes on from there: where what had the focus is gone, the menu of the row that has its place
 * now has it, or the filter where no row is left. For an element around the list and its dialogs.
 */
export function useFocusKept() {
  const page = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(null);
  const row = useRef(0);
  useEffect(() => {
    // After the dialog, when it closes, has given the focus back to what opened it.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body || (last.current?.isConnected ?? true)) return;
      const rows = page.current?.querySelectorAll("tbody tr") ?? [];
      const buttons = rows[Math.min(row.current, rows.length - 1)]?.querySelectorAll("button");
      ([...(buttons ?? [])].at(-1) ?? page.current?.querySelector<HTMLElement>("search input"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target;
    // In a dialog it is in no row: the one that opened it counts.
    const rows = [...(page.current?.querySelectorAll("tbody tr") ?? [])];
    const index = rows.findIndex((one) => one.contains(target));
    if (index !== -1) row.current = index;
  };
  return { ref: page, onFocus };
}
