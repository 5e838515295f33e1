/**
 * What rules cost. `node bench/web/rules.ts` runs nginx, phpd, Apache and PHP as the product has them, prints tables and exits 1 when
 * a goal is missed. As root; the machine's other work shows in rates, so goals are ratios of the same run.
 *
 *   ATRIO_BENCH_SECONDS   of each measurement, five times (default 2)
 *   ATRIO_BENCH_SERVICES  with rules (default 1,000), of which 50 are visited
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as z from "zod";
import { Phpd, processesOf, statusOf } from "../../conformance/web/phpd.ts";
import { RulesServer, host } from "../../conformance/web/rules-server.ts";
import { Report, figures } from "../dns/figures.ts";

const seconds = Number(process.env["ATRIO_BENCH_SECONDS"] ?? 2);
/** Turn by turn, so that what else goes on falls on all. */
const rounds = 5;
const services = Number(process.env["ATRIO_BENCH_SERVICES"] ?? 1000);
/** Of each visited service, in each of four rounds. */
const requestsEach = 60;
const visited = Math.min(50, services);
const report = new Report();

const wordpress = `RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /rules/
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /rules/index.php [L]
`;
const page = "<?php echo 'page';";
const file = "x".repeat(2048);

const ways = {
  "file, nginx alone": "/plain/a.txt",
  "file, WordPress' rules": "/rules/a.txt",
  "PHP, nginx alone": "/plain/index.php",
  "PHP, WordPress' rules": "/rules/index.php",
  "pretty URL, WordPress' rules": "/rules/2026/11/hello/",
} as const;
type Way = keyof typeof ways;

const autocannon = join(import.meta.dirname, "../../node_modules/.bin/autocannon");
const load = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

async function measure(server: RulesServer, path: string): Promise<z.infer<typeof load>> {
  const { stdout } = await promisify(execFile)(autocannon, [
    `--duration=${seconds}`,
    "--connections=16",
    "--json",
    "--no-progress",
    `--headers=host: ${host}`,
    `http://127.0.0.1:${server.port}${path}`,
  ]);
  const result = load.parse(JSON.parse(stdout));
  if (result.non2xx + result.errors > 0) throw new Error(`Of the requests failed: ${stdout}\n${server.log}`);
  return result;
}

async function measureRates(server: RulesServer): Promise<void> {
  server.site({
    "plain/a.txt": file,
    "plain/index.php": page,
    "rules/.htaccess": wordpress,
    "rules/a.txt": file,
    "rules/index.php": page,
  });
  const all = Object.keys(ways).filter((way): way is Way => way in ways);
  const results = new Map<Way, z.infer<typeof load>[]>(all.map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const way of all) results.get(way)!.push(await measure(server, ways[way]));
  report.text(`\n### Requests a second, 16 connections, median of ${rounds} rounds in turn\n`);
  report.text("| way | requests/s | p50 ms | p99 ms |\n|---|---|---|---|");
  const rates = new Map<Way, number>();
  for (const [way, of] of results) {
    const middle = (pick: (one: z.infer<typeof load>) => number) => figures(of.map(pick)).p50;
    rates.set(
      way,
      middle(({ requests }) => requests.average),
    );
    report.text(
      `| ${way} | ${rates.get(way)!.toFixed(0)} | ${middle(({ latency }) => latency.p50)} | ${middle(({ latency }) => latency.p99)} |`,
    );
  }
  const share = (way: Way, of: Way): number => (100 * rates.get(way)!) / rates.get(of)!;
  report.goalAtLeast(
    "file with rules, % of nginx alone",
    share("file, WordPress' rules", "file, nginx alone"),
    30,
  );
  report.goalAtLeast(
    "PHP with rules, % of nginx alone",
    share("PHP, WordPress' rules", "PHP, nginx alone"),
    50,
  );
  report.goalAtLeast(
    "pretty URL, % of PHP by nginx alone",
    share("pretty URL, WordPress' rules", "PHP, nginx alone"),
    50,
  );
}

async function measureFirstVisits(server: RulesServer): Promise<void> {
  const first: number[] = [];
  const next: number[] = [];
  const visit = async (samples: number[]) => {
    const begun = performance.now();
    if ((await server.get("/rules/a.txt")).status !== 200) throw new Error("no page");
    samples.push(performance.now() - begun);
  };
  for (let n = 0; n < 15; n += 1) {
    await server.phpd.kill();
    await server.phpd.start();
    await visit(first);
    await visit(next);
  }
  report.heading("The first visitor after five quiet minutes");
  const starting = report.row("starts Apache", first);
  report.row("the next one", next);
  report.goal("the first visitor's page, p50", starting.p50, 150);
}

/** Kilobytes that belong to these processes alone, with their share of what they have in common. */
const memoryOf = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]),
    0,
  );

async function askApache(phpd: Phpd, id: number): Promise<void> {
  const headers = {
    host,
    "X-Atrio-Address": "192.0.2.1",
    "X-Atrio-Scheme": "http",
    "X-Atrio-Root": "/home/public_html",
    "X-Atrio-Php": "memory_limit=128M",
  };
  const asked = request({ socketPath: phpd.apacheOf(id), path: "/a.txt", headers, agent: false });
  asked.end();
  const [answer] = await once(asked, "response");
  if ((await text(answer)) !== file) throw new Error(`${answer.statusCode} of ${id}`);
}

async function measureServices(): Promise<void> {
  const phpd = new Phpd(1);
  try {
    await phpd.start();
    const ids = Array.from({ length: services }, (_, n) => 1000 + n);
    for (const id of ids) await phpd.add(id, "8.2", { ".htaccess": wordpress, "a.txt": file });
    const quiet = statusOf(phpd.pid, "VmRSS");
    const rounds: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (let turn = 0; turn < requestsEach; turn += 1)
        for (const id of ids.slice(0, visited)) await askApache(phpd, id);
      await sleep(1000);
      rounds.push(memoryOf(ids.slice(0, visited).flatMap(processesOf)));
    }
    // each thread keeps some after its first request
    const [, before = 0] = rounds;
    const after = rounds.at(-1) ?? 0;
    report.text(`\n### ${services} services with rules, ${visited} of them visited\n`);
    report.text("| MB | |\n|---|---|");
    report.text(`| phpd | ${(quiet / 1024).toFixed(1)} |`);
    for (const [round, kilobytes] of rounds.entries())
      report.text(
        `| Apaches after ${requestsEach * (round + 1)} requests each | ${(kilobytes / 1024).toFixed(0)} |`,
      );
    report.goal("a visited service's Apache, MB", after / 1024 / visited, 6);
    report.goal(
      `its growth from request ${2 * requestsEach} to ${4 * requestsEach}, %`,
      (100 * after) / before - 100,
      10,
    );
  } finally {
    await phpd.end();
  }
}

const server = new RulesServer();
try {
  await server.start();
  await measureRates(server);
  await measureFirstVisits(server);
} finally {
  await server.end();
}
await measureServices();
process.exitCode = report.missed.length > 0 ? 1 : 0;
