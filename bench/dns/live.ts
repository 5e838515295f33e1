/**
 * From a change to its answer. `node bench/dns/live.ts` measures, prints a table and exits 1 when a goal is missed.
 *
 *   ATRIO_BENCH_ZONES    the sizes of the installation, in zones (default 1000,100000)
 *   ATRIO_BENCH_CHANGES  inserts, updates and deletes each (default 200)
 *
 * "answer" is the time from the reply of the database (the commit) to the first right answer; "in all" adds the transaction.
 * Every name is asked for before it exists, so that a cache anywhere would hold its absence. PostgreSQL runs with fsync.
 */
import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Stack, type Zone, addZone, startStack } from "../../conformance/dns/stack.ts";
import { DnsClient } from "../../packages/server/src/dnsd/dns-client.ts";
import { Report } from "./figures.ts";
import { type Floors, startFloors, stockZone } from "./floors.ts";

const sizes = (process.env["ATRIO_BENCH_ZONES"] ?? "1000,100000").split(",").map(Number);
const changes = Number(process.env["ATRIO_BENCH_CHANGES"] ?? 200);
const bigZone = 10_000;
const giveUp = 10_000;

const client = new DnsClient();
const report = new Report();

/** Asks without pause until the addresses of the name are exactly this one, or none. Returns the milliseconds. */
async function untilAnswered(
  port: number,
  name: string,
  address: string | null,
  since: number,
): Promise<number> {
  for (;;) {
    const reply = await client.ask({ host: "127.0.0.1", port }, "A", name, 1000);
    const found = reply?.answers.flatMap((answer) => (answer.type === "A" ? [answer.data] : [])).join();
    const took = performance.now() - since;
    if (found === (address ?? "")) return took;
    if (took > giveUp) throw new Error(`${name} is not ${address ?? "gone"} after ${giveUp} ms`);
    await sleep(1);
  }
}

interface Way {
  readonly port: number;
  readonly zone: string;
  insert(name: string, address: string): Promise<void>;
  update(name: string, address: string): Promise<void>;
  remove(name: string): Promise<void>;
}

interface Measured {
  readonly transaction: number[];
  readonly answer: number[];
  readonly inAll: number[];
}

let serialNumber = 0;

async function measure(way: Way, rounds: number): Promise<Measured> {
  const measured: Measured = { transaction: [], answer: [], inAll: [] };
  const step = async (name: string, address: string | null, change: () => Promise<void>): Promise<void> => {
    const before = performance.now();
    await change();
    const committed = performance.now();
    const answer = await untilAnswered(way.port, name, address, committed);
    measured.transaction.push(committed - before);
    measured.answer.push(answer);
    measured.inAll.push(committed - before + answer);
  };
  for (let round = 0; round < rounds; round++) {
    const name = `live${++serialNumber}.${way.zone}`;
    await client.ask({ host: "127.0.0.1", port: way.port }, "A", name, 1000);
    await step(name, "10.0.0.1", () => way.insert(name, "10.0.0.1"));
    await step(name, "10.0.0.2", () => way.update(name, "10.0.0.2"));
    await step(name, null, () => way.remove(name));
  }
  return measured;
}

const ours = (stack: Stack, zone: Zone): Way => ({
  port: stack.ns1,
  zone: zone.name,
  insert: async (name, address) => {
    await stack.api.query(
      "insert into atrio.dns_record (zone_id, holding_id, name, type, value) values ($1, $2, $3, 'A', $4)",
      [zone.id, zone.holdingId, name, address],
    );
  },
  update: async (name, address) => {
    await stack.api.query("update atrio.dns_record set value = $3 where zone_id = $1 and name = $2", [
      zone.id,
      name,
      address,
    ]);
  },
  remove: async (name) => {
    await stack.api.query("delete from atrio.dns_record where zone_id = $1 and name = $2", [zone.id, name]);
  },
});

const plainSql = ({ db, port, purge }: Floors): Way => ({
  port,
  zone: stockZone,
  insert: async (name, address) => {
    await db.query(
      `insert into records (domain_id, name, type, content, ttl)
       select id, $1, 'A', $2, 3600 from domains where name = '${stockZone}'`,
      [name, address],
    );
    await purge(name);
  },
  update: async (name, address) => {
    await db.query("update records set content = $2 where name = $1", [name, address]);
    await purge(name);
  },
  remove: async (name) => {
    await db.query("delete from records where name = $1", [name]);
    await purge(name);
  },
});

const httpApi = ({ port, patch }: Floors): Way => ({
  port,
  zone: stockZone,
  insert: patch,
  update: patch,
  remove: (name) => patch(name, null),
});

/** How far name server 2 is behind, over changes a person could make: half a second apart. */
async function measureSecondary(stack: Stack, zone: Zone, rounds: number): Promise<number[]> {
  const way = ours(stack, zone);
  const lags: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const name = `lag${++serialNumber}.${zone.name}`;
    await way.insert(name, "10.0.0.1");
    lags.push(await untilAnswered(stack.ns2, name, "10.0.0.1", performance.now()));
    await sleep(Math.random() * 500);
  }
  return lags;
}

async function measureNewZones(stack: Stack, rounds: number): Promise<{ first: number[]; second: number[] }> {
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { name } = await addZone(stack.db, `new${++serialNumber}.test`, "parking");
    const since = performance.now();
    first.push(await untilAnswered(stack.ns1, name, "192.0.2.80", since));
    second.push(await untilAnswered(stack.ns2, name, "192.0.2.80", since));
  }
  return { first, second };
}

/** What atrio.dns_zone_create makes, thousands at a time. */
async function addManyZones(stack: Stack, from: number, to: number): Promise<void> {
  const batch = 5000;
  for (let at = from; at < to; at += batch) {
    await stack.db.query(
      `with holdings as (
         insert into atrio.holding (reference, service_kind, service_expires_at)
         select 'zone' || n || '.test', 'hosting', now() + interval '1 year'
           from generate_series($1::int, $2::int) n returning id, reference
       )
       insert into atrio.dns_zone (holding_id, name, primary_ns, hostmaster)
       select id, reference, 'ns1.atrio.test', 'hostmaster.atrio.test' from holdings`,
      [at + 1, Math.min(at + batch, to)],
    );
    await stack.db.query(
      `insert into atrio.dns_record (zone_id, holding_id, name, type, value, priority, system, dynamic)
       select z.id, z.holding_id, d.* from atrio.dns_zone z, atrio.dns_zone_defaults(z.id) d where z.record_count = 0`,
    );
  }
  await stack.db.query("analyze");
}

/** Until Knot has the newest of the zones, so that its first load is not measured. */
async function untilSettled(stack: Stack, newest: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const reply = await client.ask({ host: "127.0.0.1", port: stack.ns2 }, "A", `zone${newest}.test`, 1000);
    if (reply && reply.answers.length > 0) break;
    await sleep(200);
  }
  let quiet = 0;
  while (quiet < 3) {
    const { rows } = await stack.db.query<{ busy: boolean }>(
      "select exists (select from pg_stat_activity where usename = 'pdns_ro' and state = 'active') as busy",
    );
    quiet = rows[0]?.busy ? 0 : quiet + 1;
    await sleep(500);
  }
  return performance.now() - started;
}

async function measureSize(stack: Stack, floors: Floors, zone: Zone, zones: number): Promise<void> {
  report.heading(`${zones.toLocaleString("en")} zones, ${changes} inserts, updates and deletes each`);
  const live = await measure(ours(stack, zone), changes);
  report.row("Atrio: transaction", live.transaction);
  const answer = report.row("Atrio: commit to answer", live.answer);
  const inAll = report.row("Atrio: in all", live.inAll);
  report.row("floor: SQL write and purge, in all", (await measure(plainSql(floors), changes)).inAll);
  const api = report.row(
    "floor: PowerDNS's HTTP API, in all",
    (await measure(httpApi(floors), changes)).inAll,
  );
  const lag = report.row(
    "name server 2 behind, a change",
    await measureSecondary(stack, zone, Math.min(changes, 100)),
  );
  const young = await measureNewZones(stack, 20);
  report.row("new zone, name server 1", young.first);
  report.row("new zone, name server 2", young.second);
  report.text();
  report.goal(`${zones} zones: commit to answer, p99`, answer.p99, 20);
  report.goal(`${zones} zones: p50 in all against PowerDNS's HTTP API`, inAll.p50, api.p50);
  report.goal(`${zones} zones: name server 2 behind, p90`, lag.p90, 250);
  report.goal(`${zones} zones: name server 2 behind, worst`, lag.worst, 1500);
}

async function measureBigZone(stack: Stack, small: Zone): Promise<void> {
  const big = await addZone(stack.db, "big.test");
  const started = performance.now();
  await stack.db.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
     select $1, $2, 'n' || n || '.h' || n % 100 || '.big.test', 'A', '10.0.0.1' from generate_series(1, $3::int) n`,
    [big.id, big.holdingId, bigZone],
  );
  const filled = performance.now() - started;
  report.heading(`a zone of ${bigZone.toLocaleString("en")} records`);
  const inSmall = report.row("small zone: in all", (await measure(ours(stack, small), changes)).inAll);
  const inBig = report.row("large zone: in all", (await measure(ours(stack, big), changes)).inAll);
  report.row("large zone: name server 2 behind", await measureSecondary(stack, big, 20));
  report.text();
  report.text(`- ${bigZone.toLocaleString("en")} records in one statement: ${filled.toFixed(0)} ms`);
  report.goal("a change in the large zone, times that in a small one (p50)", inBig.p50 / inSmall.p50, 2);
}

const stack = await startStack({ durable: true });
let floors: Floors | undefined;
try {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)}`;
  report.text(`${machine} at the start, ${new Date().toISOString().slice(0, 10)}`);
  floors = await startFloors(stack, Math.max(...sizes));
  const zone = await addZone(stack.db, "bench.test");
  let present = 0;
  for (const zones of sizes) {
    await addManyZones(stack, present, zones);
    present = zones;
    const settled = await untilSettled(stack, zones);
    console.error(`${zones} zones on both after ${(settled / 1000).toFixed(1)} s`);
    await measureSize(stack, floors, zone, zones);
  }
  await measureBigZone(stack, zone);
} finally {
  client.close();
  await floors?.stop();
  await stack.stop();
}
if (report.missed.length > 0) {
  console.error(`${report.missed.length} goals missed`);
  process.exitCode = 1;
}
