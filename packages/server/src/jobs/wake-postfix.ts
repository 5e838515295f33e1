import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const sbin = "/usr/sbin";

/**
 * Postfix leaves a database that failed alone for a minute, and what it could not deliver for longer. With new processes it asks
 * at once, and it tries what waits. `configuration`: the directory of our Postfix's.
 */
export async function wakePostfix(configuration: string): Promise<void> {
  const options = { cwd: "/", timeout: 20_000 };
  await run(`${sbin}/postfix`, ["-c", configuration, "reload"], options);
  await run(`${sbin}/postqueue`, ["-c", configuration, "-f"], options);
}
