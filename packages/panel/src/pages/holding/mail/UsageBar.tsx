import { locale, t } from "../../../i18n/i18n.ts";
import { bytes } from "../../../format/bytes.ts";
import { cx } from "../../../ui/cx.ts";
import { type UsageLevel, usageLevel } from "./usage-level.ts";

const tones: Record<UsageLevel["tone"], string> = {
  ordinary: "bg-link",
  warning: "bg-amber-500 dark:bg-amber-400",
  danger: "bg-red-600 dark:bg-red-400",
};

const percentage = (percent: number) =>
  new Intl.NumberFormat(locale(), { style: "percent" }).format(percent / 100);

/** How full a mailbox is (specification 1, section 9); without a quota there is only how much it holds. */
export function UsageBar({ usage, quota }: { usage: number; quota: number | null }) {
  const used = bytes(usage, locale());
  if (quota === null) return <span className="text-label text-muted tabular-nums">{used}</span>;
  const { percent, tone } = usageLevel(usage, quota);
  return (
    <span className="flex min-w-0 items-center gap-4 max-sm:flex-wrap max-sm:gap-y-1">
      {/* The words beside it say the same. */}
      <span aria-hidden className="h-1.5 w-28 shrink-0 overflow-hidden rounded-full bg-line">
        <span
          className={cx("block h-full rounded-full", tones[tone])}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      <span className="text-label whitespace-nowrap text-muted tabular-nums">
        {t("mail_page.used_of", { used, quota: bytes(quota, locale()) })}
        <span className="sr-only"> ({percentage(percent)})</span>
      </span>
    </span>
  );
}
