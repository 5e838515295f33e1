import { locale, t } from "../../../i18n/i18n.ts";
import { bytes } from "../../../format/bytes.ts";
import { cx } from "../../../ui/cx.ts";

/** Percent from which a mailbox is nearly full, and as good as full. */
const warningFrom = 80;
const dangerFrom = 95;

function toneOf(percent: number): string {
  if (percent >= dangerFrom) return "bg-red-600 dark:bg-red-400";
  return percent >= warningFrom ? "bg-amber-500 dark:bg-amber-400" : "bg-primary";
}

const percentage = (percent: number) =>
  new Intl.NumberFormat(locale(), { style: "percent" }).format(percent / 100);

/** How full a mailbox is (specification 1, section 9); without a quota there is only how much it holds. */
export function UsageBar({ usage, quota }: { usage: number; quota: number | null }) {
  const used = bytes(usage, locale());
  if (quota === null) return <span className="text-label text-muted tabular-nums">{used}</span>;
  const percent = quota === 0 ? 100 : (usage / quota) * 100;
  return (
    <span className="flex min-w-0 items-center gap-4 max-sm:flex-wrap max-sm:gap-y-1">
      {/* The words beside it say the same. */}
      <span aria-hidden className="h-1.5 w-28 shrink-0 overflow-hidden rounded-full bg-line">
        <span
          className={cx("block h-full rounded-full", toneOf(percent))}
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
