/**
 * The answer section of a DNS message in canonical form (RFC 4034, 6.2), which is what signatures are over. dns-packet
 * takes names apart into text and loses which dot was part of a label.
 */
import { type DnsKey, keyTag } from "./keys.ts";

export interface ResourceRecord {
  /** In wire form, lower case. */
  readonly owner: Buffer;
  readonly type: number;
  readonly ttl: number;
  /** Names in it written out, in lower case. */
  readonly data: Buffer;
}
export interface SignedAnswer {
  readonly rcode: number;
  readonly authoritative: boolean;
  readonly answers: readonly ResourceRecord[];
}

export const types = { SOA: 6, DS: 43, RRSIG: 46, DNSKEY: 48 } as const;
const classIn = 1;
const headerLength = 12;
const longestName = 255;
const pointer = 0xc0;

const lowerCase = (label: Buffer): Buffer =>
  Buffer.from(label.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)));

/** The name at `at`, pointers followed, and where what comes after it begins. */
function readName(message: Buffer, at: number): { readonly name: Buffer; readonly end: number } {
  const parts: Buffer[] = [];
  let length = 0;
  let next = at;
  let end: number | null = null;
  for (;;) {
    const size = message.readUInt8(next);
    if ((size & pointer) === pointer) {
      const target = message.readUInt16BE(next) & 0x3fff;
      if (target >= next) throw new RangeError("A name points forward.");
      end ??= next + 2;
      next = target;
      continue;
    }
    length += size + 1;
    if (length > longestName) throw new RangeError("A name is too long.");
    parts.push(Buffer.of(size), lowerCase(message.subarray(next + 1, next + 1 + size)));
    next += 1 + size;
    if (size === 0) return { name: Buffer.concat(parts), end: end ?? next };
  }
}

/** Octets before what may be of any length. */
const fixedOctets: Readonly<Record<number, number>> = { [types.DS]: 4, [types.RRSIG]: 18, [types.DNSKEY]: 4 };

function canonicalData(message: Buffer, type: number, start: number, end: number): Buffer {
  if (end - start < (fixedOctets[type] ?? 0)) throw new RangeError("A record is too short.");
  if (type === types.RRSIG) readName(message.subarray(0, end), start + 18);
  if (type !== types.SOA) return message.subarray(start, end);
  const primary = readName(message, start);
  const hostmaster = readName(message, primary.end);
  return Buffer.concat([primary.name, hostmaster.name, message.subarray(hostmaster.end, end)]);
}

/** Throws a RangeError where the message is cut or malformed. */
export function readAnswer(message: Buffer): SignedAnswer {
  const flags = message.readUInt16BE(2);
  let at = headerLength;
  for (let left = message.readUInt16BE(4); left > 0; left--) at = readName(message, at).end + 4;
  const answers: ResourceRecord[] = [];
  for (let left = message.readUInt16BE(6); left > 0; left--) {
    const { name: owner, end } = readName(message, at);
    const type = message.readUInt16BE(end);
    const start = end + 10;
    at = start + message.readUInt16BE(end + 8);
    if (at > message.length) throw new RangeError("A record is cut off.");
    if (message.readUInt16BE(end + 2) !== classIn) continue;
    answers.push({
      owner,
      type,
      ttl: message.readUInt32BE(end + 4),
      data: canonicalData(message, type, start, at),
    });
  }
  return { rcode: flags & 0xf, authoritative: (flags & 0x400) !== 0, answers };
}

export interface DelegationSigner {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Hexadecimal, upper case. */
  readonly digest: string;
  readonly ttl: number;
}

export const readDs = ({ data, ttl }: ResourceRecord): DelegationSigner => ({
  keyTag: data.readUInt16BE(0),
  algorithm: data.readUInt8(2),
  digestType: data.readUInt8(3),
  digest: data.subarray(4).toString("hex").toUpperCase(),
  ttl,
});

export interface ServedKey extends DnsKey {
  readonly keyTag: number;
}

export function readKey({ data }: ResourceRecord): ServedKey {
  const key = {
    flags: data.readUInt16BE(0),
    protocol: data.readUInt8(2),
    algorithm: data.readUInt8(3),
    publicKey: data.subarray(4),
  };
  return { ...key, keyTag: keyTag(key) };
}

export interface Signature {
  readonly typeCovered: number;
  readonly algorithm: number;
  readonly originalTtl: number;
  /** Unix seconds. */
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  /** In wire form, lower case. */
  readonly signer: Buffer;
  /** All of it but the signature itself, which is over this and the records. */
  readonly head: Buffer;
  readonly signature: Buffer;
}

export function readSignature({ data }: ResourceRecord): Signature {
  const { name: signer, end } = readName(data, 18);
  return {
    typeCovered: data.readUInt16BE(0),
    algorithm: data.readUInt8(2),
    originalTtl: data.readUInt32BE(4),
    expiration: data.readUInt32BE(8),
    inception: data.readUInt32BE(12),
    keyTag: data.readUInt16BE(16),
    signer,
    head: Buffer.concat([data.subarray(0, 18), signer]),
    signature: data.subarray(end),
  };
}

/** What a signature over these records is over (RFC 4034, 3.1.8.1). All have one owner and type. */
export function signedData({ head, originalTtl }: Signature, records: readonly ResourceRecord[]): Buffer {
  const canonical = records.map(({ owner, type, data }) => {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(type, 0);
    fixed.writeUInt16BE(classIn, 2);
    fixed.writeUInt32BE(originalTtl, 4);
    fixed.writeUInt16BE(data.length, 8);
    return { data, record: Buffer.concat([owner, fixed, data]) };
  });
  const ordered = canonical.toSorted((one, other) => one.data.compare(other.data));
  return Buffer.concat([head, ...ordered.map(({ record }) => record)]);
}
