/**
 * Runs a program as one customer, in a namespace where nothing but that customer's files exists: no link, rename or `..` of
 * theirs leads anywhere else. Root touches customers' files in no other way.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const firstUid = 1_000_000;
/** uid and gid of the customer's files and processes; they stand in no passwd. */
export const uidOf = (holdingId: number): number => firstUid + holdingId;

/** `directory`: that of all services (`<home>/web/srv`). */
export const serviceDirectory = (directory: string, holdingId: number): string =>
  join(directory, String(holdingId));

const system = ["/etc/ssl", "/etc/ld.so.cache", "/etc/alternatives"];

/**
 * The words before the program. The customer's `home` is /home and `tmp` is /tmp; there is no network. What `seesAll` may look into
 * folders that the customer has closed to itself; it writes nothing.
 */
export function customerJail(directory: string, holdingId: number, seesAll = false): string[] {
  const bind = seesAll ? "--ro-bind" : "--bind";
  const rights = seesAll ? "-all,+dac_read_search" : "-all";
  const own = serviceDirectory(directory, holdingId);
  const uid = String(uidOf(holdingId));
  return [
    ...[
      "/usr/bin/bwrap",
      "--unshare-pid",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-net",
      "--die-with-parent",
    ],
    ...["--new-session", "--clearenv", "--ro-bind", "/usr", "/usr"],
    ...["bin", "sbin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ...["--proc", "/proc", "--dev", "/dev", "--dir", "/etc", "--dir", "/run"],
    ...system.flatMap((path) => ["--ro-bind-try", path, path]),
    ...[bind, join(own, "home"), "/home", bind, join(own, "tmp"), "/tmp", "--chdir", "/home"],
    ...["--setenv", "HOME", "/home", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"],
    ...[
      "--cap-drop",
      "ALL",
      "--cap-add",
      "CAP_SETUID",
      "--cap-add",
      "CAP_SETGID",
      "--cap-add",
      "CAP_SETPCAP",
    ],
    ...(seesAll ? ["--cap-add", "CAP_DAC_READ_SEARCH"] : []),
    ...["/usr/bin/setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--no-new-privs"],
    ...[`--inh-caps=${rights}`, `--ambient-caps=${rights}`, `--bounding-set=${rights}`, "--"],
  ];
}

export interface CustomerRun {
  readonly directory: string;
  readonly holdingId: number;
  readonly command: readonly [program: string, ...words: string[]];
  /** For its standard input. */
  readonly input?: string;
  readonly seesAll?: boolean;
  readonly timeoutMilliseconds?: number;
  /** More output than this ends the program. */
  readonly maxBytes?: number;
}

/** Resolves with what it wrote to its standard output; rejects when it fails, with what it wrote to the other. */
export async function asCustomer({
  directory,
  holdingId,
  command,
  input = "",
  seesAll = false,
  timeoutMilliseconds = 20_000,
  maxBytes = 1_048_576,
}: CustomerRun): Promise<string> {
  const [program = "", ...words] = [...customerJail(directory, holdingId, seesAll), ...command];
  const running = run(program, words, {
    cwd: "/",
    env: {},
    timeout: timeoutMilliseconds,
    killSignal: "SIGKILL",
    maxBuffer: maxBytes,
  });
  // one that ends without reading fails by its status
  running.child.stdin?.on("error", () => {}).end(input);
  return (await running).stdout;
}
