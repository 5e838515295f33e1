/** SRV (RFC 2782): the name carries service and protocol, the value weight, port and target. */
import { toUnicode } from "../domain-name.ts";
import { accepted, refused, type Result } from "../result.ts";
import { parseTarget } from "./target.ts";
import type { ValueContext } from "./types.ts";

export interface SrvZone {
  /** `sip`; a leading underscore does no harm. */
  readonly service: string;
  /** `_tcp`. */
  readonly protocol: string;
  /** What follows, relative to the zone: ``, `@` or a name. */
  readonly zona: string;
}

/** `*` is a wildcard of all services. */
const underscored = (label: string): string => (label.startsWith("_") || label === "*" ? label : `_${label}`);

/** `_sip._tcp.office` of service, protocol and zone. */
export function srvZone({ service, protocol, zona }: SrvZone): string {
  const below = zona.trim() === "@" ? "" : zona.trim();
  const labels = [underscored(service.trim().toLowerCase()), underscored(protocol.trim().toLowerCase())];
  return [...labels, ...(below ? [below] : [])].join(".");
}

const srvPattern = /^_([^.]+)\.(_[^.]+)(?:\.(.+))?$/s;

/** The inverse of `srvZone`; null where the name isn't one of SRV. */
export function parseSrvZone(zona: string): SrvZone | null {
  const match = srvPattern.exec(zona);
  return match && { service: match[1]!, protocol: match[2]!, zona: match[3] ?? "" };
}

/** Labels of service and protocol. Below them an SRV may have an asterisk: it stands below the owner of a wildcard. */
export const srvAsteriskAt = 2;
/** Whether a relative name has an asterisk that is no wildcard, so that it answers for itself alone (RFC 4592, 2.1.1). */
export const hasInnerAsterisk = (name: string): boolean => name.split(".").indexOf("*") > 0;

const isWildcard = (name: string): boolean => name === "*" || name.startsWith("*.");
/** Service and protocol, or a wildcard, which answers for services below its parent (RFC 4592, 4.5). */
export const isSrvName = (name: string): boolean =>
  srvPattern.test(name) || (isWildcard(name) && name.lastIndexOf("*") === 0);

const number = /^\d{1,6}$/;
const longestValue = 1100;

function parseUint16(text: string): number | null {
  if (!number.test(text)) return null;
  const value = Number(text);
  return value <= 65535 ? value : null;
}

/** `weight port target`; the target `.` says that the service isn't offered here. */
export function parseSrv(input: string, context: ValueContext): Result<string> {
  const example = `5 5060 sip.${toUnicode(context.zoneName)}`;
  if (input.length > longestValue) return refused("dns.srv.format", { example });
  const [weightText = "", portText = "", target = "", ...more] = input.trim().split(/\s+/);
  if (number.test(target) && more.length === 1) return refused("dns.srv.priority", { example });
  if (target === "" || more.length > 0) return refused("dns.srv.format", { example });
  const weight = parseUint16(weightText);
  if (weight === null) return refused("dns.srv.weight", { max: 65535, example });
  const port = parseUint16(portText);
  if (port === null) return refused("dns.srv.port", { max: 65535, example });
  const host = target === "." ? accepted(target) : parseTarget(target, context);
  return host.ok ? accepted(`${weight} ${port} ${host.value}`) : host;
}

export interface SrvValue {
  readonly weight: string;
  readonly port: string;
  readonly target: string;
}

/** The parts of a value, for a form. */
export function splitSrv(value: string): SrvValue {
  const [weight = "", port = "", target = ""] = value.split(" ");
  return { weight, port, target };
}

export const joinSrv = ({ weight, port, target }: SrvValue): string =>
  [weight, port, target].map((part) => part.trim()).join(" ");
