import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../../i18n/i18n.ts";

/** Specification 1, section 9. */
const fewest = 2;

export interface ShownFewProps<T> {
  items: readonly T[];
  label: string;
  /** A `<li>` for each. */
  children: (item: T) => ReactNode;
}

/** The first two, the others when asked for. */
export function ShownFew<T>({ items, label, children }: ShownFewProps<T>) {
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const hidden = items.length - fewest;
  const showAll = () => {
    flushSync(() => setAll(true));
    // The button is gone: the focus goes on to the first of what it brought.
    const next = list.current?.children[fewest];
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <>
      <ul ref={list} aria-label={label}>
        {(isAll ? items : items.slice(0, fewest)).map(children)}
      </ul>
      {hidden > 0 && !isAll && (
        <button
          type="button"
          onClick={showAll}
          className="cursor-pointer rounded-sm py-1 text-label font-medium text-link hover:underline max-sm:min-h-11"
        >
          {t("domain.show_more", { count: hidden })}
        </button>
      )}
    </>
  );
}
