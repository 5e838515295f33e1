import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogEntry } from "@atrio/contract";
import { filterLog } from "./filter-log.ts";

const entries: LogEntry[] = [
  {
    id: 2,
    ts: 2,
    host: "shop.uno.test",
    level: "error",
    message: "PHP Fatal error: Uncaught Error in /home/a.php",
  },
  { id: 1, ts: 1, host: "www.uno.test", level: "warning", message: "404 GET /favicon.ico" },
];
const found = (q: string) => filterLog(entries, q).map(({ ts }) => ts);

test("every word is somewhere in the entry, in any case of letters", () => {
  assert.deepEqual(found(""), [2, 1]);
  assert.deepEqual(found("  fatal SHOP "), [2]);
  assert.deepEqual(found("warning favicon"), [1]);
  assert.deepEqual(found("warning fatal"), []);
});
