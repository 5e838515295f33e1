/** What keeps the installations of one machine apart: their numbers, and whose sockets answer. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { explain, Failure } from "../src/failure.ts";
import { type Home, openHome } from "../src/home.ts";
import { installationId, takeNumber, withMachineLock } from "../src/install/installations.ts";
import { accountName } from "../src/machine.ts";
import { wrongListener } from "../src/ports.ts";
import { formatMark, markOf } from "../src/processes.ts";
import { supervisorMarkFile } from "../src/supervise/supervisor.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-numbers-"));
const fileOf = (number: number) => `/var/lib/atrio/installations/${number}.json`;
const numbers = new Set<number>();
after(() => {
  rmSync(directory, { recursive: true });
  for (const number of numbers) rmSync(fileOf(number), { force: true });
});

function makeHome(name: string): Home {
  const home = openHome(join(directory, name));
  mkdirSync(home.root);
  return home;
}

async function take(home: Home): Promise<number> {
  const number = await withMachineLock(() => takeNumber(home));
  numbers.add(number);
  return number;
}

const copyId = (from: Home, to: Home) => {
  mkdirSync(to.secrets, { recursive: true });
  rmSync(join(to.secrets, "installation"), { force: true });
  copyFileSync(join(from.secrets, "installation"), join(to.secrets, "installation"));
};

suite("numbers", () => {
  test("homes that come at once have one each, and keep it", async () => {
    const homes = ["a", "b", "c"].map(makeHome);
    const taken = await Promise.all(homes.map(take));
    assert.equal(new Set(taken).size, 3);
    assert.deepEqual(await Promise.all(homes.map(take)), taken);
  });

  test("a home that has the id of another is the same installation, once that one is stopped", async () => {
    const [old, moved] = [makeHome("old"), makeHome("moved")];
    const [first, second] = [await take(old), await take(moved)];
    copyId(old, moved);
    mkdirSync(old.marks, { recursive: true });
    writeFileSync(supervisorMarkFile(old), formatMark(markOf(process.pid)!));
    await assert.rejects(take(moved), (error: unknown) => {
      assert.ok(error instanceof Failure);
      assert.equal(error.exitCode, 78);
      assert.match(error.message, /is a copy of .*old, which is running/);
      return true;
    });
    rmSync(supervisorMarkFile(old));
    assert.equal(await take(moved), first);
    assert.equal(existsSync(fileOf(second)), false);
    assert.equal(JSON.parse(readFileSync(fileOf(first), "utf8")).id, installationId(old));
  });

  test("that of a home that was deleted is given again", async () => {
    const [gone, next] = [makeHome("gone"), makeHome("next")];
    const number = await take(gone);
    rmSync(gone.root, { recursive: true });
    assert.ok((await take(next)) <= number);
  });

  test("the first has Debian's accounts, every other its own", () => {
    assert.deepEqual(
      ["atrio-api", "pdns", "_rspamd", "root"].map((name) => [accountName(name, 0), accountName(name, 7)]),
      [
        ["atrio-api", "atrio-api-7"],
        ["pdns", "atrio-pdns-7"],
        ["_rspamd", "atrio-rspamd-7"],
        ["root", "root"],
      ],
    );
  });
});

suite("who answers", () => {
  const children: ChildProcess[] = [];
  after(() => {
    for (const child of children) child.kill();
  });

  /** Another process that listens. */
  async function startForeigner(address: string): Promise<{ pid: number; port: number }> {
    const script = `const s = require("net").createServer().listen(0, "${address}", () => console.log(s.address().port))`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const [text]: Buffer[] = await once(child.stdout, "data");
    return { pid: child.pid!, port: Number(text) };
  }

  test("a socket is the process's own, or its child's; any other is named with its holder", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    const own = { address: "127.0.0.1", port: address.port, udp: false };
    assert.equal(wrongListener(own, process.pid), undefined);
    assert.match(wrongListener({ ...own, udp: true }, process.pid) ?? "", /nothing listens at 127\.0\.0\.1/);
    assert.match(wrongListener({ ...own, address: "127.0.0.2" }, process.pid) ?? "", /nothing listens/);
    const foreigner = await startForeigner("127.0.0.1");
    const place = { address: "127.0.0.1", port: foreigner.port, udp: false };
    // its parent answers for it
    assert.equal(wrongListener(place, process.pid), undefined);
    assert.match(
      wrongListener({ ...own }, foreigner.pid) ?? "",
      new RegExp(`port ${address.port} of 127\\.0\\.0\\.1 is held by \\S+ \\(pid ${process.pid}\\)`),
    );
    server.close();
  });

  test("a wildcard socket answers for every address, of both families", async () => {
    const { pid, port } = await startForeigner("::");
    const stranger = spawn("sleep", ["60"]);
    children.push(stranger);
    for (const address of ["127.0.0.1", "::1", "::", "2001:db8::1"]) {
      assert.equal(wrongListener({ address, port, udp: false }, pid), undefined, address);
      assert.match(wrongListener({ address, port, udp: false }, stranger.pid!) ?? "", /is held by/, address);
    }
    const loopback = await startForeigner("::1");
    assert.equal(wrongListener({ address: "::1", port: loopback.port, udp: false }, loopback.pid), undefined);
    assert.match(
      wrongListener({ address: "::2", port: loopback.port, udp: false }, loopback.pid) ?? "",
      /nothing listens/,
    );
  });
});

const failed = (code: string) => Object.assign(new Error(`${code}: failed, open '/x'`), { code });

test("known errors of the system become a message with a remedy, unexpected ones don't", () => {
  const cases: [string, number, RegExp][] = [
    ["ENOSPC", 74, /no space left.*df -h/s],
    ["EACCES", 77, /may not be read.*--home/s],
    ["EROFS", 73, /read-only.*--home/s],
    ["ENOTDIR", 73, /Something else stands.*--home/s],
    ["EADDRINUSE", 69, /taken meanwhile.*atrio doctor/s],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", 69, /certificate isn't accepted.*sslrootcert/s],
    ["57P01", 69, /PostgreSQL.*atrio logs postgres/s],
  ];
  for (const [code, exitCode, says] of cases) {
    const failure = explain(failed(code));
    assert.equal(failure?.exitCode, exitCode, code);
    assert.match(`${failure.message} ${failure.remedy}`, says);
  }
  assert.equal(explain(new Error("Connection terminated unexpectedly"))?.exitCode, 69);
  assert.equal(explain(new TypeError("x is not a function")), undefined);
});
