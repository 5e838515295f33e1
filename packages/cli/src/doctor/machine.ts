/** What the machine has: versions, packages, disk, permissions. */
import { existsSync, readFileSync, readdirSync, statSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { daemonPackages, databasePackage, missingPackages } from "../install/packages.ts";
import { closedDirectories } from "../install/passage.ts";
import { checkout, isDebian, isRoot } from "../machine.ts";
import { hasRunit } from "../supervise/supervisor.ts";
import type { Plan } from "../services/plan.ts";
import { type Check, fine, wrong } from "./check.ts";
import { updates } from "./updates.ts";

function pinnedNode(): string {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(checkout, "runtime/package.json"), "utf8"),
  );
  return optionalDependencies[`node-linux-${process.arch}`] ?? "";
}

const versions: Check = {
  title: "Node and packages",
  look() {
    const stamp = join(checkout, "node_modules/.atrio-lock");
    const current =
      existsSync(stamp) &&
      readFileSync(stamp, "utf8") === readFileSync(join(checkout, "package-lock.json"), "utf8");
    const node = process.versions.node;
    return [
      node === pinnedNode()
        ? fine(`Node ${node}`)
        : wrong(`Node is ${node}, not ${pinnedNode()}`, "Run it as ./atrio, which brings its own."),
      current
        ? fine("packages as in package-lock.json")
        : wrong("packages are not those of package-lock.json", "Run: ./atrio up"),
    ];
  },
};

const wantedPackages = ({ databaseUrl }: Plan): readonly string[] =>
  databaseUrl === undefined ? [databasePackage, ...daemonPackages] : daemonPackages;

const packages: Check = {
  title: "Debian packages",
  look(_, plan) {
    if (!isDebian())
      return [
        wrong(
          "this is no Debian: Atrio installs nothing here",
          "Install the daemons named by `atrio status` by hand, or use Debian 12.",
        ),
      ];
    const wanted = wantedPackages(plan);
    const missing = missingPackages(wanted);
    if (missing.length === 0) return [fine(wanted.join(", "))];
    return [
      wrong(
        `not installed: ${missing.join(", ")}`,
        `As root: apt-get install --no-install-recommends ${missing.join(" ")}`,
      ),
    ];
  },
};

const supervisor: Check = {
  title: "Supervisor",
  look(home, { settings }) {
    if (settings.supervisor === "builtin") return [fine("Atrio's own")];
    return [
      hasRunit()
        ? fine("runit")
        : wrong(
            "runit is not installed",
            `apt-get install runit, or "supervisor": "builtin" in ${home.settings}`,
          ),
    ];
  },
};

const leastFree = 1_000_000_000;
const disk: Check = {
  title: "Disk",
  look(home) {
    const { bavail, bsize } = statfsSync(home.root);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB free for ${home.root}`;
    return [
      free >= leastFree
        ? fine(text)
        : wrong(
            text,
            `Free some: PostgreSQL stops when it is full. Largest: du -xh ${home.root} | sort -h | tail`,
          ),
    ];
  },
};

const secrets: Check = {
  title: "Secrets",
  look(home) {
    if (!existsSync(home.secrets)) return [wrong(`${home.secrets} is not there`, "Run: atrio up")];
    const open = readdirSync(home.secrets).filter(
      (name) => (statSync(join(home.secrets, name)).mode & 0o377) !== 0,
    );
    if (open.length === 0) return [fine("each readable by its one user only")];
    return open.map((name) =>
      wrong(`${name} may be read or changed by others`, `chmod 0400 ${join(home.secrets, name)}`),
    );
  },
};

const passage: Check = {
  title: "Directories",
  look(home) {
    const closed = isRoot ? closedDirectories([checkout, home.root]) : [];
    if (closed.length === 0) return [fine("the service accounts can reach the program and the home")];
    return closed.map((path) =>
      wrong(`the service accounts cannot pass through ${path}`, `Run atrio up, or: chmod o+x ${path}`),
    );
  },
};

const securityUpdates: Check = {
  title: "Debian's security updates",
  look: (_, plan) => (isDebian() ? updates(wantedPackages(plan)) : []),
};

export const machineChecks: readonly Check[] = [
  versions,
  packages,
  securityUpdates,
  supervisor,
  disk,
  secrets,
  passage,
];
