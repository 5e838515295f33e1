import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, test } from "node:test";
import { formatMark, isAlive, markOf, memoryBytes, readMark, withDescendants } from "../src/processes.ts";
import { withLock } from "../src/lock.ts";
import { fillTemplate } from "../src/services/render.ts";
import { Child } from "../src/supervise/child.ts";

const root = mkdtempSync(join(tmpdir(), "atrio-supervise-"));
after(() => rmSync(root, { recursive: true }));
const marks = join(root, "marks");
mkdirSync(marks);

const stack = join(import.meta.dirname, "../../../stack");

/** A service directory whose `run` begins as all of ours do. */
function makeService(name: string, body: string): Child {
  const directory = join(root, name);
  mkdirSync(directory);
  const alone = fillTemplate(readFileSync(join(stack, "alone"), "utf8"), {
    MARKS: marks,
    SERVICE: name,
    STOP_SIGNAL: "TERM",
  });
  writeFileSync(join(directory, "alone"), alone);
  writeFileSync(join(directory, "run"), `#!/bin/sh\nexec 2>&1\n. ${directory}/alone\n${body}\n`);
  chmodSync(join(directory, "run"), 0o700);
  return new Child(directory, join(root, "log", name));
}

async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await sleep(50);
  }
  throw new Error(`Never: ${what}`);
}
const livingMark = (name: string) => {
  const mark = readMark(join(marks, name));
  return isAlive(mark) ? mark : undefined;
};

test("a service that is killed is started again, and ends on request", async () => {
  const child = makeService("steady", "exec sleep 1000");
  child.up();
  const first = await until("it runs", () => livingMark("steady"));
  process.kill(first.pid, "SIGKILL");
  const second = await until("it runs again", () => {
    const mark = livingMark("steady");
    return mark && mark.pid !== first.pid && mark;
  });
  await child.down(5);
  assert.equal(isAlive(second), false);
  await sleep(1200);
  assert.equal(livingMark("steady"), undefined);
});

test("a service that ends at once is started about once a second, not in a loop", async () => {
  const counter = join(root, "starts");
  const child = makeService("brief", `echo x >>${counter}`);
  child.up();
  await sleep(2500);
  await child.down(1);
  const starts = readFileSync(counter, "utf8").trim().split("\n").length;
  assert.ok(starts >= 2 && starts <= 4, `${starts} starts`);
});

test("what does not end in time is killed", async () => {
  const child = makeService("deaf", "trap '' TERM; while :; do sleep 1; done");
  child.up();
  const mark = await until("it runs", () => livingMark("deaf"));
  await child.down(1);
  assert.equal(isAlive(mark), false);
});

test("what a killed supervisor left behind is ended before the next one starts", async () => {
  const left = spawn("sleep", ["1000"], { stdio: "ignore" });
  const mark = markOf(left.pid ?? 0);
  assert.ok(mark);
  writeFileSync(join(marks, "orphan"), formatMark(mark));
  const child = makeService("orphan", "exec sleep 1000");
  child.up();
  await until("the new one runs", () => {
    const now = livingMark("orphan");
    return now && now.pid !== mark.pid && now;
  });
  assert.equal(isAlive(mark), false);
  await child.down(5);
});

test("a pid that now is another process's is not taken for ours", async () => {
  const innocent = spawn("sleep", ["1000"], { stdio: "ignore" });
  const mark = markOf(innocent.pid ?? 0);
  assert.ok(mark);
  writeFileSync(join(marks, "reused"), formatMark({ pid: mark.pid, start: mark.start - 100 }));
  assert.equal(livingMark("reused"), undefined);
  const child = makeService("reused", "exec sleep 1000");
  child.up();
  await until("ours runs", () => livingMark("reused"));
  assert.equal(isAlive(mark), true);
  innocent.kill();
  await child.down(5);
});

test("control/t is used in place of TERM", async () => {
  const child = makeService("controlled", "exec sleep 1000");
  const seen = join(root, "seen");
  mkdirSync(join(root, "controlled/control"));
  writeFileSync(
    join(root, "controlled/control/t"),
    `#!/bin/sh\ntouch ${seen}\nread -r pid start <${marks}/controlled && exec kill -s INT "$pid"\n`,
  );
  chmodSync(join(root, "controlled/control/t"), 0o700);
  child.up();
  await until("it runs", () => livingMark("controlled"));
  await child.down(5);
  assert.equal(existsSync(seen), true);
});

test("a child that outlives its killed master is ended by finish", async () => {
  const file = join(root, "orphan.pid");
  const child = makeService("master", `sleep 1000 & echo $! >${file}\nexec sleep 1000`);
  const finish = fillTemplate(readFileSync(join(stack, "nginx/finish"), "utf8"), {
    MARKS: marks,
    SERVICE: "master",
  });
  writeFileSync(join(root, "master/finish"), finish, { mode: 0o700 });
  child.up();
  const { pid } = await until("it runs", () => existsSync(file) && livingMark("master"));
  const orphan = await until("its child runs", () => markOf(Number(readFileSync(file, "utf8"))));
  process.kill(pid, "SIGKILL");
  await until("the child is ended", () => !isAlive(orphan));
  await child.down(5);
});

test("one holder of a lock at a time; that of a dead process is taken over", async () => {
  const lock = join(root, "lock");
  writeFileSync(lock, formatMark({ pid: process.pid, start: 1 }));
  let inside = 0;
  const work = async () => {
    inside += 1;
    assert.equal(inside, 1);
    await sleep(20);
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock(lock, 10, work)));
  assert.equal(existsSync(lock), false);
});

test("memory counts the whole tree of processes", () => {
  assert.ok(withDescendants(process.pid).includes(process.pid));
  assert.ok(memoryBytes([process.pid]) > 5_000_000);
});

test("a template that names an unknown value is a fault", () => {
  assert.equal(
    fillTemplate("listen: @A@@@B@ admin@example.org", { A: "::1", B: "53" }),
    "listen: ::1@53 admin@example.org",
  );
  assert.throws(() => fillTemplate("@NOPE@", {}), /@NOPE@/);
});
