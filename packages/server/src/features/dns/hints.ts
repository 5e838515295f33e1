/**
 * What is said beside a record that is allowed and probably not meant. A target is looked up in the tree of names, as a name
 * server would: the name itself, a delegation above it, the wildcard that answers in its place.
 */
import {
  type RecordHint,
  hasInnerAsterisk,
  nameTarget,
  relativeName,
  type ZoneRecord,
  zoneLimits,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { namesUpTo } from "./rules.ts";
import type { Zone } from "./zone-records.ts";

interface Node {
  readonly name: string;
  readonly records: number;
  readonly cnames: number;
  readonly anames: number;
  readonly addresses: number;
  readonly delegations: number;
}
type Nodes = ReadonlyMap<string, Node>;
type ZoneName = Pick<Zone, "id" | "name">;

const isBelow = (name: string, above: string): boolean => name.endsWith(`.${above}`);

/** The target of a record where this zone says what it is. */
function ownTarget(record: ZoneRecord, zone: ZoneName): string | null {
  const target = nameTarget(record);
  return target !== null && (target === zone.name || isBelow(target, zone.name)) ? target : null;
}

/** The names that tell whether there is a target: itself, those above it and their wildcards; no deeper than records are. */
const namesAround = (target: string, zone: ZoneName): string[] =>
  namesUpTo(target, zone.name)
    .slice(-(zoneLimits.labels + 1))
    .flatMap((name) => [name, `*.${name}`]);

async function findNodes({ db }: Read, zone: ZoneName, names: readonly string[]): Promise<Nodes> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("atrio.dns_node")
    .select(["name", "records", "cnames", "anames", "addresses", "delegations"])
    .where("zone_id", "=", zone.id)
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** What answers for a name (RFC 4592, 3.3): its own node, or the wildcard below its closest encloser. */
function answering(name: string, zone: ZoneName, nodes: Nodes): Node | undefined {
  const own = nodes.get(name);
  if (own) return own;
  const encloser = namesUpTo(name, zone.name).find((above) => nodes.has(above));
  return encloser === undefined ? undefined : nodes.get(`*.${encloser}`);
}

function hintOfTarget(record: ZoneRecord, target: string, zone: ZoneName, nodes: Nodes): RecordHint | null {
  if (record.type === "NS" && record.name !== zone.name && isBelow(target, record.name))
    return nodes.get(target)?.addresses ? null : "glue_missing";
  // what is delegated is another's to answer
  if (namesUpTo(target, zone.name).some((name) => nodes.get(name)?.delegations)) return null;
  const node = answering(target, zone, nodes);
  if (!node || node.records === 0) return "target_missing";
  const leadsToAddress = node.addresses + node.anames + node.cnames > 0;
  return record.type === "CNAME" || leadsToAddress ? null : "target_no_address";
}

/** Bounds the names that are held and asked for at a time. */
const recordsAtOnce = 1000;

/** The hints of records of a zone, in their order: a question for each thousand, about no more names than they lead to. */
export async function findHints(
  read: Read,
  zone: ZoneName,
  records: readonly ZoneRecord[],
): Promise<(RecordHint | null)[]> {
  const hints: (RecordHint | null)[] = [];
  for (let at = 0; at < records.length; at += recordsAtOnce)
    hints.push(...(await findSome(read, zone, records.slice(at, at + recordsAtOnce))));
  return hints;
}

async function findSome(
  read: Read,
  zone: ZoneName,
  records: readonly ZoneRecord[],
): Promise<(RecordHint | null)[]> {
  const targets = new Set(records.map((record) => ownTarget(record, zone)).filter((name) => name !== null));
  const names = new Set([...targets].flatMap((target) => namesAround(target, zone)));
  const nodes = await findNodes(read, zone, [...names]);
  return records.map((record) => {
    if (hasInnerAsterisk(relativeName(record.name, zone.name))) return "inner_asterisk";
    const target = ownTarget(record, zone);
    return target === null ? null : hintOfTarget(record, target, zone, nodes);
  });
}
