/**
 * How many changes a second. `node bench/dns/bulk.ts` starts PostgreSQL (with fsync), the name servers, the API and the worker,
 * changes records through the API by 1 and 16 connections, prints a table and exits 1 when a goal is missed.
 *
 *   ATRIO_BENCH_SECONDS  for each row and round (default 10: new connections have to plan their statements first)
 *   ATRIO_BENCH_ROUNDS   rates are medians of them (default 3)
 *   ATRIO_BENCH_ONLY     a pattern for the titles of the rows
 *
 * Each connection makes a record, saves it and deletes it, one call after the other. *Waiting* calls are answered when both name
 * servers show the change, *async* ones at the commit (`Prefer: respond-async`). The floor is PowerDNS's own HTTP API. On a busy
 * machine CPU times and the ratio to the floor tell more than rates.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Panel, signInAt, startPanel } from "../../conformance/dns/panel.ts";
import { type Stack, type Zone, addZone, startStack } from "../../conformance/dns/stack.ts";
import { Report, figures } from "./figures.ts";
import { type Floors, startFloors } from "./floors.ts";

const seconds = Number(process.env["ATRIO_BENCH_SECONDS"] ?? 10);
const rounds = Number(process.env["ATRIO_BENCH_ROUNDS"] ?? 3);
const zoneCount = 16;

const report = new Report();

/** Creates, saves and deletes one record. */
interface Way {
  steps(zone: number, label: string): AsyncGenerator<void>;
}

let serialNumber = 0;

/** Milliseconds of each change. */
async function load(way: Way, connections: number, zones: number): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let round = 0; performance.now() < end; round++) {
        const steps = way.steps((connection + round) % zones, `bulk${++serialNumber}`);
        for (let since = performance.now(); !(await steps.next()).done; since = performance.now())
          took.push(performance.now() - since);
      }
    }),
  );
  return took;
}

interface Sent {
  readonly status: number;
  readonly body: string;
}

function send(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<Sent> {
  const body = new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        agent,
        method: "POST",
        headers: {
          ...headers,
          "x-requested-with": "XMLHttpRequest",
          "content-type": "application/x-www-form-urlencoded",
          "content-length": body.length,
        },
      },
      (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body: text }));
      },
    )
      .on("error", reject)
      .end(body);
  });
}

function ours(panel: Panel, token: string, zones: readonly Zone[], prefer: Record<string, string>): Way {
  const agent = new Agent({ keepAlive: true });
  const headers = { cookie: `session=${token}`, ...prefer };
  return {
    async *steps(zone, label) {
      const dns = `${panel.url}/service/${zones[zone]!.holdingId}/dns`;
      const call = async (path: string, form: Record<string, string> = {}) => {
        const { status, body } = await send(agent, `${dns}${path}`, headers, form);
        if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
        const { data }: { data: { dns: { id: number } } } = JSON.parse(body);
        return data;
      };
      const { dns: record } = await call("/create/", { type: "A", zona: label, value: "10.0.0.1" });
      yield;
      await call(`/${record.id}/save/`, { value: "10.0.0.2" });
      yield;
      await call(`/${record.id}/delete/`);
      yield;
    },
  };
}

const floorOf = ({ patch }: Floors): Way => ({
  async *steps(zone, label) {
    const zoneName = `stock${zone + 1}.test`;
    for (const address of ["10.0.0.1", "10.0.0.2", null]) {
      await patch(`${label}.${zoneName}`, address, zoneName);
      yield;
    }
  },
});

/** Until the worker has ended every job. */
async function untilProved({ db }: Stack): Promise<void> {
  const since = performance.now();
  for (;;) {
    const { rows } = await db.query<{ failed: number; open: number }>(
      `select count(*) filter (where state = 'failed')::int as failed,
              count(*) filter (where ended_at is null)::int as open from atrio.job`,
    );
    const { failed, open } = rows[0]!;
    if (failed > 0) throw new Error(`${failed} proofs failed`);
    if (open === 0) return;
    if (performance.now() - since > 120_000) throw new Error(`${open} jobs have not ended`);
    await sleep(100);
  }
}

interface Parts {
  readonly stack: Stack;
  readonly floors: Floors;
  readonly panel: Panel;
}

const millisecondsATick = 10;

/** CPU milliseconds of a process and of the children it has waited for. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * millisecondsATick, 0);
  } catch {
    return 0; // ended since
  }
}

/** CPU milliseconds so far, by service. */
function cpu({ stack, floors, panel }: Parts): Record<string, number> {
  const [postmaster] = readFileSync(`${stack.directory}/pg/postmaster.pid`, "utf8").split("\n");
  const children = execFileSync("pgrep", ["-P", postmaster ?? ""], { encoding: "utf8" })
    .trim()
    .split("\n");
  return {
    api: cpuOf(panel.api.pid),
    worker: cpuOf(panel.worker.pid),
    dnsd: cpuOf(stack.dnsd.pid),
    PowerDNS: cpuOf(stack.pdns.pid) + cpuOf(floors.pdns.pid),
    Knot: cpuOf(stack.knot.pid),
    PostgreSQL: [postmaster, ...children].reduce((sum, pid) => sum + cpuOf(Number(pid)), 0),
  };
}

interface Measured {
  readonly rates: number[];
  readonly took: number[];
  /** By service, over all changes. */
  readonly cpu: Map<string, number>;
}

async function measureRow(parts: Parts, way: Way, connections: number, zones: number, row: Measured) {
  const before = cpu(parts);
  const since = performance.now();
  const took = await load(way, connections, zones);
  row.rates.push((took.length * 1000) / (performance.now() - since));
  row.took.push(...took);
  await untilProved(parts.stack);
  for (const [service, used] of Object.entries(cpu(parts)))
    row.cpu.set(service, (row.cpu.get(service) ?? 0) + used - (before[service] ?? 0));
}

function tell(rows: ReadonlyMap<string, Measured>): void {
  report.text("| | changes/s | ms, p50 | p99 | CPU ms a change |");
  report.text("|---|---|---|---|---|");
  for (const [title, { rates, took, cpu: used }] of rows) {
    const { p50, p99 } = figures(took);
    const a = (ms: number) => (ms / took.length).toFixed(1);
    const parts = [...used]
      .filter(([, ms]) => ms / took.length >= 0.05)
      .map(([who, ms]) => `${who} ${a(ms)}`);
    const all = [...used.values()].reduce((sum, ms) => sum + ms, 0);
    report.text(
      `| ${title} | ${figures(rates).p50.toFixed(0)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${a(all)}: ${parts.join(", ")} |`,
    );
  }
  report.text();
}

/**
 * 400 changes/s over 16 zones and 200 in one, on the machine where one connection to PowerDNS's API made 117. Here they are
 * multiples of that connection's rate, so that they hold on any machine.
 */
const goals = [
  [16, 400 / 117],
  [1, 200 / 117],
] as const;

function tellGoals(rows: ReadonlyMap<string, Measured>): void {
  const rates = (title: string) => rows.get(title)?.rates ?? [];
  // the floor takes one zone after the other, so their number makes no difference to it
  const alone = figures(goals.flatMap(([zones]) => rates(`floor, 1 connections, ${zones} zones`))).p50;
  report.text(`PowerDNS's API with one connection: ${alone.toFixed(0)} changes/s`);
  for (const [zones, goal] of goals) {
    const title = `async, 16 connections, ${zones} zones`;
    report.goalAtLeast(`${title}, times PowerDNS's API`, figures(rates(title)).p50 / alone, goal);
  }
}

async function measureAll(parts: Parts): Promise<void> {
  const zones: Zone[] = [];
  for (let n = 1; n <= zoneCount; n++) zones.push(await addZone(parts.stack.db, `bulk${n}.test`));
  const token = await signInAt(parts.stack.db, zones);
  const ways = {
    waiting: ours(parts.panel, token, zones, {}),
    async: ours(parts.panel, token, zones, { prefer: "respond-async" }),
    floor: floorOf(parts.floors),
  };
  const only = new RegExp(process.env["ATRIO_BENCH_ONLY"] ?? "");
  const rows = new Map<string, Measured>();
  for (const way of Object.values(ways)) await load(way, 16, zoneCount); // warms up
  for (let round = 0; round < rounds; round++)
    for (const zoneNumber of [zoneCount, 1])
      for (const connections of [1, 16])
        for (const [name, way] of Object.entries(ways)) {
          const title = `${name}, ${connections} connections, ${zoneNumber} zones`;
          if (!only.test(title)) continue;
          const row: Measured = rows.get(title) ?? { rates: [], took: [], cpu: new Map() };
          await measureRow(parts, way, connections, zoneNumber, row);
          rows.set(title, row);
        }
  tell(rows);
  tellGoals(rows);
}

const stack = await startStack({ durable: true });
let floors: Floors | undefined;
let panel: Panel | undefined;
try {
  report.text(`${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)} at the start`);
  floors = await startFloors(stack, zoneCount);
  panel = await startPanel(stack);
  await measureAll({ stack, floors, panel });
} finally {
  await panel?.stop();
  await floors?.stop();
  await stack.stop();
}
if (report.missed.length > 0) process.exitCode = 1;
