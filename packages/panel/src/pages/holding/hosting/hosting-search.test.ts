import assert from "node:assert/strict";
import { test } from "node:test";
import { readDialog, readSiteSearch } from "./hosting-search.ts";

test("the address names the dialog and what it is about", () => {
  assert.deepEqual(readDialog({ site: 7 }), { about: "site", name: "site", item: 7 });
  assert.deepEqual(readDialog({ "delete-redirection": "12" }), {
    about: "redirection",
    name: "delete-redirection",
    item: 12,
  });
  assert.deepEqual(readDialog({ "new-redirection": "shop" }), {
    about: "service",
    name: "new-redirection",
    text: "shop",
  });
  assert.deepEqual(readDialog({ php: true }), { about: "service", name: "php", text: "" });
});

test("what makes no sense is left out", () => {
  for (const raw of [{}, { site: "x" }, { site: 0 }, { delete: 1.5 }, { other: 3 }])
    assert.equal(readDialog(raw), undefined);
  assert.deepEqual(readSiteSearch({ q: 10, page: "1" }), { q: "10", page: undefined });
  assert.deepEqual(readSiteSearch({ q: "", page: 3 }), { q: undefined, page: 3 });
});
