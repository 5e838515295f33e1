/** The switch beside orders that are open: its own of before, and those of a hand. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import {
  dsTtl,
  fromParent,
  goOn,
  id,
  jobNow,
  panel,
  refusal,
  registrar,
  run,
  state,
  storedKeys,
  switchOn,
  toggle,
  user,
  wait,
  work,
} from "../../../test/dnssec-switch.ts";
import { readSecDns } from "./switch-state.ts";

const dsAtParent = async (): Promise<number> => (await fromParent()).answers.length;
/** Several times, so that it would get on if it did not wait. */
async function runOften(): Promise<void> {
  for (let runs = 0; runs < 4; runs++) await run(await jobNow());
}
const openOrders = async (): Promise<string[]> =>
  (
    await panel.db
      .selectFrom("atrio.registry_order")
      .select("kind")
      .where("holding_id", "=", id)
      .where("state", "in", ["new", "pending"])
      .execute()
  ).map(({ kind }) => kind);
const placeOrder = (kind: string, wanted: object, source = "panel") =>
  panel.db
    .insertInto("atrio.registry_order")
    .values({ holding_id: id, kind, wanted: JSON.stringify(wanted), act: "x", source })
    .execute();
const elsewhere = { mode: "own", nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] };
const undo = (jid: number | null) => user.call("domainUndo", { params: { id, jid: jid ?? 0 } });
const lastEntry = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from atrio.journal where holding_id = ${id} and area = 'domain'`.execute(panel.db);
  return rows[0]!.id;
};
async function removeByHand(): Promise<number | null> {
  const { data } = await user.call("dnssecList", { params: { id } });
  const gone = await user.call("dnssecDelete", { params: { id, dnssecId: data.dnssec[0]!.id } });
  assert.equal(gone.status, 200, gone.body);
  return gone.data.undo;
}

/** Signed long enough: the DS is ordered next. */
async function signedLong(): Promise<void> {
  assert.equal((await toggle(true)).status, 200);
  await work();
  await wait();
}

describe("while an order is open, the switch", () => {
  it("turned off keeps the keys: the DS may still come", async () => {
    await signedLong();
    await registrar.stop();
    await run(await jobNow());
    assert.deepEqual(await openOrders(), ["dnssec"]);
    await toggle(false);
    await runOften();
    assert.deepEqual([(await state()).step, (await storedKeys()).length], ["withdrawing", 1]);
    goOn();
    assert.equal(await work(), dsTtl + 1);
    assert.deepEqual([await dsAtParent(), (await storedKeys()).length], [0, 1]);
    await wait();
    assert.equal(await work(), null);
    assert.equal((await storedKeys()).length, 0);
  });

  it("turned off waits as long as caches may hold a DS that was ordered, even if it was not seen", async () => {
    await signedLong();
    await registrar.stop();
    await run(await jobNow());
    await toggle(false);
    await sql`delete from atrio.registry_order where holding_id = ${id}`.execute(panel.db);
    goOn();
    assert.equal(await work(), 86_401);
  });

  it("turned on has not arrived: the DS may still go", async () => {
    await switchOn();
    await registrar.stop();
    await toggle(false);
    await run(await jobNow());
    assert.deepEqual(await openOrders(), ["dnssec"]);
    await toggle(true);
    await runOften();
    assert.notEqual((await state()).step, "on");
    goOn();
    assert.equal(await work(), null);
    assert.deepEqual([(await state()).step, await dsAtParent()], ["on", 1]);
  });

  it("orders no DS for a domain that goes to other name servers, and it goes to none meanwhile", async () => {
    await toggle(true);
    await assert.rejects(placeOrder("nameservers", elsewhere), /switch is at work/);
    await work();
    await wait();
    await registrar.stop();
    await placeOrder("nameservers", elsewhere, "system");
    await runOften();
    assert.deepEqual([(await state()).problem, await openOrders()], ["dnssec.moving", ["nameservers"]]);
    await sql`delete from atrio.registry_order where holding_id = ${id} and state = 'new'`.execute(panel.db);
    goOn();
    assert.equal(await work(), null);
    assert.equal((await state()).step, "on");
  });

  it("is not turned", async () => {
    await registrar.stop();
    await placeOrder("dnssec", { add: [], remove: [] });
    assert.match(await refusal(true), /Ya se ha pedido|was asked for already/);
    goOn();
  });
});

describe("DNSSEC data by hand", () => {
  it("come back by undo while their key is shown, not once it is gone", async () => {
    await switchOn();
    const back = await undo(await removeByHand());
    assert.deepEqual([back.status, await dsAtParent()], [200, 1], back.body);
    const entry = await removeByHand();
    await sql`update atrio.dnssec_switch set ds_ttl = 0 where holding_id = ${id}`.execute(panel.db);
    assert.equal((await toggle(false)).status, 200);
    assert.equal(await work(), null);
    assert.deepEqual([(await state()).step, (await storedKeys()).length], ["off", 0], "off is without keys");
    assert.equal((await undo(entry)).status, 409);
    assert.deepEqual(await readSecDns(panel, id), []);
  });

  it("are not the switch's: what it ordered is taken back by turning it, and nothing is while it is at work", async () => {
    await switchOn();
    assert.match((await undo(await lastEntry())).body, /no se puede deshacer|can't be undone/);
    const entry = await removeByHand();
    assert.equal((await toggle(true)).status, 200);
    const atWork = await undo(entry);
    assert.equal(atWork.status, 409, atWork.body);
    assert.match(atWork.body, /se está activando|is being switched/);
  });
});
