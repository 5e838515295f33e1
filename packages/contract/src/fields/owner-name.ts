import { zoneLimits } from "./dns/limits.ts";
import { isAbsolute, parseName, toAscii, toUnicode, type NameRules } from "./domain-name.ts";
import { accepted, quoted, refused, type Result } from "./result.ts";

const longestName = 253;

const isWithin = (name: string, zoneName: string): boolean =>
  name === zoneName || name.endsWith(`.${zoneName}`);

/**
 * The full name that `zona` stands for in a zone. `` and `@` are the zone itself. A trailing dot makes a name absolute,
 * and one that isn't of the zone is refused. Without the dot a name that ends with the zone's is taken as absolute too
 * (people paste full names; `www.example.com.example.com` is what nobody means), anything else as relative.
 */
export function parseOwnerName(
  input: string,
  zoneName: string,
  rules: Pick<NameRules, "asteriskAt"> = {},
): Result<string> {
  const zone = toAscii(zoneName);
  const text = input.trim();
  if (text === "" || text === "@") return accepted(zone);
  const parsed = parseName(text, { underscores: true, wildcard: true, ...rules });
  if (!parsed.ok) return parsed;
  if (isWithin(parsed.value, zone)) return withFewLabels(parsed.value, zone);
  if (isAbsolute(text)) {
    return refused("dns.name.outside", { name: quoted(toUnicode(parsed.value)), zone: toUnicode(zone) });
  }
  const name = `${parsed.value}.${zone}`;
  return name.length > longestName
    ? refused("dns.name.long", { max: longestName })
    : withFewLabels(name, zone);
}

const labelsOf = (name: string): number => name.split(".").length;

function withFewLabels(name: string, zone: string): Result<string> {
  if (labelsOf(name) - labelsOf(zone) <= zoneLimits.labels) return accepted(name);
  return refused("dns.name.deep", {
    name: quoted(toUnicode(name)),
    max: zoneLimits.labels,
    example: `www.lab.${toUnicode(zone)}`,
  });
}

/** `www` of `www.example.com` in `example.com`; the zone itself is ``. */
export const relativeName = (name: string, zoneName: string): string =>
  name === zoneName ? "" : name.slice(0, -zoneName.length - 1);
