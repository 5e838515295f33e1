/**
 * What the panel's way is measured against, on the same machine in the same minute: PowerDNS as it is usually run, with its
 * stock schema and its caches, changed by plain SQL and a purge, and by its own HTTP API.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Pool } from "pg";
import { digUntil } from "../../conformance/dns/ask.ts";
import { Daemon } from "../../conformance/dns/daemon.ts";
import { type Stack, freePort } from "../../conformance/dns/stack.ts";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { owner } from "../../packages/server/src/db/roles.ts";

const database = "stock";
const apiKey = "bench";
export const stockZone = "stock.test";

export interface Floors {
  readonly pdns: Daemon;
  readonly port: number;
  readonly db: Pool;
  /** Takes the name out of PowerDNS's caches. */
  readonly purge: (name: string) => Promise<void>;
  /** Replaces the A records of a name through the HTTP API; null deletes. */
  readonly patch: (name: string, address: string | null, zone?: string) => Promise<void>;
  stop(): Promise<void>;
}

export async function startFloors(stack: Stack, zones: number): Promise<Floors> {
  await stack.db.query(`create database ${database} template template0`);
  const db = openPool(stack.database.url(owner, database), { max: 2 });
  await db.query(readFileSync("/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql", "utf8"));
  await db.query(
    `insert into domains (name, type) select 'stock' || n || '.test', 'NATIVE' from generate_series(1, $1::int) n
      union all select '${stockZone}', 'NATIVE'`,
    [zones],
  );
  await db.query(
    `insert into records (domain_id, name, type, content, ttl)
     select id, name, 'SOA', 'ns1.atrio.test hostmaster.atrio.test 1 3600 600 1209600 300', 3600 from domains
      union all select id, name, 'NS', 'ns1.atrio.test', 3600 from domains`,
  );
  await db.query("analyze");
  const [port, apiPort] = [await freePort(), await freePort()];
  const directory = join(stack.directory, "stock");
  mkdirSync(directory);
  writeFileSync(
    join(directory, "pdns.conf"),
    [
      "launch=gpgsql",
      `gpgsql-host=${stack.database.socketDirectory}`,
      `gpgsql-port=${stack.database.port}`,
      `gpgsql-dbname=${database}`,
      `gpgsql-user=${owner}`,
      "local-address=127.0.0.1",
      `local-port=${port}`,
      `socket-dir=${directory}`,
      "write-pid=no",
      "daemon=no",
      "guardian=no",
      "security-poll-suffix=",
      "loglevel=3",
      "api=yes",
      `api-key=${apiKey}`,
      "webserver=yes",
      `webserver-port=${apiPort}`,
      "webserver-loglevel=none",
      "",
    ].join("\n"),
  );
  const pdns = new Daemon(["pdns_server", `--config-dir=${directory}`], join(directory, "log"));
  pdns.start();
  await digUntil(port, [stockZone, "SOA"], (found) => found !== "", 20_000);
  return {
    pdns,
    port,
    db,
    purge: (name) => purge(join(directory, "pdns.controlsocket"), name),
    patch: (name, address, zone = stockZone) => patch(apiPort, zone, name, address),
    stop: async () => {
      await pdns.end("SIGTERM");
      await db.end();
    },
  };
}

const purge = (socketPath: string, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    socket.on("connect", () => socket.write(`PURGE ${name}\n`));
    socket.on("data", () => socket.end());
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });

async function patch(port: number, zone: string, name: string, address: string | null): Promise<void> {
  const rrset = {
    name: `${name}.`,
    type: "A",
    ttl: 3600,
    changetype: address === null ? "DELETE" : "REPLACE",
    records: address === null ? [] : [{ content: address, disabled: false }],
  };
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/servers/localhost/zones/${zone}.`, {
    method: "PATCH",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ rrsets: [rrset] }),
  });
  if (!reply.ok) throw new Error(`PowerDNS's API: ${reply.status} ${await reply.text()}`);
}
