import assert from "node:assert/strict";
import { test } from "node:test";
import { noDialog, readDialog, readMailSearch } from "./mail-search.ts";

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

const dialogs: [raw: Record<string, unknown>, open: ReturnType<typeof readDialog>][] = [
  [{ q: "ana" }, undefined],
  [{ delete: 3 }, { about: "mailbox", name: "delete", item: 3 }],
  [{ delete: "12" }, { about: "mailbox", name: "delete", item: 12 }],
  [{ delete: true }, undefined],
  [{ delete: 0 }, undefined],
  [{ "delete-alias": 5 }, { about: "alias", name: "delete-alias", item: 5 }],
  [{ new: "" }, { about: "domain", name: "new", text: "" }],
  [{ new: "alias" }, { about: "domain", name: "new", text: "alias" }],
  [{ "catch-all": true }, { about: "domain", name: "catch-all", text: "" }],
  [{ deleted: 4 }, { about: "domain", name: "deleted", text: "4" }],
];
for (const [raw, open] of dialogs)
  test(`the dialog of ${JSON.stringify(raw)}`, () => assert.deepEqual(readDialog(raw), open));

test("closing leaves no dialog of any kind in the address", () => {
  for (const [raw] of dialogs) assert.equal(readDialog({ ...raw, ...noDialog }), undefined);
});
