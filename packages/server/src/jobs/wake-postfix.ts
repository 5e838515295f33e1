import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const sbin = "/usr/sbin";
/**
 * Again when Dovecot has its connections to the database too, and when what was in delivery meanwhile has given up: Postfix
 * passes that over, and would leave it alone for minutes.
 */
const triesAfterMilliseconds = [0, 5_000, 15_000, 40_000];

/**
 * Postfix leaves a database that failed alone for a minute, and what it could not deliver for longer. With new processes it asks
 * at once, and it tries what waits. `configuration`: the directory of our Postfix's.
 */
export async function wakePostfix(configuration: string): Promise<void> {
  const options = { cwd: "/", timeout: 20_000 };
  await run(`${sbin}/postfix`, ["-c", configuration, "reload"], options);
  const reloadedAt = performance.now();
  for (const after of triesAfterMilliseconds) {
    await sleep(reloadedAt + after - performance.now(), undefined, { ref: false });
    await run(`${sbin}/postqueue`, ["-c", configuration, "-f"], options);
  }
}
