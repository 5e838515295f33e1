import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { rotateLogs } from "./log-rotation.ts";

let panel: TestApp;
let directory: string;
let reopened = 0;

before(async () => {
  panel = await makeApp();
  directory = mkdtempSync(join(tmpdir(), "atrio-logs-"));
});
after(async () => {
  await panel.stop();
  rmSync(directory, { recursive: true });
});

const rotate = () =>
  rotateLogs(panel.db, {
    directory,
    reopen: async () => {
      reopened += 1;
    },
  });
const file = (name: string, text = "line\n"): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};
const setRead = (path: string, bytes: number) =>
  sql`insert into weblog.position values ('traffic', ${statSync(path).ino}, 'x', ${bytes})`.execute(panel.db);

it("nginx begins a new file when the log has grown, and never in the middle of a small one", async () => {
  const access = file("access.log");
  assert.deepEqual(await rotate(), { logsRenamed: 0, logsRemoved: 0 });
  truncateSync(access, 64 * 1024 ** 2);
  assert.deepEqual(await rotate(), { logsRenamed: 1, logsRemoved: 0 });
  assert.equal(reopened, 1);
  assert.ok(!existsSync(access));
  const [renamed = ""] = readdirSync(directory);
  assert.match(renamed, /^access\.log\.\d{13}$/);
  rmSync(join(directory, renamed));
});

it("a renamed log goes when all of it is read and nginx has left it, or when there are too many", async () => {
  const now = Date.now();
  const old = now - 3_600_000;
  const read = file(`access.log.${old}`);
  await setRead(read, 5);
  const half = file(`access.log.${old + 1}`);
  await setRead(half, 4);
  const fresh = file(`access.log.${now}`);
  await setRead(fresh, 5);
  const other = file(`error.log.${old}`);
  file("readme.txt");
  assert.deepEqual(await rotate(), { logsRenamed: 0, logsRemoved: 1 });
  assert.deepEqual(
    [read, half, fresh, other].map((path) => existsSync(path)),
    [false, true, true, true],
  );
  for (let n = 0; n < 20; n++) file(`error.log.${old + 1 + n}`);
  assert.equal((await rotate()).logsRemoved, 1);
  assert.ok(!existsSync(other));
  assert.equal(readFileSync(join(directory, "readme.txt"), "utf8"), "line\n");
});
