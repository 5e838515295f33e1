/** The registry's name server beside the daemons of a stack, and a registry written as the registrar writes it. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode } from "dns-packet";
import type { Kysely } from "kysely";
import type pg from "pg";
import { inChange } from "../../packages/server/src/db/change.ts";
import { openDatabase, openPool } from "../../packages/server/src/db/pool.ts";
import type { DB } from "../../packages/server/src/db/schema.gen.ts";
import { prepareRegistry } from "../../packages/server/src/registry/local/operator-tld.ts";
import { dig, digUntil, tool } from "../dns/ask.ts";
import { Daemon } from "../dns/daemon.ts";
import { databaseName } from "../dns/database.ts";
import { type Stack, freePort, render } from "../dns/stack.ts";

export const operator = {
  source: "command",
  userId: null,
  username: null,
  ip: null,
  requestId: null,
} as const;

export interface Registry {
  readonly port: number;
  readonly config: string;
  readonly daemon: Daemon;
  /** As the registrar. */
  readonly db: pg.Pool;
  /** As the operator's commands. */
  readonly worker: Kysely<DB>;
  stop(): Promise<void>;
}

export async function startRegistry(stack: Stack): Promise<Registry> {
  const port = await freePort();
  const run = join(stack.directory, "run/registry");
  mkdirSync(run, { recursive: true });
  const config = render("registry", "pdns.conf", {
    HOME: stack.directory,
    PG_SOCKET: stack.database.socketDirectory,
    PG_PORT: String(stack.database.port),
    DATABASE: databaseName,
    LISTEN_REGISTRY: stack.addresses.join(","),
    REGISTRY_PORT: String(port),
    REGISTRY_RUN: run,
  });
  await inChange(openDatabase(stack.db), operator, (change) =>
    prepareRegistry(change, ["127.0.0.1", "::1"], { address: "127.0.0.1", port }),
  );
  const daemon = new Daemon(["pdns_server", `--config-dir=${config}`], join(stack.directory, "registry.log"));
  const db = openPool(stack.database.url("atrio_registrar"), { max: 4 });
  const worker = openDatabase(openPool(stack.database.url("atrio_worker"), { max: 2 }));
  daemon.start();
  const stop = async (): Promise<void> => {
    await daemon.end("SIGTERM");
    await Promise.all([db.end(), worker.destroy()]);
  };
  try {
    await digUntil(port, ["test", "NS"], (found) => found === "nic.test.", 20_000);
    return { port, config, daemon, db, worker, stop };
  } catch (error) {
    console.error(daemon.log);
    await stop();
    throw error;
  }
}

/** A domain with these hosts; those with addresses are its own. */
export async function register(
  db: pg.Pool,
  name: string,
  hosts: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> {
  await db.query(
    "insert into registry.domain (name, account, expires_at) values ($1, 'owner@atrio.test', now() + interval '1 year')",
    [name],
  );
  for (const [host, addresses] of Object.entries(hosts)) {
    const family = (six: boolean) => addresses.filter((address) => address.includes(":") === six);
    await db.query(
      `insert into registry.host (name, ipv4, ipv6) select $1, $2, $3
        where not exists (select from registry.host where name = $1)`,
      [host, family(false), family(true)],
    );
  }
  await delegate(db, name, Object.keys(hosts));
}

export async function delegate(db: pg.Pool, name: string, hosts: readonly string[]): Promise<void> {
  await db.query("delete from registry.delegation where domain = $1", [name]);
  await db.query(
    `insert into registry.delegation (domain, position, host)
     select $1, position, host from unnest($2::text[]) with ordinality as wanted (host, position)`,
    [name, hosts],
  );
}

/** The DNSKEY of a zone as a trust anchor of delv. */
export async function anchorOf(directory: string, port: number, zone: string): Promise<string> {
  const [flags, protocol, algorithm, ...key] = (await dig(port, zone, "DNSKEY")).split(" ");
  const file = join(directory, `${zone}.anchor`);
  writeFileSync(
    file,
    `trust-anchors { ${zone}. static-key ${flags} ${protocol} ${algorithm} "${key.join("")}"; };\n`,
  );
  return file;
}

/** What delv makes of an answer, with nothing but this anchor: its verdict, or all it says. */
export async function validate(
  port: number,
  anchor: string,
  zone: string,
  ...question: readonly string[]
): Promise<string> {
  const options = ["@127.0.0.1", "-p", String(port), "-a", anchor, `+root=${zone}`];
  const { stdout, stderr } = await tool("delv", ...options, ...question);
  return /^; (.*(?:fully validated|unsigned answer))$/m.exec(stdout + stderr)?.[1] ?? stdout + stderr;
}

/**
 * The part of a resolver that knows whom to ask: questions about `child` and below go to its server, all others and those
 * for its DS to the parent's. It changes nothing of questions and answers.
 */
export async function startRouter(
  children: Readonly<Record<string, number>>,
  parentPort: number,
): Promise<{ readonly port: number; stop(): void }> {
  const server = createSocket("udp4");
  const asking = new Set<ReturnType<typeof createSocket>>();
  server.on("message", (query, from) => {
    const [question] = decode(query).questions ?? [];
    const child = Object.keys(children).find(
      (zone) => question?.name.endsWith(`.${zone}`) || (question?.name === zone && question.type !== "DS"),
    );
    const upstream = createSocket("udp4");
    asking.add(upstream);
    upstream.on("message", (reply) => {
      server.send(reply, from.port, from.address);
      upstream.close();
      asking.delete(upstream);
    });
    upstream.send(query, child === undefined ? parentPort : children[child], "127.0.0.1");
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  const stop = (): void => {
    server.close();
    for (const socket of asking) socket.close();
  };
  return { port: server.address().port, stop };
}
