import type { Dashboard, QuotaResource } from "@atrio/contract";
import { bytes } from "../../format/bytes.ts";
import { locale, t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { cx } from "../../ui/cx.ts";
import { AttentionRow } from "./AttentionCard.tsx";

const count = (number: number) => new Intl.NumberFormat(locale()).format(number);
/** What is not full yet is not said to be. */
const percentage = (share: number) =>
  new Intl.NumberFormat(locale(), { style: "percent", roundingMode: "floor" }).format(share);
const size = (number: number) => bytes(number, locale());

/** How each resource is written, and the page that uses it. */
const resources: Record<QuotaResource, { amount: (number: number) => string; page: (id: number) => string }> =
  {
    zoneRecords: { amount: count, page: holdingPaths.dns },
    zoneSize: { amount: size, page: holdingPaths.dns },
    mailboxSize: { amount: size, page: holdingPaths.mail },
    mailSpace: { amount: size, page: holdingPaths.mail },
    webSpace: { amount: size, page: holdingPaths.service },
    webTraffic: { amount: size, page: holdingPaths.service },
  };

export function OverQuotaRow({ item }: { item: Dashboard["overQuota"]["items"][number] }) {
  const { id, reference, resource, mailbox, used, limit } = item;
  const { amount, page } = resources[resource];
  const share = limit === 0 ? 1 : used / limit;
  const isFull = share >= 1;
  return (
    <AttentionRow reference={reference} before={mailbox === null ? "" : `${mailbox}@`} href={page(id)}>
      <span className="flex shrink-0 items-center gap-3 text-label max-sm:w-full max-sm:flex-wrap max-sm:gap-y-1">
        <span className="text-muted tabular-nums max-sm:w-full">
          {t(`dashboard.quota_${resource}`, { used: amount(used), limit: amount(limit) })}
        </span>
        {/* The words beside it say the same. */}
        <span aria-hidden className="h-1.5 w-28 overflow-hidden rounded-full bg-subtle max-sm:flex-1">
          <span
            className={cx(
              "block h-full rounded-full",
              isFull ? "bg-red-600 dark:bg-red-400" : "bg-amber-500 dark:bg-amber-400",
            )}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </span>
        <span className={cx("w-12 text-right font-semibold tabular-nums", isFull && "text-danger")}>
          {percentage(share)}
        </span>
      </span>
    </AttentionRow>
  );
}
