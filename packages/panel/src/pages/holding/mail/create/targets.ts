import { toUnicode } from "@atrio/contract/fields/domain-name.ts";

/** What the fields of targets hold: one at least, some of them empty. */
export const isTargets = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");

/** Addresses as people paste them: a line each, with commas or semicolons, `Ana <ana@example.com>`. */
export const splitTargets = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .flatMap((part) => (/<([^<>]+)>/.exec(part)?.[1] ?? part).trim().split(/\s+/))
    .filter(Boolean);

/** Several addresses into one field: they go on in fields of their own after it. */
export const spreadTargets = (
  targets: readonly string[],
  index: number,
  addresses: readonly string[],
): string[] => targets.toSpliced(index, 1, ...addresses);

/** Who types or pastes a whole address of the domain means what is before its @. */
export function localPartOf(typed: string, domain: string): string {
  const text = typed.trim().toLowerCase();
  const whole = [domain, toUnicode(domain)].find((one) => text.endsWith(`@${one}`));
  return whole === undefined ? typed : typed.trim().slice(0, -whole.length - 1);
}
