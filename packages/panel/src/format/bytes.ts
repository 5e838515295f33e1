const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** Steps of 1024, two decimals at most, in the user's digits: "4.72 GB" (specification 1, section 9). */
export function bytes(count: number, locale: string): string {
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return `${number.format(count / 1024 ** step)}\u00a0${units[step]}`;
}
