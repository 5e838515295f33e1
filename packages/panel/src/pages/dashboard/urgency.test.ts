import assert from "node:assert/strict";
import { test } from "node:test";
import { urgency } from "./urgency.ts";

const now = new Date(2026, 10, 21, 12, 0);
const table: [date: Date, expected: ReturnType<typeof urgency>][] = [
  [new Date(2026, 10, 21, 11, 59, 59), "expired"],
  [new Date(2026, 10, 21, 12, 0, 1), "soon"],
  [new Date(2026, 10, 28, 23, 59), "soon"],
  [new Date(2026, 10, 29, 0, 0), "later"],
];
for (const [date, expected] of table)
  test(`${date.toISOString()} is ${expected}`, () => assert.equal(urgency(date, now), expected));
