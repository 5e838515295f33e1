/**
 * Lists, the palette and the dashboard in a large installation, and what a signed-in read costs. `node bench/lists/lists.ts`
 * measures, prints tables and exits 1 when a goal is missed.
 *
 *   ATRIO_BENCH_HOLDINGS  in all (default 1000000); a tenth of them are in the account that is measured
 *   ATRIO_BENCH_CALLS     calls of each kind (default 400)
 *   ATRIO_BENCH_SECONDS   of load on each server and round (default 2)
 *
 * Times are those of the whole call, by HTTP on one connection, one after the other. PostgreSQL runs with fsync.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { makeDatabase } from "../../conformance/dns/database.ts";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { owner } from "../../packages/server/src/db/roles.ts";
import { figures, Report } from "../dns/figures.ts";
import { type Account, fill, signIn } from "./fill.ts";

const holdings = Number(process.env["ATRIO_BENCH_HOLDINGS"] ?? 1_000_000);
const inAccount = holdings / 10;
const calls = Number(process.env["ATRIO_BENCH_CALLS"] ?? 400);
const seconds = Number(process.env["ATRIO_BENCH_SECONDS"] ?? 2);
const rounds = 15;
const autocannon = join(import.meta.dirname, "../../node_modules/.bin/autocannon");

const report = new Report();

interface Server {
  readonly address: string;
  stop(): Promise<void>;
}

async function serve(kind: "ours" | "bare", url: string): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "serve.ts"), kind, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = await once(child.stdout, "data");
  return {
    address: `${String(first).trim()}/api`,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the whole reply is there. */
function ask(address: string, { token }: Account): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    request(address, { agent, headers: { cookie: `session=${token}` } }, (reply) => {
      reply.on("end", () =>
        reply.statusCode === 200
          ? resolve(performance.now() - since)
          : reject(new Error(`${address}: ${String(reply.statusCode)}`)),
      );
      reply.resume();
    })
      .on("error", reject)
      .end();
  });
}

/** Turn by turn, so that what else the machine does falls on all of them. */
async function measure(
  account: Account,
  asked: ReadonlyMap<string, (round: number) => string>,
): Promise<Map<string, number[]>> {
  const samples = new Map<string, number[]>([...asked.keys()].map((title) => [title, []]));
  // The first ones prepare the statement on each connection, as a server that has run for a minute has done.
  for (let round = -30; round < calls; round++)
    for (const [title, addressAt] of asked) {
      const took = await ask(addressAt(round), account);
      if (round >= 0) samples.get(title)?.push(took);
    }
  return samples;
}

/** Two letters of a hash, others each round. */
const hex = (round: number) => (Math.abs(round * 7) % 256).toString(16).padStart(2, "0");

/** What is asked, in an account of this size; `round` makes each question another one. */
function questions(size: number): Record<string, (round: number) => string> {
  const pageOf = (share: number) => Math.max(1, Math.floor((size * share) / 10));
  return {
    "first page": () => "/permission/list/?page=1",
    "page in the middle": () => `/permission/list/?page=${pageOf(0.5)}`,
    "last page but one": () => `/permission/list/?page=${pageOf(1) - 1}`,
    "first page of mail": () => "/permission/list/?page=1&kind=mail",
    "last page of mail": () => `/permission/list/?page=${pageOf(0.1)}&kind=mail`,
    "two letters, common (1 in 20)": (round) => `/permission/list/?page=1&filter=${hex(round)}`,
    "two letters, rare": () => "/permission/list/?page=1&filter=qq",
    "two letters, in none": () => "/permission/list/?page=1&filter=zz",
    "two letters, of mail": (round) => `/permission/list/?page=1&kind=mail&filter=${hex(round)}`,
    "four letters": (round) => `/permission/list/?page=1&filter=${hex(round)}${hex(round + 1)}`,
    "one letter beyond ASCII (1 in 20)": () => `/permission/list/?page=1&filter=${encodeURIComponent("ñ")}`,
    "a word beyond ASCII (1 in 20)": () => `/permission/list/?page=1&filter=${encodeURIComponent("spañ")}`,
    "find, as it is typed": (round) =>
      `/permission/find/?text=${hex(round)}${hex(round + 3).slice(0, round % 3)}`,
    "find, in none": () => "/permission/find/?text=zzz",
    areas: () => "/permission/areas/",
    dashboard: () => "/dashboard/",
  };
}

async function measureCalls(address: string, account: Account, size: number): Promise<void> {
  report.heading(
    `an account of ${size.toLocaleString("en")} holdings, ${holdings.toLocaleString("en")} in all`,
  );
  const asked = Object.entries(questions(size)).map(
    ([title, pathAt]) => [title, (round: number) => address + pathAt(round)] as const,
  );
  const samples = await measure(account, new Map(asked));
  const measured = new Map([...samples].map(([title, took]) => [title, report.row(title, took)]));
  report.text();
  measured.delete("dashboard");
  const lists = [...measured.values()];
  report.goal("slowest of the lists, p50", Math.max(...lists.map(({ p50 }) => p50)), 10);
  report.goal("slowest of the lists, p99", Math.max(...lists.map(({ p99 }) => p99)), 25);
}

const load = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

async function requestsPerSecond({ address }: Server, { token }: Account): Promise<number> {
  const { stdout } = await promisify(execFile)(autocannon, [
    `--duration=${seconds}`,
    "--connections=20",
    "--json",
    "--no-progress",
    `--headers=cookie: session=${token}`,
    `${address}/permission/list/?page=1`,
  ]);
  const { requests, non2xx, errors } = load.parse(JSON.parse(stdout));
  if (non2xx + errors > 0) throw new Error(`Of the requests failed: ${stdout}`);
  return requests.average;
}

/** Turn by turn, so that what else goes on falls on both. */
async function measureLoad(ours: Server, bare: Server, account: Account): Promise<void> {
  report.text();
  report.text("### signed-in lists, 20 connections");
  report.text();
  report.text("| round | Atrio, req/s | bare Fastify, req/s | share |");
  report.text("|---|---|---|---|");
  const shares: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const mine = await requestsPerSecond(ours, account);
    const theirs = await requestsPerSecond(bare, account);
    if (round === 0) continue; // to warm up
    shares.push(mine / theirs);
    report.text(`| ${round} | ${mine.toFixed(0)} | ${theirs.toFixed(0)} | ${(mine / theirs).toFixed(2)} |`);
  }
  report.text();
  const share = figures(shares).p50;
  report.text(`share: ${share.toFixed(2)}`);
  report.goal("bare Fastify's requests for each of ours (at least 0.6 of them)", 1 / share, 1 / 0.6);
}

const directory = mkdtempSync(join(tmpdir(), "atrio-bench-"));
chmodSync(directory, 0o755);
const database = await makeDatabase(directory, true);
const db = openPool(database.url(owner), { max: 2 });
/** So that what was filled in is on the disk, and writing it out takes no time from what is measured. */
async function restart(): Promise<void> {
  await database.stop();
  await database.start();
}
const servers: Server[] = [];
try {
  const started = performance.now();
  await fill(db, holdings, inAccount);
  await restart();
  const [cpu] = cpus();
  const filledIn = ((performance.now() - started) / 1000).toFixed(0);
  report.text(
    `${cpus().length} x ${cpu?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1) ?? "?"}; filled in ${filledIn} s`,
  );
  const [large, small] = [await signIn(db, 1), await signIn(db, 2)];
  for (const kind of ["ours", "bare"] as const) servers.push(await serve(kind, database.url("atrio_api")));
  const [ours, bare] = servers;
  if (!ours || !bare) throw new Error("Two servers were started.");
  await measureCalls(ours.address, large, inAccount);
  await measureLoad(ours, bare, small);
} finally {
  agent.destroy();
  for (const server of servers) await server.stop();
  await db.end();
  await database.stop();
  rmSync(directory, { recursive: true });
}
if (report.missed.length > 0) process.exitCode = 1;
