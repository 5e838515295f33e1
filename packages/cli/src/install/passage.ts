/**
 * The service accounts must be able to walk to the checkout and to the home. A closed directory above them (a clone in
 * /root, a home in `mktemp -d`) gets an access list entry for just those accounts: to pass through, not to read.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../failure.ts";
import { accountName, checkout, findAccount, findProgram, isDebian } from "../machine.ts";
import { serviceAccounts } from "../services/service.ts";
import type { Progress } from "../terminal.ts";
import { installPackages } from "./packages.ts";

function parents(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [...parents(above), above];
}

function canPass(account: string, path: string): boolean {
  const found = findAccount(account);
  if (!found) return true;
  const as = [`--reuid=${found.uid}`, `--regid=${found.gid}`, "--clear-groups", "--"];
  return spawnSync("setpriv", [...as, "test", "-x", path], { stdio: "ignore" }).status === 0;
}

/** Directories on the way to `paths` that some service account cannot pass. */
export function closedDirectories(paths: readonly string[]): string[] {
  const all = [...new Set(paths.flatMap((path) => [...parents(path), path]))];
  const closed = all.filter((path) => (statSync(path).mode & 0o001) === 0);
  return closed.filter((path) => serviceAccounts.some((account) => !canPass(account, path)));
}

const remedyFor = (path: string): string =>
  `Move Atrio to where service accounts may go (/opt/atrio), or: chmod o+x ${path}`;

/** Opens the way. Returns the directories that got an entry. */
export async function openPassage(home: string, progress: Progress): Promise<string[]> {
  const closed = closedDirectories([checkout, home]);
  if (closed.length > 0 && !findProgram("setfacl") && isDebian()) await installPackages(["acl"], progress);
  for (const path of closed) {
    const entries = serviceAccounts
      .filter((account) => findAccount(account))
      .map((account) => `u:${accountName(account)}:--x`);
    const done = spawnSync("setfacl", ["-m", entries.join(","), path], { encoding: "utf8" });
    if (done.status !== 0 || closedDirectories([path]).includes(path))
      throw new Failure(`The service accounts cannot pass through ${path}.`, remedyFor(path), 77);
  }
  for (const file of ["packages/server/package.json", "node_modules/fastify/package.json"])
    checkReadable(join(checkout, file));
  return closed;
}

function checkReadable(path: string): void {
  if ((statSync(path).mode & 0o004) !== 0) return;
  throw new Failure(`The service accounts cannot read ${path}.`, `chmod -R o+rX ${checkout}`, 77);
}
