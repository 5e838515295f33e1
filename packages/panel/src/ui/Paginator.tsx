import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { locale, t } from "../i18n/i18n.ts";
import { buttonStyle } from "./button-style.ts";
import { cx } from "./cx.ts";
import { NativeButton } from "./NativeButton.tsx";
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
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 max-sm:pr-2"
    >
      <span className="text-label text-muted tabular-nums">{t("ui.range", range)}</span>
      <span className="flex items-center gap-1">
        <Step label={t("ui.previous_page")} to={page - 1} isLast={page <= 1} onPage={onPage}>
          <IconChevronLeft size={16} aria-hidden />
        </Step>
        {pageNumbers(page, pages).map((number, index) =>
          number === 0 ? (
            <span
              key={`gap-${index < 2 ? "before" : "after"}`}
              className="w-5 text-center text-muted max-sm:hidden"
            >
              …
            </span>
          ) : (
            <NativeButton
              key={number}
              variant="ghost"
              size="sm"
              aria-label={t("ui.page", { page: number })}
              aria-current={number === page ? "page" : undefined}
              onClick={() => onPage(number)}
              // Seven targets of 44 px do not fit a phone: there the range says where one is.
              className={cx("tabular-nums max-sm:hidden", number === page && "bg-soft text-link")}
            >
              {number.toLocaleString(locale())}
            </NativeButton>
          ),
        )}
        <Step label={t("ui.next_page")} to={page + 1} isLast={page >= pages} onPage={onPage}>
          <IconChevronRight size={16} aria-hidden />
        </Step>
      </span>
    </nav>
  );
}

interface StepProps {
  label: string;
  to: number;
  isLast: boolean;
  onPage: (page: number) => void;
  children: ReactNode;
}

/** Not `disabled` at the end: the focus that went there step by step would be lost. */
const Step = ({ label, to, isLast, onPage, children }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isLast}
    onClick={isLast ? undefined : () => onPage(to)}
    className={cx(
      buttonStyle({ variant: "ghost", size: "sm", square: true }),
      isLast && "cursor-default! opacity-50",
    )}
  >
    {children}
  </button>
);
