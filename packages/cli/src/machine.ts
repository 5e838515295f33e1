/** What this machine is and has: account, distribution, programs. */
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { mostCustomers } from "@atrio/server/web/as-customer.ts";

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

/** Number of the installation this process works on; its home says it. */
let number = 0;
export const installationNumber = (): number => number;
export function useInstallation(chosen: number): void {
  number = chosen;
  // of what this process itself does as a customer
  process.env["ATRIO_FIRST_UID"] = String(firstUid());
}

/** First uid of the installation's customers. */
export const firstUid = (): number => 1_000_000 + number * mostCustomers;

/**
 * The name that an account has in an installation: the first one has Debian's own accounts, every other has accounts that
 * nobody shares, because a process may signal, trace and read whatever runs as the same account.
 */
export const accountName = (account: string, installation = number): string =>
  installation === 0 || account === "root"
    ? account
    : `atrio-${account.replace(/^(atrio-|_)/, "")}-${installation}`;

export function findAccount(account: string, installation = number): Account | undefined {
  const name = accountName(account, installation);
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
