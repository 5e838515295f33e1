/**
 * Rules between the records of a zone, the same for server and panel. The server asks under the zone's lock, so that two
 * changes at once can't both pass.
 *
 * TTL: all records of one name and type share one TTL (RFC 2181, 5.2; name servers refuse or warn otherwise). That is no
 * conflict: the one who saves means the set, so the server writes the new TTL to every record of it.
 */
import type { Message } from "../../message.ts";
import { toUnicode } from "../domain-name.ts";
import { splitSrv } from "./srv.ts";

/** What the rules look at. `type` is a string because a zone holds more than customers edit (SOA). */
export interface ZoneRecord {
  readonly type: string;
  /** Full name, canonical. */
  readonly name: string;
  readonly value: string;
  readonly priority: number | null;
}

export interface Conflict {
  readonly field: "zona" | "value";
  readonly message: Message;
}

const conflict = (field: Conflict["field"], key: Extract<Message, string>, name: string): Conflict => ({
  field,
  message: { key, values: { name: toUnicode(name) } },
});

const addressTypes = ["A", "AAAA"];
const isAddress = (record: ZoneRecord): boolean => addressTypes.includes(record.type);
const isBelow = (name: string, ancestor: string): boolean => name.endsWith(`.${ancestor}`);

/** The host that a record points to, for types that must not point to an alias (RFC 2181, 10.3; RFC 2782). */
export function hostTarget({ type, value }: Pick<ZoneRecord, "type" | "value">): string | null {
  if (type === "MX" || type === "NS") return value === "." ? null : value;
  if (type !== "SRV") return null;
  const { target } = splitSrv(value);
  return target === "." ? null : target;
}

/** The name that a record leads to, for all types that have one. */
export const nameTarget = (record: Pick<ZoneRecord, "type" | "value">): string | null =>
  record.type === "CNAME" || record.type === "ANAME" ? record.value : hostTarget(record);

/**
 * What `record` collides with, or null. `others` are records of the same zone without the record itself (when it is being
 * changed); any set will do that holds those with the same name, the NS at names above it, for NS all below its name, for
 * MX, NS and SRV those at its target, and for CNAME those of MX, NS and SRV that point to its name.
 */
export function conflictsWith(
  record: ZoneRecord,
  others: readonly ZoneRecord[],
  zoneName: string,
): Conflict | null {
  const sameName = others.filter((other) => other.name === record.name);
  return (
    withSameName(record, sameName) ??
    withNullMx(record, sameName) ??
    withDelegation(record, others, zoneName) ??
    withAlias(record, others)
  );
}

function withSameName(record: ZoneRecord, sameName: readonly ZoneRecord[]): Conflict | null {
  const { name, type } = record;
  const has = (...types: string[]) => sameName.some((other) => types.includes(other.type));
  if (sameName.some((other) => isSame(record, other))) return conflict("value", "dns.duplicate", name);
  if (type === "CNAME") {
    if (has("CNAME")) return conflict("zona", "dns.cname_twice", name);
    return sameName.length > 0 ? conflict("zona", "dns.cname_alone", name) : null;
  }
  if (has("CNAME")) return conflict("zona", "dns.cname_exists", name);
  if (type === "ANAME" && has("ANAME")) return conflict("zona", "dns.aname_twice", name);
  if (type === "ANAME" && has(...addressTypes)) return conflict("zona", "dns.aname_alone", name);
  return isAddress(record) && has("ANAME") ? conflict("zona", "dns.aname_exists", name) : null;
}

const isSame = (a: ZoneRecord, b: ZoneRecord): boolean =>
  a.type === b.type && a.value === b.value && a.priority === b.priority;

/** "Takes no mail" and a mail host contradict each other (RFC 7505, 3). */
function withNullMx(record: ZoneRecord, sameName: readonly ZoneRecord[]): Conflict | null {
  if (record.type !== "MX") return null;
  const hosts = sameName.filter((other) => other.type === "MX");
  if (record.value === "." && hosts.length > 0) return conflict("value", "dns.mx.null_alone", record.name);
  return hosts.some((other) => other.value === ".")
    ? conflict("value", "dns.mx.null_exists", record.name)
    : null;
}

/**
 * With NS at a name below the apex, that name and all below it are another's to answer (RFC 1034, 4.2.1): name servers
 * would load anything else there and never show it. What belongs there are the addresses of the name servers themselves,
 * so these come after the NS that names them: any other address would vanish with it.
 */
function withDelegation(
  record: ZoneRecord,
  others: readonly ZoneRecord[],
  zoneName: string,
): Conflict | null {
  const delegations = others.filter((other) => other.type === "NS" && other.name !== zoneName);
  const above = delegations.find(({ name }) => isBelow(record.name, name));
  if (above) {
    const isGlue = isAddress(record) && delegations.some(({ value }) => value === record.name);
    if (!isGlue) return conflict("zona", "dns.delegation.below", above.name);
  }
  if (record.type !== "NS") {
    const isCut = delegations.some(({ name }) => name === record.name);
    return isCut ? conflict("zona", "dns.delegation.here", record.name) : null;
  }
  if (record.name === zoneName) return null;
  const siblings = delegations.filter(({ name }) => name === record.name);
  const servers = new Set([record, ...siblings].map(({ value }) => value));
  return occlusion(
    others.filter(
      (other) =>
        (other.name === record.name && other.type !== "NS") ||
        (isBelow(other.name, record.name) && !(isAddress(other) && servers.has(other.name))),
    ),
  );
}

const mostNamed = 3;

function occlusion(occluded: readonly ZoneRecord[]): Conflict | null {
  if (occluded.length === 0) return null;
  const shown = [...new Set(occluded.map(({ name, type }) => `${toUnicode(name)} ${type}`))];
  const values = {
    records: shown.slice(0, mostNamed).join(", "),
    more: Math.max(0, shown.length - mostNamed),
  };
  return { field: "zona", message: { key: "dns.delegation.occludes", values } };
}

/** MX, NS and SRV name a host, not its alias (RFC 2181, 10.3). */
function withAlias(record: ZoneRecord, others: readonly ZoneRecord[]): Conflict | null {
  const target = hostTarget(record);
  if (target !== null && others.some(({ type, name }) => type === "CNAME" && name === target)) {
    return conflict("value", "dns.target.alias", target);
  }
  if (record.type !== "CNAME") return null;
  const user = others.find((other) => hostTarget(other) === record.name);
  return user ? conflict("zona", "dns.cname_is_target", user.name) : null;
}
