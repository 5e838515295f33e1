import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { outcome } from "./outcome.ts";
import { parseOwnerName, relativeName } from "./owner-name.ts";

const zone = "victim.com";
/** With `.victim.com` (11) exactly 253. */
const longest = `${"a".repeat(63)}.${"a".repeat(63)}.${"a".repeat(63)}.${"b".repeat(50)}`;

const rows = [
  ["", "victim.com"],
  ["  ", "victim.com"],
  ["@", "victim.com"],
  [" @ ", "victim.com"],
  ["*", "*.victim.com"],
  ["www", "www.victim.com"],
  [" WWW ", "www.victim.com"],
  ["a.b", "a.b.victim.com"],
  ["*.dev", "*.dev.victim.com"],
  ["_dmarc", "_dmarc.victim.com"],
  ["_sip._tcp", "_sip._tcp.victim.com"],
  ["ñ", "xn--ida.victim.com"],
  ["a。b", "a.b.victim.com"],
  ["victim.com", "victim.com"],
  ["VICTIM.com", "victim.com"],
  ["victim.com.", "victim.com"],
  ["www.victim.com", "www.victim.com"],
  ["www.victim.com.", "www.victim.com"],
  ["www。victim。com。", "www.victim.com"],
  ["*.victim.com", "*.victim.com"],
  ["sub。victim.com", "sub.victim.com"],
  // Relative, however they look: nothing leaves the zone.
  ["evil.com", "evil.com.victim.com"],
  ["victim", "victim.victim.com"],
  ["evilvictim.com", "evilvictim.com.victim.com"],
  ["x.evilvictim.com", "x.evilvictim.com.victim.com"],
  ["\u212Aing", "king.victim.com"],
  [longest, `${longest}.victim.com`],
  [`${longest}.victim.com`, `${longest}.victim.com`],
  [`${longest}b`, "!dns.name.long"],
  ["evil.com.", "!dns.name.outside"],
  ["evil.com。", "!dns.name.outside"],
  ["evilvictim.com.", "!dns.name.outside"],
  ["com.", "!dns.name.outside"],
  ["www.", "!dns.name.outside"],
  ["*.", "!dns.name.outside"],
  [".", "!dns.name.empty_label"],
  ["..", "!dns.name.empty_label"],
  ["www..", "!dns.name.empty_label"],
  [".victim.com", "!dns.name.empty_label"],
  ["a..b", "!dns.name.empty_label"],
  ["@.victim.com", "!dns.name.characters"],
  ["a@b", "!dns.name.characters"],
  ["%2e", "!dns.name.characters"],
  ["a/b", "!dns.name.characters"],
  ["a\nb", "!dns.name.characters"],
  ["dev.*", "!dns.name.wildcard"],
  ["w*w", "!dns.name.wildcard"],
  ["-a", "!dns.name.hyphen"],
  ["a".repeat(64), "!dns.name.label_long"],
] as const;

test("owner names in a zone", () => {
  for (const [input, expected] of rows) assert.equal(outcome(parseOwnerName(input, zone)), expected, input);
});

test("a zone with an international name is met in both spellings", () => {
  for (const spelling of ["españa.es", "xn--espaa-rta.es"]) {
    assert.equal(outcome(parseOwnerName("www.españa.es", spelling)), "www.xn--espaa-rta.es");
    assert.equal(outcome(parseOwnerName("www.xn--espaa-rta.es.", spelling)), "www.xn--espaa-rta.es");
    assert.equal(outcome(parseOwnerName("@", spelling)), "xn--espaa-rta.es");
  }
});

const deep = (labels: number) => `${"a.".repeat(labels - 1)}a`;

test("a name has 16 labels below the zone at most", () => {
  assert.equal(outcome(parseOwnerName(deep(16), zone)), `${deep(16)}.${zone}`);
  for (const spelling of [deep(17), `${deep(17)}.${zone}.`])
    assert.equal(outcome(parseOwnerName(spelling, zone)), "!dns.name.deep");
});

test("a name is relative to its zone", () => {
  assert.equal(relativeName("victim.com", zone), "");
  assert.equal(relativeName("*.dev.victim.com", zone), "*.dev");
});

test("no owner name ever leaves its zone", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[a-z*_.。-]{1,12}(?:victim\.com\.?)?$/),
  );
  fc.assert(
    fc.property(text, (input) => {
      const parsed = parseOwnerName(input, zone);
      if (!parsed.ok) return;
      assert.ok(parsed.value === zone || parsed.value.endsWith(`.${zone}`), parsed.value);
      assert.equal(outcome(parseOwnerName(relativeName(parsed.value, zone), zone)), parsed.value);
    }),
    { numRuns: 1000 },
  );
});
