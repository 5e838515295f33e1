/** Hundreds of changes through the API, with the worker killed among them: nothing is lost, and every job tells the truth. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DnsClient } from "../../packages/server/src/dnsd/dns-client.ts";
import { axfr, until } from "./ask.ts";
import { type Panel, signInAt, startPanel } from "./panel.ts";
import { type Stack, type Zone, addZone, startStack } from "./stack.ts";

const connections = 8;
const changesEach = 30;

let stack: Stack;
let panel: Panel;
let zones: Zone[];
let token: string;
const client = new DnsClient();
before(async () => {
  stack = await startStack();
  panel = await startPanel(stack);
  zones = [await addZone(stack.db, "one.test"), await addZone(stack.db, "two.test")];
  token = await signInAt(stack.db, zones);
});
after(async () => {
  client.close();
  await panel?.stop();
  await stack?.stop();
});

interface Replied {
  readonly record: number | undefined;
  readonly job: number | null;
  readonly applied: string | null;
}

async function call(zone: Zone, path: string, form: Record<string, string> = {}): Promise<Replied> {
  const reply = await fetch(`${panel.url}/service/${zone.holdingId}/dns${path}`, {
    method: "POST",
    headers: {
      cookie: `session=${token}`,
      "x-requested-with": "XMLHttpRequest",
      prefer: "respond-async",
    },
    body: new URLSearchParams(form),
  });
  const text = await reply.text();
  assert.equal(reply.status, 200, text);
  const { data, system }: { data: { dns?: { id: number } }; system: { job: number | null } } =
    JSON.parse(text);
  return { record: data.dns?.id, job: system.job, applied: reply.headers.get("preference-applied") };
}

/** Makes records, saves every second and deletes every third; returns the addresses that must be left, by name. */
async function change(connection: number, jobs: Set<number>): Promise<Map<string, string>> {
  const left = new Map<string, string>();
  const zone = zones[connection % zones.length]!;
  const note = ({ job, applied }: Replied) => {
    assert.ok(job, "a change names its job");
    assert.equal(applied, "respond-async");
    jobs.add(job);
  };
  for (let n = 0; n < changesEach; n++) {
    const label = `c${connection}n${n}`;
    const made = await call(zone, "/create/", { type: "A", zona: label, value: "10.0.0.1" });
    note(made);
    left.set(`${label}.${zone.name}`, "10.0.0.1");
    if (n % 2 === 0) {
      note(await call(zone, `/${made.record}/save/`, { value: `10.0.1.${n}` }));
      left.set(`${label}.${zone.name}`, `10.0.1.${n}`);
    }
    if (n % 3 === 0) {
      note(await call(zone, `/${made.record}/delete/`));
      left.delete(`${label}.${zone.name}`);
    }
  }
  return left;
}

const serialOf = async ({ id }: Zone): Promise<number> => {
  const { rows } = await stack.db.query<{ serial: number }>(
    "select serial from atrio.dns_zone where id = $1",
    [id],
  );
  return rows[0]!.serial;
};
const journalSize = async ({ holdingId }: Zone): Promise<number> => {
  const { rows } = await stack.db.query<{ entries: number }>(
    "select count(*)::int as entries from atrio.journal where holding_id = $1 and area = 'dns'",
    [holdingId],
  );
  return rows[0]!.entries;
};
const states = async (): Promise<string> => {
  const { rows } = await stack.db.query<{ state: string }>(
    "select distinct state from atrio.job order by state",
  );
  return rows.map(({ state }) => state).join();
};

/** What the server itself says of each of the names. */
async function shownBy(port: number, names: readonly string[]): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  for (const name of names) {
    const reply = await client.ask({ host: "127.0.0.1", port }, "A", name, 2_000);
    assert.ok(reply, `${name} was answered`);
    for (const answer of reply.answers) if (answer.type === "A") shown.set(name, answer.data);
  }
  return shown;
}

/** The addresses below the apex in a transfer. */
async function transferred(port: number, zone: Zone): Promise<Map<string, string>> {
  const records = (await axfr(port, zone.name)).map((line) => line.split(/\s+/));
  return new Map(
    records.flatMap(([name = "", , , type, data = ""]) =>
      type === "A" && name !== `${zone.name}.` ? [[name.slice(0, -1), data] as const] : [],
    ),
  );
}

const sorted = (records: ReadonlyMap<string, string>) =>
  [...records].toSorted(([a], [b]) => (a < b ? -1 : 1));

test("after a burst both name servers show what the database holds, and no job is left, though the worker was killed", async () => {
  const were = await Promise.all(zones.map(serialOf));
  const entries = await Promise.all(zones.map(journalSize));
  const jobs = new Set<number>();
  const burst = Promise.all(Array.from({ length: connections }, (_, n) => change(n, jobs)));
  await until(states, (found) => found.includes("running") || found.includes("done"), 20_000);
  await panel.worker.end("SIGKILL");
  await sleep(500);
  panel.worker.start();
  const expected = new Map((await burst).flatMap((left) => left.entries().toArray()));

  await until(states, (found) => found === "done", 60_000);
  // from here on nothing is waited for: "done" says that it can be seen
  const names = Array.from({ length: connections }, (_, connection) =>
    Array.from(
      { length: changesEach },
      (_n, n) => `c${connection}n${n}.${zones[connection % zones.length]!.name}`,
    ),
  ).flat();
  for (const port of [stack.ns1, stack.ns2])
    assert.deepEqual(sorted(await shownBy(port, names)), sorted(expected));
  const { rows } = await stack.db.query<{ name: string; value: string }>(
    "select name, value from atrio.dns_record where type = 'A' and name like 'c%'",
  );
  assert.deepEqual(sorted(new Map(rows.map(({ name, value }) => [name, value]))), sorted(expected));
  for (const [at, zone] of zones.entries()) {
    const ours = [...expected].filter(([name]) => name.endsWith(`.${zone.name}`));
    assert.deepEqual(sorted(await transferred(stack.ns1, zone)), sorted(new Map(ours)));
    const changes = (await journalSize(zone)) - entries[at]!;
    assert.equal(changes, (connections / zones.length) * (changesEach + changesEach / 2 + changesEach / 3));
    assert.ok((await serialOf(zone)) >= were[at]! + changes, "each change has a serial of its own");
  }
  assert.ok(jobs.size < 100, `${jobs.size} jobs prove ${connections * changesEach * 1.8} changes`);
});
