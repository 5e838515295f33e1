import assert from "node:assert/strict";
import { test } from "node:test";
import { type ListSearch, readListSearch } from "./list-search.ts";

const table: [raw: Record<string, unknown>, search: ListSearch][] = [
  [{}, {}],
  [
    { q: "shop", page: 3 },
    { q: "shop", page: 3 },
  ],
  [{ q: 10 }, { q: "10" }],
  [{ q: "", page: 1 }, {}],
  [{ page: "2" }, { page: 2 }],
  [{ page: "x" }, {}],
  [{ page: -1 }, {}],
  [{ page: 1.5 }, {}],
  [{ q: { a: 1 } }, {}],
];
for (const [raw, search] of table)
  test(`?${JSON.stringify(raw)}`, () => {
    const { q, page } = readListSearch(raw);
    assert.deepEqual({ q, page }, { q: search.q, page: search.page });
  });
