/**
 * Runs a program as one customer, in a namespace where nothing but that customer's files exists: no link, rename or `..` of
 * theirs leads anywhere else. Root touches customers' files in no other way.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Each installation of a machine has uids of its own: `atrio up` says which is the first (packages/cli/src/machine.ts). */
const firstUid = (): number => Number(process.env["ATRIO_FIRST_UID"] ?? 1_000_000);
/** uids of one installation. */
export const mostCustomers = 10_000_000;
/** uid and gid of the customer's files and processes; they stand in no passwd. */
export function uidOf(holdingId: number): number {
  if (holdingId < mostCustomers) return firstUid() + holdingId;
  throw new Error(`Holding ${holdingId} has no uid: an installation has ${mostCustomers} of them.`);
}
/** Of what only looks through files: no group of a customer's, so it is not taken for a program of his. */
const nobodysGid = 65_534;

/** Undefined: it is no program of a customer's. */
export function holdingOf({ uid, gid }: { readonly uid: number; readonly gid: number }): number | undefined {
  const holdingId = uid - firstUid();
  return holdingId > 0 && holdingId < mostCustomers && gid === uid ? holdingId : undefined;
}

/** `directory`: that of all services (`<home>/web/srv`). */
export const serviceDirectory = (directory: string, holdingId: number): string =>
  join(directory, String(holdingId));

const bwrap = join(import.meta.dirname, "../../../../stack/php/bwrap");

const apart =
  "--unshare-pid --unshare-ipc --unshare-uts --unshare-net --die-with-parent --new-session --clearenv --cap-drop ALL";
const mayBecomeCustomer = "--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP";
const system = [
  "--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib --symlink usr/lib64 /lib64",
  "--proc /proc --dev /dev --dir /etc --dir /run --ro-bind-try /etc/ssl /etc/ssl",
  "--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --ro-bind-try /etc/alternatives /etc/alternatives",
];
const environment = "--setenv HOME /home --setenv PATH /usr/bin:/bin --setenv LANG C.UTF-8";

/**
 * The words before the program. The customer's `home` is /home and `tmp` is /tmp; there is no network. What `seesAll` may look into
 * folders that the customer has closed to itself; it writes nothing.
 */
export function customerJail(
  directory: string,
  holdingId: number,
  seesAll = false,
  mounts: readonly string[] = [],
): string[] {
  const bind = seesAll ? "--ro-bind" : "--bind";
  const rights = seesAll ? "-all,+dac_read_search" : "-all";
  const own = serviceDirectory(directory, holdingId);
  const uid = uidOf(holdingId);
  const words = [
    `/bin/sh ${bwrap} ${apart} ${mayBecomeCustomer}`,
    ...(seesAll ? ["--cap-add CAP_DAC_READ_SEARCH"] : []),
    ...system,
    environment,
  ];
  const jailed = [
    `/usr/bin/setpriv --reuid=${uid} --regid=${seesAll ? nobodysGid : uid} --clear-groups --no-new-privs`,
    `--inh-caps=${rights} --ambient-caps=${rights} --bounding-set=${rights} --`,
  ];
  return [
    ...words.flatMap((text) => text.split(" ")),
    bind,
    join(own, "home"),
    "/home",
    bind,
    join(own, "tmp"),
    "/tmp",
    ...mounts,
    "--chdir",
    "/home",
    ...jailed.flatMap((text) => text.split(" ")),
  ];
}

export interface CustomerRun {
  readonly directory: string;
  readonly holdingId: number;
  readonly command: readonly [program: string, ...words: string[]];
  /** For its standard input. */
  readonly input?: string;
  readonly seesAll?: boolean;
  /** What bwrap puts into the jail besides, in its words. */
  readonly mounts?: readonly string[];
  readonly timeoutMilliseconds?: number;
  /** More output than this ends the program. */
  readonly maxBytes?: number;
  /** Ends the program, and rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves with what it wrote to its standard output; rejects when it fails, with what it wrote to the other. */
export async function asCustomer({
  directory,
  holdingId,
  command,
  input = "",
  seesAll = false,
  mounts = [],
  timeoutMilliseconds = 20_000,
  maxBytes = 1_048_576,
  signal,
}: CustomerRun): Promise<string> {
  const [program = "", ...words] = [...customerJail(directory, holdingId, seesAll, mounts), ...command];
  const running = run(program, words, {
    cwd: "/",
    env: {},
    timeout: timeoutMilliseconds,
    killSignal: "SIGKILL",
    maxBuffer: maxBytes,
    signal,
  });
  // one that ends without reading fails by its status
  running.child.stdin?.on("error", () => {}).end(input);
  return (await running).stdout;
}
