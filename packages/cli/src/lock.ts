import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, codeOf } from "./failure.ts";
import { formatMark, isAlive, markOf, readMark } from "./processes.ts";

/**
 * Runs `work` while holding the lock file; waits for whoever holds it. The lock of a process that was killed is taken
 * over: the file names its holder by pid and start time.
 */
export async function withLock<T>(path: string, timeoutSeconds: number, work: () => Promise<T>): Promise<T> {
  const own = markOf(process.pid);
  if (!own) throw new Error("/proc is not mounted.");
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (!tryLock(path, formatMark(own))) {
    const holder = readMark(path);
    if (!isAlive(holder)) {
      rmSync(path, { force: true });
      continue;
    }
    if (Date.now() > deadline)
      throw new Failure(
        `Process ${holder.pid} has held ${path} for ${timeoutSeconds} s.`,
        `Wait for it, or end it: kill ${holder.pid}`,
        75,
      );
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    if (readFileSync(path, "utf8") === formatMark(own)) rmSync(path, { force: true });
  }
}

function tryLock(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
