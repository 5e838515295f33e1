import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { t } from "../i18n/i18n.ts";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { pageNumbers } from "./paging.ts";

export interface PaginatorProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Draws nothing where one page holds everything (specification 1, section 2). */
export function Paginator({ page, pageSize, total, onPage }: PaginatorProps) {
  if (total <= pageSize) return null;
  const pages = Math.ceil(total / pageSize);
  const range = { from: (page - 1) * pageSize + 1, to: Math.min(page * pageSize, total), total };
  return (
    <nav
      aria-label={t("ui.pages")}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2"
    >
      <span className="text-label text-muted tabular-nums">{t("ui.range", range)}</span>
      <span className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="sm"
          icon={<IconChevronLeft size={16} />}
          aria-label={t("ui.previous_page")}
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
        />
        {pageNumbers(page, pages).map((number, index) =>
          number === 0 ? (
            <span key={`gap-${index < 2 ? "before" : "after"}`} className="w-5 text-center text-muted">
              …
            </span>
          ) : (
            <Button
              key={number}
              variant="ghost"
              size="sm"
              aria-label={t("ui.page", { page: number })}
              aria-current={number === page ? "page" : undefined}
              onPress={() => onPage(number)}
              className={cx("tabular-nums", number === page && "bg-soft text-link")}
            >
              {number}
            </Button>
          ),
        )}
        <Button
          variant="ghost"
          size="sm"
          icon={<IconChevronRight size={16} />}
          aria-label={t("ui.next_page")}
          isDisabled={page >= pages}
          onPress={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}
