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
 * The database was away. Dovecot finds out about each broken connection by failing somebody's sign-in; Postfix leaves a database
 * that failed alone for a minute, and what it could not deliver for longer. With new processes both ask at once, and what waits
 * is tried. Sessions stay open. `dovecot`: the configuration of ours; `postfix`: the directory of ours.
 */
export async function wakeMail(dovecot: string, postfix: string): Promise<void> {
  const options = { cwd: "/", timeout: 20_000 };
  // one that is down comes up with new connections
  await run("/usr/bin/doveadm", ["-c", dovecot, "reload"], options).catch(() => undefined);
  await run(`${sbin}/postfix`, ["-c", postfix, "reload"], options);
  const reloadedAt = performance.now();
  for (const after of triesAfterMilliseconds) {
    await sleep(reloadedAt + after - performance.now(), undefined, { ref: false });
    await run(`${sbin}/postqueue`, ["-c", postfix, "-f"], options);
  }
}
