import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { locale, t } from "../../i18n/i18n.ts";
import { Card } from "../../ui/Card.tsx";

export interface AttentionCardProps<Item> {
  title: string;
  few: { readonly items: readonly Item[]; readonly total: number };
  /** Where the rest of them is. */
  list: string;
  children: (item: Item) => ReactNode;
}

/** The most pressing few of a kind, and how many there are in all; nothing where there are none. */
export function AttentionCard<Item>({ title, few, list, children }: AttentionCardProps<Item>) {
  const { items, total } = few;
  if (total === 0) return null;
  const figure = new Intl.NumberFormat(locale()).format(total);
  return (
    <Card
      flush
      title={
        <>
          {title} <span className="ml-1 font-normal text-muted tabular-nums">{figure}</span>
        </>
      }
    >
      <ul className="divide-y divide-line border-t border-line">{items.map(children)}</ul>
      {total > items.length && (
        <Link
          to={list}
          className="flex h-11.5 items-center border-t border-line px-5 font-medium text-link hover:bg-subtle/50 -outline-offset-2"
        >
          {t("dashboard.more", { count: total - items.length })}
        </Link>
      )}
    </Card>
  );
}

export interface AttentionRowProps {
  reference: string;
  /** The page where something can be done about it. */
  href: string;
  children: ReactNode;
}

/** The whole row leads there, and is as high as a thumb; it is read as the name, then what is the matter. */
export const AttentionRow = ({ reference, href, children }: AttentionRowProps) => (
  <li className="relative flex min-h-11.5 items-center justify-between gap-x-4 gap-y-1.5 px-5 py-2 hover:bg-subtle/50 max-sm:flex-col max-sm:items-start max-sm:py-3.5">
    <Link
      to={href}
      className="max-w-full min-w-0 truncate rounded-sm font-mono text-label after:absolute after:inset-0 max-sm:text-sm max-sm:font-semibold"
    >
      {toUnicode(reference)}
    </Link>
    {children}
  </li>
);
