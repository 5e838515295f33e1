/** What DNSSEC computes: key tags, digests and signatures (RFC 4034, 4509, 5702, 6605, 8080). Pure, on node:crypto. */
import { type KeyObject, createHash, createPublicKey, verify, type webcrypto } from "node:crypto";

export interface DnsKey {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  readonly publicKey: Buffer;
}

/** A name as it is hashed and signed: labels in lower case, each after its length (RFC 4034, 6.2). */
export function wireName(name: string): Buffer {
  const labels = name === "" ? [] : name.toLowerCase().split(".");
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, "latin1")])),
    Buffer.of(0),
  ]);
}

export const keyRdata = ({ flags, protocol, algorithm, publicKey }: DnsKey): Buffer =>
  Buffer.concat([Buffer.of(flags >> 8, flags & 0xff, protocol, algorithm), publicKey]);

const rsaMd5 = 1;

/** RFC 4034, appendix B; B.1 for RSA/MD5, whose tag is a part of the modulus. */
export function keyTag(key: DnsKey): number {
  const { algorithm, publicKey } = key;
  if (algorithm === rsaMd5) return publicKey.length < 3 ? 0 : publicKey.readUInt16BE(publicKey.length - 3);
  const rdata = keyRdata(key);
  let sum = 0;
  for (const [at, byte] of rdata.entries()) sum += at % 2 === 0 ? byte << 8 : byte;
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

/** By digest type. Type 3 (GOST) can be stored, not computed: Node has no such hash. */
const digestHashes: Readonly<Record<number, string>> = { 1: "sha1", 2: "sha256", 4: "sha384" };

/** In upper-case hexadecimal; null where the type can't be computed. */
export function dsDigest(owner: string, key: DnsKey, digestType: number): string | null {
  const hash = digestHashes[digestType];
  if (hash === undefined) return null;
  return createHash(hash).update(wireName(owner)).update(keyRdata(key)).digest("hex").toUpperCase();
}

interface Algorithm {
  readonly hash: string | null;
  /** Undefined where the bytes are no such key. */
  jwk(publicKey: Buffer): webcrypto.JsonWebKey | undefined;
}

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

/** RFC 3110: exponent after its length of one or three octets, then the modulus. */
function rsaJwk(publicKey: Buffer): webcrypto.JsonWebKey | undefined {
  if (publicKey.length < 3) return undefined;
  const isLong = publicKey[0] === 0;
  const start = isLong ? 3 : 1;
  const end = start + (isLong ? publicKey.readUInt16BE(1) : publicKey[0]!);
  if (end === start || end >= publicKey.length) return undefined;
  return { kty: "RSA", e: base64url(publicKey.subarray(start, end)), n: base64url(publicKey.subarray(end)) };
}
const rsa = (hash: string): Algorithm => ({ hash, jwk: rsaJwk });
const ecdsa = (hash: string, crv: string, size: number): Algorithm => ({
  hash,
  jwk: (publicKey) =>
    publicKey.length === 2 * size
      ? {
          kty: "EC",
          crv,
          x: base64url(publicKey.subarray(0, size)),
          y: base64url(publicKey.subarray(size)),
        }
      : undefined,
});
const eddsa = (crv: string, size: number): Algorithm => ({
  hash: null,
  jwk: (publicKey) => (publicKey.length === size ? { kty: "OKP", crv, x: base64url(publicKey) } : undefined),
});

/** Those that resolvers validate; a zone signed by others alone counts as unsigned (RFC 4035, 5.2). */
const algorithms: Readonly<Record<number, Algorithm>> = {
  5: rsa("sha1"),
  7: rsa("sha1"),
  8: rsa("sha256"),
  10: rsa("sha512"),
  13: ecdsa("sha256", "P-256", 32),
  14: ecdsa("sha384", "P-384", 48),
  15: eddsa("Ed25519", 32),
  16: eddsa("Ed448", 57),
};

export const canValidate = (algorithm: number, digestType: number): boolean =>
  algorithm in algorithms && digestType in digestHashes;

function keyObject(jwk: webcrypto.JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    return undefined; // no point of the curve
  }
}

export function signatureFits({ algorithm, publicKey }: DnsKey, data: Buffer, signature: Buffer): boolean {
  const known = algorithms[algorithm];
  const jwk = known?.jwk(publicKey);
  const key = jwk && keyObject(jwk);
  if (!known || !key) return false;
  return verify(known.hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);
}
