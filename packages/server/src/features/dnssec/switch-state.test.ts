import assert from "node:assert/strict";
import { test } from "node:test";
import type { Capabilities } from "../../registry/backend.ts";
import { makeKey } from "../../../test/signed-zone.ts";
import { dsDigest, keyTag } from "./keys.ts";
import { fitsKey, secDnsOf, takesOurKeys } from "./switch-state.ts";

const zone = "uno.test";
const key = makeKey();
const publicKey = key.publicKey.toString("base64");
const zoneKey = {
  keyTag: keyTag(key),
  algorithm: 13,
  digestType: 2,
  digest: dsDigest(zone, key, 2)!,
  flags: 257,
  publicKey,
  createdAt: new Date(),
};

function capable(dnssec: Partial<Capabilities["dnssec"]>): Capabilities {
  return {
    dnssec: { kind: "ds", algorithms: [8, 13], digestTypes: [2, 4], flags: [256, 257], max: 8, ...dnssec },
    nameservers: { min: 2, max: 7 },
    glue: { kind: "object", ipv4: "optional", ipv6: true, maxHosts: 10 },
    locks: { transfer: true, block: true },
    privacy: true,
    contacts: { roles: [], ownerChange: "update" },
    authCode: "generate",
  };
}
const ds = (digestType: number) => ({
  kind: "ds" as const,
  keyTag: zoneKey.keyTag,
  algorithm: 13,
  digestType,
  digest: dsDigest(zone, key, digestType)!,
});

test("a registry is told what it takes: SHA-256 if it may be, the key itself, or nothing", () => {
  const told = (dnssec: Partial<Capabilities["dnssec"]>) => secDnsOf(zone, zoneKey, capable(dnssec));
  assert.deepEqual(told({}), ds(2));
  assert.deepEqual(told({ digestTypes: [1, 4] }), ds(4));
  assert.deepEqual(told({ digestTypes: [1] }), ds(1));
  assert.deepEqual(told({ kind: "key" }), { kind: "key", flags: 257, protocol: 3, algorithm: 13, publicKey });
  for (const none of [
    { kind: "none" },
    { algorithms: [8] },
    { digestTypes: [3] },
    { kind: "key", flags: [256] },
  ] as const) {
    assert.equal(told(none), null);
    assert.equal(takesOurKeys(capable(none)), false);
  }
  assert.equal(takesOurKeys(capable({ kind: "key" })), true);
  assert.equal(takesOurKeys(null), false);
});

test("a record fits a key by what it digests, whatever its type", () => {
  const other = makeKey();
  assert.ok(fitsKey(zone, ds(4), [zoneKey]));
  assert.ok(fitsKey(zone, { kind: "key", flags: 257, protocol: 3, algorithm: 13, publicKey }, [zoneKey]));
  assert.ok(!fitsKey(zone, { ...ds(2), digest: dsDigest(zone, other, 2)! }, [zoneKey]));
  assert.ok(!fitsKey("dos.test", ds(2), [zoneKey]));
  assert.ok(!fitsKey(zone, ds(2), []));
});
