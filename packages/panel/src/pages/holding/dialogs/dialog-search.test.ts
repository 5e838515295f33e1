import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameDialog, noDialog, type OpenDialog, readDialog } from "./dialog-search.ts";

const names = { one: ["delete", "site"], whole: ["new", "php"] };
const open = (name: string, item?: number, text = ""): OpenDialog => ({ name, item, text });

const dialogs: [raw: Record<string, unknown>, open: OpenDialog | undefined][] = [
  [{ q: "ana" }, undefined],
  [{ other: 3 }, undefined],
  [{ delete: 3 }, open("delete", 3)],
  [{ site: "12" }, open("site", 12)],
  [{ delete: true }, undefined],
  [{ delete: 0 }, undefined],
  [{ delete: 1.5 }, undefined],
  [{ site: "x" }, undefined],
  [{ new: "" }, open("new")],
  [{ new: "alias" }, open("new", undefined, "alias")],
  [{ new: 4 }, open("new", undefined, "4")],
  [{ php: true }, open("php")],
];
for (const [raw, expected] of dialogs)
  test(`the dialog of ${JSON.stringify(raw)}`, () => assert.deepEqual(readDialog(names, raw), expected));

test("a dialog is the same under another text, and another one about another thing", () => {
  assert.equal(isSameDialog(open("new"), open("new", undefined, "alias")), true);
  assert.equal(isSameDialog(open("site", 3), open("site", 3)), true);
  assert.equal(isSameDialog(open("site", 3), open("site", 4)), false);
  assert.equal(isSameDialog(open("site", 3), open("delete", 3)), false);
  assert.equal(isSameDialog(open("site", 3), undefined), false);
  assert.equal(isSameDialog({}, undefined), false);
});

test("closing leaves no dialog of any kind in the address", () => {
  for (const [raw] of dialogs) assert.equal(readDialog(names, { ...raw, ...noDialog(names) }), undefined);
});
