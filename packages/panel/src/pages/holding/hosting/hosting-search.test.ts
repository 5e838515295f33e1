import assert from "node:assert/strict";
import { test } from "node:test";
import { readSiteSearch } from "./hosting-search.ts";

test("what makes no sense is left out", () => {
  assert.deepEqual(readSiteSearch({ q: 10, page: "1" }), { q: "10", page: undefined });
  assert.deepEqual(readSiteSearch({ q: "", page: 3 }), { q: undefined, page: 3 });
});
