/**
 * The installations of this machine. Each has an id of its own; root's have a number too, from which the names of their
 * accounts, the uids of their customers and their nftables table follow. All of them say which ports are theirs, whether
 * their daemons listen already or not.
 */
import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { Failure, codeOf } from "../failure.ts";
import { makeDirectory } from "../files.ts";
import { type Home, openHome } from "../home.ts";
import { findProgram, installationNumber, isRoot } from "../machine.ts";
import { supervisorMark } from "../supervise/supervisor.ts";
import { makeOnce } from "./secrets.ts";

/** Root's entries: one file for each number. They outlive a reboot, because files keep their uids. */
const numbered = "/var/lib/atrio/installations";
/** Directory of ordinary users' entries, and of the lock: every user can write to it. */
const shared = ["/run/lock", "/tmp"].find(isForEverybody) ?? "/tmp";
const lockSeconds = 120;
/** 10,000,000 uids for each installation, and none beyond 2^31. */
const mostInstallations = 200;
const largestEntry = 4096;

const entrySchema = z.object({
  id: z.uuid(),
  home: z.string(),
  ports: z.array(z.int().check(z.gte(1), z.lte(65_535))),
});
type Entry = z.infer<typeof entrySchema>;

function isForEverybody(directory: string): boolean {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & 0o1007) === 0o1007;
}

/** Holds the machine's lock during `work`. The kernel releases it with the process, so no lock is ever stale. */
export async function withMachineLock<T>(work: () => T | Promise<T>): Promise<T> {
  const flock = findProgram("flock");
  if (!flock) throw new Failure("The program flock is not here.", "Install util-linux.", 69);
  const args = ["--exclusive", "--timeout", String(lockSeconds), shared, "sh", "-c", "echo; exec cat"];
  const child = spawn(flock, args, { cwd: "/", stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const isHeld = await Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!isHeld)
    throw new Failure(
      `Another \`atrio up\` has held the lock on ${shared} for ${lockSeconds} s.`,
      "See who holds it: lslocks. Wait for it, or end it.",
      75,
    );
  try {
    return await work();
  } finally {
    child.stdin.end();
    await ended;
  }
}

/** Reads an entry that another user may have written: doesn't follow symlinks, doesn't block on a FIFO. */
function readEntry(path: string): Entry | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > largestEntry) return undefined;
    return z.safeParse(entrySchema, JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function filesOf(directory: string, name: RegExp): string[] {
  try {
    return readdirSync(directory).filter((file) => name.test(file));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** False for a deleted home. A home that this user can't look at counts as present. */
function isThere(root: string): boolean {
  try {
    return lstatSync(root).isDirectory();
  } catch (error) {
    return codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR";
  }
}

function readNumbered(): Map<number, Entry> {
  const files = filesOf(numbered, /^\d+\.json$/);
  return new Map(
    files.flatMap((file): [number, Entry][] => {
      const entry = readEntry(join(numbered, file));
      return entry ? [[Number.parseInt(file, 10), entry]] : [];
    }),
  );
}

function writeEntry(path: string, entry: Entry): void {
  // in a world-writable directory a predictable name could be another user's symlink
  const next = `${path}.${randomBytes(8).toString("hex")}`;
  writeFileSync(next, `${JSON.stringify(entry)}\n`, { flag: "wx", mode: 0o644 });
  renameSync(next, path);
}

const numberedFile = (number: number): string => join(numbered, `${number}.json`);
const sharedFile = ({ root }: Home): string => {
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(shared, `atrio-${process.getuid?.()}-${hash}.json`);
};

const idFile = (home: Home): string => join(home.secrets, "installation");

/** Made once. It goes with `secrets/` to another home, which then is the same installation. */
export function installationId(home: Home): string {
  if (!existsSync(idFile(home))) {
    makeDirectory(home.secrets, 0o711);
    makeOnce(idFile(home), () => `${randomUUID()}\n`);
  }
  return readFileSync(idFile(home), "utf8").trim();
}

/** The ports that other installations of this machine have in their settings. */
export function reservedPorts(home: Home): number[] {
  const others = filesOf(shared, /^atrio-\d+-[0-9a-f]{16}\.json$/).map((file) =>
    readEntry(join(shared, file)),
  );
  return [...readNumbered().values(), ...others]
    .filter((entry) => entry !== undefined && entry.home !== home.root && isThere(entry.home))
    .flatMap((entry) => entry?.ports ?? []);
}

/** Tells the other installations of these ports. Called with the machine's lock held. */
export function reservePorts(home: Home, ports: readonly number[]): void {
  const id = installationId(home);
  const [number] = [...readNumbered()].find(([, entry]) => isRoot && entry.id === id) ?? [];
  const path = number === undefined ? sharedFile(home) : numberedFile(number);
  writeEntry(path, { id, home: home.root, ports: [...ports] });
  for (const file of filesOf(shared, new RegExp(`^atrio-${process.getuid?.()}-[0-9a-f]{16}\\.json$`))) {
    const entry = readEntry(join(shared, file));
    if (entry && !isThere(entry.home)) rmSync(join(shared, file));
  }
}

function requireAlone(home: Home, other: string): void {
  if (other === home.root || !isThere(other) || !supervisorMark(openHome(other))) return;
  throw new Failure(
    `${home.root} is a copy of ${other}, which is running: both have the same installation id.`,
    `Stop one of them: atrio down --home ${other}. To have a second installation, begin in an empty home.`,
    78,
  );
}

/**
 * The number of root's installation: the one that its id has, else the one whose accounts its files belong to, else the
 * smallest that is free. Called with the machine's lock held.
 */
export function takeNumber(home: Home): number {
  const id = installationId(home);
  const all = readNumbered();
  const own = [...all].find(([, entry]) => entry.id === id);
  if (own) requireAlone(home, own[1].home);
  const taken = new Set(
    [...all].filter(([, e]) => e.id !== id && e.home !== home.root && isThere(e.home)).map(([n]) => n),
  );
  const wanted = [own?.[0], installationNumber(), ...Array.from({ length: mostInstallations }).keys()];
  const number = wanted.find((n) => n !== undefined && !taken.has(n));
  if (number === undefined)
    throw new Failure(
      `This machine has ${mostInstallations} installations: no number is free.`,
      `Remove the file in ${numbered} of one whose home you deleted.`,
      69,
    );
  makeDirectory(numbered, 0o755);
  writeEntry(numberedFile(number), { id, home: home.root, ports: all.get(number)?.ports ?? [] });
  for (const [n, entry] of all)
    if (n !== number && (entry.id === id || entry.home === home.root)) rmSync(numberedFile(n));
  return number;
}
