/** The chain of trust from the parent's DS to a zone's answers, judged as a validating resolver does (RFC 4035, 5). */
import type { Message, chainStates } from "@atrio/contract";
import { canValidate, dsDigest, signatureFits, wireName } from "./keys.ts";
import {
  type DelegationSigner,
  type ResourceRecord,
  type ServedKey,
  type Signature,
  type SignedAnswer,
  readDs,
  readKey,
  readSignature,
  signedData,
  types,
} from "./message.ts";

export interface Chain {
  readonly state: (typeof chainStates)[number];
  /** For broken and unknown. */
  readonly why: Message | null;
}

/** The parent's answer to the question for DS. */
export interface Delegation {
  readonly server: string;
  /** Empty: authoritatively none. */
  readonly signers: readonly DelegationSigner[];
}
/** One name server's answers to the questions for DNSKEY and SOA; null: none that can be used. */
export interface Served {
  readonly server: string;
  readonly keys: SignedAnswer | null;
  readonly soa: SignedAnswer | null;
}

const withType = (answer: SignedAnswer, owner: Buffer, type: number): ResourceRecord[] =>
  answer.answers.filter((record) => record.type === type && record.owner.equals(owner));

export const delegationOf = (server: string, name: string, answer: SignedAnswer): Delegation => ({
  server,
  signers: withType(answer, wireName(name), types.DS).map(readDs),
});

export const keysOf = (name: string, { keys }: Served): ServedKey[] =>
  keys ? withType(keys, wireName(name), types.DNSKEY).map(readKey) : [];

const signaturesOf = (answer: SignedAnswer, owner: Buffer, type: number): Signature[] =>
  withType(answer, owner, types.RRSIG)
    .map(readSignature)
    .filter(({ typeCovered, signer }) => typeCovered === type && signer.equals(owner));

/** Unix seconds in 32 bits, compared as serial numbers are (RFC 4034, 3.1.5). */
const isAfter = (one: number, other: number): boolean => ((one - other) | 0) > 0;

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Why no signature of `records` by one of `keys` holds now; null where one does. */
function signatureFault(
  server: string,
  answer: SignedAnswer,
  records: readonly ResourceRecord[],
  keys: readonly ServedKey[],
  now: number,
): Message | null {
  const { owner, type } = records[0]!;
  const signatures = signaturesOf(answer, owner, type);
  if (signatures.length === 0) return { key: "dnssec.chain_unsigned", values: { server } };
  let fault: Message = { key: "dnssec.chain_signature", values: { server } };
  for (const signature of signatures) {
    const data = signedData(signature, records);
    const isSigned = keys.some(
      (key) =>
        key.keyTag === signature.keyTag &&
        key.algorithm === signature.algorithm &&
        signatureFits(key, data, signature.signature),
    );
    if (!isSigned) continue;
    const { expiration, inception } = signature;
    if (isAfter(now, expiration))
      fault = { key: "dnssec.chain_expired", values: { server, date: dateOf(expiration) } };
    else if (isAfter(inception, now))
      fault = { key: "dnssec.chain_not_yet", values: { server, date: dateOf(inception) } };
    else return null;
  }
  return fault;
}

const zoneKeyFlag = 0x100;
const revokedFlag = 0x80;

/** A key that the parent vouches for. */
const isVouchedFor = (name: string, key: ServedKey, signers: readonly DelegationSigner[]): boolean =>
  (key.flags & zoneKeyFlag) !== 0 &&
  (key.flags & revokedFlag) === 0 &&
  key.protocol === 3 &&
  signers.some(
    (signer) =>
      signer.keyTag === key.keyTag &&
      signer.algorithm === key.algorithm &&
      signer.digest === dsDigest(name, key, signer.digestType),
  );

/** What keeps a resolver from believing this server; null where nothing does. */
function serverFault(
  name: string,
  { server, keys: keyAnswer, soa }: Served & { readonly keys: SignedAnswer; readonly soa: SignedAnswer },
  signers: readonly DelegationSigner[],
  now: number,
): Message | null {
  const owner = wireName(name);
  const keyRecords = withType(keyAnswer, owner, types.DNSKEY);
  const soaRecords = withType(soa, owner, types.SOA);
  const keys = keyRecords.map(readKey);
  if (keys.length === 0) return { key: "dnssec.chain_unsigned", values: { server } };
  const trusted = keys.filter((key) => isVouchedFor(name, key, signers));
  if (trusted.length === 0) {
    const list = signers.map(({ keyTag }) => keyTag).join(", ");
    return { key: "dnssec.chain_no_key", values: { server, list } };
  }
  return (
    signatureFault(server, keyAnswer, keyRecords, trusted, now) ??
    (soaRecords.length === 0
      ? { key: "dnssec.chain_silent", values: { server } }
      : signatureFault(server, soa, soaRecords, keys, now))
  );
}

const hasAnswered = (
  served: Served,
): served is Served & { readonly keys: SignedAnswer; readonly soa: SignedAnswer } =>
  served.keys !== null && served.soa !== null;

/** `now` in Unix seconds. */
export function judgeChain(
  name: string,
  delegation: Delegation | null,
  servers: readonly Served[],
  now: number,
): Chain {
  if (!delegation) return { state: "unknown", why: "dnssec.chain_parent_silent" };
  if (delegation.signers.length === 0) return { state: "unsigned", why: null };
  const signers = delegation.signers.filter(({ algorithm, digestType }) =>
    canValidate(algorithm, digestType),
  );
  if (signers.length === 0) return { state: "unknown", why: "dnssec.chain_unsupported" };
  for (const served of servers) {
    const why = hasAnswered(served) ? serverFault(name, served, signers, now) : null;
    if (why) return { state: "broken", why };
  }
  const silent = servers.filter((served) => !hasAnswered(served)).map(({ server }) => server);
  if (silent.length > 0 || servers.length === 0) {
    return { state: "unknown", why: { key: "dnssec.chain_silent", values: { server: silent.join(", ") } } };
  }
  return { state: "valid", why: null };
}

/** What one server shows of a zone whose keys are known. */
export type View = "signed" | "unsigned" | "silent";

/** signed: with all of `keyTags`, and answers that they prove. */
export function viewOf(name: string, served: Served, keyTags: readonly number[], now: number): View {
  if (!hasAnswered(served)) return "silent";
  const owner = wireName(name);
  const keyRecords = withType(served.keys, owner, types.DNSKEY);
  const soaRecords = withType(served.soa, owner, types.SOA);
  if (soaRecords.length === 0) return "silent";
  const keys = keyRecords.map(readKey);
  const hasThem = keyTags.length > 0 && keyTags.every((tag) => keys.some(({ keyTag }) => keyTag === tag));
  if (!hasThem) return "unsigned";
  const isProved =
    signatureFault(served.server, served.keys, keyRecords, keys, now) === null &&
    signatureFault(served.server, served.soa, soaRecords, keys, now) === null;
  return isProved ? "signed" : "unsigned";
}
