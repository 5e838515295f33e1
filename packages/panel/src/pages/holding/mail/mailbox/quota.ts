import { type MailService, quotaMin } from "@atrio/contract";

/** A mailbox's space as people write it: a number and a unit of 1024 steps. */
export const quotaUnits = ["MB", "GB", "TB"] as const;
export type QuotaUnit = (typeof quotaUnits)[number];
const bytesOf: Readonly<Record<QuotaUnit, number>> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

export interface WrittenQuota {
  readonly amount: string;
  readonly unit: QuotaUnit;
}
export interface QuotaDraft extends WrittenQuota {
  readonly isLimited: boolean;
}

/** In the largest unit that it fills, with the decimals it needs. */
export function writeQuota(quota: number, locale: string): WrittenQuota {
  const unit = quotaUnits.findLast((one) => quota >= bytesOf[one]) ?? "MB";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false });
  return { amount: format.format(quota / bytesOf[unit]), unit };
}

const readAmount = ({ amount, unit }: WrittenQuota): string => {
  const text = amount.trim();
  const number = /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : NaN;
  return Number.isNaN(number) ? text || "?" : String(Math.round(number * bytesOf[unit]));
};

/** As the call takes it; what is no number goes as it is, and the call says so. */
export const readQuota = (draft: QuotaDraft): string => (draft.isLimited ? readAmount(draft) : "");

export const usualQuota = bytesOf.GB;
type Space = Pick<MailService, "quota" | "allotted">;

/** What the service has left to give; null where it has no limit. */
export const spaceLeft = ({ quota, allotted }: Space): number | null =>
  quota === null ? null : Math.max(0, quota - allotted);

/** What a new mailbox is offered: the usual, or what is left in whole megabytes, as far as that is one. */
export function offeredQuota(service: Space | undefined): number {
  const left = (service && spaceLeft(service)) ?? usualQuota;
  return left < quotaMin ? usualQuota : Math.min(usualQuota, left - (left % bytesOf.MB));
}
