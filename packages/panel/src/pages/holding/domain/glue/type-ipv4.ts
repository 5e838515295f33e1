/** Typing an IPv4 address: digits and dots, groups of three (specification 1, section 5). */

const longestGroup = 3;
const mostDots = 3;
const address = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/;

const dotsIn = (text: string): number => text.split(".").length - 1;

/** What an address is written with; a comma is a dot on a number pad. */
export const withoutOthers = (text: string): string => text.replaceAll(",", ".").replaceAll(/[^\d.]/g, "");

/**
 * What the field holds after the browser changed it from `before` to `now`. One more character at the end was typed: its dots
 * come by themselves. Any other change (paste, autofill, a selection replaced, a deletion) is taken whole.
 */
export function typeIpv4(before: string, now: string): string {
  const value = withoutOthers(now);
  const key = value.startsWith(before) ? value.slice(before.length) : "";
  if (key.length !== 1) return value;
  const group = before.slice(before.lastIndexOf(".") + 1);
  const hasRoom = dotsIn(before) < mostDots;
  if (key === ".") return hasRoom && group !== "" ? value : before;
  if (group.length < longestGroup) return hasRoom && group.length === longestGroup - 1 ? `${value}.` : value;
  return hasRoom ? `${before}.${key}` : before;
}

/** The one address in a pasted text, such as "192.0.2.0/24" or a page's URL; undefined where there is none. */
export const addressIn = (pasted: string): string | undefined => address.exec(pasted)?.[0];

/** What no further digit can put right. */
export const hasWrongGroup = (value: string): boolean =>
  value.split(".").some((group) => group.length > longestGroup || Number(group) > 255);
