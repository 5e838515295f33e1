/** Debian's packages: only the missing ones, and nothing they bring is started. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Failure } from "../failure.ts";
import { hasSystemd } from "../machine.ts";
import { dovecotPackages, postfixPackages, webPackages, webmailPackages } from "../services/missing.ts";
import { withLock } from "../lock.ts";
import type { Progress } from "../terminal.ts";
import { run } from "./run.ts";
import { withoutServiceStarts } from "./service-starts.ts";

export const daemonPackages = [
  "pdns-server",
  "pdns-backend-pgsql",
  "pdns-tools",
  "knot",
  "runit",
  ...dovecotPackages,
  ...postfixPackages,
  ...webmailPackages,
  ...webPackages,
];
export const databasePackage = "postgresql-15";
export const browserPackage = "chromium-headless-shell";
/** What tests ask and judge with. */
export const toolPackages = ["bind9-dnsutils", "bind9-utils", "unbound", "openssl", "pebble"];

/** Units that packages enable; ours run under their own supervisor. */
const units: Readonly<Record<string, string>> = {
  "pdns-server": "pdns.service",
  knot: "knot.service",
  unbound: "unbound.service",
  "dovecot-core": "dovecot.service",
  postfix: "postfix.service",
  rspamd: "rspamd.service",
  nginx: "nginx.service",
  "php8.2-fpm": "php8.2-fpm.service",
  [databasePackage]: "postgresql.service",
};
const listsAgeDays = 7;

export function missingPackages(names: readonly string[]): string[] {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", "${Package} ${db:Status-Status}\n", ...names], {
    encoding: "utf8",
  });
  const installed = new Set(
    stdout
      .split("\n")
      .filter((line) => line.endsWith(" installed"))
      .map((line) => line.split(" ")[0]),
  );
  return names.filter((name) => !installed.has(name));
}

function listsAreStale(): boolean {
  const directory = "/var/lib/apt/lists";
  const lists = existsSync(directory)
    ? readdirSync(directory).filter((name) => name.includes("_Packages"))
    : [];
  const newest = Math.max(0, ...lists.map((name) => statSync(`${directory}/${name}`).mtimeMs));
  return Date.now() - newest > listsAgeDays * 86_400_000;
}

const environment = {
  ...process.env,
  DEBIAN_FRONTEND: "noninteractive",
  LC_ALL: "C.UTF-8",
  NEEDRESTART_SUSPEND: "1",
};
const waitForOthers = ["-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"];
const aptGet = (args: readonly string[], progress: Progress) =>
  run("apt-get", [...waitForOthers, ...args], { env: environment, onLine: (line) => progress.at(line) });

const install = (names: readonly string[], progress: Progress) =>
  aptGet(
    ["install", "--yes", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", ...names],
    progress,
  );

async function installOrUpdate(names: readonly string[], progress: Progress): Promise<void> {
  const stale = listsAreStale();
  if (stale) await aptGet(["update"], progress);
  let done = await install(names, progress);
  if (done.status !== 0 && !stale) {
    await aptGet(["update"], progress);
    done = await install(names, progress);
  }
  if (done.status === 0) return;
  throw new Failure(
    `apt-get could not install ${names.join(", ")}:\n${done.tail}`,
    `Put right what it says, then: apt-get install --no-install-recommends ${names.join(" ")}`,
    69,
  );
}

/** What packages ask, answered with nothing: ours lies in the home. Once they are installed the answers are the operator's. */
const answers: Readonly<Record<string, string>> = {
  postfix: "postfix postfix/main_mailer_type select No configuration",
  "roundcube-core": "roundcube-core roundcube/dbconfig-install boolean false",
};

function answerQuestions(missing: readonly string[]): void {
  const lines = missing.flatMap((name) => answers[name] ?? []);
  if (lines.length > 0) spawnSync("debconf-set-selections", { input: `${lines.join("\n")}\n` });
}

export async function installPackages(names: readonly string[], progress: Progress): Promise<void> {
  await withLock("/run/atrio-packages.lock", 900, async () => {
    const missing = missingPackages(names);
    if (missing.length === 0) return;
    answerQuestions(missing);
    await withoutServiceStarts(() => withoutMainCluster(() => installOrUpdate(missing, progress)));
    const enabled = missing.map((name) => units[name]).filter((unit) => unit !== undefined);
    if (hasSystemd() && enabled.length > 0) await run("systemctl", ["disable", "--now", ...enabled]);
  });
}

/** Debian makes a cluster of its own when the server is installed; nobody would use it. */
async function withoutMainCluster<T>(work: () => Promise<T>): Promise<T> {
  const directory = "/etc/postgresql-common/createcluster.d";
  const file = `${directory}/atrio.conf`;
  const had = existsSync(directory);
  spawnSync("mkdir", ["-p", directory]);
  writeFileSync(file, "create_main_cluster = false\n");
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
    if (!had && readdirSync(directory).length === 0 && readdirSync("/etc/postgresql-common").length === 1)
      rmSync("/etc/postgresql-common", { recursive: true });
  }
}
