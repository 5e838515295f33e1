/** What this machine is and has: account, distribution, programs. */
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";

/** The checkout the command runs from. */
export const checkout = join(import.meta.dirname, "../../..");
export const isRoot = process.getuid?.() === 0;

// An unprivileged Debian user has no sbin in PATH, yet the daemons there start as anyone.
const searched = [
  ...(process.env["PATH"] ?? "").split(delimiter),
  "/usr/local/sbin",
  "/usr/sbin",
  "/sbin",
  "/usr/bin",
  "/bin",
];

/** The full path of a program, if it is here and can be run. */
export function findProgram(name: string): string | undefined {
  return searched
    .filter((directory) => directory.startsWith("/"))
    .map((directory) => join(directory, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    });
}

/** Debian or one of its children, with its package tools. */
export const isDebian = (): boolean =>
  existsSync("/etc/debian_version") &&
  findProgram("apt-get") !== undefined &&
  findProgram("dpkg-query") !== undefined;

export const hasSystemd = (): boolean => existsSync("/run/systemd/system");

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export function findAccount(name: string): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

export function callerAccount(): Account {
  const { username, uid, gid } = userInfo();
  return { name: username, uid, gid };
}
