/**
 * Domain names as DNS carries them: lower-case A-labels without the trailing dot (RFC 5890). Any spelling a person
 * types is taken (upper case, U-labels, the ideographic dots of IDNA, one trailing dot); what is shown is the U-label,
 * and only where it leads back to the same A-label, so that no name is shown that could not be typed.
 *
 * IDNA is the platform's own (`URL`, UTS 46 non-transitional, in every browser and in Node): no table is shipped.
 */
import punycode from "punycode/punycode.js";
import { accepted, quoted, refused, type Result } from "./result.ts";

const longestName = 253;
const longestLabel = 63;
/** No name of 253 octets is longer when typed; longer text is refused before it costs anything. */
const longestInput = 1024;

const separator = /[.\u3002\uff0e\uff61]/;
const trailingSeparator = /[.\u3002\uff0e\uff61]$/;
const ascii = /^\p{ASCII}*$/u;
const typedAscii = /^[a-z0-9_-]*$/;
const nonAscii = /\P{ASCII}/gu;
const hostLabel = /^[a-z0-9-]+$/;
const looseLabel = /^[a-z0-9_-]+$/;
const acePrefix = "xn--";
const reserved = /^..--/;

export interface NameRules {
  /** `_dmarc`, `_sip`: no host has such a name (RFC 1123), but owners and aliases do (RFC 8552). */
  readonly underscores?: boolean;
  /** `*` as the whole leftmost label (RFC 4592). */
  readonly wildcard?: boolean;
  /** `*` as the label at this place as well, where it stands for itself alone (RFC 4592, 2.1.1). */
  readonly asteriskAt?: number;
  /** Kept by a registry, so no label that looks like an A-label and is none (RFC 5890, 2.3.1 and 2.3.2.1). */
  readonly registered?: boolean;
}

export const isAbsolute = (text: string): boolean => trailingSeparator.test(text);

/** The canonical form of a name, or what is wrong with it. Names of one label are names; callers that mind say so. */
export function parseName(input: string, rules: NameRules = {}): Result<string> {
  const text = input.trim();
  if (text === "") return refused("dns.name.required");
  if (text.length > longestInput) return refused("dns.name.long", { max: longestName });
  const typed = text.replace(trailingSeparator, "").split(separator);
  const labels: string[] = [];
  for (const [position, label] of typed.entries()) {
    const isAsterisk = label === "*" && ((position === 0 && rules.wildcard) || position === rules.asteriskAt);
    const parsed = isAsterisk ? accepted(label) : parseLabel(label, rules);
    if (!parsed.ok) return parsed;
    labels.push(parsed.value);
  }
  const name = labels.join(".");
  return name.length > longestName ? refused("dns.name.long", { max: longestName }) : accepted(name);
}

function parseLabel(typed: string, rules: NameRules): Result<string> {
  if (typed === "") return refused("dns.name.empty_label");
  const shown = { label: quoted(typed) };
  if (typed.includes("*"))
    return refused(rules.wildcard ? "dns.name.wildcard" : "dns.name.no_wildcard", shown);
  const label = asciiLabel(typed);
  if (label === null) {
    return refused(ascii.test(typed) ? "dns.name.characters" : "dns.name.idn", shown);
  }
  if (label === "") return refused("dns.name.empty_label");
  if (label.length > longestLabel) return refused("dns.name.label_long", { ...shown, max: longestLabel });
  if (label.startsWith("-") || label.endsWith("-")) return refused("dns.name.hyphen", shown);
  if (rules.registered && reserved.test(label) && unicodeLabel(label) === label)
    return refused("dns.name.idn", shown);
  if (hostLabel.test(label) || (rules.underscores && looseLabel.test(label))) return accepted(label);
  return refused(label.includes("_") ? "dns.name.no_underscore" : "dns.name.characters", shown);
}

/** Null where no A-label exists for the text. */
function asciiLabel(typed: string): string | null {
  const lower = typed.toLowerCase();
  if (ascii.test(typed)) return typedAscii.test(lower) ? lower : null;
  // Refused here because `URL` would read `/`, `:`, `@`, `%` and tabs as parts of an address.
  if (!typedAscii.test(lower.replace(nonAscii, ""))) return null;
  // The second label keeps `URL` from taking digits for an IPv4 address.
  const host = hostOf(`http://${typed}.a/`);
  if (host === null || !host.endsWith(".a")) return null;
  const label = host.slice(0, -2);
  if (!label.startsWith(acePrefix)) return label;
  const decoded = decodeAce(label);
  // RFC 5891 4.2.3: within a U-label the rules of host names hold too.
  if (decoded === null || /^-|-$|_/.test(decoded)) return null;
  return label;
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).hostname;
  } catch {
    return null;
  }
}

function decodeAce(label: string): string | null {
  try {
    return punycode.decode(label.slice(acePrefix.length));
  } catch {
    return null;
  }
}

function unicodeLabel(label: string): string {
  if (!label.startsWith(acePrefix)) return label;
  const decoded = decodeAce(label);
  return decoded !== null && !ascii.test(decoded) && asciiLabel(decoded) === label ? decoded : label;
}

/** For display: U-labels where they round-trip. Names that aren't canonical come back as they are. */
export const toUnicode = (name: string): string =>
  name.includes(acePrefix) ? name.split(".").map(unicodeLabel).join(".") : name;

/** A-labels of a name known to be good, such as a zone's as the panel shows it. */
export function toAscii(name: string): string {
  const parsed = parseName(name, { underscores: true, wildcard: true });
  return parsed.ok ? parsed.value : name;
}

const numericEnd = /(?:^|\.)\d+$/;
/** Whether the last label is all digits: an address, or something no resolver takes for a name (RFC 3696, 2). */
export const endsInNumber = (name: string): boolean => numericEnd.test(name);

/** A full host name: two labels at least, letters, digits and hyphens, no address (RFC 1123, 2.1). */
export function parseHostName(input: string): Result<string> {
  const parsed = parseName(input);
  if (!parsed.ok) return parsed;
  if (endsInNumber(parsed.value)) return refused("dns.name.address");
  return parsed.value.includes(".")
    ? parsed
    : refused("dns.name.incomplete", { label: quoted(parsed.value) });
}
