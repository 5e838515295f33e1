import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { lease } from "../test/lease.ts";

const repository = join(import.meta.dirname, "..");

export interface Server {
  readonly host: string;
  readonly port: number;
}

/** What `atrio up` writes when everything answers. */
interface Ready {
  readonly url: string;
  readonly services: Readonly<
    Record<"dns" | "dns2" | "registry" | "smtp" | "imaps" | "http" | "https", Server>
  >;
  readonly demo: { readonly domainName: string; readonly username: string; readonly password: string };
}

const homes = process.env["ATRIO_E2E_HOME"];
if (!homes) throw new Error("Run the browser tests with --test-global-setup=e2e/setup.ts");
export const { home } = lease(homes.split(delimiter).map((path) => ({ home: path })));

const ready: Ready = JSON.parse(readFileSync(join(home, "ready.json"), "utf8"));

/** Without the slash at the end. */
export const url = ready.url.replace(/\/$/, "");
export const nameServers = [ready.services.dns, ready.services.dns2] as const;
/** The parent of the demo's domains. */
export const { registry } = ready.services;
/** Where mail for the demo's domains arrives, and is read. */
export const { smtp, imaps } = ready.services;
/** Where the demo's sites are served. */
export const { http: sites, https: securely } = ready.services;

/** The demo's users share the domain and the password. */
export const domainName = ready.demo.domainName;
export const password = ready.demo.password;
export type Username = "owner" | "viewer" | "dns" | "mail";

const run = promisify(execFile);
/** An operator's command against the product under test: `atrio("grant", …)`. */
export const atrio = async (...args: string[]): Promise<string> =>
  (await run("./atrio", [...args, "--no-install", "--home", home], { cwd: repository, timeout: 60_000 }))
    .stdout;
