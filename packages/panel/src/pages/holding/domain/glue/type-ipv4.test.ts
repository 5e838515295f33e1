import assert from "node:assert/strict";
import { test } from "node:test";
import { hasWrongGroup, type Typed, typeIpv4 } from "./type-ipv4.ts";

/** `|` is the caret. */
const at = (marked: string): Typed => ({ value: marked.replace("|", ""), caret: marked.indexOf("|") });
const marked = ({ value, caret }: Typed) => `${value.slice(0, caret)}|${value.slice(caret)}`;

/** One key after the other at the end, as somebody types. */
const typing = (keys: string, start = "") =>
  keys.split("").reduce((value, key) => typeIpv4(value, at(`${value}${key}|`)).value, start);

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

const changes: [what: string, before: string, typed: string, after: string][] = [
  ["a dot that was deleted stays away", "192.", "192|", "192|"],
  ["and comes with the next digit", "192", "1925|", "192.5|"],
  ["or when it is typed", "192", "192.|", "192.|"],
  ["a digit deleted before it", "192.", "19|.", "19|."],
  ["a group deleted in the middle leaves its place", "192.0.2.1", "192.|.2.1", "192.|.2.1"],
  ["which takes another", "192..2.1", "192.5|.2.1", "192.5|.2.1"],
  ["a dot typed before a dot goes over it", "192.0.2.1", "192.0.|.2.1", "192.0.|2.1"],
  ["a full group in the middle takes no more", "192.0.2.1", "1928|.0.2.1", "192|.0.2.1"],
  ["nor loses what it has", "192.0.2.1", "14|92.0.2.1", "1|92.0.2.1"],
  ["a letter in the middle moves nothing", "10.0.0.1", "10.x|0.0.1", "10.|0.0.1"],
  ["a digit like its neighbour", "11", "11|1", "11|1"],
  ["all replaced by one digit", "192.0.2.1", "7|", "7|"],
  ["all deleted", "192.0.2.1", "|", "|"],
  ["pasted with spaces around", "", " 192.0.2.1 |", "192.0.2.1|"],
  ["pasted with its length of network", "", "192.0.2.0/24|", "192.0.2.0|"],
  ["pasted from an address of a page", "10.", "10.http://192.0.2.1:8080/|", "192.0.2.1|"],
  ["pasted in part", "192.", "192.0.2|", "192.0.2|"],
  ["pasted in part, with its last group full", "", "192.168|", "192.168.|"],
  ["pasted without a digit", "10.", "10.nothing|", "10.|"],
];
for (const [what, before, typed, after] of changes)
  test(what, () => assert.equal(marked(typeIpv4(before, at(typed))), after));

test("a group is 255 at most and has three digits", () => {
  for (const value of ["", "1", "255.", "192.0.2.1", "1..2"])
    assert.equal(hasWrongGroup(value), false, value);
  for (const value of ["256", "1.2.999", "1234"]) assert.equal(hasWrongGroup(value), true, value);
});
