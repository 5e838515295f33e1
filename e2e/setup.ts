import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Starts the product once for all browser tests: `node --test --test-global-setup=e2e/setup.ts 'e2e/*.e2e.ts'`.
 * With ATRIO_E2E_HOME set, the product that already runs there is used, and left running.
 */
const run = promisify(execFile);
const repository = join(import.meta.dirname, "..");
const longestStart = 300_000;
const home = "ATRIO_E2E_HOME";
let own: string | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env[home]) return;
  own = await mkdtemp(join(tmpdir(), "atrio-e2e-"));
  // The services run as users of their own and pass through here.
  await chmod(own, 0o711);
  process.env[home] = own;
  await run("./atrio", ["up", "--home", own, "--port", "0", "--demo", "--detach"], {
    cwd: repository,
    timeout: longestStart,
  });
}

export async function globalTeardown(): Promise<void> {
  if (!own) return;
  await run("./atrio", ["down", "--home", own], { cwd: repository, timeout: longestStart });
  await rm(own, { recursive: true, force: true });
}
