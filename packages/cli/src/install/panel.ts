/** Builds the panel when its sources are others than those of the last build. */
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { Failure } from "../failure.ts";
import { withLock } from "../lock.ts";
import { checkout } from "../machine.ts";
import type { Progress } from "../terminal.ts";
import { run } from "./run.ts";

const panel = join(checkout, "packages/panel");
const built = join(panel, "dist");
const sources = ["package-lock.json", "packages/contract/src", "packages/panel"];
const skipped = new Set(["dist", "node_modules", "test"]);

function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => !skipped.has(name) && !name.startsWith(".") && !name.endsWith(".test.ts"))
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)));
}

/** A hash over names and contents of these files and folders of the checkout. */
export function hashSources(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => listFiles(join(checkout, path))))
    hash.update(relative(checkout, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

const stampFile = join(built, ".sources");
const isBuilt = (hash: string): boolean => existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash;

/** Builds beside and swaps: whoever is being served sees the old panel or the new one. */
async function build(hash: string, progress: Progress): Promise<void> {
  const next = join(checkout, `node_modules/.atrio-panel-${process.pid}`);
  const vite = join(checkout, "node_modules/vite/bin/vite.js");
  const { status, tail } = await run(
    process.execPath,
    [vite, "build", panel, "--outDir", next, "--emptyOutDir"],
    {
      cwd: checkout,
      env: { ...process.env, NODE_ENV: "production" },
      onLine: (line) => progress.at(line.trim()),
    },
  );
  if (status !== 0) {
    rmSync(next, { recursive: true, force: true });
    throw new Failure(`The panel could not be built:\n${tail}`, "Put right what it says, then run it again.");
  }
  writeFileSync(join(next, ".sources"), hash);
  const old = join(checkout, `node_modules/.atrio-panel-old-${process.pid}`);
  if (existsSync(built)) renameSync(built, old);
  renameSync(next, built);
  rmSync(old, { recursive: true, force: true });
}

export async function buildPanel(progress: Progress): Promise<void> {
  const hash = hashSources(sources);
  if (isBuilt(hash)) return progress.result("up to date");
  requireWritable(panel);
  await withLock(join(checkout, "node_modules/.atrio-build.lock"), 600, async () => {
    if (!isBuilt(hash)) await build(hash, progress);
  });
}

function requireWritable(directory: string): void {
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    throw new Failure(
      `The panel must be built, and ${directory} cannot be written to.`,
      `Run it once as the owner of the checkout: ${join(checkout, "atrio")} up`,
      77,
    );
  }
}
