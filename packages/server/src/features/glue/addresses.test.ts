import assert from "node:assert/strict";
import { test } from "node:test";
import { addressRule } from "./addresses.ts";

const rangeOf = (rule: ReturnType<typeof addressRule>, address: string): unknown => {
  const message = rule(address);
  return typeof message === "object" ? message.values["range"] : undefined;
};

test("public addresses may be used", () => {
  const rule = addressRule([]);
  for (const address of ["8.8.8.8", "1.1.1.1", "193.0.14.129", "2001:500:2::c", "2a00:1450:4003::1"])
    assert.equal(rule(address), undefined, address);
});

test("all others are refused by the name of their range", () => {
  const refused: Readonly<Record<string, string>> = {
    "0.0.0.0": "unspecified",
    "10.1.2.3": "private",
    "100.64.0.1": "shared",
    "127.0.0.1": "loopback",
    "169.254.1.1": "link",
    "172.16.0.1": "private",
    "192.0.2.1": "reserved",
    "192.168.1.1": "private",
    "198.18.0.1": "reserved",
    "198.51.100.1": "reserved",
    "203.0.113.1": "reserved",
    "224.0.0.1": "multicast",
    "240.0.0.1": "reserved",
    "255.255.255.255": "multicast",
    "::": "unspecified",
    "::1": "loopback",
    "::808:808": "reserved",
    "64:ff9b::808:808": "reserved",
    "2001::1": "tunnel",
    "2001:db8::1": "reserved",
    "2002:808:808::1": "tunnel",
    "fc00::1": "private",
    "fe80::1": "link",
    "ff02::1": "multicast",
  };
  for (const [address, range] of Object.entries(refused))
    assert.equal(rangeOf(addressRule([]), address), range, address);
});

test("the operator's networks may be used all the same, and no others", () => {
  const rule = addressRule(["192.0.2.0/24", "2001:db8::/32"]);
  assert.equal(rule("192.0.2.77"), undefined);
  assert.equal(rule("2001:db8::53"), undefined);
  assert.equal(rangeOf(rule, "192.0.3.1"), undefined, "192.0.3.0/24 is public");
  assert.equal(rangeOf(rule, "198.51.100.1"), "reserved");
  assert.equal(rangeOf(rule, "10.0.0.1"), "private");
});
