/** Several registries, of which one is away, and orders that wait for another try. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp, untilSettled } from "../../test/helpers/app.ts";
import {
  carryOut,
  orderRow,
  overriding,
  place,
  startRegistrar,
  type TestRegistrar,
} from "../../test/registrar.ts";
import { inChange } from "../db/change.ts";
import { registerAgain } from "../features/holding/register.ts";
import { type RegistryBackend, RegistryError } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";

const operator = { source: "command", userId: null, username: "op", ip: null, requestId: null } as const;

let panel: TestApp;
let registrar: TestRegistrar;
before(async () => {
  panel = await makeApp();
});
afterEach(() => registrar.stop());
after(() => panel.stop());

let names = 0;
const addDomain = () => panel.addDomain(`r${++names}.test`);
const mirror = async (id: number) => (await readMirror(panel.db, id)) ?? assert.fail();
const away = () => new RegistryError("temporary", "main.unavailable");
const withSecond = (over: Parameters<typeof overriding>[0]) => {
  registrar = startRegistrar(panel, (local) => [
    local,
    overriding((other) => ({ id: "second", poll: undefined, ...over(other) }))(local),
  ]);
};
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await isSo()); await sleep(20))
    if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
}
const privately = (holdingId: number) => ({ holdingId, kind: "privacy", wanted: { on: true } }) as const;

describe("two registries", () => {
  it("of which one is away: the other registers and changes domains", async () => {
    withSecond(() => ({ tlds: () => Promise.reject(away()), info: () => Promise.reject(away()) }));
    const { id } = await addDomain();
    assert.equal((await mirror(id)).status, "inactive");
    assert.equal((await carryOut(panel, privately(id))).state, "done");
    assert.match(registrar.lines.join("\n"), /top-level domains wait.*second/);
  });

  it("of which one never answers: the other registers domains, and its mirrors follow", async () => {
    withSecond(() => ({ tlds: () => new Promise(() => {}) }));
    const { id, reference } = await addDomain();
    await sql`update registry.domain set statuses = '{serverHold}' where name = ${reference}`.execute(
      panel.db,
    );
    await sql`insert into registry.message (domain) values (${reference})`.execute(panel.db);
    await until(async () => (await mirror(id)).status === "hold");
  });

  it("that have one top-level domain keep each its own domains; the first registers new ones", async () => {
    const asked: string[] = [];
    const heard = (backend: string) => (name: string) => void asked.push(`${backend} ${name}`);
    const second = heard("second");
    withSecond((other: RegistryBackend) => ({
      setPrivacy: (ref, on) => {
        second(ref.name);
        return other.setPrivacy(ref, on);
      },
    }));
    const [first, moved] = [await addDomain(), await addDomain()];
    assert.equal((await mirror(first.id)).backend, "local");
    await panel.db
      .updateTable("atrio.domain")
      .set({ backend: "second" })
      .where("holding_id", "=", moved.id)
      .execute();
    for (const { id } of [first, moved]) assert.equal((await carryOut(panel, privately(id))).state, "done");
    assert.deepEqual(asked, [`second ${moved.reference}`]);
    const { rows } = await sql`
      select backend, position from atrio.registry_tld where tld = 'test' order by position`.execute(
      panel.db,
    );
    assert.deepEqual(rows, [
      { backend: "local", position: 1 },
      { backend: "second", position: 2 },
    ]);
  });

  it("of which one is taken away: nothing is offered for its domains any more", async () => {
    registrar = startRegistrar(panel);
    await until(async () => {
      const { rows } = await sql`select from atrio.registry_tld where backend = 'second'`.execute(panel.db);
      return rows.length === 0;
    });
  });
});

it("a registration that meets temporary trouble is tried again", async () => {
  let calls = 0;
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      create: (wanted) => (++calls === 1 ? Promise.reject(away()) : local.create(wanted)),
    })),
  );
  const { id } = await panel.addHolding("again.test");
  await sql`
    insert into atrio.domain (holding_id, name, tld, backend, status, expires_at)
      values (${id}, 'again.test', 'test', 'local', 'register-pending', now() + interval '1 year')`.execute(
    panel.db,
  );
  const wanted = { account: "operator", contacts: {} };
  const [order = 0] = await place(panel, { holdingId: id, kind: "create", wanted, source: "command" });
  await until(async () => (await orderRow(panel, order)).attempts === 1);
  await sql`update atrio.registry_order set next_attempt_at = now() where id = ${order}`.execute(panel.db);
  await sql`notify atrio_registry_order`.execute(panel.db);
  await untilSettled(panel.db, id);
  assert.deepEqual([calls, (await mirror(id)).status], [2, "inactive"]);
});

it("a registration that was refused is asked for again by the operator, and keeps the holding", async () => {
  let isRefused = true;
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      create: (wanted) =>
        isRefused ? Promise.reject(new RegistryError("policy", "not today")) : local.create(wanted),
    })),
  );
  const { id, reference } = await addDomain();
  const again = () => inChange(panel.db, operator, (change) => registerAgain(change, id, reference));
  assert.equal((await mirror(id)).status, "register-cancel");
  isRefused = false;
  assert.equal(await again(), true);
  await untilSettled(panel.db, id);
  assert.equal((await mirror(id)).status, "inactive");
  assert.equal(await again(), false);
});

it("what the panel itself tries again later holds up no customer's order, nor does what waits behind it", async () => {
  let isAway = true;
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      updateDnssec: (ref, delta) => (isAway ? Promise.reject(away()) : local.updateDnssec(ref, delta)),
    })),
  );
  const { id } = await addDomain();
  const wanted = { add: [], remove: [] };
  const [first = 0] = await place(panel, { holdingId: id, kind: "dnssec", wanted, source: "system" });
  await until(async () => (await orderRow(panel, first)).attempts === 1);
  const [command = 0] = await place(panel, {
    holdingId: id,
    kind: "transferLock",
    wanted: { on: true },
    source: "system",
  });
  const [customer = 0] = await place(panel, privately(id));
  await until(async () => (await orderRow(panel, customer)).state === "done");
  assert.deepEqual(
    [(await orderRow(panel, first)).state, (await orderRow(panel, command)).state],
    ["new", "new"],
  );
  isAway = false;
  await sql`update atrio.registry_order set next_attempt_at = now() where id = ${first}`.execute(panel.db);
  await sql`notify atrio_registry_order`.execute(panel.db);
  await untilSettled(panel.db, id);
});
