import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes } from "./bytes.ts";

const table: [count: number, es: string, en: string][] = [
  [0, "0 B", "0 B"],
  [1023, "1023 B", "1,023 B"],
  [1024, "1 KB", "1 KB"],
  [1536, "1,5 KB", "1.5 KB"],
  [5 * 1024 ** 2, "5 MB", "5 MB"],
  [5_067_896_340, "4,72 GB", "4.72 GB"],
  [1024 ** 4 * 2048, "2048 TB", "2,048 TB"],
];
for (const [count, es, en] of table)
  test(`${count} is ${en}`, () => {
    assert.equal(bytes(count, "es-ES"), es.replace(" ", "\u00a0"));
    assert.equal(bytes(count, "en-US"), en.replace(" ", "\u00a0"));
  });
