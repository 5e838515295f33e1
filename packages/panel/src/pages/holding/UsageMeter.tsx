import { cx } from "../../ui/cx.ts";
import type { UsageLevel } from "./usage-level.ts";

const tones: Record<UsageLevel["tone"], string> = {
  ordinary: "bg-link",
  warning: "bg-amber-500 dark:bg-amber-400",
  danger: "bg-red-600 dark:bg-red-400",
};

/** How full something is, as a bar; the words beside it say the same. */
export const UsageMeter = ({ percent, tone, className }: UsageLevel & { className: string }) => (
  <span aria-hidden className={cx("h-1.5 shrink-0 overflow-hidden rounded-full bg-line", className)}>
    <span
      className={cx("block h-full rounded-full", tones[tone])}
      style={{ width: `${Math.min(100, percent)}%` }}
    />
  </span>
);
