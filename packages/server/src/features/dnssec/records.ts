/** DNSSEC records that are given to the registry by hand: digests of keys, or the keys themselves, whichever it takes. */
import type { Calls, DnssecRecord, InputOf, KeyLevels, Message } from "@atrio/contract";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { Capabilities, SecDns } from "../../registry/backend.ts";
import { sameSecDns } from "../../registry/same.ts";
import {
  type LockedDomain,
  capabilitiesOf,
  lockDomain,
  refuseClosed,
  refuseNotOffered,
} from "../domain/lock.ts";
import { type PlacedOrder, placeOrder } from "../domain/order.ts";
import { keyTag } from "./keys.ts";
import { listRecords } from "./stored.ts";
import { isAtWork, readSwitch } from "./switch-state.ts";

type MayWrite = Granted<{ domain_dnssec: "write" }>;
type Form = InputOf<Calls["dnssecCreate"]>;
type Dnssec = Capabilities["dnssec"];

export const keyTagOf = (record: SecDns): number =>
  record.kind === "ds"
    ? record.keyTag
    : keyTag({ ...record, publicKey: Buffer.from(record.publicKey, "base64") });

/** `id` 0: the registry has not got it yet. */
export const shown = (record: SecDns, id: number): DnssecRecord =>
  record.kind === "ds"
    ? {
        id,
        keytag: record.keyTag,
        algorithm: record.algorithm,
        digesttype: record.digestType,
        digest: record.digest,
      }
    : {
        id,
        keytag: keyTagOf(record),
        algorithm: record.algorithm,
        flags: record.flags,
        protocols: record.protocol,
        publicKey: record.publicKey,
      };

/** The contract has seen to it that the fields of one type are there, and none of the other. */
export const recordOf = ({ keytag, algorithm, digesttype, flags, digest }: Form): SecDns =>
  keytag === undefined || digesttype === undefined
    ? { kind: "key", flags: flags ?? 0, protocol: 3, algorithm, publicKey: digest }
    : { kind: "ds", keyTag: keytag, algorithm, digestType: digesttype, digest: digest.toUpperCase() };

/** What the registry would not take. */
export function refuseNotTaken(domain: LockedDomain, record: SecDns): void {
  const { dnssec } = capabilitiesOf(domain);
  if (dnssec.kind === "none") refuseNotOffered(domain);
  refuseFaults(record, dnssec);
}

export function refuseFaults(record: SecDns, dnssec: Dnssec): void {
  const fields = faultsOf(record, dnssec);
  if (Object.keys(fields).length > 0) refuse("invalid", { fields });
}

function faultsOf(record: SecDns, dnssec: Dnssec): Record<string, Message> {
  if (record.kind !== dnssec.kind)
    return { digest: dnssec.kind === "key" ? "dnssec.wants_key" : "dnssec.wants_digest" };
  const taken: readonly (readonly [string, boolean])[] = [
    ["algorithm", dnssec.algorithms.includes(record.algorithm)],
    record.kind === "ds"
      ? ["digesttype", dnssec.digestTypes.includes(record.digestType)]
      : ["flags", dnssec.flags.includes(record.flags)],
  ];
  return Object.fromEntries(taken.flatMap(([field, is]) => (is ? [] : [[field, "dnssec.not_taken"]])));
}

async function openDomain(change: Change, holding: MayWrite): Promise<LockedDomain> {
  const domain = await lockDomain(change, holding);
  refuseClosed(domain);
  if (isAtWork(await readSwitch(change, holding.id)))
    refuse("conflict", { message: "dnssec.switch_at_work" });
  return domain;
}

export async function addRecord(change: Change, holding: MayWrite, record: SecDns): Promise<PlacedOrder> {
  const domain = await openDomain(change, holding);
  refuseNotTaken(domain, record);
  const records = await listRecords(change, holding.id);
  if (records.some((stored) => sameSecDns(stored.record, record)))
    refuse("conflict", { message: "dnssec.duplicate" });
  if (records.length >= capabilitiesOf(domain).dnssec.max) refuse("conflict", { message: "dnssec.too_many" });
  const item = `${domain.name} ${keyTagOf(record)}`;
  const wanted = { add: [record], remove: [] };
  return placeOrder(change, holding, { kind: "dnssec", wanted, act: "dnssecCreate", item });
}

export async function removeRecord(change: Change, holding: MayWrite, id: number): Promise<PlacedOrder> {
  const domain = await openDomain(change, holding);
  const stored = (await listRecords(change, holding.id)).find((one) => one.id === id) ?? refuse("notFound");
  const item = `${domain.name} ${keyTagOf(stored.record)}`;
  const wanted = { add: [], remove: [stored.record] };
  return placeOrder(change, holding, { kind: "dnssec", wanted, act: "dnssecDelete", item });
}

/** What the form offers. */
export async function offeredOf({ db }: Read, { id }: Granted<KeyLevels>): Promise<Dnssec> {
  const row = await db
    .selectFrom("atrio.domain as d")
    .leftJoin("atrio.registry_tld as t", (join) =>
      join.onRef("t.tld", "=", "d.tld").onRef("t.backend", "=", "d.backend"),
    )
    .select([
      "d.name",
      (read) => read.ref("t.capabilities").$castTo<Capabilities | null>().as("capabilities"),
    ])
    .where("d.holding_id", "=", id)
    .executeTakeFirst();
  const { name, capabilities } = row ?? refuse("notFound");
  if (!capabilities || capabilities.dnssec.kind === "none") refuseNotOffered({ name });
  return capabilities.dnssec;
}
