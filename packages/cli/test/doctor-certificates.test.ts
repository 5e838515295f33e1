import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeEnding } from "../src/doctor/certificates.ts";

const ending = {
  host: "shop.uno.test",
  notAfter: new Date("2026-06-09T00:00:00Z"),
  fault: { key: "acme.no_address", values: { host: "shop.uno.test" } },
} as const;

test("automatic certificates that end soon are named, with what stands in their way", () => {
  assert.equal(judgeEnding([], true).ok, true);
  const { ok, text } = judgeEnding([ending, { ...ending, fault: null }], true);
  assert.equal(ok, false);
  assert.match(text, /^2 end .*shop\.uno\.test on 2026-06-09: shop\.uno\.test has no address in the DNS/);
});

test("where none is ordered any more, that is the reason", () => {
  const { text, remedy } = judgeEnding([{ ...ending, fault: null }], false);
  assert.match(text, /^one ends .* on 2026-06-09$/);
  assert.match(remedy ?? "", /acme on/);
});
