import { sizeParts } from "@atrio/contract";

/** Two decimals at most, in the user's digits: "4.72 GB" (specification 1, section 9). */
export function bytes(count: number, locale: string): string {
  const { number, unit } = sizeParts(count);
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return `${format.format(number)}\u00a0${unit}`;
}
