import { locale, t } from "../../../i18n/i18n.ts";
import { bytes } from "../../../format/bytes.ts";
import { usageLevel } from "../usage-level.ts";
import { UsageMeter } from "../UsageMeter.tsx";

const percentage = (percent: number) =>
  new Intl.NumberFormat(locale(), { style: "percent" }).format(percent / 100);

/** How full a mailbox is (specification 1, section 9); without a quota there is only how much it holds. */
export function UsageBar({ usage, quota }: { usage: number; quota: number | null }) {
  const used = bytes(usage, locale());
  if (quota === null) return <span className="text-label text-muted tabular-nums">{used}</span>;
  const level = usageLevel(usage, quota);
  return (
    <span className="flex min-w-0 items-center gap-4 max-sm:flex-wrap max-sm:gap-y-1">
      <UsageMeter {...level} className="w-28" />
      <span className="text-label whitespace-nowrap text-muted tabular-nums">
        {t("mail_page.used_of", { used, quota: bytes(quota, locale()) })}
        <span className="sr-only"> ({percentage(level.percent)})</span>
      </span>
    </span>
  );
}
