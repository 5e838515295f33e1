import assert from "node:assert/strict";
import { test } from "node:test";
import { usageLevel } from "./usage-level.ts";

const quota = 5 * 1024 ** 3;
const table: [share: number, tone: string][] = [
  [0, "ordinary"],
  [0.79, "ordinary"],
  [0.8, "warning"],
  [0.94, "warning"],
  [0.95, "danger"],
  [1.2, "danger"],
];
for (const [share, tone] of table)
  test(`${share * 100} % of the quota`, () => {
    const level = usageLevel(share * quota, quota);
    assert.equal(level.tone, tone);
    assert.equal(Math.round(level.percent), Math.round(share * 100));
  });
