import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeMeans, judgeModule } from "../src/doctor/web.ts";

const judged = (means: string) => judgeMeans(means).map(({ ok }) => ok);

test("doctor says what does not bound customers' programs on this machine", () => {
  assert.deepEqual(judged("shared /sys/fs/cgroup/atrio/var-1\n"), [true, true]);
  assert.deepEqual(judged("none  /sys/fs/cgroup/memory/atrio/var-1 /sys/fs/cgroup/pids/atrio/var-1\n"), [
    false,
    true,
  ]);
  assert.deepEqual(judged("shared \n"), [true, false]);
  assert.equal(judgeModule(true).ok, true);
  assert.match(judgeModule(false).remedy ?? "", /atrio up/);
  for (const finding of judgeMeans("none")) assert.ok(finding.remedy);
});
