/** The worked examples of the RFCs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canValidate, dsDigest, keyTag, signatureFits, wireName } from "./keys.ts";
import { readSignature, signedData, types } from "./message.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ""), "hex");
const base64 = (text: string) => Buffer.from(text.replaceAll(/\s/g, ""), "base64");
const key = (flags: number, algorithm: number, publicKey: string) => ({
  flags,
  protocol: 3,
  algorithm,
  publicKey: base64(publicKey),
});

const rsaSha1 = key(
  256,
  5,
  `AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvx
   egXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==`,
);
const p256 = key(
  257,
  13,
  "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
);
const p384 = key(
  257,
  14,
  "xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40",
);
const ed25519 = key(257, 15, "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=");
const ed448 = key(257, 16, "3kgROaDjrh0H2iuixWBrc8g2EpBBLCdGzHmn+G2MpTPhpj/OiBVHHSfPodx1FYYUcJKm1MDpJtIA");

test("key tags and digests", () => {
  const cases = [
    // RFC 4034, 5.4; RFC 4509, 2.3
    ["dskey.example.com", rsaSha1, 60485, 1, "2BB183AF5F22588179A53B0A98631FAD1A292118"],
    [
      "dskey.example.com",
      key(
        256,
        5,
        `AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvx
         egXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==`,
      ),
      60485,
      2,
      "D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A",
    ],
    // RFC 6605, 6
    ["example.net", p256, 55648, 2, "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17"],
    [
      "EXAMPLE.net",
      p384,
      10771,
      4,
      "72D7B62976CE06438E9C0BF319013CF801F09ECC84B8D7E9495F27E305C6A9B0563A9B5F4D288405C3008A946DF983D6",
    ],
    // RFC 8080, 6
    ["example.com", ed25519, 3613, 2, "3AA5AB37EFCE57F737FC1627013FEE07BDF241BD10F3B1964AB55C78E79A304B"],
    ["example.com", ed448, 9713, 2, "6CCF18D5BC5D7FC2FCEB1D59D17321402F2AA8D368048DB93DD811F5CB2B19C7"],
  ] as const;
  for (const [owner, one, tag, type, digest] of cases) {
    assert.equal(keyTag(one), tag, owner);
    assert.equal(dsDigest(owner, one, type), digest);
  }
  assert.equal(dsDigest("example.net", p256, 3), null);
});

test("the tag of RSA/MD5 is a part of the modulus", () => {
  assert.equal(keyTag(key(257, 1, Buffer.from("01030102030405060708", "hex").toString("base64"))), 0x0607);
});

/** `www.example.net A 192.0.2.1` of RFC 6605 and `example.com MX 10 mail.example.com` of RFC 8080. */
const examples = [
  {
    one: p256,
    signer: "example.net",
    owner: "www.example.net",
    type: 1,
    data: hex("c0000201"),
    head: [3, 3600, 1284026679, 1281607479, 55648],
    signature: "qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==",
  },
  {
    one: p384,
    signer: "example.net",
    owner: "www.example.net",
    type: 1,
    data: hex("c0000201"),
    head: [3, 3600, 1284027625, 1281608425, 10771],
    signature:
      "/L5hDKIvGDyI1fcARX3z65qrmPsVz73QD1Mr5CEqOiLP95hxQouuroGCeZOvzFaxsT8Glr74hbavRKayJNuydCuzWTSSPdz7wnqXL5bdcJzusdnI0RSMROxxwGipWcJm",
  },
  {
    one: ed25519,
    signer: "example.com",
    owner: "example.com",
    type: 15,
    data: Buffer.concat([hex("000a"), wireName("mail.example.com")]),
    head: [2, 3600, 1440021600, 1438207200, 3613],
    signature: "oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==",
  },
  {
    one: ed448,
    signer: "example.com",
    owner: "example.com",
    type: 15,
    data: Buffer.concat([hex("000a"), wireName("mail.example.com")]),
    head: [2, 3600, 1440021600, 1438207200, 9713],
    signature:
      "3cPAHkmlnxcDHMyg7vFC34l0blBhuG1qpwLmjInI8w1CMB29FkEAIJUA0amxWndkmnBZ6SKiwZSAxGILn/NBtOXft0+Gj7FSvOKxE/07+4RQvE581N3Aj/JtIyaiYVdnYtyMWbSNyGEY2213WKsJlwEA",
  },
] as const;

const record = (name: string, data: Buffer, type: number) => ({ owner: wireName(name), type, ttl: 5, data });

test("signatures fit their keys, and no others", () => {
  for (const { one, signer, owner, type, data, head, signature } of examples) {
    const [labels, ttl, expiration, inception, tag] = head;
    const fixed = Buffer.alloc(18);
    fixed.writeUInt16BE(type, 0);
    fixed.writeUInt8(one.algorithm, 2);
    fixed.writeUInt8(labels, 3);
    fixed.writeUInt32BE(ttl, 4);
    fixed.writeUInt32BE(expiration, 8);
    fixed.writeUInt32BE(inception, 12);
    fixed.writeUInt16BE(tag, 16);
    const rrsig = record(owner, Buffer.concat([fixed, wireName(signer), base64(signature)]), types.RRSIG);
    const read = readSignature(rrsig);
    const signed = signedData(read, [record(owner, data, type)]);
    assert.ok(signatureFits(one, signed, read.signature), `algorithm ${one.algorithm}`);
    const altered = signedData(read, [record(owner, Buffer.concat([data, Buffer.of(0)]), type)]);
    assert.ok(!signatureFits(one, altered, read.signature));
    assert.ok(!signatureFits({ ...one, algorithm: 8 }, signed, read.signature), "of another kind");
    assert.ok(!signatureFits({ ...one, publicKey: Buffer.alloc(3) }, signed, read.signature), "no key");
  }
});

test("what resolvers do not validate", () => {
  assert.ok(canValidate(13, 2));
  for (const [algorithm, digestType] of [
    [1, 2],
    [12, 2],
    [13, 3],
  ] as const)
    assert.ok(!canValidate(algorithm, digestType));
});
