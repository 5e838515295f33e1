/** PHP of other Debian releases beside the machine's own: a root directory each, made by mmdebstrap, for all installations here. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { phpVersions } from "@atrio/contract";
import { Failure, UsageFailure } from "../failure.ts";
import { withLock } from "../lock.ts";
import { isDebian, isRoot } from "../machine.ts";
import { phpRoots } from "../services/web-values.ts";
import type { Progress } from "../terminal.ts";
import { installPackages } from "./packages.ts";
import { run } from "./run.ts";

export const knownVersions: readonly string[] = phpVersions.filter((version) => version !== "default");

/** Releases of Debian that can be had with security updates. */
const releases: Readonly<Record<string, string>> = { "7.4": "bullseye", "8.2": "bookworm", "8.4": "trixie" };
const endedReleases: Readonly<Record<string, string>> = { "5.6": "8", "7.0": "9", "7.3": "10" };
const extensions = "fpm bcmath curl gd intl mbstring mysql opcache pgsql soap sqlite3 xml zip".split(" ");
const lockSeconds = 900;
const makeMinutes = 20;

const programOf = (version: string, root = ""): string => `${root}/usr/sbin/php-fpm${version}`;
const rootOf = (version: string): string => join(phpRoots, version);
/** Of the machine's own Debian. */
const isOwn = (version: string): boolean => existsSync(programOf(version));
const isRooted = (version: string): boolean => existsSync(programOf(version, rootOf(version)));

export const installedVersions = (): string[] =>
  knownVersions.filter((version) => isOwn(version) || isRooted(version));

/** Where it comes from, or why it cannot be had. */
export function originOf(version: string): string {
  if (isOwn(version)) return "this machine's Debian";
  const release = releases[version];
  if (release !== undefined)
    return isRooted(version) ? `Debian ${release}, ${rootOf(version)}` : `Debian ${release}`;
  const ended = endedReleases[version];
  return ended === undefined
    ? "no Debian release has it"
    : `only Debian ${ended} had it, which gets no security updates`;
}

export const canBeAdded = (version: string): boolean => releases[version] !== undefined;

export function requireKnown(version: string): void {
  if (!knownVersions.includes(version))
    throw new UsageFailure(
      `"${version}" is no version of PHP known here.`,
      `Give one of ${knownVersions.join(", ")}.`,
    );
}

function requireAvailable(version: string): string {
  const release = releases[version];
  if (release === undefined)
    throw new Failure(
      `PHP ${version} is not available: ${originOf(version)}.`,
      "Which can be added: atrio php list",
      65,
    );
  if (isOwn(version))
    throw new Failure(
      `PHP ${version} is the one of this machine's Debian.`,
      "Update it: apt-get upgrade",
      65,
    );
  if (!isRoot || !isDebian())
    throw new Failure("Only root on a Debian can add a version of PHP.", "Run it as root.", 77);
  return release;
}

/** The machine's mirrors, as apt has them, for another release. */
async function sourcesOf(release: string): Promise<{ readonly main: string; readonly security: string }> {
  const lines: string[] = [];
  const wanted = ["indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages"];
  await run("apt-get", wanted, { cwd: "/", onLine: (line) => void lines.push(line) });
  const mirror = (label: string, otherwise: string) =>
    lines.find((line) => line.startsWith(`${label} `))?.slice(label.length + 1) ?? otherwise;
  return {
    main: `deb ${mirror("Debian", "http://deb.debian.org/debian")} ${release} main`,
    security: `deb ${mirror("Debian-Security", "http://deb.debian.org/debian-security")} ${release}-security main`,
  };
}

async function bootstrap(version: string, sources: readonly string[], progress: Progress) {
  const root = `${rootOf(version)}.next`;
  rmSync(root, { recursive: true, force: true });
  const packages = [...extensions.map((name) => `php${version}-${name}`), "ca-certificates", "tzdata"];
  const options = [
    "--mode=root",
    "--variant=minbase",
    "--format=directory",
    // one layout of directories, which newer releases have by themselves
    "--setup-hook=/usr/share/mmdebstrap/hooks/merged-usr/setup00.sh",
    '--aptopt=Acquire::Retries "3"',
    `--include=${packages.join(",")}`,
  ];
  return run("mmdebstrap", [...options, releases[version] ?? "", root, ...sources], {
    cwd: "/",
    onLine: (line) => progress.at(line),
    timeoutMs: makeMinutes * 60_000,
  });
}

/** A root is put in place when its PHP has answered; what an interrupted one left behind is made anew. */
async function makeRoot(version: string, release: string, progress: Progress): Promise<void> {
  const { main, security } = await sourcesOf(release);
  let made = await bootstrap(version, [main, security], progress);
  const isSecure = made.status === 0;
  if (!isSecure) made = await bootstrap(version, [main], progress);
  const next = `${rootOf(version)}.next`;
  const answer =
    made.status === 0 ? await run("chroot", [next, programOf(version), "-v"], { cwd: "/" }) : made;
  if (answer.status !== 0)
    throw new Failure(
      `PHP ${version} could not be made:\n${answer.tail}`,
      `Put right what it says, then: atrio php add ${version}`,
      69,
    );
  // kept until the next time: services run from it until they are replaced
  const old = `${rootOf(version)}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(rootOf(version))) renameSync(rootOf(version), old);
  renameSync(next, rootOf(version));
  progress.result(
    `${answer.tail.split(" (")[0] ?? ""}${isSecure ? "" : `, without the security updates of Debian ${release}: its mirror does not have them all`}`,
  );
}

/** `isRenewal`: also where it is there already. */
export async function addPhp(version: string, progress: Progress, isRenewal = false): Promise<void> {
  const release = requireAvailable(version);
  await installPackages(["mmdebstrap"], progress);
  mkdirSync(phpRoots, { recursive: true, mode: 0o755 });
  await withLock(`/run/atrio-php-${version}.lock`, lockSeconds, async () => {
    // who waited finds what another has made meanwhile
    if (isRenewal || !isRooted(version)) await makeRoot(version, release, progress);
  });
}

/** Returns whether it was there. */
export function removePhp(version: string): boolean {
  if (isOwn(version))
    throw new Failure(
      `PHP ${version} is the one of this machine's Debian; it stays.`,
      "Which can be removed: atrio php list",
      65,
    );
  const wasThere = isRooted(version);
  if (existsSync(rootOf(version))) renameSync(rootOf(version), `${rootOf(version)}.old`);
  for (const name of [".old", ".next"]) rmSync(`${rootOf(version)}${name}`, { recursive: true, force: true });
  return wasThere;
}
