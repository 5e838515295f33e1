/** `up` where it can't run: a message and a remedy, never a stack trace. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { checkout } from "../src/machine.ts";

const nobody = 65534;
const directory = mkdtempSync(join(tmpdir(), "atrio-refusals-"));
chmodSync(directory, 0o755);
const full = join(directory, "full");
after(() => {
  spawnSync("umount", [full]);
  rmSync(directory, { recursive: true });
});

function up(home: string, through: readonly string[] = []): { status: number | null; output: string } {
  const line = [...through, join(checkout, "atrio"), "up", "--no-install", "--detach", "--home", home];
  const [command = "", ...args] = line;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: "/", encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

function refuses(run: ReturnType<typeof up>, exitCode: number, says: RegExp): void {
  assert.equal(run.status, exitCode, run.output);
  assert.match(run.output, says);
  assert.match(run.output, /^atrio: .+\n {2}\S.+\n$/, "a message and a remedy");
}

test("a home that may not be written", () => {
  const closed = join(directory, "closed");
  mkdirSync(closed, { mode: 0o755 });
  const asNobody = ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", "--"];
  refuses(up(join(closed, "home"), asNobody), 77, /EACCES.*closed.*\n.*--home DIR/);
});

test("a home that is a file, or lies below one", () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  refuses(up(file), 73, /Something else stands.*file/);
  refuses(up(join(file, "home")), 73, /Something else stands.*file/);
});

test("a disk that is full", () => {
  mkdirSync(full);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4k,nr_inodes=2", "tmpfs", full]);
  refuses(up(join(full, "home")), 74, /no space left.*\n.*df -h/);
});

test("an unexpected error is one line, and its stack is in a file", () => {
  const home = join(directory, "odd");
  mkdirSync(home);
  // no kind of process mark can be read from it
  mkdirSync(join(home, "up.lock"));
  const temporary = join(directory, "temporary");
  mkdirSync(temporary);
  const { status, output } = up(home, ["env", `TMPDIR=${temporary}`, "timeout", "60"]);
  assert.equal(status, 70, output);
  const file = /^atrio: Unexpected error: .+\n {2}Details for a report: (.+)\n$/.exec(output)?.[1];
  assert.ok(file !== undefined && file.startsWith(temporary), output);
  assert.match(readFileSync(file, "utf8"), /^up --no-install .*\n.*\n\s+at /);
});
