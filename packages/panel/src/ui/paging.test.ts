import assert from "node:assert/strict";
import { test } from "node:test";
import { pageNumbers } from "./paging.ts";

const table: [page: number, pages: number, shown: number[]][] = [
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 4, [1, 2, 3, 4]],
  [1, 9, [1, 2, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [4, 9, [1, 2, 3, 4, 5, 0, 9]],
  [9, 9, [1, 0, 8, 9]],
];
for (const [page, pages, shown] of table)
  test(`page ${page} of ${pages}`, () => assert.deepEqual(pageNumbers(page, pages), shown));
