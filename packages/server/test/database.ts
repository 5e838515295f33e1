/**
 * A throw-away PostgreSQL for tests: one cluster a test process, one migrated template, a clone per test file
 * (about 50 ms). ATRIO_TEST_POSTGRES=npm runs it on the npm package's binaries, else Debian's are preferred.
 * ATRIO_TEST_CLUSTERS names a directory in which the first process leaves its cluster for the others to copy.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { migrate } from "../src/db/migrate.ts";
import { openPool } from "../src/db/pool.ts";
import {
  type Cluster,
  findBinaries,
  prepareCluster,
  serverArguments,
  superuser,
} from "../src/db/postgres.ts";
import { ensureRoles, owner } from "../src/db/roles.ts";

const nobody = 65534;

export interface TestCluster {
  readonly socketDirectory: string;
  /** Connection string for a role in a database of this cluster. */
  url(role: string, database: string): string;
  /** Clones the migrated template; returns the new database's name. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<Client> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break;
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`PostgreSQL did not start: ${log()}`);
}

interface Server {
  readonly admin: Client;
  stop(): Promise<void>;
}

async function startServer(cluster: Cluster, url: TestCluster["url"]): Promise<Server> {
  const [command, ...args] = serverArguments(cluster);
  const child = spawn(command, args, {
    ...cluster.owner,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
    env: { TZ: "UTC" },
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-4000)));
  const end = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGINT"); // fast shutdown
    await ended;
  };
  try {
    const admin = await untilReady(url(superuser, "postgres"), child, () => log);
    const stop = async () => {
      await admin.end();
      await end();
    };
    return { admin, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

const copy = (from: string, to: string): unknown => execFileSync("cp", ["-a", "--reflink=auto", from, to]);

/** Whole or not at all; who comes second leaves what is there. */
function keep(directory: string, kept: string): void {
  const own = `${kept}.${process.pid}`;
  copy(directory, own);
  try {
    renameSync(own, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}

/** With the migrated template in it. */
async function startMigrated(cluster: Cluster, url: TestCluster["url"]): Promise<Server> {
  const clusters = process.env["ATRIO_TEST_CLUSTERS"];
  const kept = clusters ? join(clusters, cluster.binaries.source) : undefined;
  const isMade = kept !== undefined && existsSync(kept);
  if (isMade) copy(kept, cluster.dataDirectory);
  prepareCluster(cluster);
  const server = await startServer(cluster, url);
  if (isMade) return server;
  await makeTemplate(server.admin, url(owner, "template_atrio"));
  if (!kept) return server;
  await server.stop();
  keep(cluster.dataDirectory, kept);
  return startServer(cluster, url);
}

export async function startTestCluster(): Promise<TestCluster> {
  const root = mkdtempSync(join(tmpdir(), "atrio-pg-"));
  chmodSync(root, 0o711); // the server's user must be able to pass through
  const source = process.env["ATRIO_TEST_POSTGRES"] === "npm" ? "npm" : undefined;
  const cluster: Cluster = {
    binaries: findBinaries(undefined, source),
    dataDirectory: join(root, "data"),
    socketDirectory: join(root, "socket"),
    port: 5432,
    owner: process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : null,
    access: "trust",
    durable: false,
  };
  const url = (role: string, database: string) =>
    `postgresql://${role}@/${database}?host=${encodeURIComponent(cluster.socketDirectory)}&port=${cluster.port}`;
  try {
    const server = await startMigrated(cluster, url);
    const stop = async () => {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    };
    return serve(server.admin, cluster, url, stop);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
}

async function makeTemplate(admin: Client, url: string): Promise<void> {
  await ensureRoles(admin);
  await admin.query(`create role ${owner} login createdb`);
  await admin.query(`create database template_atrio owner ${owner}`);
  const pool = openPool(url, { max: 2 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

function serve(
  admin: Client,
  cluster: Cluster,
  url: TestCluster["url"],
  stopServer: () => Promise<void>,
): TestCluster {
  let databases = 0;
  return {
    socketDirectory: cluster.socketDirectory,
    url,
    async createDatabase() {
      const name = `test_${++databases}`;
      await admin.query(`create database ${name} template template_atrio owner ${owner}`);
      return name;
    },
    stop: stopServer,
  };
}
