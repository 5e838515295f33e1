/** An installation under test: a home of its own in /tmp, the real command, the real daemons. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const repository = join(import.meta.dirname, "..");

export const mailServices = ["dovecot", "policyd", "rspamd", "postfix", "roundcube", "nginx"];
export const webServices = ["php", "web", "weblog", "acme"];
export const services = [
  "postgres",
  "vault",
  "pdns",
  "knot",
  "registry",
  ...mailServices,
  "php",
  "web",
  "dnsd",
  "mailer",
  "registrar",
  "weblog",
  "acme",
  "worker",
  "api",
];

type ListenerName =
  | ("panel" | "dns" | "dns2" | "registry")
  | ("http" | "https")
  | ("smtp" | "submission" | "submissions" | "imap" | "imaps" | "sieve" | "webmail");

export interface Ready {
  readonly url: string;
  readonly services: Readonly<Record<ListenerName, { readonly host: string; readonly port: number }>>;
  readonly missing: readonly { readonly service: string; readonly remedy: string }[];
  readonly demo?: { readonly domainName: string; readonly username: string; readonly password: string };
}

export interface Run {
  readonly status: number;
  readonly output: string;
}

export function makeHome(): string {
  return mkdtempSync(join(tmpdir(), "atrio-up-"));
}

export interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Words before the command: another user, another view of the file system. */
  readonly through?: readonly string[];
}

/** Runs `./atrio …` to its end. */
export function atrio(home: string, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const line = [...(options.through ?? []), join(repository, "atrio"), ...args, "--home", home];
  const [command = "", ...rest] = line;
  const child = spawn(command, rest, {
    cwd: "/",
    env: { ...process.env, ...options.environment },
    stdio: "pipe",
  });
  child.stdin.end(options.input ?? "");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status: status ?? 1, output }));
  });
}

/** The same, where it has to end well. Returns what it said. */
export async function succeed(home: string, args: readonly string[], options?: RunOptions): Promise<string> {
  const { status, output } = await atrio(home, args, options);
  assert.equal(status, 0, output);
  return output;
}

/** Starts one with the demo. */
export async function startDemo(home: string): Promise<Ready> {
  await succeed(home, ["up", "--port", "0", "--demo", "--detach"]);
  return readReady(home);
}

export function readReady(home: string): Ready {
  const ready: Ready = JSON.parse(readFileSync(join(home, "ready.json"), "utf8"));
  return ready;
}

/** Whether everything answers. */
export const isUp = async (home: string): Promise<boolean> => (await atrio(home, ["status"])).status === 0;

export const pidOf = (home: string, service: string): number =>
  Number(readFileSync(join(home, "run/marks", service), "utf8").split(" ")[0]);

export async function until(
  what: string,
  timeoutSeconds: number,
  isTrue: () => Promise<boolean> | boolean,
): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutSeconds} s: ${what}`);
    await sleep(100);
  }
}

export const dig = (
  server: { readonly host: string; readonly port: number },
  ...question: readonly string[]
): string =>
  spawnSync(
    "dig",
    ["+short", "+tries=1", "+time=2", `@${server.host}`, "-p", String(server.port), ...question],
    { encoding: "utf8" },
  ).stdout.trim();

/** Processes whose command line or working files name this home. */
export function processesOf(home: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return line.includes(home) ? [`${pid} ${line}`] : [];
      } catch {
        return [];
      }
    });
}

export async function removeHome(home: string): Promise<void> {
  await atrio(home, ["down"]);
  rmSync(home, { recursive: true, force: true });
}
