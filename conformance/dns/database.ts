/** A private PostgreSQL with our schema that can be stopped and started, for tests and benches against real daemons. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { migrate } from "../../packages/server/src/db/migrate.ts";
import { openPool } from "../../packages/server/src/db/pool.ts";
import {
  type Cluster,
  findBinaries,
  prepareCluster,
  serverArguments,
  superuser,
} from "../../packages/server/src/db/postgres.ts";
import { ensureRoles, owner } from "../../packages/server/src/db/roles.ts";

const nobody = 65534;
export const databaseName = "atrio";

export interface Database {
  readonly socketDirectory: string;
  readonly port: number;
  url(role: string, database?: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `durable`: with fsync, for measurements. The server's user must be able to pass through `directory`. */
export async function makeDatabase(directory: string, durable: boolean): Promise<Database> {
  const cluster: Cluster = {
    binaries: findBinaries(),
    dataDirectory: join(directory, "pg"),
    socketDirectory: join(directory, "run-pg"),
    port: 5432,
    owner: process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : null,
    access: "trust",
    durable,
  };
  prepareCluster(cluster);
  const url = (role: string, database = databaseName) =>
    `postgresql://${role}@/${database}?host=${encodeURIComponent(cluster.socketDirectory)}&port=${cluster.port}`;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const [command, ...args] = serverArguments(cluster);
    child = spawn(command, args, { ...cluster.owner, cwd: "/", stdio: "ignore", env: { TZ: "UTC" } });
    for (let tries = 0; tries < 600; tries++) {
      if (await answers(url(superuser, "postgres"))) return;
      await sleep(25);
    }
    throw new Error("PostgreSQL did not start.");
  };
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGINT"); // fast shutdown
    await ended;
  };

  await start();
  const admin = new Client({ connectionString: url(superuser, "postgres") });
  await admin.connect();
  await ensureRoles(admin);
  await admin.query(`create role ${owner} login createdb`);
  await admin.query(`create database ${databaseName} owner ${owner}`);
  await admin.end();
  const pool = openPool(url(owner), { max: 2 });
  await migrate(pool);
  await pool.end();
  return { socketDirectory: cluster.socketDirectory, port: cluster.port, url, start, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
