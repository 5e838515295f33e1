/** What a name server shows of a signed zone, made with a key of the test's. */
import { type KeyObject, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { type Answer, encode } from "dns-packet";
import { type DnsKey, dsDigest, keyTag } from "../src/features/dnssec/keys.ts";
import { readAnswer, readSignature, signedData } from "../src/features/dnssec/message.ts";
import { soa } from "./fake-name-server.ts";

export interface SigningKey extends DnsKey {
  readonly privateKey: KeyObject;
}

const base64url = (base64: string): string => Buffer.from(base64, "base64").toString("base64url");

/** A key as atrio.dns_key has it. */
export function storedKey(privateText: string, publicKey: Buffer): SigningKey {
  const d = base64url(/^PrivateKey: (.*)$/m.exec(privateText)![1]!);
  const [x, y] = [publicKey.subarray(0, 32), publicKey.subarray(32)].map((half) =>
    half.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", d, x: x!, y: y! };
  const privateKey = createPrivateKey({ key: jwk, format: "jwk" });
  return { flags: 257, protocol: 3, algorithm: 13, publicKey, privateKey };
}

export function makeKey(flags = 257): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = privateKey.export({ format: "jwk" });
  const publicKey = Buffer.concat([Buffer.from(x!, "base64url"), Buffer.from(y!, "base64url")]);
  return { flags, protocol: 3, algorithm: 13, publicKey, privateKey };
}

/** With RSA as zones elsewhere have it (RFC 3110, 5702). */
export function makeRsaKey(flags = 257): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { n, e } = privateKey.export({ format: "jwk" });
  const exponent = Buffer.from(e!, "base64url");
  const publicKey = Buffer.concat([Buffer.of(exponent.length), exponent, Buffer.from(n!, "base64url")]);
  return { flags, protocol: 3, algorithm: 8, publicKey, privateKey };
}

export interface Dates {
  /** Unix seconds. */
  readonly inception: number;
  readonly expiration: number;
}
const now = (): number => Math.floor(Date.now() / 1000);
export const aroundNow = (): Dates => ({ inception: now() - 3600, expiration: now() + 86_400 });

const reply = (answers: readonly Answer[]): Buffer =>
  encode({ type: "response", flags: 1 << 10, answers: [...answers] });

/** The records with their signature by each key. */
export function signed(
  zone: string,
  records: readonly Answer[],
  keys: readonly SigningKey[],
  { inception, expiration }: Dates = aroundNow(),
): Answer[] {
  const signatures = keys.map((key): Answer => {
    const data = {
      typeCovered: records[0]!.type,
      algorithm: key.algorithm,
      labels: zone.split(".").length,
      originalTTL: 300,
      expiration,
      inception,
      keyTag: keyTag(key),
      signersName: zone,
      signature: Buffer.alloc(0),
    };
    const bare: Answer = { type: "RRSIG", name: zone, ttl: 300, data };
    const read = readAnswer(reply([...records, bare])).answers;
    const toSign = signedData(readSignature(read.at(-1)!), read.slice(0, -1));
    const signature = sign("sha256", toSign, { key: key.privateKey, dsaEncoding: "ieee-p1363" });
    return { ...bare, data: { ...data, signature } };
  });
  return [...records, ...signatures];
}

export const keyRecords = (zone: string, keys: readonly DnsKey[]): Answer[] =>
  keys.map(({ flags, algorithm, publicKey }) => ({
    type: "DNSKEY",
    name: zone,
    ttl: 300,
    data: { flags, algorithm, key: publicKey },
  }));

export const dsRecord = (zone: string, key: DnsKey, digestType = 2, ttl = 60): Answer => ({
  type: "DS",
  name: zone,
  ttl,
  data: {
    keyTag: keyTag(key),
    algorithm: key.algorithm,
    digestType,
    digest: Buffer.from(dsDigest(zone, key, digestType) ?? "00".repeat(32), "hex"),
  },
});

export const soaRecord = (zone: string): Answer => soa(zone, 1);

/** A server's answer, as it is read. */
export const answer = (...records: readonly Answer[]) => readAnswer(reply(records));
