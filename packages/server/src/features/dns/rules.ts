/** What must hold between the records of a zone. All of it is asked under the zone's lock. */
import {
  type Conflict,
  type DnsRecord,
  type Message,
  type RecordType,
  type ZoneRecord,
  conflictsWith,
  hostTarget,
  longestText,
  longestValue,
  longOctetsOf,
  toUnicode,
  zoneLimits,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import type { Zone } from "./zone-records.ts";

/** `www.a.example.com`, `a.example.com`, `example.com` of the first in the last. */
export function namesUpTo(name: string, zoneName: string): string[] {
  const names = [name];
  let dot = name.indexOf(".");
  while (dot >= 0 && name.length - dot > zoneName.length) {
    names.push(name.slice(dot + 1));
    dot = name.indexOf(".", dot + 1);
  }
  return names;
}

/** The records that `conflictsWith` looks at, and no more than the zone's indexes give. */
export async function neighbours(change: Change, zone: Zone, record: ZoneRecord): Promise<ZoneRecord[]> {
  const { db } = change;
  const names = [...namesUpTo(record.name, zone.name), hostTarget(record) ?? record.name];
  const rows = db
    .selectFrom("atrio.dns_record")
    .select(["name", "type", "value", "priority", "id"])
    .where("zone_id", "=", zone.id);
  const near = rows.where("name", "in", names);
  if (record.type === "NS") {
    const below = rows.where(sql<boolean>`name like ${`%.${record.name}`}`);
    return near.union(below).execute();
  }
  if (record.type === "CNAME") {
    const pointing = rows
      .where("type", "in", ["MX", "NS", "SRV"])
      .where(sql<boolean>`right(value, ${record.name.length}) = ${record.name}`);
    return near.union(pointing).execute();
  }
  return near.execute();
}

/** What is there already is a conflict; what does not go together is wrong input. */
export function refuseConflict(found: Conflict | null, field: Conflict["field"] | null = null): void {
  if (!found) return;
  const key = typeof found.message === "string" ? found.message : found.message.key;
  const refusal = key === "dns.duplicate" ? "conflict" : "invalid";
  refuse(refusal, { fields: { [field ?? found.field]: found.message } });
}

type Wanted = ZoneRecord & { readonly type: RecordType };

/** `was`: the record before the change. */
export async function refuseConflicts(
  change: Change,
  zone: Zone,
  record: Wanted,
  was: DnsRecord | null = null,
): Promise<void> {
  const around = await neighbours(change, zone, record);
  const others = around.filter((other) => !("id" in other) || other.id !== was?.id);
  // a saved record keeps its name: there is no such field to mark
  refuseConflict(conflictsWith(record, others, zone.name), was ? "value" : null);
  await refuseTooLong(change, zone, record, was);
}

/** Asked ahead of dns_zone_long_octets, which can't tell how long the value may be. */
async function refuseTooLong(
  { db }: Change,
  zone: Zone,
  record: Wanted,
  was: DnsRecord | null,
): Promise<void> {
  const octets = longOctetsOf(record);
  if (octets === 0) return;
  const { long_octets: taken } = await db
    .selectFrom("atrio.dns_zone")
    .select("long_octets")
    .where("id", "=", zone.id)
    .executeTakeFirstOrThrow();
  // what the panel keeps has no weight
  const freed = was === null || was.dynamicValue ? 0 : longOctetsOf({ ...record, value: was.value });
  const room = zoneLimits.longOctets - taken + freed;
  if (octets <= room) return;
  const values = { zone: toUnicode(zone.name), max: Math.min(longestValue(record, room), longestText) };
  refuse("conflict", { fields: { value: { key: "dns.full_long", values } } });
}

type Field = "zona" | "value" | "ttl" | "priority";

/**
 * The database's own rules, in the words of the form. They hold whoever writes and whatever runs at the same time; with
 * the zone locked and the rules above asked first, they speak up only where those have a hole.
 */
const constraints: Readonly<Record<string, (name: string, zone: string) => [Field, Message]>> = {
  dns_record_duplicate: (name) => ["value", { key: "dns.duplicate", values: { name } }],
  dns_node_octets: (name) => [
    "value",
    { key: "dns.full_name", values: { name, max: zoneLimits.nameOctets } },
  ],
  dns_zone_long_octets: (_, zone) => ["value", { key: "dns.full_long_all", values: { zone } }],
  dns_cname_alone: (name) => ["zona", { key: "dns.cname_exists", values: { name } }],
  dns_cname_apex: (_, zone) => ["zona", { key: "dns.cname_apex", values: { zone } }],
  dns_aname_alone: (name) => ["zona", { key: "dns.aname_exists", values: { name } }],
  dns_record_in_zone: (name, zone) => ["zona", { key: "dns.name.outside", values: { name, zone } }],
  dns_record_depth: () => ["zona", "main.invalid_value"],
  dns_record_ns_apex: (_, zone) => ["zona", { key: "dns.ns_apex", values: { zone } }],
  dns_record_ns_wildcard: (_, zone) => ["zona", { key: "dns.ns_wildcard", values: { zone } }],
  dns_record_self: (name) => ["value", { key: "dns.target.self", values: { name } }],
  dns_record_name: () => ["zona", "main.invalid_value"],
  dns_record_value: () => ["value", "main.invalid_value"],
  dns_record_ttl: () => ["ttl", "main.not_an_option"],
  dns_record_priority: () => ["priority", "main.not_an_option"],
};

/** What is there already stands in the way; the rest is wrong input. */
const conflicting: ReadonlySet<string> = new Set([
  "dns_record_duplicate",
  "dns_node_octets",
  "dns_zone_long_octets",
]);

const textOf = (error: Error, property: string): string | undefined => {
  const found: unknown = Reflect.get(error, property);
  return typeof found === "string" ? found : undefined;
};

/** Runs a statement that writes one record; a rule of the database that says no becomes a refusal of its field. */
export async function withRules<T>(zone: Zone, name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const constraint = textOf(error, "constraint") ?? "";
    if (constraint === "dns_zone_quota")
      refuse("conflict", {
        message: { key: "dns.quota", values: { maximum: zoneLimits.records } },
        cause: error,
      });
    if (!Object.hasOwn(constraints, constraint)) throw error;
    const [field, message] = constraints[constraint]!(toUnicode(name), toUnicode(zone.name));
    const refusal = conflicting.has(constraint) ? "conflict" : "invalid";
    return refuse(refusal, { fields: { [field]: message }, cause: error });
  }
}
