import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/**
 * Starts a product for each file that runs at a time, as many as ATRIO_E2E_PRODUCTS says, else one:
 * `node --test --test-concurrency=1 --test-global-setup=e2e/setup.ts 'e2e/*.e2e.ts'`.
 * With ATRIO_E2E_HOME set, the product that already runs there is used, and left running.
 */
const run = promisify(execFile);
const repository = join(import.meta.dirname, "..");
const longestStart = 300_000;
const homes = "ATRIO_E2E_HOME";
const own: string[] = [];

async function start(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "atrio-e2e-"));
  own.push(home);
  // The services run as users of their own and pass through here.
  await chmod(home, 0o711);
  await run("./atrio", ["up", "--home", home, "--port", "0", "--demo", "--detach"], {
    cwd: repository,
    timeout: longestStart,
  });
}

export async function globalSetup(): Promise<void> {
  if (process.env[homes]) return;
  const wanted = Number(process.env["ATRIO_E2E_PRODUCTS"] ?? 1);
  while (own.length < wanted) await start();
  process.env[homes] = own.join(delimiter);
}

export async function globalTeardown(): Promise<void> {
  for (const home of own) {
    await run("./atrio", ["down", "--home", home], { cwd: repository, timeout: longestStart });
    await rm(home, { recursive: true, force: true });
  }
}
