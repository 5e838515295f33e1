import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Finished {
  readonly status: number;
  /** The last lines of both outputs. */
  readonly tail: string;
}

/** Runs a program to its end; each line of its output goes to `onLine`. */
export function run(
  command: string,
  args: readonly string[],
  options: {
    readonly env?: NodeJS.ProcessEnv;
    readonly cwd?: string;
    readonly onLine?: (line: string) => void;
    /** After this it is ended, and has failed. */
    readonly timeoutMs?: number;
  } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const { onLine, timeoutMs, ...rest } = options;
    const child = spawn(command, args, {
      ...rest,
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const tail: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        tail.push(line);
        if (tail.length > 30) tail.shift();
        onLine?.(line);
      });
    child.once("error", reject);
    child.once("close", (status) => resolve({ status: status ?? 1, tail: tail.join("\n") }));
  });
}
