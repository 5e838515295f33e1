/** Suites of `atrio test` made of files that behave as this says. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { runSuite } from "../src/suites/run-suite.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-suites-"));
const tests = join(directory, "tests");
after(() => rmSync(directory, { recursive: true }));
// else the runner that a suite starts would take itself for a file of this one's
before(() => delete process.env["NODE_TEST_CONTEXT"]);
beforeEach(() => {
  rmSync(tests, { recursive: true, force: true });
  mkdirSync(tests);
});

const head = `import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
const mark = import.meta.filename + ".ran";
const isFirst = !existsSync(mark);
writeFileSync(mark, "");
`;
const write = (name: string, body: string) =>
  writeFileSync(join(tests, `${name}.test.mjs`), `${head}${body}\n`);
const run = (secondTry?: string) =>
  runSuite({
    name: "made-up",
    needs: [],
    tests: [`${tests}/*.test.mjs`],
    atOnce: 2,
    ...(secondTry === undefined ? {} : { secondTry }),
    timeoutMinutes: 1,
  });

const steady = `test("holds", () => {});`;
const unsteady = `test("holds here", () => {});
test("wavers", () => { console.error("seen: little"); if (isFirst) throw new Error("not yet there"); });`;
const broken = `test("is broken", () => { throw new Error("never there"); });`;

test("what fails once and passes when tried alone has passed, and is named with its first failure", async () => {
  write("a", steady);
  write("b", unsteady);
  const { passed, failed, unsteady: named } = await run(tests);
  assert.deepEqual([passed, failed, named.length], [3, 0, 1]);
  assert.match(named[0]!, /^unsteady: \S+\/b\.test\.mjs: wavers\n/);
  assert.match(named[0]!, /Error: not yet there\n +at .*b\.test\.mjs/);
  assert.match(named[0]!, /it wrote:\n +seen: little/);
});

test("what fails again has failed, beside what did not", async () => {
  write("a", unsteady);
  write("b", broken);
  const { passed, failed, unsteady: named } = await run(tests);
  assert.deepEqual([passed, failed, named.length], [2, 1, 1]);
});

test("a file passes again only with all the tests it had: one that does not run has not passed", async () => {
  write("a", `if (isFirst) { ${unsteady} } else { ${steady} }`);
  write("b", `${steady}\nif (isFirst) setImmediate(() => process.exit(1));`);
  const { passed, failed, unsteady: named } = await run(tests);
  assert.deepEqual([passed, failed], [2, 1]);
  assert.match(named.join(), /^unsteady: \S+\/b\.test\.mjs/);
});

test("no file elsewhere, and no number of files at once, is tried again", async () => {
  write("a", unsteady);
  for (const directoryTried of [undefined, join(directory, "test")]) {
    rmSync(join(tests, "a.test.mjs.ran"), { force: true });
    const { failed, unsteady: named } = await run(directoryTried);
    assert.deepEqual([failed, named], [1, []]);
  }
  for (const name of ["b", "c", "d", "e", "f", "g"]) write(name, unsteady);
  const { failed, unsteady: named } = await run(tests);
  assert.deepEqual([failed, named], [6, []]);
});

test("what frames a suite of tests fails too", async () => {
  write(
    "a",
    `import { after, describe } from "node:test";\ndescribe("some", () => { after(() => { throw new Error("left"); }); ${steady} });`,
  );
  const { passed, failed } = await run();
  assert.deepEqual([passed, failed], [1, 1]);
  write(
    "a",
    `import { after, describe } from "node:test";\ndescribe("some", () => { after(() => { if (isFirst) throw new Error("left"); }); ${steady} });`,
  );
  rmSync(join(tests, "a.test.mjs.ran"), { force: true });
  const again = await run(tests);
  assert.deepEqual([again.passed, again.failed], [1, 0]);
  assert.match(again.unsteady.join(), /: some\n[^]*Error: left/);
});
