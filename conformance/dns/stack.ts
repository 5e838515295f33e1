/** PostgreSQL, PowerDNS, Knot and dnsd in a directory of their own, configured from stack/ as an installation is. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { owner } from "../../packages/server/src/db/roles.ts";
import { digUntil, tsigSecret } from "./ask.ts";
import { type Database, databaseName, makeDatabase } from "./database.ts";
import { Daemon } from "./daemon.ts";

const root = join(import.meta.dirname, "../..");

export interface Stack {
  readonly directory: string;
  readonly database: Database;
  /** As owner of the database. */
  readonly db: pg.Pool;
  /** As the panel. */
  readonly api: pg.Pool;
  /** Where all of it listens. */
  readonly addresses: readonly string[];
  readonly ns1: number;
  readonly ns2: number;
  readonly pdns: Daemon;
  readonly knot: Daemon;
  readonly dnsd: Daemon;
  readonly pdnsConfig: string;
  stop(): Promise<void>;
}

/** A port that is free for UDP and TCP. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const bound = server.address();
    if (bound === null || typeof bound === "string") throw new Error("No TCP port was bound.");
    const { port } = bound;
    const socket = createSocket("udp4");
    const free = await new Promise<boolean>((resolve) => {
      socket.once("error", () => resolve(false));
      socket.bind(port, "127.0.0.1", () => resolve(true));
    });
    socket.close();
    server.close();
    await once(server, "close");
    if (free) return port;
  }
}

export function render(
  service: "pdns" | "knot" | "registry",
  file: string,
  values: Record<string, string>,
): string {
  const text = readFileSync(join(root, "stack", service, file), "utf8").replaceAll(
    /@([A-Z][A-Z0-9_]*)@/g,
    (_, name: string) => {
      const value = values[name];
      if (value === undefined)
        throw new Error(`stack/${service}/${file} names @${name}@, which has no value.`);
      return value;
    },
  );
  const directory = join(values["HOME"]!, "etc", service);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, file), text);
  return directory;
}

async function fillPlatform(db: pg.Pool, ns1: number, ns2: number): Promise<void> {
  await db.query("insert into atrio.dns_tsig (name, secret) values ('atrio-axfr', $1)", [tsigSecret]);
  await db.query(
    "insert into atrio.name_server values (1, 'ns1.atrio.test', '127.0.0.1', $1), (2, 'ns2.atrio.test', '127.0.0.1', $2)",
    [ns1, ns2],
  );
  await db.query(
    `update atrio.platform set web_ipv4 = '192.0.2.80', web_ipv6 = '2001:db8::80',
       mail_hosts = '{mx1.atrio.test,mx2.atrio.test}'`,
  );
}

export async function startStack({
  durable = false,
  resolvers = "",
  addresses = ["127.0.0.1"],
} = {}): Promise<Stack> {
  const directory = mkdtempSync(join(tmpdir(), "atrio-dns-"));
  chmodSync(directory, 0o755);
  for (const name of ["knot", "run/knot", "run/pdns"]) mkdirSync(join(directory, name), { recursive: true });
  const database = await makeDatabase(directory, durable);
  const [ns1, ns2] = [await freePort(), await freePort()];
  const db = openPool(database.url(owner), { max: 4 });
  const api = openPool(database.url("atrio_api"), { max: 4 });
  await fillPlatform(db, ns1, ns2);
  const values = {
    HOME: directory,
    PG_SOCKET: database.socketDirectory,
    PG_PORT: String(database.port),
    DATABASE: databaseName,
    LISTEN_DNS: addresses.join(","),
    PDNS_PORT: String(ns1),
    PDNS_ADDRESS: "127.0.0.1",
    PDNS_RUN: join(directory, "run/pdns"),
    LISTEN_DNS2: `[${addresses.map((address) => `${address}@${ns2}`).join(", ")}]`,
    KNOT_RUN: join(directory, "run/knot"),
    TSIG_SECRET: tsigSecret,
  };
  const pdnsConfig = render("pdns", "pdns.conf", values);
  const knotConfig = join(render("knot", "knot.conf", values), "knot.conf");
  const log = (name: string) => join(directory, `${name}.log`);
  const pdns = new Daemon(["pdns_server", `--config-dir=${pdnsConfig}`], log("pdns"));
  const knot = new Daemon(["knotd", "-c", knotConfig], log("knot"));
  const dnsd = new Daemon([process.execPath, join(root, "packages/server/src/dnsd/main.ts")], log("dnsd"), {
    DATABASE_URL: database.url("atrio_dnsd"),
    ATRIO_PDNS_CONTROL: join(values.PDNS_RUN, "pdns.controlsocket"),
    ATRIO_NOTIFY: `127.0.0.1:${ns2}`,
    ATRIO_RESOLVERS: resolvers,
  });
  for (const daemon of [pdns, knot, dnsd]) daemon.start();
  const stop = async (): Promise<void> => {
    for (const daemon of [dnsd, knot, pdns]) await daemon.end("SIGTERM");
    await Promise.all([db.end(), api.end()]);
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const stack = { directory, database, addresses, db, api, ns1, ns2, pdns, knot, dnsd, pdnsConfig, stop };
  try {
    // a zone on both: all four are at work
    await addZone(db, "ready.test", "parking");
    for (const port of [ns1, ns2]) await digUntil(port, ["ready.test", "NS"], (out) => out !== "", 20_000);
    return stack;
  } catch (error) {
    console.error(pdns.log, knot.log, dnsd.log);
    await stop();
    throw error;
  }
}

export interface Zone {
  readonly id: number;
  readonly holdingId: number;
  readonly name: string;
}

export async function addZone(
  db: pg.Pool,
  name: string,
  kind: "hosting" | "parking" = "hosting",
): Promise<Zone> {
  const { rows } = await db.query<{ id: number; holding: number }>(
    `with h as (insert into atrio.holding (reference, service_kind, service_expires_at)
                values ($1, $2, now() + interval '1 year') returning id)
     select id as holding from h`,
    [name, kind],
  );
  const holdingId = rows[0]!.holding;
  const zone = await db.query<{ id: number }>("select atrio.dns_zone_create($1) as id", [holdingId]);
  return { id: zone.rows[0]!.id, holdingId, name };
}

export interface RecordRow {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly ttl?: number;
  readonly priority?: number | null;
}

/** `name` is relative to the zone, `` the zone itself. Returns the record's id. */
export async function addRecord(db: pg.Pool, zone: Zone, record: RecordRow): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value, ttl, priority)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      zone.id,
      zone.holdingId,
      record.name === "" ? zone.name : `${record.name}.${zone.name}`,
      record.type,
      record.value,
      record.ttl ?? 0,
      record.priority ?? null,
    ],
  );
  return rows[0]!.id;
}
