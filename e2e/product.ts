import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const repository = join(import.meta.dirname, "..");

export interface Server {
  readonly host: string;
  readonly port: number;
}

/** What `atrio up` writes when everything answers. */
interface Ready {
  readonly url: string;
  readonly services: Readonly<Record<"dns" | "dns2" | "registry" | "smtp" | "imaps", Server>>;
  readonly demo: { readonly domainName: string; readonly username: string; readonly password: string };
}

/** Files that run at a time are numbered from 1 by the runner: each has a product of its own. */
const place = Number(process.env["NODE_TEST_WORKER_ID"] ?? 1);
export const home = process.env["ATRIO_E2E_HOME"]?.split(delimiter)[place - 1];
if (!home)
  throw new Error(
    "Run the browser tests with --test-global-setup=e2e/setup.ts, no more at a time than ATRIO_E2E_PRODUCTS says",
  );

const ready: Ready = JSON.parse(readFileSync(join(home, "ready.json"), "utf8"));

/** Without the slash at the end. */
export const url = ready.url.replace(/\/$/, "");
export const nameServers = [ready.services.dns, ready.services.dns2] as const;
/** The parent of the demo's domains. */
export const { registry } = ready.services;
/** Where mail for the demo's domains arrives, and is read. */
export const { smtp, imaps } = ready.services;

/** The demo's users share the domain and the password. */
export const domainName = ready.demo.domainName;
export const password = ready.demo.password;
export type Username = "owner" | "viewer" | "dns" | "mail";

const run = promisify(execFile);
/** An operator's command against the product under test: `atrio("grant", …)`. */
export const atrio = async (...args: string[]): Promise<string> =>
  (await run("./atrio", [...args, "--no-install", "--home", home], { cwd: repository, timeout: 60_000 }))
    .stdout;
