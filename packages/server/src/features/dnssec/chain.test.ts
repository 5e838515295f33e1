import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answer } from "dns-packet";
import {
  type SigningKey,
  answer,
  aroundNow,
  dsRecord,
  keyRecords,
  makeKey,
  makeRsaKey,
  signed,
  soaRecord,
} from "../../../test/signed-zone.ts";
import { type Served, delegationOf, judgeChain, keysOf, viewOf } from "./chain.ts";
import { keyTag } from "./keys.ts";
import { readAnswer } from "./message.ts";

const zone = "uno.test";
const now = Math.floor(Date.now() / 1000);
const key = makeKey();
const other = makeKey();
const zoneKey = makeKey(256);
const rsa = makeRsaKey();

const parent = (...records: readonly Answer[]) => delegationOf("nic.test", zone, answer(...records));
const ns = (keys: readonly Answer[], soa: readonly Answer[], server = "ns1"): Served => ({
  server,
  keys: answer(...keys),
  soa: answer(...soa),
});
const wellSigned = (keys: readonly SigningKey[] = [key], server = "ns1"): Served =>
  ns(signed(zone, keyRecords(zone, keys), keys), signed(zone, [soaRecord(zone)], keys), server);
const unsigned = (server = "ns2"): Served => ns([], [soaRecord(zone)], server);
const silent: Served = { server: "ns2", keys: null, soa: null };

const whyOf = (...given: Parameters<typeof judgeChain>) => {
  const { state, why } = judgeChain(...given);
  return `${state} ${why === null ? "" : typeof why === "string" ? why : `${why.key} ${why.values["server"]}`}`.trim();
};

const dated = (days: number) => {
  const { inception, expiration } = aroundNow();
  return { inception: inception + days * 86_400, expiration: expiration + days * 86_400 };
};
const altered = ([first, ...others]: readonly Answer[]): Answer[] =>
  first?.type === "SOA" ? [{ ...first, data: { ...first.data, serial: 2 } }, ...others] : [];

describe("a chain", () => {
  const forged: Answer = {
    type: "DS",
    name: zone,
    ttl: 60,
    data: { keyTag: keyTag(key), algorithm: 13, digestType: 2, digest: Buffer.alloc(32) },
  };
  const revoked = { ...key, flags: 257 | 0x80 };
  const cases: readonly [string, string, ReturnType<typeof parent> | null, readonly Served[]][] = [
    ["no DS", "unsigned", parent(), [wellSigned(), unsigned()]],
    ["everything fits", "valid", parent(dsRecord(zone, key)), [wellSigned(), wellSigned([key], "ns2")]],
    ["one of two DS fits", "valid", parent(dsRecord(zone, other), dsRecord(zone, key)), [wellSigned()]],
    ["SHA-384", "valid", parent(dsRecord(zone, key, 4)), [wellSigned()]],
    ["RSA", "valid", parent(dsRecord(zone, rsa)), [wellSigned([rsa])]],
    [
      "a key for keys and one for the zone",
      "valid",
      parent(dsRecord(zone, key)),
      [ns(signed(zone, keyRecords(zone, [zoneKey, key]), [key]), signed(zone, [soaRecord(zone)], [zoneKey]))],
    ],
    ["another key's DS", "broken dnssec.chain_no_key ns1", parent(dsRecord(zone, other)), [wellSigned()]],
    ["the key's tag, another digest", "broken dnssec.chain_no_key ns1", parent(forged), [wellSigned()]],
    [
      "a revoked key",
      "broken dnssec.chain_no_key ns1",
      parent(dsRecord(zone, revoked)),
      [wellSigned([revoked])],
    ],
    [
      "one server still unsigned",
      "broken dnssec.chain_unsigned ns2",
      parent(dsRecord(zone, key)),
      [wellSigned(), unsigned()],
    ],
    [
      "keys, but nothing is signed",
      "broken dnssec.chain_unsigned ns1",
      parent(dsRecord(zone, key)),
      [ns(keyRecords(zone, [key]), [soaRecord(zone)])],
    ],
    [
      "keys that another signed",
      "broken dnssec.chain_unsigned ns1",
      parent(dsRecord(zone, key)),
      [ns(keyRecords(zone, [key]), signed(zone, [soaRecord(zone)], [key]))],
    ],
    [
      "only the zone's key signs the keys",
      "broken dnssec.chain_signature ns1",
      parent(dsRecord(zone, key)),
      [ns(signed(zone, keyRecords(zone, [key, other]), [other]), signed(zone, [soaRecord(zone)], [key]))],
    ],
    [
      "an answer that was altered",
      "broken dnssec.chain_signature ns1",
      parent(dsRecord(zone, key)),
      [ns(signed(zone, keyRecords(zone, [key]), [key]), altered(signed(zone, [soaRecord(zone)], [key])))],
    ],
    [
      "signatures of last month",
      "broken dnssec.chain_expired ns1",
      parent(dsRecord(zone, key)),
      [ns(signed(zone, keyRecords(zone, [key]), [key], dated(-30)), signed(zone, [soaRecord(zone)], [key]))],
    ],
    [
      "signatures of next month",
      "broken dnssec.chain_not_yet ns1",
      parent(dsRecord(zone, key)),
      [ns(signed(zone, keyRecords(zone, [key]), [key]), signed(zone, [soaRecord(zone)], [key], dated(30)))],
    ],
    [
      "a silent server",
      "unknown dnssec.chain_silent ns2",
      parent(dsRecord(zone, key)),
      [wellSigned(), silent],
    ],
    [
      "one broken, one silent",
      "broken dnssec.chain_unsigned ns3",
      parent(dsRecord(zone, key)),
      [silent, unsigned("ns3")],
    ],
    ["a silent parent", "unknown dnssec.chain_parent_silent", null, [wellSigned()]],
    [
      "a DS that nobody validates",
      "unknown dnssec.chain_unsupported",
      parent(dsRecord(zone, { ...key, algorithm: 12 })),
      [wellSigned()],
    ],
  ];
  for (const [name, expected, delegation, servers] of cases)
    it(`${name}: ${expected}`, () => assert.equal(whyOf(zone, delegation, servers, now), expected));

  it("says which DS fits nothing, and when a signature expired", () => {
    const { why } = judgeChain(zone, parent(dsRecord(zone, other)), [wellSigned()], now);
    assert.deepEqual(why, {
      key: "dnssec.chain_no_key",
      values: { server: "ns1", list: String(keyTag(other)) },
    });
  });
});

it("a server shows a zone signed only with all its keys, and answers they prove", () => {
  const tags = [keyTag(key)];
  const broken = ns(signed(zone, keyRecords(zone, [key]), [key]), [soaRecord(zone)]);
  assert.equal(viewOf(zone, wellSigned(), tags, now), "signed");
  assert.equal(viewOf(zone, wellSigned([other]), tags, now), "unsigned");
  assert.equal(viewOf(zone, broken, tags, now), "unsigned");
  assert.equal(viewOf(zone, unsigned(), tags, now), "unsigned");
  assert.equal(viewOf(zone, silent, tags, now), "silent");
  assert.deepEqual(
    keysOf(zone, wellSigned()).map(({ keyTag: tag, flags }) => [tag, flags]),
    [[keyTag(key), 257]],
  );
});

it("a record that is too short for its type is refused, wherever it ends", () => {
  for (const type of ["002e", "0030", "002b"])
    for (const data of ["", "01", "010203", "0030 0d 02 0000 0e10 00000000 00000000 1234 05 75"]) {
      const hex = data.replaceAll(" ", "");
      if (type !== "002e" && hex.length > 8) continue;
      const length = (hex.length / 2).toString(16).padStart(4, "0");
      const message = Buffer.from(`00018400000000010000000000${type}000100000005${length}${hex}`, "hex");
      assert.throws(() => readAnswer(message), RangeError, `${type} ${data}`);
    }
});

it("a message that is cut or leads in circles is refused, not read on", () => {
  const good = Buffer.from(
    "0001840000010001000000000375 6e6f04746573740000060001c00c0001000100000005000401020304".replaceAll(
      " ",
      "",
    ),
    "hex",
  );
  assert.equal(readAnswer(good).answers.length, 1);
  for (let length = 0; length < good.length; length++)
    assert.throws(() => readAnswer(good.subarray(0, length)), RangeError);
  const circle = Buffer.from(good);
  circle.writeUInt16BE(0xc000 | 26, 26);
  assert.throws(() => readAnswer(circle), RangeError);
});
