/**
 * Addresses in their one canonical spelling. IPv4 is four decimal groups without leading zeros: the octal, hexadecimal
 * and short spellings of inet_aton mean different things to different programs. IPv6 is RFC 5952, without zone id
 * and without the IPv4-mapped block, which never is an address of a host (RFC 4038, 4.2) and which PowerDNS warns about.
 */
import { accepted, quoted, refused, type Result } from "./result.ts";

const ipv4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const ipv6Characters = /^[0-9a-f:.]{2,45}$/i;
const mappedPattern = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

export const exampleIpv4 = "192.0.2.10";
export const exampleIpv6 = "2001:db8::10";

const isIpv4 = (text: string): boolean => text.length <= 15 && ipv4Pattern.test(text);

/**
 * RFC 5952 form, or null. The platform's own parser and serializer do the work; both follow RFC 5952, 4. An IPv4 address at
 * the end is checked here: Chromium lets leading zeros pass.
 */
function canonicalIpv6(text: string): string | null {
  if (!ipv6Characters.test(text) || !text.includes(":")) return null;
  if (text.includes(".") && !isIpv4(text.slice(text.lastIndexOf(":") + 1))) return null;
  try {
    return new URL(`http://[${text}]/`).hostname.slice(1, -1);
  } catch {
    return null;
  }
}

/** The IPv4 address inside `::ffff:0:0/96`, or null. */
function mappedIpv4(address: string): string | null {
  const groups = mappedPattern.exec(address)?.slice(1);
  if (!groups) return null;
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

export function parseIpv4(input: string): Result<string> {
  const text = input.trim();
  if (text === "") return refused("ip.required", { example: exampleIpv4 });
  if (isIpv4(text)) return accepted(text);
  if (canonicalIpv6(text)) return refused("ip.is_ipv6", { address: text, example: exampleIpv4 });
  return refused("ip.not_ipv4", { value: quoted(text), example: exampleIpv4 });
}

export function parseIpv6(input: string): Result<string> {
  const text = input.trim();
  if (text === "") return refused("ip.required", { example: exampleIpv6 });
  const address = canonicalIpv6(text);
  const mapped = address && mappedIpv4(address);
  if (mapped) return refused("ip.is_mapped", { address: mapped });
  if (address) return accepted(address);
  if (isIpv4(text)) return refused("ip.is_ipv4", { address: text, example: exampleIpv6 });
  return refused("ip.not_ipv6", { value: quoted(text), example: exampleIpv6 });
}

export const isAddress = (text: string): boolean => isIpv4(text) || canonicalIpv6(text) !== null;
