/** nginx of the customers' sites, as the worker handles it: a configuration is tested first, then put in place as a whole. */
import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, readlink, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Lines, type MapName, mapNames } from "./maps.ts";

const run = promisify(execFile);

export interface WebServerPlace {
  /** `<home>/web`: `live` in it leads to the configuration in force. */
  readonly directory: string;
  /** The configuration that does not change, rendered by `up`. */
  readonly configuration: string;
  readonly pidFile: string;
  /** The words that make a program run as nginx does, and nginx. */
  readonly command: readonly string[];
  /** The account that nginx runs as. */
  readonly uid: number;
}

/** nginx will not have it; `message` is its own. */
export class ConfigurationRefused extends Error {}

const handOverMilliseconds = 10_000;

/** Beside nginx's configuration, which includes it. */
export const patienceFile = "patience.conf";
/**
 * How long a request may go on after a change, by how many configurations of before still have one: ten minutes, but a change
 * every second with a slow visitor each would keep hundreds.
 */
export function patienceLine(configurationsLeft: number): string {
  const seconds = configurationsLeft < 12 ? 600 : configurationsLeft < 24 ? 60 : 10;
  return `worker_shutdown_timeout ${seconds}s;\n`;
}
const isNothing = (): undefined => undefined;

const mapFile = (all: Iterable<Lines>, name: MapName): string => {
  const parts: string[] = [];
  for (const lines of all) for (const line of lines[name]) parts.push(line);
  return `${parts.join("\n")}\n`;
};

export class WebServer {
  readonly #place: WebServerPlace;
  /** Configurations of before that somebody's request goes on with, as of the last change. */
  #left = 0;
  constructor(place: WebServerPlace) {
    this.#place = place;
  }

  get #generations(): string {
    return join(this.#place.directory, "generations");
  }
  get #live(): string {
    return join(this.#place.directory, "live");
  }

  /** Writes a configuration beside the one in force and has nginx read it. Returns its directory. */
  async stage(all: Iterable<Lines>): Promise<string> {
    const directory = join(this.#generations, `${Date.now()}-${process.hrtime.bigint() % 1_000_000n}`);
    const sets = [...all];
    await mkdir(join(directory, "maps"), { recursive: true, mode: 0o755 });
    await symlink(this.#place.configuration, join(directory, "nginx.conf"));
    await writeFile(join(directory, patienceFile), patienceLine(this.#left));
    await Promise.all(
      mapNames.map((name) => writeFile(join(directory, "maps", `${name}.map`), mapFile(sets, name))),
    );
    const [program = "", ...words] = this.#place.command;
    try {
      const options = { cwd: "/", timeout: 30_000 };
      await run(
        program,
        [...words, "-e", "stderr", "-t", "-q", "-c", join(directory, "nginx.conf")],
        options,
      );
      return directory;
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
      const refusal = said.split("\n").find((line) => line.includes("[emerg]"));
      if (refusal === undefined) throw error;
      throw new ConfigurationRefused(refusal, { cause: error });
    }
  }

  /** One that another has in it. */
  discard(directory: string): Promise<void> {
    return rm(directory, { recursive: true, force: true });
  }

  /** Puts a staged configuration in force. Resolves when no process of before takes connections any more. */
  async adopt(directory: string): Promise<void> {
    await symlink(directory, `${this.#live}.next`);
    await rename(`${this.#live}.next`, this.#live);
    await this.#reload();
    await this.clean();
  }

  /** All but the configuration in force: what was before, and what a killed worker or a reload that failed left. */
  async clean(): Promise<void> {
    await rm(`${this.#live}.next`, { force: true });
    const live = await readlink(this.#live).catch(isNothing);
    const all = await readdir(this.#generations).catch(() => []);
    for (const name of all) {
      const path = join(this.#generations, name);
      if (path !== live) await rm(path, { recursive: true, force: true });
    }
  }

  /** Undefined: it does not run, and reads what is in force when it starts. */
  async #master(): Promise<number | undefined> {
    const pid = Number(await readFile(this.#place.pidFile, "utf8").catch(() => ""));
    if (!Number.isInteger(pid) || pid <= 1) return undefined;
    // the file is nginx's to write: what it names must be nginx
    const owner = await stat(`/proc/${pid}`).catch(isNothing);
    return owner?.uid === this.#place.uid ? pid : undefined;
  }

  /** Has it write to new files in place of those that were renamed. */
  async reopenLogs(): Promise<void> {
    const master = await this.#master();
    if (master !== undefined) process.kill(master, "SIGUSR1");
  }

  async #reload(): Promise<void> {
    const master = await this.#master();
    if (master === undefined) return;
    const children = await childrenOf(master);
    const isServing = await Promise.all(children.map(takesConnections));
    const workers = children.filter((_, place) => isServing[place]);
    this.#left = Math.ceil((children.length - workers.length) / Math.max(workers.length, 1));
    process.kill(master, "SIGHUP");
    const end = performance.now() + handOverMilliseconds;
    while ((await Promise.all(workers.map(takesConnections))).some(Boolean)) {
      if (performance.now() > end) throw new Error("nginx did not take over its new configuration in time.");
      await sleep(5);
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    all.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      return Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]) === parent ? Number(pid) : 0;
    }),
  );
  return parents.filter((pid) => pid !== 0);
}

/** Its title says when it does no more. */
const takesConnections = async (pid: number): Promise<boolean> =>
  /^nginx: worker process[ \0]*$/.test(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""));
