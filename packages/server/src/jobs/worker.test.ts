import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, beforeEach, test, type TestContext } from "node:test";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { pino } from "pino";
import { startTestCluster, type TestCluster } from "../../test/database.ts";
import { closedPort, soa, startNameServer } from "../../test/fake-name-server.ts";
import { eventually } from "../../test/eventually.ts";
import { never, tasksNever } from "../../test/job-tasks.ts";
import { inChange } from "../db/change.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import { superuser } from "../db/postgres.ts";
import type { DB } from "../db/schema.gen.ts";
import { sweep } from "./housekeeping.ts";
import { JobFailure, JobRefused, type JobRun, type JobTask } from "./job.ts";
import { enqueue, type JobRequest } from "./queue.ts";
import { recoverJobs } from "./recover.ts";
import { runJob } from "./run-job.ts";
import { work } from "./worker.ts";

let cluster: TestCluster;
let database: string;
const pools: Pool[] = [];
let api: Kysely<DB>;
let worker: Kysely<DB>;
let owner: Kysely<DB>;
let holdingId: number;

const open = (role: string) => {
  const pool = openPool(cluster.url(role, database), { max: 10 });
  pools.push(pool);
  return openDatabase(pool);
};

before(async () => {
  cluster = await startTestCluster();
  database = await cluster.createDatabase();
  api = open("atrio_api");
  worker = open("atrio_worker");
  owner = open("atrio");
  const holding = {
    reference: "jobs.test",
    service_kind: "hosting",
    service_expires_at: new Date("2099-01-01"),
  };
  ({ id: holdingId } = await owner
    .insertInto("atrio.holding")
    .values(holding)
    .returning("id")
    .executeTakeFirstOrThrow());
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await cluster.stop();
});
beforeEach(async () => {
  await sql`delete from atrio.job`.execute(owner);
  await sql`delete from graphile_worker._private_jobs`.execute(owner);
  // no pause before the first try, and little between tries
  await sql`update atrio.job_kind set delay = '0', max_attempts = 2`.execute(owner);
});

const actor = { source: "system", userId: null, username: null, ip: null, requestId: null } as const;
const ask = (request: Partial<JobRequest> = {}) =>
  inChange(api, actor, async (change) => {
    change.unchanged();
    return enqueue(change, { kind: "dns.proof", holdingId, subjectId: 1, ...request });
  });
const jobOf = (id: number) =>
  owner.selectFrom("atrio.job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const deliveries = async () => {
  const { rows } = await sql<{ key: string; payload: unknown; attempts: number }>`
    select key, payload, attempts from graphile_worker.jobs j join graphile_worker._private_jobs p using (id, key, attempts)
    order by id`.execute(owner);
  return rows;
};
const deliver = (id: number, task: JobTask, lastAttempt = false) =>
  runJob(
    worker,
    { ...tasksNever, "dns.proof": task },
    { kind: "dns.proof", payload: { job: id }, lastAttempt, signal: AbortSignal.timeout(5_000) },
  );

test("a change asks by kind and ids; the delivery holds the id alone", async () => {
  const id = await ask({ subjectId: 42 });
  assert.deepEqual(await deliveries(), [{ key: `job:${id}`, payload: { job: id }, attempts: 0 }]);
  const { kind, state, subject_id, holding_id } = await jobOf(id);
  assert.deepEqual([kind, state, subject_id, holding_id], ["dns.proof", "queued", 42, holdingId]);
});

test("what is rolled back was never asked for", async () => {
  await assert.rejects(
    inChange(api, actor, async (change) => {
      await enqueue(change, { kind: "dns.proof", holdingId, subjectId: 1 });
      throw new Error("no");
    }),
  );
  assert.deepEqual(await deliveries(), []);
});

test("the api can ask, and end its own proof, and nothing else", async () => {
  const id = await ask();
  for (const statement of [
    sql`select atrio.enqueue('shell.run', ${holdingId}, null, 1)`,
    sql`insert into atrio.job (kind, holding_id, subject_id) values ('dns.proof', ${holdingId}, 1)`,
    sql`update atrio.job set state = 'done'`,
    sql`select * from graphile_worker.jobs`,
    sql`select graphile_worker.add_job('dns.proof', '{}')`,
  ])
    await assert.rejects(statement.execute(api), /no such kind|permission denied/);
  await sql`select atrio.proof_seen(${id})`.execute(api);
  assert.equal((await jobOf(id)).state, "done");
  assert.deepEqual(await deliveries(), []);
});

test("a proof that the worker has taken is the worker's to end", async () => {
  const id = await ask();
  await deliver(id, async () => {
    await sql`select atrio.proof_seen(${id})`.execute(api);
    assert.equal((await jobOf(id)).state, "running");
  });
  assert.equal((await jobOf(id)).state, "done");
});

test("a burst with one key is one job, until it begins", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => ask({ key: "reload" })));
  assert.equal(new Set(ids).size, 1);
  assert.equal((await deliveries()).length, 1);
  await deliver(ids[0]!, async () => assert.notEqual(await ask({ key: "reload" }), ids[0]));
});

test("done, progress, failure: the row tells", async () => {
  const done = await ask();
  await deliver(done, async ({ progress, subjectId, holdingId: holding }) => {
    assert.deepEqual([subjectId, holding], [1, holdingId]);
    await progress(40);
    const { state, progress: percent } = await jobOf(done);
    assert.deepEqual([state, percent], ["running", 40]);
  });
  const row = await jobOf(done);
  assert.deepEqual([row.state, row.progress, row.error], ["done", 100, null]);
  assert.ok(row.ended_at);

  const told = { key: "dns.proof_failed", values: { servers: "ns2", count: 1 } } as const;
  for (const [thrown, error] of [
    [new JobFailure(told), told],
    [new Error("a cause"), "job.failed"],
  ] as const) {
    const id = await ask();
    const fail = () => Promise.reject(thrown);
    await assert.rejects(deliver(id, fail));
    assert.equal((await jobOf(id)).state, "running", "it will be tried again");
    await assert.rejects(deliver(id, fail, true));
    const failed = await jobOf(id);
    assert.deepEqual([failed.state, failed.error], ["failed", error]);
  }
  const refused = await ask();
  await deliver(refused, () => Promise.reject(new JobRefused("web.folder_refused")));
  assert.equal((await jobOf(refused)).state, "failed", "without another try");
});

test("a delivery is not believed: unknown, ended and mismatched jobs do nothing", async () => {
  await deliver(999_999, never);
  const id = await ask();
  await deliver(id, async () => {});
  await deliver(id, never);
  for (const payload of [{}, { job: "1" }, { job: 1, command: "rm" }, null, []]) {
    const delivery = { kind: "dns.proof", payload, lastAttempt: false, signal: AbortSignal.abort() };
    await assert.rejects(runJob(worker, tasksNever, delivery));
  }
  const other = {
    kind: "other",
    payload: { job: await ask() },
    lastAttempt: false,
    signal: AbortSignal.abort(),
  };
  await assert.rejects(runJob(worker, tasksNever, other), /delivered as other/);
});

/** As a worker that was killed leaves it: taken, and in its nth try. */
const takeAs = (workerId: string, attempts: number) =>
  sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${workerId}, attempts = ${attempts}`.execute(
    owner,
  );

test("what a killed worker held is delivered again, its last try too", async () => {
  for (const attempts of [1, 2]) {
    const id = await ask();
    await takeAs("dead", attempts);
    await sql`update atrio.job set state = 'running' where id = ${id}`.execute(owner);
    await recoverJobs(worker);
    const { rows } = await sql<{ is_available: boolean }>`
      select is_available from graphile_worker._private_jobs where key = ${`job:${id}`}`.execute(owner);
    assert.deepEqual(rows, [{ is_available: true }]);
    await deliver(id, async () => {});
    await sql`delete from graphile_worker._private_jobs`.execute(owner);
  }
});

test("a job that kills its worker every time ends, and so does one whose delivery is lost", async () => {
  const deadly = await ask();
  await takeAs("dead", 30);
  await recoverJobs(worker);
  assert.equal((await jobOf(deadly)).state, "failed");
  const lost = await ask();
  await sql`delete from graphile_worker._private_jobs`.execute(owner);
  await recoverJobs(worker);
  assert.equal((await jobOf(lost)).state, "failed");
});

test("housekeeping takes what has run out and leaves the rest", async () => {
  const { rows: users } = await sql<{ id: number }>`
    insert into atrio.panel_user (holding_id, username, password_hash) values (${holdingId}, 'ana', 'x') returning id`.execute(
    owner,
  );
  const user = users[0]!.id;
  await sql`
    insert into atrio.domain (holding_id, name, tld, backend, status, expires_at)
      values (${holdingId}, 'kept.test', 'test', 'local', 'active', now())`.execute(owner);
  await sql`update atrio.holding set has_mail = true where id = ${holdingId}`.execute(owner);
  await sql`
    insert into atrio.mailbox (holding_id, local_part, password_hash)
      values (${holdingId}, 'ana', '{ARGON2ID}$argon2id$')`.execute(owner);
  const { rows: sessions } = await sql<{ id: number }>`
    insert into atrio.session (token_hash, user_id, ip, expires_at)
      values (${Buffer.alloc(32, 3)}, ${user}, '::1', now() + interval '1 hour') returning id`.execute(owner);
  const session = sessions[0]!.id;
  for (const [age, kept] of [
    ["-1 second", false],
    ["1 hour", true],
  ] as const) {
    const hash = Buffer.alloc(32, kept ? 1 : 2);
    await sql`insert into atrio.session (token_hash, user_id, ip, expires_at) values (${hash}, ${user}, '::1', now() + ${age}::interval)`.execute(
      owner,
    );
    await sql`insert into atrio.webmail_login select ${hash}, holding_id, id, ${session}, 'x', now() + ${age}::interval from atrio.mailbox`.execute(
      owner,
    );
    await sql`insert into atrio.captcha_spent values (${hash}, now() + ${age}::interval)`.execute(owner);
    await sql`insert into atrio.attempt values ('x', now() - interval '1 day' + ${age}::interval)`.execute(
      owner,
    );
    await sql`insert into atrio.known_device values (${hash}, ${user}, now() - interval '1 year' + ${age}::interval)`.execute(
      owner,
    );
    await sql`insert into atrio.idempotency (user_id, key, request_hash, reply, created_at) values (${user}, ${age}, ${hash}, '{}', now() - interval '24 hours' + ${age}::interval)`.execute(
      owner,
    );
    await sql`insert into atrio.registry_order (holding_id, kind, act, source, state, ended_at) values (${holdingId}, 'refresh', 'x', 'system', 'done', now() - interval '30 days' + ${age}::interval)`.execute(
      owner,
    );
    await sql`insert into atrio.mail_sending values (${holdingId}, now() - interval '1 day' + ${age}::interval, 1)`.execute(
      owner,
    );
    await sql`insert into atrio.job (kind, holding_id, subject_id, state, ended_at) values ('dns.proof', ${holdingId}, 1, 'done', now() - interval '30 days' + ${age}::interval)`.execute(
      owner,
    );
  }
  const one = {
    sessions: 1,
    webmailTokens: 1,
    attempts: 1,
    captchaAnswers: 1,
    firstReplies: 1,
    knownDevices: 1,
    endedOrders: 1,
    endedJobs: 1,
  };
  assert.deepEqual(await sweep(worker), one);
  assert.deepEqual(await sweep(worker), {});
  assert.deepEqual(await sweep(worker, true), { hoursOfSending: 1 });
  assert.deepEqual(await sweep(worker, true), {});
});

/** The worker process, with its log lines. */
function startWorker(t: TestContext) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "../worker.ts")], {
    env: { DATABASE_URL: cluster.url("atrio_worker", database) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  let log = "";
  child.stdout!.on("data", (chunk) => (log += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, ended, working: () => eventually("working", async () => log.includes('"working"')) };
}

/** A zone on one name server, and a journal entry without records: the serial says it all. */
async function changeZone(port: number): Promise<number> {
  await sql`delete from atrio.dns_zone`.execute(owner);
  await sql`delete from atrio.name_server`.execute(owner);
  await sql`insert into atrio.name_server values (1, 'ns1.test', '127.0.0.1', ${port})`.execute(owner);
  await sql`select atrio.dns_zone_create(${holdingId})`.execute(owner);
  const { rows } = await sql<{ id: number }>`
    insert into atrio.journal (source, holding_id, area, act, before, after)
    values ('system', ${holdingId}, 'dns', 'dnsRestore', '[]', '[]') returning id`.execute(owner);
  return rows[0]!.id;
}

test("the process proves a zone, and one that is killed in between is followed by the next", async (t) => {
  let serial = 1;
  let held = true;
  const server = await startNameServer(() => (held ? null : { answers: [soa("jobs.test", serial)] }));
  t.after(() => server.close());
  const subjectId = await changeZone(server.port);
  const id = await ask({ subjectId });
  const first = startWorker(t);
  await eventually("running", async () => (await jobOf(id)).state === "running");
  first.child.kill("SIGKILL");
  await first.ended;
  assert.equal((await jobOf(id)).state, "running");

  held = false;
  serial = 2_500_000_000;
  const second = startWorker(t);
  await eventually("done", async () => (await jobOf(id)).state === "done");
  second.child.kill("SIGTERM");
  assert.equal(await second.ended, 0);
});

test("a server that never shows the zone is named when the tries are over", async (t) => {
  const id = await ask({ subjectId: await changeZone(await closedPort()) });
  const { child, ended } = startWorker(t);
  await eventually("failed", async () => (await jobOf(id)).state === "failed");
  assert.deepEqual((await jobOf(id)).error, {
    key: "dns.proof_failed",
    values: { servers: "ns1.test", count: 1 },
  });
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

test("a job that has to wait is delivered again then, and has not failed", async (t) => {
  const states: string[] = [];
  const stop = new AbortController();
  const wait = async ({ id }: JobRun) => {
    states.push((await jobOf(id)).state);
    // more often than it may fail
    return states.length < 4 ? { again: new Date(Date.now() + 10) } : undefined;
  };
  const working = work({
    url: cluster.url("atrio_worker", database),
    tasks: { ...tasksNever, "dnssec.switch": wait },
    log: pino({ level: "silent" }),
    signal: stop.signal,
  });
  t.after(() => stop.abort());
  const id = await ask({ kind: "dnssec.switch", queue: "one" });
  await eventually("done", async () => (await jobOf(id)).state === "done", 20_000);
  assert.deepEqual(states, ["running", "running", "running", "running"]);
  stop.abort();
  await working;
  const { rows } = await sql`select from graphile_worker._private_jobs`.execute(owner);
  assert.equal(rows.length, 0);
});

test("a second worker waits for the first, and lost connections end nothing", async (t) => {
  let runs = 0;
  const stop = new AbortController();
  const url = cluster.url("atrio_worker", database);
  const tasks = { ...tasksNever, "dns.proof": async () => void (runs += 1) };
  const workers = [1, 2].map(() => work({ url, tasks, log: pino({ level: "silent" }), signal: stop.signal }));
  t.after(() => stop.abort());
  const first = await ask();
  await eventually("first", async () => (await jobOf(first)).state === "done");
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'atrio_worker'`.execute(
    open(superuser),
  );
  const second = await ask();
  await eventually("second", async () => (await jobOf(second)).state === "done");
  assert.equal(runs, 2);
  stop.abort();
  await Promise.all(workers);
});

test("the records of mail follow a change of the platform", async (t) => {
  await sql`update atrio.platform set mail_hosts = '{mx.atrio.test}'`.execute(owner);
  await changeZone(53);
  const stop = new AbortController();
  const url = cluster.url("atrio_worker", database);
  const working = work({ url, tasks: tasksNever, log: pino({ level: "silent" }), signal: stop.signal });
  t.after(() => stop.abort());
  await sql`update atrio.platform set spf = 'v=spf1 mx ~all'`.execute(owner);
  await eventually("followed", async () => {
    const { value } = await owner
      .selectFrom("atrio.dns_record")
      .select("value")
      .where("dynamic", "=", "spf")
      .executeTakeFirstOrThrow();
    return value === "v=spf1 mx ~all";
  });
  stop.abort();
  await working;
});
