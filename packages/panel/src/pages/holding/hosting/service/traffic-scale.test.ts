import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes } from "../../../../format/bytes.ts";
import { datedDays, dayAt, linesOf } from "./traffic-scale.ts";

const scales: [most: number, lines: string][] = [
  [1, "0 B, 1 B"],
  [3, "0 B, 1 B, 2 B, 3 B"],
  [1024, "0 B, 256 B, 512 B, 768 B, 1 KB"],
  [1025, "0 B, 512 B, 1 KB, 1.5 KB"],
  [700 * 1024 ** 2, "0 B, 256 MB, 512 MB, 768 MB"],
  [5 * 1024 ** 3, "0 B, 2 GB, 4 GB, 6 GB"],
  [1024 ** 4, "0 B, 256 GB, 512 GB, 768 GB, 1 TB"],
];
for (const [most, lines] of scales)
  test(`the scale up to ${most}`, () => {
    const words = linesOf(most).map((line) => bytes(line, "en-US").replace("\u00a0", " "));
    assert.equal(words.join(", "), lines);
  });

test("every scale reaches its busiest day, in at most four steps", () => {
  for (let most = 1; most < 2 ** 50; most = most * 1.7 + 1) {
    const lines = linesOf(Math.floor(most));
    assert.ok(lines.length <= 5 && lines.at(-1)! >= Math.floor(most), `${most}: ${lines.join(", ")}`);
  }
});

test("a finger is on one of the days, beside the chart on its first or last", () => {
  assert.deepEqual(
    [-5, 0, 9, 10, 299, 300, 400].map((x) => dayAt(x, 300, 30)),
    [0, 0, 0, 1, 29, 29, 29],
  );
});

test("today has its date, and a day of each week before", () => {
  assert.deepEqual(datedDays(30), [29, 22, 15, 8, 1]);
  assert.deepEqual(datedDays(1), [0]);
});
