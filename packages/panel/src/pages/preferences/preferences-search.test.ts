import assert from "node:assert/strict";
import { test } from "node:test";
import { readPreferencesSearch } from "./preferences-search.ts";

const table: [raw: Record<string, unknown>, isOpen: boolean][] = [
  [{}, false],
  [{ password: undefined }, false],
  [{ password: false }, false],
  [{ password: true }, true],
  [{ password: "" }, true],
  [{ other: true }, false],
];
for (const [raw, isOpen] of table)
  test(`${JSON.stringify(raw)} ${isOpen ? "opens" : "does not open"} the dialog`, () =>
    assert.deepEqual(readPreferencesSearch(raw), isOpen ? { password: true } : {}));
