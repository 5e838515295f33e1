import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { printed, repository } from "./printed.ts";

for (const [path, text] of Object.entries(printed())) {
  test(`${path} says what the contract says`, () => {
    const checkedIn = readFileSync(new URL(path, repository), "utf8");
    assert.equal(checkedIn, text, "Run `node packages/contract/tools/print.ts` and look at the difference.");
  });
}
