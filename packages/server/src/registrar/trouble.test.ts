/** Registries that are away or lose replies, processes that are killed, a database that hangs up. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { makeApp, type TestApp, untilSettled } from "../../test/helpers/app.ts";
import {
  carryOut,
  newJob,
  orderRow,
  place,
  startRegistrar,
  type TestRegistrar,
} from "../../test/registrar.ts";
import { superuser } from "../db/postgres.ts";
import { type Outcome, type RegistryBackend, RegistryError } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

let names = 0;
const newName = () => `t${++names}.test`;
const mirror = async (id: number) => (await readMirror(panel.db, id)) ?? assert.fail();
const entriesOf = async (id: number, act: string) =>
  (await panel.db.selectFrom("atrio.journal").select("act").where("holding_id", "=", id).execute()).filter(
    (entry) => entry.act === act,
  ).length;
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await isSo()); await sleep(10))
    if (Date.now() > deadline) assert.fail(`not in time: ${what}`);
}
const onAt = async (id: number) => (await mirror(id)).whoisPrivate;

const away = () => new RegistryError("temporary", "main.unavailable");

describe("a registry in trouble", () => {
  let registrar: TestRegistrar;
  /** What happens to the next writes of privacy, in place of the write or after it. */
  let troubles: RegistryError[] = [];
  let isDoneFirst = false;
  let writes = 0;

  const troubled = (local: RegistryBackend): RegistryBackend =>
    new Proxy(local, {
      get(target, member) {
        const method: unknown = Reflect.get(target, member);
        if (typeof method !== "function") return method;
        if (member !== "setPrivacy") return method.bind(target);
        return async (...args: Parameters<RegistryBackend["setPrivacy"]>): Promise<Outcome> => {
          writes += 1;
          const trouble = troubles.shift();
          if (!trouble || isDoneFirst) {
            const outcome = await target.setPrivacy(...args);
            if (!trouble) return outcome;
          }
          throw trouble;
        };
      },
    });

  before(() => {
    registrar = startRegistrar(panel, troubled);
  });
  beforeEach(() => {
    troubles = [];
    isDoneFirst = false;
    writes = 0;
  });
  after(() => registrar.stop());

  it("is not waited for by a customer: the order is refused, and nothing has changed", async () => {
    const { id } = await panel.addDomain(newName());
    troubles = [away()];
    const order = await carryOut(panel, { holdingId: id, kind: "privacy", wanted: { on: true } });
    assert.deepEqual(
      [order.state, order.refusal, writes],
      ["refused", { kind: "temporary", message: "main.unavailable", fields: [] }, 1],
    );
    assert.equal(await onAt(id), false);
  });

  it("is asked again, later and later, for the panel itself and for one of many", async () => {
    for (const source of ["system", "panel"] as const) {
      const { id } = await panel.addDomain(newName());
      troubles = [away(), away()];
      const jobId = await newJob(panel, id);
      const bulk = source === "panel";
      const wish = { holdingId: id, kind: "privacy", wanted: { on: true }, source, bulk, jobId } as const;
      const [order = 0] = await place(panel, wish);
      for (const [attempts, atLeast] of [
        [1, 4],
        [2, 9],
      ] as const) {
        await until("another try", async () => (await orderRow(panel, order)).attempts === attempts);
        const wait = (await orderRow(panel, order)).next_attempt_at.getTime() - Date.now();
        assert.ok(wait > atLeast * 1000 && wait < 2 * (atLeast + 1) * 1000, `${wait} ms`);
        await sql`update atrio.registry_order set next_attempt_at = now() where id = ${order}`.execute(
          panel.db,
        );
        await sql`notify atrio_registry_order`.execute(panel.db);
      }
      await untilSettled(panel.db, id);
      assert.deepEqual([(await orderRow(panel, order)).state, await onAt(id)], ["done", true]);
    }
  });

  it("that loses a reply is asked again: it is done once, and told once", async () => {
    const { id } = await panel.addDomain(newName());
    troubles = [new RegistryError("unknownOutcome", "the connection was lost")];
    isDoneFirst = true;
    const order = await carryOut(panel, { holdingId: id, kind: "privacy", wanted: { on: true } });
    assert.deepEqual([order.state, writes, await onAt(id)], ["done", 2, true]);
    assert.equal(await entriesOf(id, "test.privacy"), 1);
  });

  it("by a fault of ours is given up after some tries, and others are not kept waiting", async () => {
    const [broken, other] = [await panel.addDomain(newName()), await panel.addDomain(newName())];
    await sql`alter table atrio.domain add constraint fault check (not (whois_private and holding_id = ${sql.lit(broken.id)}))`.execute(
      panel.db,
    );
    const [order = 0] = await place(panel, { holdingId: broken.id, kind: "privacy", wanted: { on: true } });
    const second = await carryOut(panel, { holdingId: other.id, kind: "privacy", wanted: { on: true } });
    assert.equal(second.state, "done");
    await until("the end of the first", async () => {
      await sql`update atrio.registry_order set next_attempt_at = now() where id = ${order} and state = 'new'`.execute(
        panel.db,
      );
      await sql`notify atrio_registry_order`.execute(panel.db);
      return (await orderRow(panel, order)).state === "refused";
    });
    await sql`alter table atrio.domain drop constraint fault`.execute(panel.db);
  });

  it("or a database that hangs up again and again loses no order", async () => {
    const domains = await Promise.all(Array.from({ length: 12 }, () => panel.addDomain(newName())));
    const admin = new Client({ connectionString: panel.cluster.url(superuser, panel.database) });
    await admin.connect();
    await place(
      panel,
      ...domains.flatMap(({ id }) => [
        { holdingId: id, kind: "privacy" as const, wanted: { on: true } },
        { holdingId: id, kind: "transferLock" as const, wanted: { on: true } },
      ]),
    );
    for (let times = 0; times < 5; times++) {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'atrio_registrar'",
      );
      await sleep(50);
    }
    await admin.end();
    await Promise.all(domains.map(({ id }) => untilSettled(panel.db, id)));
    for (const { id } of domains) {
      const { whoisPrivate, transferLocked } = await mirror(id);
      assert.deepEqual([whoisPrivate, transferLocked], [true, true]);
      assert.deepEqual(
        [await entriesOf(id, "test.privacy"), await entriesOf(id, "test.transferLock")],
        [1, 1],
      );
    }
  });
});

const end = async (child: ChildProcess, signal: "SIGKILL" | "SIGTERM") => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
};

describe("a registrar that is killed", () => {
  let children: ChildProcess[] = [];

  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
      env: {
        DATABASE_URL: panel.cluster.url("atrio_registrar", panel.database),
        ATRIO_VAULT: join(panel.cluster.socketDirectory, "no-vault"),
      },
      stdio: "ignore",
    });
    children.push(child);
    return child;
  };
  afterEach(async () => {
    await Promise.all(children.map((child) => end(child, "SIGTERM")));
    children = [];
  });

  it("between the registry and the mirror leaves the order, which the next one ends", async () => {
    const first = start();
    const { id, reference } = await panel.addDomain(newName());
    const holder = new Client({ connectionString: panel.cluster.url(superuser, panel.database) });
    await holder.connect();
    // whoever writes the outcome waits here
    await holder.query("begin");
    await holder.query("select from atrio.domain where holding_id = $1 for no key update", [id]);
    const [order = 0] = await place(panel, {
      holdingId: id,
      kind: "privacy",
      wanted: { on: true },
      source: "command",
    });
    const atRegistry = async () => {
      const { rows } = await sql<{ on: boolean }>`
        select private as on from registry.domain where name = ${reference}`.execute(panel.db);
      return rows[0]?.on === true;
    };
    await until("the registry's yes", atRegistry);
    await end(first, "SIGKILL");
    await holder.query("rollback");
    await holder.end();
    assert.deepEqual([(await orderRow(panel, order)).state, await onAt(id)], ["new", false]);
    const second = start();
    await untilSettled(panel.db, id);
    assert.deepEqual([(await orderRow(panel, order)).state, await onAt(id)], ["done", true]);
    assert.equal(await entriesOf(id, "test.privacy"), 1);
    await end(second, "SIGTERM");
    assert.equal(second.exitCode, 0);
  });

  it("and two at once, carry each order out once", async () => {
    start();
    start();
    const domains = await Promise.all(Array.from({ length: 6 }, () => panel.addDomain(newName())));
    await place(
      panel,
      ...domains.map(({ id }) => ({ holdingId: id, kind: "privacy" as const, wanted: { on: true } })),
    );
    await Promise.all(domains.map(({ id }) => untilSettled(panel.db, id)));
    for (const { id } of domains) assert.equal(await entriesOf(id, "test.privacy"), 1);
  });

  it("ends at once when it is told to, also without a database", async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
      env: { DATABASE_URL: "postgresql://atrio_registrar@/none?host=/nowhere", ATRIO_VAULT: "/nowhere" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    await once(child.stdout, "data");
    const before = performance.now();
    await end(child, "SIGTERM");
    assert.equal(child.exitCode, 0);
    assert.ok(performance.now() - before < 5_000);
  });
});
