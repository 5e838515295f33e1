/** Limits of a zone. PostgreSQL enforces each of them as well, under the constraint or trigger named beside it. */
import { textStrings } from "./txt.ts";
import type { RecordType } from "./types.ts";

export const zoneLimits = {
  /** Records of a zone: dns_zone_quota. */
  records: 20_000,
  /** Labels of a name below the zone's own, each a name of its own to a name server: dns_record_depth. */
  labels: 16,
  /** Octets of all records of one name, 16 and the data of each: dns_node_octets. */
  nameOctets: 32_768,
  /** Octets of a record, its name and header included, that don't count as long. */
  shortRecord: 500,
  /** Octets of all records of a zone beyond `shortRecord` each: dns_zone_long_octets. */
  longOctets: 12_000,
} as const;

interface Weighed {
  readonly name: string;
  readonly type: RecordType;
  /** Canonical. */
  readonly value: string;
}

const encoder = new TextEncoder();
/** Type, class, TTL, length of the data, and the name's own two octets. */
const header = 12;

const nameOctets = (value: string): number => value.length + 4;
const dataOctets: Record<RecordType, (value: string) => number> = {
  A: () => 4,
  AAAA: () => 16,
  ANAME: nameOctets,
  CAA: ({ length }) => length,
  CNAME: nameOctets,
  MX: nameOctets,
  NS: nameOctets,
  SRV: nameOctets,
  TXT: (value) => textStrings(value).reduce((sum, { length }) => sum + 1 + length, 0),
};

/** Octets of a record's data on the wire, as atrio.dns_rdata_octets counts them. */
export const rdataOctets = ({ type, value }: Pick<Weighed, "type" | "value">): number =>
  dataOctets[type](value);

/** What a record takes of its zone's `longOctets`. */
export const longOctetsOf = (record: Weighed): number =>
  Math.max(0, record.name.length + header + rdataOctets(record) - zoneLimits.shortRecord);

/** Octets of the longest value that could replace this one where `room` of the zone's `longOctets` is left. */
export function longestValue(record: Weighed, room: number): number {
  const octets = zoneLimits.shortRecord + room - record.name.length - header;
  const value = encoder.encode(record.value).length;
  // every 255 octets of a text take one more for the length of their string
  if (record.type === "TXT" && !record.value.includes("\n")) return octets - Math.ceil(octets / 256);
  return octets - (rdataOctets(record) - value);
}
