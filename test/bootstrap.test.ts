/** The script `atrio` with stand-ins for both npms: which one installs what, and which Node runs it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

const repository = join(import.meta.dirname, "..");
const nodePackage = `node_modules/node-linux-${process.arch}`;

let checkout: string;
let path: string;

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
  chmodSync(join(checkout, file), mode);
}

/** Logs its folder and installs what `runtime/package.json` asks for, without links in `.bin`, as npm 9 does on Node 18. */
const distributionNpm = `#!/bin/sh
set -eu
echo "npm $* in $PWD" >>"$LOG"
mkdir -p ${nodePackage}/bin node_modules/npm/bin
ln -sf "${process.execPath}" ${nodePackage}/bin/node
cp "$PINNED_NPM" node_modules/npm/bin/npm-cli.js
`;
const pinnedNpm = `
const { appendFileSync, mkdirSync } = require("node:fs");
const { execFileSync } = require("node:child_process");
const scripts = execFileSync("node", ["-p", "process.version"], { encoding: "utf8" }).trim();
appendFileSync(process.env.LOG, \`pinned npm \${process.argv[2]} in \${process.cwd()}, scripts run \${scripts}\\n\`);
mkdirSync("node_modules", { recursive: true });
`;

beforeEach(() => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), "atrio-bootstrap-")));
  for (const file of ["atrio", "packages/cli/src/installed.ts"]) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    copyFileSync(join(repository, file), join(checkout, file));
  }
  write("packages/cli/src/main.ts", "console.log(`main ${process.argv.slice(2).join(' ')}`);");
  write("package-lock.json", "packages 1");
  write("runtime/package-lock.json", "runtime 1");
  write("pinned-npm.js", pinnedNpm);
  // Node 18: it can't run what the packages need
  write("bin/node", "#!/bin/sh\necho v18.20.4\n", 0o755);
  write("bin/npm", distributionNpm, 0o755);
  path = `${join(checkout, "bin")}:/usr/bin:/bin`;
});
afterEach(() => rmSync(checkout, { recursive: true }));

const logFile = () => join(checkout, "log");

function run(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(join(checkout, "atrio"), words, {
    encoding: "utf8",
    env: { PATH: path, LOG: logFile(), PINNED_NPM: join(checkout, "pinned-npm.js") },
  });
}

/** What was installed since the last call: the lines of both npms without their flags. */
function installed(): string[] {
  const text = existsSync(logFile()) ? readFileSync(logFile(), "utf8") : "";
  rmSync(logFile(), { force: true });
  return text
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/ --\S+/g, "").replace(checkout, "CHECKOUT"));
}

const runtimeStage = "npm ci in CHECKOUT/runtime";
const packageStage = `pinned npm ci in CHECKOUT, scripts run ${process.version}`;

test("the distribution's npm fetches Node and npm alone; these install the packages", () => {
  const first = run("status", "--home", "x");
  assert.equal(first.stderr.includes("npm ci failed"), false, first.stderr);
  assert.equal(first.stdout, "main status --home x\n");
  assert.deepEqual(installed(), [runtimeStage, packageStage]);

  assert.equal(run("status").stdout, "main status\n");
  assert.deepEqual(installed(), []);
});

test("each stage runs again when its own lock file changes", () => {
  run("status");
  installed();
  appendFileSync(join(checkout, "package-lock.json"), "2");
  run("status");
  assert.deepEqual(installed(), [packageStage]);
  appendFileSync(join(checkout, "runtime/package-lock.json"), "2");
  run("status");
  assert.deepEqual(installed(), [runtimeStage]);
});

test("--no-install installs nothing and says what is missing", () => {
  const { status, stderr } = run("status", "--no-install");
  assert.equal(status, 69);
  assert.match(stderr, /Run once without --no-install/);
  assert.deepEqual(installed(), []);
});

test("a machine without npm is told how to get it", () => {
  rmSync(join(checkout, "bin/npm"));
  // nothing but the tools that the script itself calls
  for (const tool of ["sh", "dirname", "uname", "cmp", "mkdir", "rm", "cat", "cp"])
    write(`bin/${tool}`, `#!/bin/sh\nexec /usr/bin/${tool} "$@"\n`, 0o755);
  path = join(checkout, "bin");
  const { status, stderr } = run("up");
  assert.equal(status, 69, stderr);
  assert.match(stderr, /apt-get install --no-install-recommends npm/);
});

test("a failed download is tried again by the next command", () => {
  write("bin/npm", '#!/bin/sh\necho "npm error code EINTEGRITY" >&2\nexit 1\n', 0o755);
  const failed = run("up");
  assert.equal(failed.status, 69);
  assert.match(failed.stderr, /EINTEGRITY[\s\S]*npm ci failed in .*\/runtime/);
  write("bin/npm", distributionNpm, 0o755);
  assert.equal(run("up").stdout, "main up\n");
  assert.deepEqual(installed(), [runtimeStage, packageStage]);
});

test("the lock files pin every package by hash", () => {
  for (const file of ["package-lock.json", "runtime/package-lock.json"]) {
    const lock: { packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean }> } =
      JSON.parse(readFileSync(join(repository, file), "utf8"));
    const unpinned = Object.entries(lock.packages)
      .filter(([name, entry]) => name.includes("node_modules/") && !entry.link && !entry.inBundle)
      .filter(([, entry]) => !entry.integrity?.startsWith("sha512-"))
      .map(([name]) => name);
    assert.deepEqual(unpinned, [], file);
  }
});
