import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether the directory is this process' alone from now until it ends. */
function take(directory: string): boolean {
  const mark = join(directory, "taken-by");
  try {
    writeFileSync(mark, String(process.pid), { flag: "wx" });
  } catch {
    if (isAlive(Number(readFileSync(mark, "utf8")))) return false;
    writeFileSync(mark, String(process.pid));
  }
  process.once("exit", () => rmSync(mark, { force: true }));
  return true;
}

/** One of the installations that several test files use, for this file alone. (The runner's NODE_TEST_WORKER_ID does not keep apart who runs at the same time.) */
export function lease<T extends { readonly home: string }>(installations: readonly T[]): T {
  const free = installations.find(({ home }) => take(home));
  if (!free) throw new Error("More test files run at a time than there are installations.");
  return free;
}
