import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { locale, t } from "../../i18n/i18n.ts";
import { Card } from "../../ui/Card.tsx";

export interface AttentionCardProps<Item> {
  title: string;
  /** The most pressing first. */
  some: { readonly items: readonly Item[]; readonly total: number };
  children: (item: Item) => ReactNode;
}

const fewest = 5;
const figure = (number: number) => new Intl.NumberFormat(locale()).format(number);

/** The most pressing few of a kind, the others when asked for, and how many there are in all; nothing where there are none. */
export function AttentionCard<Item>({ title, some: { items, total }, children }: AttentionCardProps<Item>) {
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (total === 0) return null;
  const shown = isAll ? items : items.slice(0, fewest);
  const showAll = () => {
    flushSync(() => setAll(true));
    // The button is gone: the focus goes on to the first of what it brought.
    list.current?.children[fewest]?.querySelector("a")?.focus();
  };
  return (
    <Card
      flush
      title={
        <>
          {title} <span className="ml-1 font-normal text-muted tabular-nums">{figure(total)}</span>
        </>
      }
    >
      <ul ref={list} className="divide-y divide-line border-t border-line">
        {shown.map(children)}
      </ul>
      {items.length > shown.length ? (
        <button
          type="button"
          onClick={showAll}
          className="flex h-11.5 w-full cursor-pointer items-center border-t border-line px-5 font-medium text-link hover:bg-subtle/50 -outline-offset-2"
        >
          {t("dashboard.more", { count: figure(items.length - shown.length) })}
        </button>
      ) : (
        total > items.length && (
          <p className="border-t border-line px-5 py-3 text-muted">
            {t("dashboard.first_of", { count: figure(items.length), total: figure(total) })}
          </p>
        )
      )}
    </Card>
  );
}

export interface AttentionRowProps {
  reference: string;
  /** Of an address at it: what stands before the name, the @ with it. */
  before?: string;
  /** The page where something can be done about it. */
  href: string;
  children: ReactNode;
}

/** The whole row leads there, and is as high as a thumb; it is read as the name, then what is the matter. */
export const AttentionRow = ({ reference, before = "", href, children }: AttentionRowProps) => (
  <li className="relative flex min-h-11.5 items-center justify-between gap-x-4 gap-y-1.5 px-5 py-2 hover:bg-subtle/50 max-sm:flex-col max-sm:items-start max-sm:py-3.5">
    <Link
      to={href}
      className="max-w-full min-w-0 truncate rounded-sm font-mono text-label after:absolute after:inset-0 max-sm:text-sm max-sm:font-semibold"
    >
      {before}
      {toUnicode(reference)}
    </Link>
    {children}
  </li>
);
