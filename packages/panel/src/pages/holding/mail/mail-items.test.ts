import assert from "node:assert/strict";
import { test } from "node:test";
import type { Alias, Mailbox } from "@atrio/contract";
import { filterItems, itemsOf, ledTo, missingTargets, shownAddress, targetsOf } from "./mail-items.ts";

const mailbox = (id: number, user: string, forward = ""): Mailbox => ({
  id,
  user,
  quota: null,
  usage: 0,
  eliminable: true,
  forward,
  keepsCopy: true,
  answers: false,
  revealable: true,
});
const alias = (id: number, name: string, targets: string): Alias => ({
  id,
  alias: name,
  referencePunycode: `${name}@xn--bcher-kva.test`,
  name: targets,
  eliminable: true,
});
const items = itemsOf(
  [mailbox(2, "info@xn--bcher-kva.test"), mailbox(1, "ana@xn--bcher-kva.test", "ana@else.test")],
  [alias(1, "hola", "info@xn--bcher-kva.test,ana@xn--bcher-kva.test")],
);
const addresses = (filter: Parameters<typeof filterItems>[1]) =>
  filterItems(items, filter).shown.map(({ address }) => address);

test("mailboxes come first, by address, with the domain as people read it", () =>
  assert.deepEqual(addresses({}), ["ana@bücher.test", "info@bücher.test", "hola@bücher.test"]));

test("the text is looked for in the address and in where its mail goes", () => {
  assert.deepEqual(addresses({ q: " ELSE" }), ["ana@bücher.test"]);
  assert.deepEqual(addresses({ q: "info" }), ["info@bücher.test", "hola@bücher.test"]);
  assert.deepEqual(addresses({ q: "BÜCHER", type: "alias" }), ["hola@bücher.test"]);
  assert.deepEqual(addresses({ q: "nobody" }), []);
});

test("the counts are those that the text leaves, whatever the kind", () =>
  assert.deepEqual(filterItems(items, { q: "info", type: "alias" }).counts, { account: 1, alias: 1 }));

test("numbers are in order of their size", () => {
  const many = itemsOf(
    [10, 9, 1].map((n) => mailbox(n, `v${n}@x.test`)),
    [],
  );
  assert.deepEqual(
    many.map(({ address }) => address),
    ["v1@x.test", "v9@x.test", "v10@x.test"],
  );
});

test("an address is told which others lead to it, by a sub-address too", () => {
  assert.deepEqual(ledTo(items, "ana@bücher.test"), ["hola@bücher.test"]);
  assert.deepEqual(ledTo(items, "hola@bücher.test"), []);
  assert.deepEqual(ledTo(itemsOf([], [alias(1, "a", "b+x@x.test")]), "b@x.test"), ["a@bücher.test"]);
});

test("a target in the domain that is no address of it is missing; one elsewhere, or a sub-address, is not", () => {
  const all = itemsOf(
    [mailbox(1, "ana@x.test", "eva@x.test,ana@else.test")],
    [alias(1, "a", "ana+b@x.test,gone+c@x.test")],
  );
  assert.deepEqual([...missingTargets(all, "x.test")], ["eva@x.test", "gone+c@x.test"]);
  assert.deepEqual([...missingTargets(items, "bücher.test")], []);
});

test("targets as the wire has them", () => {
  assert.deepEqual(targetsOf(""), []);
  assert.deepEqual(targetsOf("a@x.test, b@x.test"), ["a@x.test", "b@x.test"]);
});

test("an address without a domain stays what it is", () => assert.equal(shownAddress("ana"), "ana"));
