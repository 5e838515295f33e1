/** A mailbox's space as people write it: a number and a unit of 1024 steps. */
export const quotaUnits = ["MB", "GB", "TB"] as const;
export type QuotaUnit = (typeof quotaUnits)[number];
const bytesOf: Readonly<Record<QuotaUnit, number>> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

export interface WrittenQuota {
  readonly amount: string;
  readonly unit: QuotaUnit;
}

/** In the largest unit that it fills, with the decimals it needs. */
export function writeQuota(quota: number, locale: string): WrittenQuota {
  const unit = quotaUnits.findLast((one) => quota >= bytesOf[one]) ?? "MB";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false });
  return { amount: format.format(quota / bytesOf[unit]), unit };
}

/** As the call takes it; what is no number goes as it is, and the call says so. */
export function readQuota({ amount, unit }: WrittenQuota): string {
  const text = amount.trim();
  const number = /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : NaN;
  return Number.isNaN(number) ? text || "?" : String(Math.round(number * bytesOf[unit]));
}
