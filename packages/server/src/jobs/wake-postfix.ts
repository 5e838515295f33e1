import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const sbin = "/usr/sbin";
/** By then Dovecot has its connections to the database too. */
const secondTryMilliseconds = 5_000;

/**
 * Postfix leaves a database that failed alone for a minute, and what it could not deliver for longer. With new processes it asks
 * at once, and it tries what waits. `configuration`: the directory of our Postfix's.
 */
export async function wakePostfix(configuration: string): Promise<void> {
  const options = { cwd: "/", timeout: 20_000 };
  await run(`${sbin}/postfix`, ["-c", configuration, "reload"], options);
  const tryWhatWaits = () => run(`${sbin}/postqueue`, ["-c", configuration, "-f"], options);
  await tryWhatWaits();
  await sleep(secondTryMilliseconds, undefined, { ref: false });
  await tryWhatWaits();
}
