import assert from "node:assert/strict";
import { isIPv4, isIPv6 } from "node:net";
import { test } from "node:test";
import * as fc from "fast-check";
import { isAddress, parseIpv4, parseIpv6 } from "./ip.ts";
import { outcome } from "./outcome.ts";

const ipv4 = [
  ["192.0.2.1", "192.0.2.1"],
  ["0.0.0.0", "0.0.0.0"],
  ["255.255.255.255", "255.255.255.255"],
  ["\t192.0.2.1\n", "192.0.2.1"],
  ["", "!ip.required"],
  ["  ", "!ip.required"],
  ["256.0.0.1", "!ip.not_ipv4"],
  ["192.0.2.256", "!ip.not_ipv4"],
  ["192.0.2.300", "!ip.not_ipv4"],
  ["192.0.2", "!ip.not_ipv4"],
  ["192.0.2.", "!ip.not_ipv4"],
  ["192.0.2.1.", "!ip.not_ipv4"],
  ["192.0.2.1.1", "!ip.not_ipv4"],
  [".192.0.2.1", "!ip.not_ipv4"],
  ["192..0.2", "!ip.not_ipv4"],
  ["192.0.2.01", "!ip.not_ipv4"],
  ["010.0.0.1", "!ip.not_ipv4"],
  ["0300.0.2.1", "!ip.not_ipv4"],
  ["0xc0.0.2.1", "!ip.not_ipv4"],
  ["0x7f.1", "!ip.not_ipv4"],
  ["127.1", "!ip.not_ipv4"],
  ["3221225985", "!ip.not_ipv4"],
  ["192.0.2.1/24", "!ip.not_ipv4"],
  ["192.0.2.1:53", "!ip.not_ipv4"],
  ["192.0.2.-1", "!ip.not_ipv4"],
  ["+192.0.2.1", "!ip.not_ipv4"],
  ["192.0.2.1 192.0.2.2", "!ip.not_ipv4"],
  ["192,0,2,1", "!ip.not_ipv4"],
  ["１９２.0.2.1", "!ip.not_ipv4"],
  ["192.0.2.١", "!ip.not_ipv4"],
  ["192。0。2。1", "!ip.not_ipv4"],
  ["1e1.0.2.1", "!ip.not_ipv4"],
  ["host.example.com", "!ip.not_ipv4"],
  ["http://192.0.2.1/", "!ip.not_ipv4"],
  ["2001:db8::1", "!ip.is_ipv6"],
  ["::ffff:192.0.2.1", "!ip.is_ipv6"],
] as const;

const ipv6 = [
  ["2001:db8::1", "2001:db8::1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8:0:0:0:0:2:1", "2001:db8::2:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["0:0:0:0:0:0:0:0", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
  ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  [" fe80::1 ", "fe80::1"],
  ["", "!ip.required"],
  ["::ffff:192.0.2.1", "!ip.is_mapped"],
  ["::FFFF:C000:0201", "!ip.is_mapped"],
  ["0:0:0:0:0:ffff:0:0", "!ip.is_mapped"],
  ["192.0.2.1", "!ip.is_ipv4"],
  [":", "!ip.not_ipv6"],
  [":::", "!ip.not_ipv6"],
  ["1", "!ip.not_ipv6"],
  ["1:2", "!ip.not_ipv6"],
  ["1:2:3:4:5:6:7", "!ip.not_ipv6"],
  ["1:2:3:4:5:6:7:8:9", "!ip.not_ipv6"],
  ["1:2:3:4:5:6:7:8::", "!ip.not_ipv6"],
  ["::1:2:3:4:5:6:7:8", "!ip.not_ipv6"],
  ["1::2::3", "!ip.not_ipv6"],
  ["12345::", "!ip.not_ipv6"],
  ["g::1", "!ip.not_ipv6"],
  [":1:2:3:4:5:6:7:8", "!ip.not_ipv6"],
  ["1:2:3:4:5:6:7:8:", "!ip.not_ipv6"],
  ["fe80::1%eth0", "!ip.not_ipv6"],
  ["[2001:db8::1]", "!ip.not_ipv6"],
  ["2001:db8::1/64", "!ip.not_ipv6"],
  ["64:ff9b::192.0.2.033", "!ip.not_ipv6"],
  ["64:ff9b::192.0.2", "!ip.not_ipv6"],
  ["64:ff9b::192.0.2.256", "!ip.not_ipv6"],
  ["192.0.2.1::", "!ip.not_ipv6"],
  ["2001:db8::1 2001:db8::2", "!ip.not_ipv6"],
  ["２001:db8::1", "!ip.not_ipv6"],
  ["]/::1", "!ip.not_ipv6"],
  ["host.example.com", "!ip.not_ipv6"],
] as const;

test("IPv4", () => {
  for (const [input, expected] of ipv4) assert.equal(outcome(parseIpv4(input)), expected, input);
});

test("IPv6", () => {
  for (const [input, expected] of ipv6) assert.equal(outcome(parseIpv6(input)), expected, input);
});

test("every address is taken, and only addresses", () => {
  const almost = fc.stringMatching(/^[0-9a-f:.]{1,40}$/);
  fc.assert(fc.property(fc.ipV4(), (text) => parseIpv4(text).ok));
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV6(), fc.ipV4(), almost),
      (text) => isAddress(text) === (isIPv4(text) || isIPv6(text)),
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => !parseIpv4(text).ok || isIPv4(text.trim())));
});

test("the canonical form of an IPv6 address is its own, and the same address", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (numbers) => {
      const typed = numbers.map((group) => group.toString(16).padStart(4, "0")).join(":");
      const parsed = parseIpv6(typed);
      if (!parsed.ok) return numbers.slice(0, 6).join() === "0,0,0,0,0,65535";
      return (
        groups(parsed.value).join() === numbers.join() && outcome(parseIpv6(parsed.value)) === parsed.value
      );
    }),
  );
});

const readGroups = (part: string): number[] =>
  part ? part.split(":").map((group) => Number.parseInt(group, 16)) : [];

/** The eight groups, with `::` filled up. */
function groups(text: string): number[] {
  const [head = "", tail] = text.split("::");
  if (tail === undefined) return readGroups(head);
  const zeros = Array.from({ length: 8 - readGroups(head).length - readGroups(tail).length }, () => 0);
  return [...readGroups(head), ...zeros, ...readGroups(tail)];
}
