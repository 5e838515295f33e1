/** A daemon under test: started, killed and started again at will; its output is kept in a file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";

export class Daemon {
  readonly #command: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: string;
  #child: ChildProcess | undefined;

  constructor(command: readonly string[], log: string, env: NodeJS.ProcessEnv = {}) {
    this.#command = command;
    this.#log = log;
    this.#env = { PATH: process.env["PATH"], ...env };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get log(): string {
    return readFileSync(this.#log, "utf8");
  }

  start(): void {
    const [command = "", ...args] = this.#command;
    const log = openSync(this.#log, "a");
    this.#child = spawn(command, args, { stdio: ["ignore", log, log], env: this.#env, cwd: "/" });
    closeSync(log);
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}
