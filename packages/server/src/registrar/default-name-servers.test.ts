/** Domains that follow the installation's name servers, and could not when those changed. */
import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
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
import { RegistryError } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";

const two = ["ns1.example.net", "ns2.example.net"];
const three = [...two, "ns3.example.net"];
const own = { mode: "own", nameservers: ["ns1.other.example", "ns2.other.example"] } as const;

let panel: TestApp;
let registrar: TestRegistrar;
/** What the registry does before it sets name servers. */
let onSet: (names: readonly string[]) => Promise<void>;
before(async () => {
  panel = await makeApp();
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      setNameservers: async (ref, names, hosts) => {
        await onSet(names);
        return local.setNameservers(ref, names, hosts);
      },
    })),
  );
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});
beforeEach(() => {
  onSet = () => Promise.resolve();
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(panel.db);
const install = (names: readonly string[]) =>
  run(sql`
    with gone as (delete from atrio.name_server where name <> all (${[...names]}::text[]))
    insert into atrio.name_server (position, name, address, port)
      select n, name, '127.0.0.1', 53 from unnest(${[...names]}::text[]) with ordinality h (name, n)
      on conflict (position) do nothing`);
const shown = async (id: number) => (await readMirror(panel.db, id))?.nameservers ?? assert.fail();
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await isSo()); await sleep(20))
    if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
}
const refusals = (id: number) =>
  panel.db
    .selectFrom("atrio.registry_order")
    .select("id")
    .where("holding_id", "=", id)
    .where("kind", "=", "nameservers")
    .where("state", "=", "refused")
    .execute();

let names = 0;
async function followTwo(): Promise<{ id: number; reference: string }> {
  await install(two);
  const domain = await panel.addDomain(`f${++names}.test`);
  assert.deepEqual(await shown(domain.id), { mode: "default", names: two });
  return domain;
}

it("one that is blocked follows as soon as it is not", async () => {
  const { id } = await followTwo();
  await carryOut(panel, { holdingId: id, kind: "block", wanted: { on: true } });
  await install(three);
  await untilSettled(panel.db, id);
  assert.deepEqual(await shown(id), { mode: "default", names: two });
  await carryOut(panel, { holdingId: id, kind: "block", wanted: { on: false } });
  await untilSettled(panel.db, id);
  assert.deepEqual(await shown(id), { mode: "default", names: three });
});

it("one that its registry had closed follows once that tells that it is open", async () => {
  const { id, reference } = await followTwo();
  const close = (statuses: string) =>
    run(sql`
      with changed as (update registry.domain set statuses = ${statuses}::text[] where name = ${reference})
      insert into registry.message (domain) values (${reference})`);
  await close("{serverUpdateProhibited}");
  await until(async () => (await readMirror(panel.db, id))?.closedByRegistry === true);
  await install(three);
  await untilSettled(panel.db, id);
  await close("{}");
  await until(async () => (await shown(id)).names.length === 3);
});

it("one whose user had asked for others follows when those are refused", async () => {
  const { id } = await followTwo();
  onSet = async (asked) => {
    if (!asked.includes("ns1.other.example")) return;
    await install(three);
    throw new RegistryError("policy", "not these");
  };
  const { state } = await carryOut(panel, { holdingId: id, kind: "nameservers", wanted: own });
  assert.equal(state, "refused");
  await untilSettled(panel.db, id);
  assert.deepEqual(await shown(id), { mode: "default", names: three });
});

it("one that has others by its user's choice keeps them", async () => {
  const { id } = await followTwo();
  await carryOut(panel, { holdingId: id, kind: "nameservers", wanted: own });
  onSet = () => Promise.reject(new RegistryError("policy", "not these"));
  const again = { ...own, nameservers: two };
  await carryOut(panel, { holdingId: id, kind: "nameservers", wanted: again });
  await untilSettled(panel.db, id);
  assert.deepEqual(await shown(id), { mode: "own", names: own.nameservers });
});

it("one that was refused is asked for again once a day, not again and again", async () => {
  const { id, reference } = await followTwo();
  onSet = () => Promise.reject(new RegistryError("policy", "not today"));
  await install(three);
  await untilSettled(panel.db, id);
  const look = async () => {
    await run(sql`insert into registry.message (domain) values (${reference})`);
    await until(
      async () => (await panel.db.selectFrom("registry.message").select("id").execute()).length === 0,
    );
    await untilSettled(panel.db, id);
  };
  await look();
  assert.equal((await refusals(id)).length, 1);
  await run(sql`
    update atrio.registry_order set ended_at = now() - interval '1 day' where holding_id = ${id} and state = 'refused'`);
  onSet = () => Promise.resolve();
  await look();
  assert.deepEqual(await shown(id), { mode: "default", names: three });
});

it("nothing is asked for while there is one that shows what it should", async () => {
  const { id } = await followTwo();
  const [order = 0] = await place(panel, { holdingId: id, kind: "block", wanted: { on: true } });
  await untilSettled(panel.db, id);
  assert.equal((await orderRow(panel, order)).state, "done");
  await carryOut(panel, { holdingId: id, kind: "block", wanted: { on: false } });
  const rows = panel.db.selectFrom("atrio.registry_order").select("kind").where("holding_id", "=", id);
  assert.ok(!(await rows.execute()).some(({ kind }) => kind === "nameservers"));
});
