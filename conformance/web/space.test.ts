/** What is measured of a customer's files: nothing that he makes of them takes less than it does. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { measureSpace } from "../../packages/server/src/web/usage.ts";

const service = 906;
const directory = mkdtempSync(join(tmpdir(), "atrio-space-"));
const own = join(directory, String(service));
after(() => rmSync(directory, { recursive: true }));
beforeEach(() => {
  rmSync(own, { recursive: true, force: true });
  for (const name of ["home", "tmp"]) mkdirSync(join(own, name), { recursive: true });
});

const make = (script: string) => execFileSync("/bin/sh", ["-ec", script], { cwd: join(own, "home") });
const measure = () => measureSpace({ directory, longestSeconds: 20 }, service);

test("each name counts as a file, and its bytes once", async () => {
  make("head -c 1048576 /dev/zero >file; for n in 1 2 3 4 5 6 7; do ln file $n; done");
  assert.deepEqual(await measure(), { bytes: 1_048_576, files: 8, isWhole: true });
});

test("what a file holds beyond its end counts, and what it says it has", async () => {
  make("touch held; fallocate -n -l 20971520 held");
  assert.deepEqual(await measure(), { bytes: 20_971_520, files: 1, isWhole: true });
  make("truncate -s 30000000 said");
  assert.deepEqual(await measure(), { bytes: 50_971_520, files: 2, isWhole: true });
});
