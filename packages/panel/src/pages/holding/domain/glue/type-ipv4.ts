/** Typing an IPv4 address: digits and dots, groups of three (specification 1, section 5). */

const longestGroup = 3;
const mostDots = 3;
const address = /\d{1,3}(?:\.\d{1,3}){3}/;

export interface Typed {
  readonly value: string;
  readonly caret: number;
}

const dotsIn = (text: string): number => text.split(".").length - 1;
/** Digits at the end of `left` and at the beginning of `right`: the group around the caret. */
const groupAround = (left: string, right: string): number =>
  /\d*$/.exec(left)![0].length + /^\d*/.exec(right)![0].length;

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** One more character at the caret. */
function put(left: string, right: string, character: string): readonly [left: string, right: string] {
  if (character === "." || character === ",") {
    // A dot is there already: over it.
    if (right.startsWith(".")) return [`${left}.`, right.slice(1)];
    const isPlace = /\d$/.test(left) && dotsIn(left + right) < mostDots;
    return [isPlace ? `${left}.` : left, right];
  }
  if (!/\d/.test(character)) return [left, right];
  if (groupAround(left, right) < longestGroup) return [left + character, right];
  return right === "" && dotsIn(left) < mostDots ? [`${left}.${character}`, right] : [left, right];
}

/**
 * What the field holds once `typed` stands where `before` stood. A dot follows three digits as they are typed; what is
 * deleted stays deleted. Of something pasted that has an address in it, the address is taken.
 */
export function typeIpv4(before: string, { value, caret }: Typed): Typed {
  const after = value.slice(caret);
  const start = Math.min(
    commonStart(before, value.slice(0, caret)),
    Math.max(0, before.length - after.length),
  );
  const inserted = value.slice(start, caret);
  const found = address.exec(inserted)?.[0];
  if (found !== undefined) return { value: found, caret: found.length };
  let [left, right] = [value.slice(0, start), after];
  for (const character of inserted) [left, right] = put(left, right, character);
  const isFull = right === "" && groupAround(left, "") === longestGroup && dotsIn(left) < mostDots;
  if (inserted !== "" && isFull) left += ".";
  return { value: left + right, caret: left.length };
}

/** What no further digit can put right. */
export const hasWrongGroup = (value: string): boolean =>
  value.split(".").some((group) => group.length > longestGroup || Number(group) > 255);
