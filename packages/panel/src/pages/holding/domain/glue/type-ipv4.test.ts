import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addressIn, hasWrongGroup, typeIpv4 } from "./type-ipv4.ts";

/** One key after the other at the end. */
const typing = (keys: string, start = "") =>
  keys.split("").reduce((value, key) => typeIpv4(value, value + key), start);

const typedKeys: [keys: string, value: string][] = [
  ["192", "192."],
  ["19216801", "192.168.01"],
  ["192.168.0.1", "192.168.0.1"],
  ["10.0.0.1", "10.0.0.1"],
  ["192,168,0,1", "192.168.0.1"],
  ["a1b9c2", "192."],
  ["..1", "1"],
  ["1...2", "1.2"],
  ["1.2.3.4.5", "1.2.3.45"],
  ["2552552552551", "255.255.255.255"],
  ["300", "300."],
];
for (const [keys, value] of typedKeys) test(`typed: ${keys}`, () => assert.equal(typing(keys), value));

const changes: [what: string, before: string, now: string, after: string][] = [
  ["a dot that was deleted stays away", "192.", "192", "192"],
  ["and comes with the next digit", "192", "1925", "192.5"],
  ["or when it is typed", "192", "192.", "192."],
  ["a digit deleted before it", "192.", "19.", "19."],
  ["a group deleted in the middle leaves its place", "192.0.2.1", "192..2.1", "192..2.1"],
  ["which takes another", "192..2.1", "192.5.2.1", "192.5.2.1"],
  ["a letter in the middle changes nothing", "10.0.0.1", "10.x0.0.1", "10.0.0.1"],
  ["a digit like its neighbour", "11", "111", "111."],
  ["an address pasted over one that begins alike", "10.1", "192.0.2.55", "192.0.2.55"],
  ["pasted in part", "192.", "192.0.2", "192.0.2"],
  ["pasted without a digit", "10.", "10.nothing", "10."],
];
for (const [what, before, now, after] of changes)
  test(what, () => assert.equal(typeIpv4(before, now), after));

const pasted: [text: string, address: string | undefined][] = [
  [" 192.0.2.1\n", "192.0.2.1"],
  ["192.0.2.0/24", "192.0.2.0"],
  ["http://192.0.2.1:8080/", "192.0.2.1"],
  ["It is 192.0.2.1.", "192.0.2.1"],
  ["1.2.3.4.5", undefined],
  ["1.2.3.4567", undefined],
  ["192.0.2", undefined],
];
for (const [text, address] of pasted)
  test(`the address in ${JSON.stringify(text)}`, () => assert.equal(addressIn(text), address));

test("a group is 255 at most and has three digits", () => {
  for (const value of ["", "1", "255.", "192.0.2.1", "1..2"])
    assert.equal(hasWrongGroup(value), false, value);
  for (const value of ["256", "1.2.999", "1234"]) assert.equal(hasWrongGroup(value), true, value);
});

const address = fc.ipV4();
const content = fc.oneof(address, fc.stringMatching(/^[\d.]{0,15}$/));
/** The field's text and its selection. */
const selected = fc.tuple(content, fc.nat(15), fc.nat(15)).map(([value, a, b]) => {
  const [start, end] = [Math.min(a, b, value.length), Math.min(Math.max(a, b), value.length)];
  return { value, left: value.slice(0, start), right: value.slice(end) };
});

test("an address filled in or pasted over all there is stands there as it is", () => {
  fc.assert(fc.property(content, address, (before, now) => assert.equal(typeIpv4(before, now), now)));
});

test("an address pasted anywhere is found as it is", () => {
  fc.assert(
    fc.property(address, fc.stringMatching(/^[\sa-z/:]*$/), (found, around) => {
      assert.equal(addressIn(around + found + around), found);
    }),
  );
});

test("what replaces a selection loses no digit of what was typed and none beside it", () => {
  fc.assert(
    fc.property(selected, fc.stringMatching(/^[\d.]{2,15}$/), ({ value, left, right }, text) => {
      const now = left + text + right;
      fc.pre(now.length !== value.length + 1);
      assert.equal(typeIpv4(value, now), now);
    }),
  );
});

test("what is deleted is gone, and nothing else", () => {
  fc.assert(
    fc.property(selected, ({ value, left, right }) =>
      assert.equal(typeIpv4(value, left + right), left + right),
    ),
  );
});

test("an address typed key by key is that address, with its dots or without those after three digits", () => {
  fc.assert(
    fc.property(address, (wanted) => {
      assert.equal(typing(wanted), wanted);
      assert.equal(typing(wanted.replaceAll(/(\d{3})\./g, "$1")), wanted);
    }),
  );
});

test("one digit typed at the end is never lost while the address has room for it", () => {
  fc.assert(
    fc.property(content, fc.constantFrom("0", "1", "2", "9"), (before, digit) => {
      const value = typeIpv4(before, before + digit);
      const isFull = before.split(".").length > 3 && /\d{3,}$/.test(before);
      assert.equal(value.replaceAll(".", ""), before.replaceAll(".", "") + (isFull ? "" : digit));
    }),
  );
});
