/** Finds pending Debian security updates by apt's own simulation: no root, no network, no changes. */
import { existsSync, statSync } from "node:fs";
import { run } from "../install/run.ts";
import { type Finding, advice, fine } from "./check.ts";

const label = "Debian-Security";
const staleDays = 7;
const hourMs = 3_600_000;

async function aptGet(...args: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  // The simulation needs no lock: one that installs meanwhile must not fail this.
  const all = ["-o", "Debug::NoLocking=1", "-o", "APT::Get::Show-User-Simulation-Note=0", ...args];
  const env = { ...process.env, LC_ALL: "C", LANGUAGE: "C" };
  const done = await run("apt-get", all, { env, timeoutMs: 60_000, onLine: (line) => lines.push(line) });
  if (done.status !== 0) throw new Error(done.tail.split("\n").at(-1) ?? "");
  return lines;
}

/** `Inst libc6 [2.36-9] (2.36-9+deb12u7 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64]) []` */
const simulated = /^Inst (?<name>\S+) (?:\[[^\]]*\] )?\(\S+ (?<origins>[^[]+) \[[^\]]*\]\)/;

/** Names of the packages that a simulation would install from the security archive. */
export const securityPackages = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const { name, origins = "" } = simulated.exec(line)?.groups ?? {};
    return name && origins.split(", ").some((origin) => origin.startsWith(`${label}:`)) ? [name] : [];
  });

/**
 * When the newest list of the security archive was fetched, in Unix milliseconds; undefined where there is none. By ctime: apt
 * sets the other time to the server's.
 */
async function listsFetchedAt(): Promise<number | undefined> {
  const lists = await aptGet(
    "indextargets",
    "--format",
    "$(FILENAME)",
    "Created-By: Packages",
    `Label: ${label}`,
  );
  const times = lists.filter(existsSync).map((list) => {
    const release = ["InRelease", "Release"]
      .map((name) => list.replace(/_[^_]+_binary-[^_]+_Packages[^_]*$/, `_${name}`))
      .find(existsSync);
    return statSync(release ?? list).ctimeMs;
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

function ageOf(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return "less than an hour old";
  if (hours < 48) return hours === 1 ? "an hour old" : `${hours} hours old`;
  return `${Math.floor(hours / 24)} days old`;
}

async function look(ours: ReadonlySet<string>): Promise<Finding[]> {
  const fetchedAt = await listsFetchedAt();
  if (fetchedAt === undefined)
    return [
      advice(
        "unknown: apt has no lists of the security archive",
        "As root: apt-get update. If that changes nothing, add the security archive (Debian's release notes name it) to apt's sources.",
      ),
    ];
  const waiting = securityPackages(await aptGet("--simulate", "--ignore-hold", "dist-upgrade"));
  const used = waiting.filter((name) => ours.has(name));
  const others = waiting.filter((name) => !ours.has(name));
  const ageMs = Math.max(0, Date.now() - fetchedAt);
  const lists = `apt's lists are ${ageOf(ageMs)}`;
  const parts = [used.length > 0 ? `what Atrio starts: ${used.join(", ")}` : "", others.join(", ")];
  return [
    ...(waiting.length === 0
      ? [fine(`none waits; ${lists}`)]
      : [
          advice(
            `${waiting.length} wait (${lists}): ${parts.filter(Boolean).join("; the rest of the machine: ")}`,
            "As root: apt-get update && apt-get dist-upgrade; then atrio down and atrio up, so that the new files are in use",
          ),
        ]),
    ...(ageMs > staleDays * 24 * hourMs
      ? [advice(`newer ones are not known: ${lists}`, "As root: apt-get update")]
      : []),
  ];
}

/** `ours`: the packages that Atrio asks for by name. */
export async function updates(ours: readonly string[]): Promise<Finding[]> {
  try {
    return await look(new Set(ours));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [advice(`unknown: apt-get failed: ${reason}`, "As root: apt-get check")];
  }
}
