/**
 * Signing a zone is one transaction: a key made here, stored, and PowerDNS signs from the commit on (the NSEC3 hashes are
 * there already). One combined signing key, ECDSA P-256, as RFC 8624 recommends. Unsigning takes the key away: while the
 * parent zone still has its DS, resolvers that validate then refuse the zone, so the DS goes first.
 */
import { generateKeyPairSync } from "node:crypto";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

/** What the parent zone or the registry is told about a key (RFC 4034: DS and DNSKEY). */
export interface ZoneKey {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly flags: number;
  /** Base64. */
  readonly publicKey: string;
  readonly createdAt: Date;
}

export interface KeyPair {
  /** The text form of BIND and PowerDNS. */
  readonly privateKey: string;
  /** The public key field of DNSKEY: both coordinates (RFC 6605, 4). */
  readonly publicKey: Buffer;
}

const sameBytes = (base64url: string): Buffer => Buffer.from(base64url, "base64url");

export function makeKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { d, x, y } = privateKey.export({ format: "jwk" });
  if (d === undefined || x === undefined || y === undefined)
    throw new Error("The key that was made has no coordinates.");
  return {
    privateKey: [
      "Private-key-format: v1.2",
      "Algorithm: 13 (ECDSAP256SHA256)",
      `PrivateKey: ${sameBytes(d).toString("base64")}`,
      "",
    ].join("\n"),
    publicKey: Buffer.concat([sameBytes(x), sameBytes(y)]),
  };
}

interface ZoneRow {
  readonly id: number;
  readonly holdingId: number;
}

const findZone = ({ db }: Read, name: string): Promise<ZoneRow | undefined> =>
  db
    .selectFrom("atrio.dns_zone")
    .select(["id", "holding_id as holdingId"])
    .where("name", "=", name)
    .executeTakeFirst();

async function keysOf({ db }: Read, zoneId: number): Promise<ZoneKey[]> {
  const { rows } = await sql<ZoneKey>`
    select key_tag as "keyTag", algorithm, digest_type as "digestType", digest, flags,
           public_key as "publicKey", created_at as "createdAt"
      from atrio.dns_zone_ds(${zoneId})`.execute(db);
  return rows;
}

/** The keys of a zone, none where it is not signed; undefined where there is no such zone. */
export async function readZoneKeys(read: Read, name: string): Promise<ZoneKey[] | undefined> {
  const zone = await findZone(read, name);
  return zone && keysOf(read, zone.id);
}

async function lockZone(change: Change, name: string): Promise<ZoneRow> {
  const zone = await findZone(change, name);
  if (!zone) throw new Error(`There is no DNS zone ${name}.`);
  await sql`select from atrio.dns_zone_lock(${zone.holdingId})`.execute(change.db);
  return zone;
}

/** Signs the zone and returns what the parent zone must publish. */
export async function signZone(change: Change, name: string): Promise<ZoneKey[]> {
  const zone = await lockZone(change, name);
  if ((await keysOf(change, zone.id)).length > 0) throw new Error(`The DNS zone ${name} is signed already.`);
  const { privateKey, publicKey } = makeKeyPair();
  await change.db
    .insertInto("atrio.dns_key")
    .values({ zone_id: zone.id, private_key: privateKey, public_key: publicKey })
    .execute();
  const keys = await keysOf(change, zone.id);
  await change.record({
    holdingId: zone.holdingId,
    area: "dns",
    act: "dnssec sign",
    item: name,
    before: [],
    after: keys,
  });
  return keys;
}

/** Takes the keys away. The DS must be gone from the parent zone, and from caches, before. */
export async function unsignZone(change: Change, name: string): Promise<void> {
  const zone = await lockZone(change, name);
  const keys = await keysOf(change, zone.id);
  if (keys.length === 0) throw new Error(`The DNS zone ${name} is not signed.`);
  await change.db.deleteFrom("atrio.dns_key").where("zone_id", "=", zone.id).execute();
  await change.record({
    holdingId: zone.holdingId,
    area: "dns",
    act: "dnssec unsign",
    item: name,
    before: keys,
    after: [],
  });
}
