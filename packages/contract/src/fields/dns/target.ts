import { endsInNumber, parseName, toUnicode, type NameRules } from "../domain-name.ts";
import { isAddress } from "../ip.ts";
import { accepted, quoted, refused, type Result } from "../result.ts";
import type { ValueContext } from "./types.ts";

/**
 * The host that a record points to, always a full name: a name of one label is refused with the full name shown,
 * because half of the people who type `mail` mean `mail.example.com` and the other half a host of their network.
 * `@` is the zone itself, as in a zone file.
 */
export function parseTarget(
  input: string,
  { zoneName }: ValueContext,
  rules: NameRules = {},
): Result<string> {
  const text = input.trim();
  const zone = toUnicode(zoneName);
  const example = `mail.${zone}`;
  if (text === "@") return accepted(zoneName);
  if (text === "") return refused("dns.target.required", { example });
  if (isAddress(text)) return refused("dns.target.address", { address: text, example });
  const parsed = parseName(text, rules);
  if (!parsed.ok) return parsed;
  if (endsInNumber(parsed.value)) {
    return refused("dns.target.address", { address: quoted(parsed.value), example });
  }
  if (parsed.value.includes(".")) return parsed;
  const label = toUnicode(parsed.value);
  return refused("dns.target.single_label", { label, example: `${label}.${zone}` });
}

/** As `parseTarget`, and not the record's own name: that alias or delegation would lead nowhere. */
export function parseOtherTarget(input: string, context: ValueContext, rules?: NameRules): Result<string> {
  const parsed = parseTarget(input, context, rules);
  return parsed.ok && parsed.value === context.name
    ? refused("dns.target.self", { name: toUnicode(context.name) })
    : parsed;
}

const mxWithPriority = /^\d{1,9}\s+\S/;

/** A mail host, or `.`: the domain takes no mail (RFC 7505). */
export function parseMx(input: string, context: ValueContext): Result<string> {
  const text = input.trim();
  if (text === ".") return accepted(text);
  if (mxWithPriority.test(text)) {
    return refused("dns.mx.priority", { example: `mail.${toUnicode(context.zoneName)}` });
  }
  return parseTarget(text, context);
}
