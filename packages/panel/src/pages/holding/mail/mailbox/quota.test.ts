import assert from "node:assert/strict";
import { test } from "node:test";
import { offeredQuota, readQuota, spaceLeft, writeQuota } from "./quota.ts";

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
    for (const draft of [written, writeQuota(quota, "en-US")])
      assert.equal(readQuota({ isLimited: true, ...draft }), String(quota));
  }
});

test("what is no number is left to the call, which does not take it for an unlimited one", () => {
  for (const amount of ["", " ", "x", "-1", "1e3", "1.2.3"]) {
    const read = readQuota({ isLimited: true, amount, unit: "GB" });
    assert.notEqual(read, "");
    assert.ok(!/^\d+$/.test(read), amount);
  }
});

test("a new mailbox is offered the usual space, or what is left of it, in megabytes", () => {
  const [mb, gb] = [1024 ** 2, 1024 ** 3];
  for (const [quota, allotted, left, offered] of [
    [null, 9 * gb, null, gb],
    [5 * gb, 3 * gb, 2 * gb, gb],
    [5 * gb, 4.5 * gb + 1, 0.5 * gb - 1, 511 * mb],
    [5 * gb, 5 * gb, 0, gb],
    [5 * gb, 6 * gb, 0, gb],
  ] as const) {
    assert.equal(spaceLeft({ quota, allotted }), left);
    assert.equal(offeredQuota({ quota, allotted }), offered);
  }
  assert.equal(offeredQuota(undefined), gb);
});
