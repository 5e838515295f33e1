/** mod_atrio, built on this machine for Debian's Apache: from source when the source or Apache is another than at the last build. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { makeDirectory } from "../files.ts";
import { checkout, findProgram } from "../machine.ts";
import type { Progress } from "../terminal.ts";
import { run } from "./run.ts";

const source = join(checkout, "stack/php/mod_atrio.c");
const built = "mod_atrio.so";
const stampOf = (directory: string): string => join(directory, "mod_atrio.stamp");

/** What a build depends on: the source, and Apache with the time it was built itself. */
export function moduleHash(): string {
  const apache = execFileSync(findProgram("apache2") ?? "apache2", ["-v"], { encoding: "utf8" });
  return createHash("sha256").update(readFileSync(source)).update(apache).digest("hex");
}

/** Whether the module in this directory is the one that a build would make. */
export const isModuleBuilt = (directory: string): boolean =>
  existsSync(join(directory, built)) &&
  existsSync(stampOf(directory)) &&
  readFileSync(stampOf(directory), "utf8") === moduleHash();

/** Builds beside and renames: an Apache that starts meanwhile loads the old module or the new one. */
export async function buildApacheModule(directory: string, progress: Progress): Promise<void> {
  makeDirectory(directory, 0o755);
  const hash = moduleHash();
  if (isModuleBuilt(directory)) return progress.result("up to date");
  const work = mkdtempSync(join(directory, "build-"));
  try {
    copyFileSync(source, join(work, "mod_atrio.c"));
    const { status, tail } = await run(findProgram("apxs") ?? "apxs", ["-c", "mod_atrio.c"], {
      cwd: work,
      onLine: (line) => progress.at(line),
    });
    if (status !== 0)
      throw new Failure(
        `Apache's module could not be built:\n${tail}`,
        "Put right what it says, then: atrio up",
        69,
      );
    // Apache loads it as the service, whatever root's umask is
    chmodSync(join(work, ".libs", built), 0o644);
    renameSync(join(work, ".libs", built), join(directory, built));
    writeFileSync(stampOf(directory), hash);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
