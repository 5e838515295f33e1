/**
 * What the service acme works in: a database, name servers, Pebble, and a front that asks the service as nginx does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Question } from "dns-packet";
import { sql } from "kysely";
import { runAcme } from "../src/acme/run.ts";
import { type FakeNameServer, startNameServer } from "./fake-name-server.ts";
import { type TestApp, makeApp } from "./helpers/app.ts";
import { type Pebble, startPebble } from "./pebble.ts";
import { openHandedVault } from "./registrar.ts";

const home = mkdtempSync(join(tmpdir(), "atrio-acme-"));
export const socket = join(home, "challenge.sock");
const lines: string[] = [];
/** Zones whose name servers are ours, as the world has them. */
export const delegated = new Set<string>();
/** Hosts that are served by somebody else, behind our address. */
export const deaf = new Set<string>();
export let panel: TestApp;
export let world: FakeNameServer;
export let pebble: Pebble;
let stop = new AbortController();
let running: Promise<void> | undefined;

const given = (answer: Answer): { answers: Answer[] } => ({ answers: [answer] });
async function respond({ name, type }: Question): Promise<{ answers: Answer[] }> {
  if (type === "A" && !name.startsWith("nowhere."))
    return given({ name, type, data: name.startsWith("elsewhere.") ? "192.0.2.9" : "127.0.0.1" });
  if (type === "NS")
    return given({ name, type, data: delegated.has(name) ? "ns1.ours.test" : "ns1.other.test" });
  if (type !== "TXT") return { answers: [] };
  const rows = await panel.db
    .selectFrom("atrio.dns_record")
    .select("value")
    .where("name", "=", name)
    .where("type", "=", "TXT")
    .execute();
  return { answers: rows.map(({ value }) => ({ name, type, data: value })) };
}

/** As nginx does. */
const front = createServer((incoming, outgoing) => {
  const { host = "" } = incoming.headers;
  if (deaf.has(host.replace(/:\d+$/, ""))) return outgoing.writeHead(404).end("somebody else's");
  const asked = request({ socketPath: socket, path: incoming.url, headers: { host } }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 0);
    answer.pipe(outgoing);
  });
  return asked.on("error", () => outgoing.writeHead(502).end()).end();
});

export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`Not within 30 s: ${what}\n${lines.slice(-10).join("\n")}`);
}

export const url = (): string => panel.cluster.url("atrio_acme", panel.database);
export function start(): void {
  stop = new AbortController();
  running = runAcme({
    url: url(),
    vault: openHandedVault,
    socket,
    log: (_, msg, fields) => lines.push(JSON.stringify({ msg, ...fields })),
    signal: stop.signal,
  });
}
export async function end(): Promise<void> {
  stop.abort();
  await running;
}

/** A service whose zone is ours, or elsewhere. */
export async function addDomain(name: string, isOurs = true): Promise<number> {
  if (isOurs) delegated.add(name);
  const { id } = await panel.addHolding(name);
  return id;
}
export async function addSite(holding: number, name: string): Promise<number> {
  const values = { holding_id: holding, name, folder: "/shop", https: true, host: "" };
  const { id } = await panel.db
    .insertInto("atrio.subdomain")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
export const setHttps = (site: number, https: boolean) =>
  panel.db.updateTable("atrio.subdomain").set({ https }).where("id", "=", site).execute();

export const read = (site: number) =>
  panel.db
    .selectFrom("atrio.subdomain as s")
    .innerJoin("atrio.certificate as c", "c.id", "s.certificate_id")
    .selectAll("c")
    .where("s.id", "=", site)
    .executeTakeFirst();
export const certified = (site: number, other = 0) =>
  until(`a certificate of ${site}`, async () => {
    const found = await read(site);
    return found && found.id !== other ? found : undefined;
  });
/** What is known of a name: of a site by its number, of any by its host. */
export const nameOf = (name: number | string) =>
  panel.db
    .selectFrom("atrio.acme_host as a")
    .leftJoin("atrio.subdomain as s", (on) =>
      on.onRef("s.host", "=", "a.host").onRef("s.holding_id", "=", "a.holding_id"),
    )
    .selectAll("a")
    .where(typeof name === "string" ? "a.host" : "s.id", "=", name)
    .executeTakeFirstOrThrow();
/** It is due, and nothing else is, if `only`. */
export async function setDue(name: number | string, only = false): Promise<void> {
  const { id } = await nameOf(name);
  const due_at = sql<Date>`now() + case when id = ${id} then interval '-1 day' else interval '1 day' end`;
  const update = panel.db.updateTable("atrio.acme_host").set({ due_at });
  await (only ? update : update.where("id", "=", id)).execute();
}
export const failed = (name: number | string) =>
  until(`a failure of ${name}`, async () => {
    const row = await nameOf(name);
    return row.failures > 0 ? { ...row, fault: JSON.stringify(row.fault) } : undefined;
  });
export async function count(table: "atrio.acme_challenge" | "atrio.acme_order"): Promise<number> {
  const { n } = await panel.db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as("n"))
    .executeTakeFirstOrThrow();
  return n;
}
export const challengeRecords = async (): Promise<number> => {
  const rows = await panel.db
    .selectFrom("atrio.dns_record")
    .select("id")
    .where("dynamic", "=", "acme")
    .execute();
  return rows.length;
};

export async function openWorld(): Promise<void> {
  panel = await makeApp();
  world = await startNameServer(respond);
  await panel.db
    .insertInto("atrio.name_server")
    .values({ position: 1, name: "ns1.ours.test", address: world.address, port: world.port })
    .execute();
  await panel.db.updateTable("atrio.platform").set({ web_ipv4: "127.0.0.1" }).execute();
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const dns = `${world.address}:${world.port}`;
  const address = front.address();
  const httpPort = typeof address === "object" && address ? address.port : 0;
  pebble = await startPebble({ dns, httpPort });
  await panel.db
    .insertInto("atrio.acme")
    .values({ directory: pebble.directory, ca: pebble.ca, contact: "ops@ours.test", resolvers: [dns] })
    .execute();
}
export async function closeWorld(): Promise<void> {
  await pebble.stop();
  await panel.stop();
  await world.close();
  front.close();
  rmSync(home, { recursive: true });
}
