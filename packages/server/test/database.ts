/**
 * A throw-away PostgreSQL for tests: one cluster a test process, one migrated template, a clone per test file
 * (about 50 ms). ATRIO_TEST_POSTGRES=npm runs it on the npm package's binaries, else Debian's are preferred.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
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
  prepareCluster(cluster);
  const [command, ...args] = serverArguments(cluster);
  const child = spawn(command, args, {
    ...cluster.owner,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
    env: { TZ: "UTC" },
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-4000)));
  const url = (role: string, database: string) =>
    `postgresql://${role}@/${database}?host=${encodeURIComponent(cluster.socketDirectory)}&port=${cluster.port}`;

  const stopServer = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGINT"); // fast shutdown
      await ended;
    }
    rmSync(root, { recursive: true, force: true });
  };
  try {
    const admin = await untilReady(url(superuser, "postgres"), child, () => log);
    await makeTemplate(admin, url(owner, "template_atrio"));
    return serve(admin, cluster, url, stopServer);
  } catch (error) {
    await stopServer();
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
    async stop() {
      await admin.end();
      await stopServer();
    },
  };
}
