import assert from "node:assert/strict";
import { test } from "node:test";
import { isTargets, localPartOf, splitTargets, spreadTargets } from "./targets.ts";

const pasted: [text: string, addresses: string[]][] = [
  ["ana@example.com", ["ana@example.com"]],
  [
    "ana@example.com, luis@example.com;eva@example.com",
    ["ana@example.com", "luis@example.com", "eva@example.com"],
  ],
  ["ana@example.com\r\nluis@example.com\n", ["ana@example.com", "luis@example.com"]],
  ["Ana García <ana@example.com>, luis@example.com", ["ana@example.com", "luis@example.com"]],
  ["ana@example.com luis@example.com", ["ana@example.com", "luis@example.com"]],
  ["", []],
];
for (const [text, addresses] of pasted)
  test(`pasting ${JSON.stringify(text)}`, () => assert.deepEqual(splitTargets(text), addresses));

test("what is pasted takes the field's place, the others stay after it", () =>
  assert.deepEqual(spreadTargets(["a@x.test", "", "b@x.test"], 1, ["c@x.test", "d@x.test"]), [
    "a@x.test",
    "c@x.test",
    "d@x.test",
    "b@x.test",
  ]));

test("what was kept of another version is no list of targets", () => {
  for (const value of [undefined, [], [1], "a@x.test"]) assert.equal(isTargets(value), false);
  assert.equal(isTargets([""]), true);
});

test("a whole address of the domain is its name; any other is left as it was typed", () => {
  for (const [typed, name] of [
    ["ana", "ana"],
    ["ana@", "ana@"],
    ["Ana@XN--Bcher-KVA.example ", "Ana"],
    [" ana@bücher.example", "ana"],
    ["ana@b.bücher.example", "ana@b.bücher.example"],
    ["ana@example.com", "ana@example.com"],
  ] as const)
    assert.equal(localPartOf(typed, "xn--bcher-kva.example"), name);
});
