/** How the switch of a domain stands, and what its registry is told of the zone's keys. */
import type { Message, dnssecSteps } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { Capabilities, SecDns } from "../../registry/backend.ts";
import { type ZoneKey, readZoneKeys } from "../dns/dnssec.ts";
import { dsDigest } from "./keys.ts";
import { listRecords } from "./stored.ts";

export type Step = (typeof dnssecSteps)[number];
type Problem = string | { readonly key: string; readonly values: Readonly<Record<string, string | number>> };

export interface Switch {
  readonly wanted: boolean;
  readonly step: Step;
  readonly waitUntil: Date | null;
  readonly signedSince: Date | null;
  readonly dsTtl: number;
  readonly problem: Problem | null;
  readonly orderId: number | null;
  readonly jobId: number | null;
}

export async function readSwitch({ db }: Read, holdingId: number): Promise<Switch | null> {
  const { rows } = await sql<Switch>`
    select wanted, step, wait_until as "waitUntil", signed_since as "signedSince", ds_ttl as "dsTtl", problem,
           order_id as "orderId", job_id as "jobId"
      from atrio.dnssec_switch where holding_id = ${holdingId}`.execute(db);
  return rows[0] ?? null;
}

export const isAtWork = (state: Switch | null): state is Switch =>
  state !== null && state.step !== "on" && state.step !== "off";

/** By the zone's name, for the operator's commands. */
export async function isSwitchAtWork({ db }: Read, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from atrio.dnssec_switch s join atrio.domain d using (holding_id)
     where d.name = ${name} and s.step not in ('on', 'off')`.execute(db);
  return rows.length > 0;
}

/** The digests we compute, the best first: SHA-256 is what every registry and resolver knows (RFC 8624, 3.3). */
const digestTypes = [2, 4, 1] as const;

/** What the registry must hold for a key; null where it takes none of this kind. */
export function secDnsOf(zone: string, key: ZoneKey, { dnssec }: Capabilities): SecDns | null {
  const { keyTag, algorithm, flags, publicKey } = key;
  if (!dnssec.algorithms.includes(algorithm)) return null;
  if (dnssec.kind === "key")
    return dnssec.flags.includes(flags) ? { kind: "key", flags, protocol: 3, algorithm, publicKey } : null;
  if (dnssec.kind === "none") return null;
  const digestType = digestTypes.find((type) => dnssec.digestTypes.includes(type));
  if (digestType === undefined) return null;
  const bytes = { flags, protocol: 3, algorithm, publicKey: Buffer.from(publicKey, "base64") };
  const digest = dsDigest(zone, bytes, digestType);
  return digest === null ? null : { kind: "ds", keyTag, algorithm, digestType, digest };
}

export const readSecDns = async (read: Read, holdingId: number): Promise<SecDns[]> =>
  (await listRecords(read, holdingId)).map(({ record }) => record);

/** Whether a record of the registry is one of these keys, whatever its digest type. */
export function fitsKey(zone: string, record: SecDns, keys: readonly ZoneKey[]): boolean {
  return keys.some(({ keyTag, algorithm, flags, publicKey }) => {
    if (record.algorithm !== algorithm) return false;
    if (record.kind === "key") return record.publicKey === publicKey && record.flags === flags;
    const bytes = { flags, protocol: 3, algorithm, publicKey: Buffer.from(publicKey, "base64") };
    return record.keyTag === keyTag && record.digest === dsDigest(zone, bytes, record.digestType);
  });
}

/** What there is to switch: the zone here, its keys, and what the registry holds and takes. */
export interface Subject {
  readonly name: string;
  readonly nameServers: readonly string[];
  /** Every name server of the domain is ours, and there is a zone. */
  readonly isOurs: boolean;
  readonly hasZone: boolean;
  /** Other name servers were ordered, and are not the registry's yet. */
  readonly isMoving: boolean;
  /** An order for DNSSEC data is open, whoever placed it: what the registry holds is about to be something else. */
  readonly ordered: "new" | "pending" | null;
  readonly blocked: boolean;
  readonly keys: readonly ZoneKey[];
  readonly records: readonly SecDns[];
  readonly capabilities: Capabilities | null;
}

export async function readSubject(read: Read, holdingId: number): Promise<Subject | null> {
  const { rows } = await sql<Omit<Subject, "keys" | "records" | "hasZone">>`
    select d.name, d.name_servers as "nameServers", d.blocked, t.capabilities,
           exists (select from atrio.dns_zone z where z.holding_id = d.holding_id) and d.name_servers <> '{}'
             and d.name_servers <@ array(select s.name from atrio.name_server s) as "isOurs",
           exists (select from atrio.registry_order o where o.holding_id = d.holding_id and o.kind = 'nameservers'
                      and o.state in ('new', 'pending')) as "isMoving",
           (select o.state from atrio.registry_order o where o.holding_id = d.holding_id and o.kind = 'dnssec'
               and o.state in ('new', 'pending')) as "ordered"
      from atrio.domain d left join atrio.registry_tld t using (tld, backend)
     where d.holding_id = ${holdingId}`.execute(read.db);
  const domain = rows[0];
  if (!domain) return null;
  // after the orders: one that is done by now shows in the records
  const keys = await readZoneKeys(read, domain.name);
  const records = await readSecDns(read, holdingId);
  return { ...domain, hasZone: keys !== undefined, keys: keys ?? [], records };
}

/** Why the zone here is not the one that the domain shows, or soon not any more; null: it is. */
export function notOurs({ nameServers, isOurs, isMoving }: Subject): Message | null {
  if (isOurs) return isMoving ? "dnssec.moving" : null;
  if (nameServers.length === 0) return "dnssec.no_name_servers";
  return { key: "dnssec.not_ours", values: { servers: nameServers.join(", ") } };
}

/** Signed here and known to the parent, whoever did it: the switch, a command or a hand. */
export const isOn = ({ name, keys, records }: Subject): boolean =>
  keys.length > 0 && records.some((record) => fitsKey(name, record, keys));

/** Whether the registry takes the key that a zone is signed with here (features/dns/dnssec.ts). */
export const takesOurKeys = (capabilities: Capabilities | null): boolean =>
  capabilities !== null &&
  secDnsOf(
    "",
    {
      keyTag: 0,
      algorithm: 13,
      digestType: 2,
      digest: "",
      flags: 257,
      publicKey: "",
      createdAt: new Date(0),
    },
    capabilities,
  ) !== null;
