import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { dnsCalls, FormOf } from "@atrio/contract";
import { sql } from "kysely";
import { type DnsPanel, type TestZone, makeDnsPanel } from "../../../test/dns.ts";
import { tasksNever } from "../../../test/job-tasks.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { runJob } from "../../jobs/run-job.ts";
import { proveChange } from "./proof-job.ts";

let dns: DnsPanel;
let zone: TestZone;
let zones = 0;
before(async () => {
  dns = await makeDnsPanel();
});
after(() => dns.stop());
beforeEach(async () => {
  dns.hide(null);
  zone = await dns.addZone(`zone${++zones}.test`);
});

const create = async (input: FormOf<typeof dnsCalls.dnsCreate>) => {
  const { status, data, system } = await zone.writer.call("dnsCreate", { params: { id: zone.id }, input });
  assert.equal(status, 200, JSON.stringify(system));
  return { id: data.dns.id, undo: data.undo!, job: system.job };
};
/** A record that the second name server does not show, with its new serial. */
const createHidden = async () => {
  dns.hide(`x.${zone.name}`);
  const { job, ...created } = await create({ type: "A", zona: "x", value: "192.0.2.1" });
  assert.ok(job, "the reply saw that it is missing");
  return { ...created, job };
};

/** One try as the worker makes it; returns what the job's user sees then. */
async function attempt(job: number, lastAttempt = true) {
  const { cluster, database, db } = dns.panel;
  const pool = openPool(cluster.url("atrio_worker", database), { max: 2 });
  const delivery = {
    kind: "dns.proof",
    payload: { job },
    lastAttempt,
    signal: AbortSignal.timeout(5_000),
  };
  const tasks = { ...tasksNever, "dns.proof": proveChange };
  await runJob(openDatabase(pool), tasks, delivery).catch(() => {});
  await pool.end();
  const { state, progress, error } = await db
    .selectFrom("atrio.job")
    .select(["state", "progress", "error"])
    .where("id", "=", job)
    .executeTakeFirstOrThrow();
  return { state, progress, error };
}
const done = { state: "done", progress: 100, error: null };
const failed = (progress: number, servers: string, count: number) => ({
  state: "failed",
  progress,
  error: { key: "dns.proof_failed", values: { servers, count } },
});

test("a name that a server hides is never live there, however new its serial", async () => {
  const { job } = await createHidden();
  assert.equal((await attempt(job, false)).state, "running", "it is tried again");
  assert.deepEqual(await attempt(job), failed(50, "ns2.atrio.test", 1));
});

test("a record that comes late is live", async () => {
  const { job } = await createHidden();
  await attempt(job, false);
  dns.hide(null);
  assert.deepEqual(await attempt(job), done);
});

test("of a record that was saved since, what it is now must be seen", async () => {
  const first = await createHidden();
  assert.equal((await attempt(first.job, false)).state, "running");
  const params = { id: zone.id, zid: first.id };
  const saved = await zone.writer.call("dnsSave", { params, input: { value: "192.0.2.2", ttl: "600" } });
  assert.ok(saved.system.job);
  assert.deepEqual(await attempt(first.job), failed(50, "ns2.atrio.test", 1));
  dns.hide(null);
  assert.deepEqual(await attempt(saved.system.job), done);
});

test("of a record that was deleted since, nothing must be seen; of one that came back, all", async () => {
  const first = await createHidden();
  const deleted = await zone.writer.call("dnsDelete", { params: { id: zone.id, zid: first.id } });
  assert.equal(deleted.system.job, null, "seen at once: the server never had it");
  assert.deepEqual(await attempt(first.job), done);

  const second = await createHidden();
  await zone.writer.call("dnsDelete", { params: { id: zone.id, zid: second.id } });
  await create({ type: "A", zona: "x", value: "192.0.2.1" });
  assert.deepEqual(await attempt(second.job, false), { state: "running", progress: 50, error: null });
});

test("an ANAME is live by the addresses that were found behind it", async () => {
  const { id, job } = await create({ type: "ANAME", zona: "alias", value: "nowhere.example.com" });
  assert.ok(job);
  assert.equal((await attempt(job, false)).state, "running");
  const later = await create({ type: "ANAME", zona: "alias2", value: "nowhere.example.com" });
  assert.deepEqual(await attempt(later.job!), failed(0, "ns1.atrio.test, ns2.atrio.test", 2));
  await sql`insert into atrio.dns_aname values (${id}, 'nowhere.example.com', now())`.execute(dns.panel.db);
  await sql`insert into atrio.dns_aname_address values (${id}, '192.0.2.77')`.execute(dns.panel.db);
  assert.deepEqual(await attempt(job), done);
});

test("an ANAME whose target has no address costs no job: the reply says why nothing answers", async () => {
  const value = "nothing.example.com";
  const { id } = await create({ type: "ANAME", zona: "alias", value });
  await sql`insert into atrio.dns_aname values (${id}, ${value}, now())`.execute(dns.panel.db);
  const saved = { params: { id: zone.id, zid: id }, input: { value, ttl: "600" } };
  const { system } = await zone.writer.call("dnsSave", saved);
  assert.equal(system.job, null);
  assert.match(system.info.join(), /^Guardado\. «nothing\.example\.com» no tiene ninguna dirección/);
});

test("addresses that an ANAME took over cannot be seen to leave", async () => {
  const address = "192.0.2.77";
  const first = await create({ type: "A", zona: "x", value: address });
  dns.hide(`x.${zone.name}`);
  const { system } = await zone.writer.call("dnsDelete", { params: { id: zone.id, zid: first.id } });
  assert.equal(system.job, null);
  dns.hide(null);
  const { job } = await create({ type: "ANAME", zona: "x", value: "target.example.com" });
  const { rows } = await sql<{ id: number }>`
    insert into atrio.journal (source, holding_id, area, act, before, after)
    select 'system', holding_id, 'dns', 'dnsDelete', before, after from atrio.journal
     where holding_id = ${zone.id} and act = 'dnsDelete' returning id`.execute(dns.panel.db);
  await sql`update atrio.job set subject_id = ${rows[0]!.id} where id = ${job}`.execute(dns.panel.db);
  assert.deepEqual(await attempt(job!), done);
});
