import assert from "node:assert/strict";
import { test } from "node:test";
import { readMailSearch } from "./mail-search.ts";

const searches: [raw: Record<string, unknown>, read: Record<string, unknown>][] = [
  [{}, {}],
  [
    { q: "ana", type: "alias", page: 3 },
    { q: "ana", type: "alias", page: 3 },
  ],
  [
    { q: 10, type: "account" },
    { q: "10", type: "account" },
  ],
  [{ q: "", type: "folder", page: "x" }, {}],
  [{ page: 1 }, {}],
];
for (const [raw, read] of searches)
  test(`the address ${JSON.stringify(raw)}`, () =>
    assert.deepEqual(readMailSearch(raw), { q: undefined, type: undefined, page: undefined, ...read }));
