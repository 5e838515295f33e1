import assert from "node:assert/strict";
import { test } from "node:test";
import { noDialog, readDialog } from "../dialogs/dialog-search.ts";
import { dnsPage, readDnsSearch } from "./dns-search.ts";

const nothing = { q: undefined, type: undefined, page: undefined, ...noDialog(dnsPage.names) };
const table: [raw: Record<string, unknown>, read: Record<string, unknown>][] = [
  [{}, {}],
  [
    { q: "www", type: "MX", page: 3 },
    { q: "www", type: "MX", page: 3 },
  ],
  [
    { q: 10, type: "mx" },
    { q: "10", type: "MX" },
  ],
  [{ q: "", type: "PTR", page: "x" }, {}],
  [{ page: 1 }, {}],
  [{ page: 0, record: 0 }, {}],
  [{ page: 1.5, record: "12" }, { record: 12 }],
  [{ new: "" }, { new: "" }],
  [{ new: true }, { new: "" }],
  [{ new: "aaaa" }, { new: "AAAA" }],
  [{ new: "SOA" }, { new: "" }],
  [{ delete: 12 }, { delete: 12 }],
  [{ zone: "empty" }, { zone: "empty" }],
  [{ zone: "sell" }, {}],
];
for (const [raw, read] of table)
  test(`the address ${JSON.stringify(raw)}`, () =>
    assert.deepEqual(readDnsSearch(raw), { ...nothing, ...read }));

test("a dialog is open when the address names one", () => {
  assert.equal(readDialog(dnsPage.names, { q: "www", page: 2 }), undefined);
  for (const raw of [{ new: "" }, { record: 1 }, { delete: 1 }, { zone: "restore" }])
    assert.equal(readDialog(dnsPage.names, raw)?.name, Object.keys(raw)[0]);
});
