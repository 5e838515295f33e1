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
  } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const tail: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        tail.push(line);
        if (tail.length > 30) tail.shift();
        options.onLine?.(line);
      });
    child.once("error", reject);
    child.once("close", (status) => resolve({ status: status ?? 1, tail: tail.join("\n") }));
  });
}
