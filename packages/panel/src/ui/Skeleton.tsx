import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";

/** A grey bar in the place of a value. Invisible for the first 400 ms: a fast reply shows no skeleton at all. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx("block h-3.5 animate-pulse-late rounded-md bg-line", className)} />
);

const twoColumns: readonly string[] = ["w-1/3", "w-1/5"];

export interface SkeletonRowsProps {
  rows?: number;
  /** A width class for each bar of a row. */
  columns?: readonly string[];
}

/** Rows of a list while it loads, as high as the real ones. */
export const SkeletonRows = ({ rows = 10, columns = twoColumns }: SkeletonRowsProps) => (
  <output aria-label={t("ui.loading")} className="block divide-y divide-line">
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} className="flex h-11.5 items-center justify-between gap-6 px-4">
        {columns.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </span>
    ))}
  </output>
);
