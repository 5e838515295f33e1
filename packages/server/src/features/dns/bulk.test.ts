/** Changes that are answered at the commit, and the jobs that prove them. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
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
  zone = await dns.addZone(`bulk${++zones}.test`);
});

const async = { prefer: "respond-async" };
const create = (label: string, headers: Record<string, string> = async, by = zone.writer) =>
  by.call("dnsCreate", {
    params: { id: zone.id },
    input: { type: "A", zona: label, value: "192.0.2.1" },
    headers,
  });
const jobOf = (id: number) =>
  dns.panel.db.selectFrom("atrio.job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** The last try of the job, as the worker makes it. */
async function prove(job: number) {
  const { cluster, database } = dns.panel;
  const pool = openPool(cluster.url("atrio_worker", database), { max: 2 });
  const tasks = { ...tasksNever, "dns.proof": proveChange };
  const delivery = { kind: "dns.proof", payload: { job }, lastAttempt: true };
  await runJob(openDatabase(pool), tasks, { ...delivery, signal: AbortSignal.timeout(5_000) }).catch(
    () => {},
  );
  await pool.end();
  return jobOf(job);
}

test("the reply comes while a name server is silent, with the job of the proof", async () => {
  dns.silence(true);
  const since = performance.now();
  const reply = await create("x", { ...async, "idempotency-key": "once" });
  assert.ok(performance.now() - since < 1_400, "it did not wait for the name servers");
  dns.silence(false);
  assert.equal(reply.status, 200, reply.body);
  assert.equal(reply.data.dns.reference, `x.${zone.name}`);
  assert.equal((await jobOf(reply.system.job!)).state, "queued");
  const again = await create("x", { ...async, "idempotency-key": "once" });
  assert.equal(again.body, reply.body);
  assert.equal((await prove(reply.system.job!)).state, "done");
});

test("a burst in a zone is one job, which proves all of it", async () => {
  const replies = await Promise.all(["a", "b", "c"].map((label) => create(label)));
  const jobs = new Set(replies.map(({ system }) => system.job));
  assert.equal(jobs.size, 1);
  const [job] = jobs;
  dns.hide(`c.${zone.name}`);
  const { state, error } = await prove(job!);
  assert.equal(state, "failed", "the last of them is hidden, however new the serial");
  assert.deepEqual(error, { key: "dns.proof_failed", values: { servers: "ns2.atrio.test", count: 1 } });
  const later = await create("d");
  assert.notEqual(later.system.job, job, "a job that has begun takes no more");
});

test("each user follows a job of their own", async () => {
  const other = await dns.panel.asUser({ [zone.id]: { service_dnszone: "write" } });
  const [mine, theirs] = [await create("a"), await create("b", async, other)];
  assert.notEqual(mine.system.job, theirs.system.job);
  assert.equal((await jobOf(theirs.system.job!)).user_id, other.id);
});

test("a change that was seen live does not end the job of others", async () => {
  const first = await create("a");
  const seen = await create("b", {});
  assert.equal(seen.system.job, null, "live on both");
  assert.equal((await jobOf(first.system.job!)).state, "queued");
  dns.hide(`a.${zone.name}`);
  assert.equal((await prove(first.system.job!)).state, "failed");
});

test("a job can't begin before a change that has joined it is committed", async () => {
  const { system } = await create("a");
  const joined = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const other = dns.panel.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      select atrio.enqueue('dns.proof', ${zone.id}, ${zone.writer.id}, 1, null, ${`zone:${zone.id}:${zone.writer.id}`}) as id
    `.execute(transaction);
    assert.equal(rows[0]!.id, system.job);
    joined.resolve();
    await commit.promise;
  });
  await joined.promise;
  let ended = false;
  const proof = prove(system.job!).then((row) => ((ended = true), row));
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(ended, false);
  commit.resolve();
  await other;
  assert.equal((await proof).state, "done");
});

test("proofs of many zones take two of the worker's turns at most", async () => {
  for (let n = 0; n < 5; n++) {
    zone = await dns.addZone(`queue${++zones}.test`);
    await create("a");
  }
  const { rows } = await sql<{ queues: number }>`
    select count(distinct queue_name)::int as queues from graphile_worker.jobs
     where task_identifier = 'dns.proof'`.execute(dns.panel.db);
  assert.equal(rows[0]!.queues, 2);
  const { rows: none } = await sql`
    select from graphile_worker.jobs where task_identifier = 'dns.proof' and queue_name is null`.execute(
    dns.panel.db,
  );
  assert.equal(none.length, 0);
});
