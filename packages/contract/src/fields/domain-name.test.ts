import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isAbsolute, parseHostName, parseName, toAscii, toUnicode } from "./domain-name.ts";
import { outcome } from "./outcome.ts";

const label63 = "a".repeat(63);
const name253 = `${label63}.${label63}.${label63}.${"b".repeat(61)}`;

const names = [
  ["example.com", "example.com"],
  ["EXAMPLE.Com", "example.com"],
  ["example.com.", "example.com"],
  [" example.com ", "example.com"],
  ["com", "com"],
  ["a", "a"],
  ["0", "0"],
  ["1.2.3.4", "1.2.3.4"],
  ["a-b.c--d", "a-b.c--d"],
  ["ab--cd.com", "ab--cd.com"],
  ["xn--espaa-rta.es", "xn--espaa-rta.es"],
  ["XN--ESPAA-RTA.es", "xn--espaa-rta.es"],
  ["xn--foo", "xn--foo"],
  ["españa.es", "xn--espaa-rta.es"],
  ["ESPAÑA.ES", "xn--espaa-rta.es"],
  ["espan\u0303a.es", "xn--espaa-rta.es"],
  ["faß.de", "xn--fa-hia.de"],
  ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
  ["www．example｡com。", "www.example.com"],
  ["ｗｗｗ.example.com", "www.example.com"],
  ["１２.com", "12.com"],
  ["\u212Aing.com", "king.com"],
  ["☃.net", "xn--n3h.net"],
  ["موقع.test", "xn--4gbrim.test"],
  ["ab\u00ADcd.com", "abcd.com"],
  ["\u200Bexample.com", "example.com"],
  [label63, label63],
  [name253, name253],
  [`${name253}.`, name253],
  ["", "!dns.name.required"],
  [" ", "!dns.name.required"],
  [".", "!dns.name.empty_label"],
  ["..", "!dns.name.empty_label"],
  [".com", "!dns.name.empty_label"],
  ["a..b", "!dns.name.empty_label"],
  ["a.b..", "!dns.name.empty_label"],
  ["a.\u00AD.b", "!dns.name.empty_label"],
  ["a.。b", "!dns.name.empty_label"],
  [`${label63}a`, "!dns.name.label_long"],
  ["ñ".repeat(60), "!dns.name.label_long"],
  [`${name253}c`, "!dns.name.long"],
  [`${name253}.c`, "!dns.name.long"],
  ["a".repeat(100_000), "!dns.name.long"],
  ["a.".repeat(50_000), "!dns.name.long"],
  ["-a.com", "!dns.name.hyphen"],
  ["a-.com", "!dns.name.hyphen"],
  ["-", "!dns.name.hyphen"],
  ["a b.com", "!dns.name.characters"],
  ["a\tb.com", "!dns.name.characters"],
  ["a\nb.com", "!dns.name.characters"],
  ["a\0b.com", "!dns.name.characters"],
  ["a@b.com", "!dns.name.characters"],
  ["@", "!dns.name.characters"],
  ["a/b.com", "!dns.name.characters"],
  ["0/25.2.0.192", "!dns.name.characters"],
  ["http://example.com", "!dns.name.characters"],
  ["example.com:80", "!dns.name.characters"],
  ["[2001:db8::1]", "!dns.name.characters"],
  ["a%2eb", "!dns.name.characters"],
  ["a\\.b", "!dns.name.characters"],
  ["a\\046b", "!dns.name.characters"],
  ["a'b", "!dns.name.characters"],
  ["a;b", "!dns.name.characters"],
  ["$ORIGIN", "!dns.name.characters"],
  ["a,b", "!dns.name.characters"],
  ["ñ b.com", "!dns.name.idn"],
  ["ñ/b.com", "!dns.name.idn"],
  ["ñ:80", "!dns.name.idn"],
  ["ñ@b", "!dns.name.idn"],
  ["ñ%41", "!dns.name.idn"],
  ["a\u2100b", "!dns.name.idn"],
  ["a\uFF0Fb", "!dns.name.idn"],
  ["a…b", "!dns.name.idn"],
  ["-ñ.com", "!dns.name.idn"],
  ["ñ-.com", "!dns.name.idn"],
  ["xn--ñ.com", "!dns.name.idn"],
  ["\u0301a.com", "!dns.name.idn"],
  ["\uD800.com", "!dns.name.idn"],
  ["a\u202Eb.com", "!dns.name.idn"],
  ["_a.com", "!dns.name.no_underscore"],
  ["a_b.com", "!dns.name.no_underscore"],
  ["a＿b.com", "!dns.name.no_underscore"],
  ["*", "!dns.name.no_wildcard"],
  ["*.com", "!dns.name.no_wildcard"],
] as const;

const looseNames = [
  ["_dmarc.example.com", "_dmarc.example.com"],
  ["_SIP._tcp", "_sip._tcp"],
  ["a_b", "a_b"],
  ["_", "_"],
  ["__", "__"],
  ["*", "*"],
  ["*.example.com", "*.example.com"],
  ["*._tcp", "*._tcp"],
  ["_-a", "_-a"],
  ["**", "!dns.name.wildcard"],
  ["*a.com", "!dns.name.wildcard"],
  ["a*.com", "!dns.name.wildcard"],
  ["a.*", "!dns.name.wildcard"],
  ["a.*.com", "!dns.name.wildcard"],
  ["*.*", "!dns.name.wildcard"],
  ["*.", "*"],
  ["-_a", "!dns.name.hyphen"],
  ["_ñ", "!dns.name.idn"],
  ["ñ＿a", "!dns.name.idn"],
] as const;

const hostNames = [
  ["ns1.example.com", "ns1.example.com"],
  ["NS1.Example.com.", "ns1.example.com"],
  ["1.example", "1.example"],
  ["localhost", "!dns.name.incomplete"],
  ["com.", "!dns.name.incomplete"],
  ["192.0.2.1", "!dns.name.address"],
  ["１.２.３.４", "!dns.name.address"],
  ["10", "!dns.name.address"],
  ["a.1", "!dns.name.address"],
  ["2001:db8::1", "!dns.name.characters"],
  ["_a.example.com", "!dns.name.no_underscore"],
] as const;

test("names of hosts", () => {
  for (const [input, expected] of names)
    assert.equal(outcome(parseName(input)), expected, input.slice(0, 80));
});

test("names with underscores and wildcards", () => {
  const rules = { underscores: true, wildcard: true };
  for (const [input, expected] of looseNames) assert.equal(outcome(parseName(input, rules)), expected, input);
});

const registeredNames = [
  ["ns1", "ns1"],
  ["a-b.c-d", "a-b.c-d"],
  ["a--b", "a--b"],
  ["xn--espaa-rta", "xn--espaa-rta"],
  ["españa", "xn--espaa-rta"],
  ["xn--a", "!dns.name.idn"],
  ["xn--", "!dns.name.hyphen"],
  ["xn--abc-", "!dns.name.hyphen"],
  ["xn--a-ecp", "!dns.name.idn"],
  ["ns1.xn--zzzzzzzzzzzzzz", "!dns.name.idn"],
  ["ab--cd", "!dns.name.idn"],
] as const;

test("names that registries keep have no label that looks like an A-label and is none", () => {
  for (const [input, expected] of registeredNames)
    assert.equal(outcome(parseName(input, { registered: true })), expected, input);
});

test("full names of hosts", () => {
  for (const [input, expected] of hostNames) assert.equal(outcome(parseHostName(input)), expected, input);
});

test("a trailing dot makes a name absolute, in every script", () => {
  for (const name of ["a.", "a。", "a．", "a｡"]) assert.ok(isAbsolute(name), name);
  assert.ok(!isAbsolute("a.b"));
});

const shown = [
  ["xn--espaa-rta.es", "españa.es"],
  ["www.xn--fa-hia.de", "www.faß.de"],
  ["xn--r8jz45g.xn--zckzah", "例え.テスト"],
  ["example.com", "example.com"],
  ["*.xn--espaa-rta.es", "*.españa.es"],
  // No U-label leads to these, so they stay as they are.
  ["xn--.com", "xn--.com"],
  ["xn--a-.com", "xn--a-.com"],
  ["xn--abc-.com", "xn--abc-.com"],
  ["xn--a-ecp.ru", "xn--a-ecp.ru"],
  ["xn--zzzzzzzzzzzzzz.com", "xn--zzzzzzzzzzzzzz.com"],
  ["xn--www-hc0a.com", "xn--www-hc0a.com"],
] as const;

test("names are shown in Unicode where that leads back to them", () => {
  for (const [name, expected] of shown) {
    assert.equal(toUnicode(name), expected, name);
    assert.equal(toAscii(toUnicode(name)), name, name);
  }
});

test("no text throws, what is accepted is its own canonical form, and its display leads back to it", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.domain(),
    fc.stringMatching(/^[a-z0-9ñ*_.。-]{1,20}$/),
  );
  fc.assert(
    fc.property(text, (input) => {
      const parsed = parseName(input, { underscores: true, wildcard: true });
      if (!parsed.ok) return;
      assert.match(parsed.value, /^[a-z0-9_.*-]{1,253}$/);
      assert.equal(outcome(parseName(parsed.value, { underscores: true, wildcard: true })), parsed.value);
      assert.equal(toAscii(toUnicode(parsed.value)), parsed.value);
    }),
    { numRuns: 1000 },
  );
});
