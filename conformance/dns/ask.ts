/** The questions of the tests, put by dig and its kin: tools that know nothing of us. */
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, whatever its exit code. */
export const tool = (command: string, ...args: readonly string[]): Promise<Output> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });

const patience = ["+tries=1", "+timeout=2"];

/** The answer's data, one a line, sorted. */
export async function dig(port: number, ...question: readonly string[]): Promise<string> {
  const { stdout } = await tool("dig", "@127.0.0.1", "-p", String(port), ...patience, "+short", ...question);
  return stdout
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith(";;"))
    .toSorted()
    .join("\n");
}

export async function rcode(port: number, ...question: readonly string[]): Promise<string> {
  const { stdout } = await tool("dig", "@127.0.0.1", "-p", String(port), ...patience, ...question);
  return /status: ([A-Z]+)/.exec(stdout)?.[1] ?? "TIMEOUT";
}

export async function serial(port: number, zone: string): Promise<number> {
  return Number((await dig(port, zone, "SOA")).split(" ")[2] ?? 0);
}

export const tsigSecret = Buffer.alloc(32, "conformance").toString("base64");
export const transferKey = `hmac-sha256:atrio-axfr:${tsigSecret}`;

/** The whole zone by transfer with the key, a record a line in dig's form. */
export async function axfr(port: number, zone: string): Promise<string[]> {
  const server = ["@127.0.0.1", "-p", String(port), "-y", transferKey];
  const { stdout } = await tool("dig", ...server, "+tcp", "+noall", "+answer", "+onesoa", zone, "AXFR");
  return stdout
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(";") && !/\sANY\s+TSIG\s/.test(line));
}

/** Asks again until `right`, and says what was answered last if that takes too long. Returns the milliseconds it took. */
export async function until(
  ask: () => Promise<string>,
  right: (answer: string) => boolean,
  timeout = 10_000,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await ask();
    const took = performance.now() - started;
    if (right(answer)) return took;
    if (took > timeout) throw new Error(`Not within ${timeout} ms; the last answer was: ${answer}`);
    await sleep(10);
  }
}

export const digUntil = (
  port: number,
  question: readonly string[],
  right: (answer: string) => boolean,
  timeout?: number,
): Promise<number> => until(() => dig(port, ...question), right, timeout);
