/** Values operators type, in the form the database keeps them; each refusal names the argument. */
import {
  type Level,
  type PermissionKey,
  type Permissions,
  levels,
  parseName,
  permissionKeys,
} from "@atrio/contract";
import { UsageFailure } from "./failure.ts";

/** A domain name as A-labels, whatever it was typed as. */
export function domainName(text: string, argument: string): string {
  const parsed = parseName(text, { underscores: true });
  if (!parsed.ok || !parsed.value.includes("."))
    throw new UsageFailure(`${argument} "${text}" is no domain name.`, "Give one such as example.org.");
  return parsed.value;
}

export function userName(text: string): string {
  const name = text.toLowerCase();
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
    throw new UsageFailure(
      `USERNAME "${text}" cannot be used.`,
      "Letters, digits and . _ - only, at most 64, a letter or digit first.",
    );
  return name;
}

const days = 86_400_000;

/** YYYY-MM-DD, to the end of that day (UTC). */
export function expiry(text: string | undefined): Date {
  if (text === undefined) return new Date(Date.now() + 365 * days);
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59Z`) : undefined;
  if (!date || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw new UsageFailure(`--expires ${text} is no date.`, "Give it as YYYY-MM-DD.");
  return date;
}

export function onOff(text: string | undefined, option: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "on" || text === "off") return text === "on";
  throw new UsageFailure(`--${option} ${text} is not understood.`, "Give on or off.");
}

export function oneOf<T extends string>(
  text: string | undefined,
  option: string,
  allowed: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const found = allowed.find((value) => value === text);
  if (found === undefined)
    throw new UsageFailure(`--${option} ${text} is not one of them.`, `Give one of: ${allowed.join(", ")}`);
  return found;
}

const most = 2 ** 31 - 1;

/** A whole number from 0 on. */
export function quantity(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= most)) throw new UsageFailure(`--${option} ${text} is no such number.`, "Give 0, 1, 2…");
  return count;
}

const units = ["", "K", "M", "G", "T"] as const;
const sizeMax = 1024 ** 5;

/** `500M`, `1.5G`: bytes, by 1024. */
export function size(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const { amount, unit = "" } =
    /^(?<amount>\d+(?:\.\d+)?)(?<unit>[KMGT]?)B?$/.exec(text.toUpperCase())?.groups ?? {};
  const bytes = Math.floor(Number(amount) * 1024 ** units.findIndex((known) => known === unit));
  if (!(bytes >= 1 && bytes <= sizeMax))
    throw new UsageFailure(`--${option} ${text} is no size.`, "Give it as 500M, 10G or 1T.");
  return bytes;
}

/** `service_dnszone=write`, `all=read`; later ones win. */
export function permissionWords(words: readonly string[]): Partial<Permissions> {
  const found: Partial<Record<PermissionKey, Level>> = {};
  for (const word of words) {
    const [key = "", typed = ""] = word.split("=", 2);
    const level = levels.find((known) => known === typed);
    if (level === undefined)
      throw new UsageFailure(
        `"${word}" names no level.`,
        `Write KEY=LEVEL, with LEVEL one of ${levels.join(", ")}.`,
      );
    const keys = permissionKeys.filter((known) => key === "all" || key === known);
    if (keys.length === 0)
      throw new UsageFailure(`"${key}" is no permission.`, `One of: all, ${permissionKeys.join(", ")}`);
    for (const each of keys) found[each] = level;
  }
  return found;
}
