/** One supervised service: started, started again when it ends, ended on request. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";

/** A service that dies at once is not started more often than this. */
const shortestLifeMs = 1000;

export class Child {
  readonly #directory: string;
  readonly #log: string;
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wanted = false;

  constructor(directory: string, logDirectory: string) {
    this.#directory = directory;
    this.#log = logDirectory;
  }

  get logFile(): string {
    return join(this.#log, "current");
  }

  get hasDownFile(): boolean {
    return existsSync(join(this.#directory, "down"));
  }

  up(): void {
    this.#wanted = true;
    if (!this.#process && !this.#timer) this.#spawn();
  }

  /** Resolves when the process has ended; it is killed after the timeout. */
  async down(timeoutSeconds: number): Promise<void> {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const running = this.#process;
    if (!running) return;
    const ended = new Promise<void>((resolve) => running.once("exit", () => resolve()));
    const killer = setTimeout(() => running.kill("SIGKILL"), timeoutSeconds * 1000);
    this.#endGently(running);
    await ended;
    clearTimeout(killer);
  }

  async restart(timeoutSeconds: number): Promise<void> {
    await this.down(timeoutSeconds);
    this.up();
  }

  /** As runit does: `control/t` in place of TERM where there is one. */
  #endGently(running: ChildProcess): void {
    const control = join(this.#directory, "control/t");
    if (existsSync(control) && spawnSync(control, { cwd: this.#directory, stdio: "ignore" }).status === 0)
      return;
    running.kill("SIGTERM");
  }

  /** As runit does, before it is started again. */
  #finish(): void {
    const finish = join(this.#directory, "finish");
    if (existsSync(finish)) spawnSync(finish, { cwd: this.#directory, stdio: "ignore" });
  }

  #spawn(): void {
    this.#timer = undefined;
    mkdirSync(this.#log, { recursive: true });
    // appended to, so that the file can be emptied under the writer when it has grown
    const log = openSync(this.logFile, "a", 0o640);
    const began = Date.now();
    const child = spawn(join(this.#directory, "run"), {
      cwd: this.#directory,
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.#process = child;
    const again = () => {
      this.#process = undefined;
      this.#finish();
      if (this.#wanted)
        this.#timer = setTimeout(() => this.#spawn(), Math.max(0, shortestLifeMs - (Date.now() - began)));
    };
    child.once("exit", again);
    child.once("error", (error) => {
      console.error(`${this.#directory}: ${error.message}`);
      again();
    });
  }
}
