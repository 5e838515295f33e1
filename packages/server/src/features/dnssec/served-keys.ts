/** A record given by hand beside the keys that the domain's name servers show now. */
import { type Message, toUnicode } from "@atrio/contract";
import type { Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import type { SecDns } from "../../registry/backend.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { askZone, placesOf } from "./ask.ts";
import { type DnsKey, dsDigest, keyTag } from "./keys.ts";
import { type SignedAnswer, readKey, types } from "./message.ts";
import { keyTagOf } from "./records.ts";

const patience = 2_000;

export const keysIn = (answer: SignedAnswer): DnsKey[] =>
  answer.answers.filter(({ type }) => type === types.DNSKEY).map(readKey);

/** Null: no server could be asked. */
export async function servedKeys(
  read: Read,
  holdingId: number,
  name: string,
  reach: Reach,
): Promise<DnsKey[] | null> {
  const signal = AbortSignal.timeout(patience);
  const places = await placesOf(read, holdingId, reach, signal);
  if (!places) return null;
  const answers = (await askZone(places.zone, name, signal)).flatMap(({ keys }) => keys ?? []);
  return answers.length === 0 ? null : answers.flatMap(keysIn);
}

const isNamedBy = (record: SecDns, key: DnsKey): boolean =>
  record.kind === "ds" && record.algorithm === key.algorithm && record.keyTag === keyTag(key);

/** A digest of a type that can't be computed here is taken for right. */
export function fits(name: string, record: SecDns, key: DnsKey): boolean {
  if (record.kind === "key")
    return (
      record.algorithm === key.algorithm &&
      record.flags === key.flags &&
      record.publicKey === key.publicKey.toString("base64")
    );
  const digest = isNamedBy(record, key) ? dsDigest(name, key, record.digestType) : undefined;
  return digest === null || digest === record.digest;
}

/** Two keys may share a tag: only where none of them fits, the digest is wrong. */
export function refuseMismatch(name: string, record: SecDns, keys: readonly DnsKey[]): void {
  if (record.kind === "key" || keys.some((key) => fits(name, record, key))) return;
  if (!keys.some((key) => isNamedBy(record, key))) return;
  const keytag = record.keyTag;
  refuse("invalid", { fields: { digest: { key: "dnssec.digest_mismatch", values: { keytag } } } });
}

/**
 * What publishing `record` beside those `stored` puts at risk; null: nothing. A chain that holds by another record goes on
 * holding. `keys` null: nobody could be asked.
 */
export function riskOf(
  name: string,
  record: SecDns,
  stored: readonly SecDns[],
  keys: readonly DnsKey[] | null,
): Message | null {
  const values = { name: toUnicode(name), keytag: keyTagOf(record) };
  if (!keys) return stored.length > 0 ? null : { key: "dnssec.risk_unseen", values };
  const holds = [record, ...stored].some((one) => keys.some((key) => fits(name, one, key)));
  return holds ? null : { key: "dnssec.risk_no_key", values };
}

/** What to say beside "added". `keys` null: nobody could be asked. */
export function tellAdded(name: string, record: SecDns, keys: readonly DnsKey[] | null): Message {
  const values = { keytag: keyTagOf(record) };
  if (!keys) return { key: "dnssec.added_unseen", values };
  if (!keys.some((key) => fits(name, record, key))) return { key: "dnssec.no_key", values };
  const isZoneKey = record.kind === "key" && record.flags === 256;
  return { key: isZoneKey ? "dnssec.zone_key" : "dnssec.added", values };
}
