import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuota, writeQuota } from "./quota.ts";

test("a quota is written in the largest unit it fills, and read back as it was", () => {
  for (const [quota, es, unit] of [
    [1024 ** 3, "1", "GB"],
    [1.5 * 1024 ** 3, "1,5", "GB"],
    [1024 ** 4, "1", "TB"],
    [1024 ** 2, "1", "MB"],
    [1000 * 1024 ** 2, "1000", "MB"],
    [0.5 * 1024 ** 2, "0,5", "MB"],
  ] as const) {
    const written = writeQuota(quota, "es-ES");
    assert.deepEqual(written, { amount: es, unit });
    assert.equal(readQuota(written), String(quota));
    assert.equal(readQuota(writeQuota(quota, "en-US")), String(quota));
  }
});

test("what is no number is left to the call, which does not take it for an unlimited one", () => {
  for (const amount of ["", " ", "x", "-1", "1e3", "1.2.3"]) {
    const read = readQuota({ amount, unit: "GB" });
    assert.notEqual(read, "");
    assert.ok(!/^\d+$/.test(read), amount);
  }
});
