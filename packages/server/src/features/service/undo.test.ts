import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { CallName, PhpVersion } from "@atrio/contract";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply, TestUser } from "../../../test/helpers/user.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({ webPorts: { http: 80, https: 443 }, webPatienceMilliseconds: 0 });
  await panel.db
    .insertInto("atrio.php_version")
    .values([{ version: "7.4" }, { version: "8.2" }, { version: "8.4" }])
    .execute();
});
after(() => panel.stop());

let services = 0;
let own: { readonly id: number; readonly user: TestUser };
beforeEach(async () => {
  const { id } = await panel.addHolding(`undo${++services}.test`);
  own = { id, user: await panel.asUser({ [id]: { service: "write" } }) };
});

const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const told = ({ status, system }: Reply<CallName>) => [status, system.errors];
const setPhp = async (phpVersion: PhpVersion) =>
  ok(await own.user.call("serviceSetPhp", { params: { id: own.id }, input: { phpVersion } })).undo;
const park = async () => ok(await own.user.call("parkingEnable", { params: { id: own.id } })).undo;
const unpark = async () => ok(await own.user.call("parkingDisable", { params: { id: own.id } })).undo;
const undo = (jid: number | null, { id, user } = own) =>
  user.call("serviceUndo", { params: { id, jid: jid! } });
const now = async () => {
  const { service } = ok(await own.user.call("serviceGet", { params: { id: own.id } }));
  return [service.phpversion, service.parkingActive];
};

describe("undo of a service's settings", () => {
  it("puts back the version of PHP, and its own undo puts it forth", async () => {
    await setPhp("7.4");
    const entry = await setPhp("8.4");
    const reply = await undo(entry);
    ok(reply);
    assert.ok(reply.system.job, "PHP follows");
    assert.deepEqual(await now(), ["7.4", false]);
    const { id } = await panel.db
      .selectFrom("atrio.journal")
      .select("id")
      .where("holding_id", "=", own.id)
      .where("act", "=", "serviceUndo")
      .executeTakeFirstOrThrow();
    ok(await undo(id));
    assert.deepEqual(await now(), ["8.4", false]);
  });

  it("puts back parking, whatever was done to PHP since", async () => {
    const entry = await park();
    await setPhp("8.4");
    ok(await undo(entry));
    assert.deepEqual(await now(), ["8.4", false]);
  });

  it("is refused when it was changed since, and says so", async () => {
    const version = await setPhp("7.4");
    await setPhp("8.4");
    const parked = await park();
    await unpark();
    for (const entry of [version, parked])
      assert.deepEqual(told(await undo(entry)), [
        409,
        ["Ha cambiado desde entonces. No se ha deshecho nada."],
      ]);
    assert.deepEqual(await now(), ["8.4", false]);
  });

  it("puts back no version that is gone or too old by now", async () => {
    await setPhp("7.4");
    const entry = await setPhp("8.4");
    await panel.db
      .updateTable("atrio.web_service")
      .set({ php_minimum: "8.0" })
      .where("holding_id", "=", own.id)
      .execute();
    assert.deepEqual(told(await undo(entry)), [
      409,
      ["Este servicio pide PHP 8.0 o posterior. Elige una de esas versiones"],
    ]);
  });

  it("needs what the change itself needed, and an entry of this service's", async () => {
    const version = await setPhp("8.4");
    const parked = await park();
    const parker = { ...own, user: await panel.asUser({ [own.id]: { service_parking: "write" } }) };
    assert.equal((await undo(version, parker)).status, 403);
    ok(await undo(parked, parker));
    const { id } = await panel.addHolding(`undo${++services}.test`);
    const other = { id, user: await panel.asUser({ [id]: { service: "write" } }) };
    assert.equal((await undo(version, other)).status, 404);
    const reader = { ...own, user: await panel.asUser({ [own.id]: { service: "read" } }) };
    assert.equal((await undo(version, reader)).status, 403);
  });

  it("has nothing to take back where nothing changed", async () => {
    assert.equal(await setPhp("default"), null);
    assert.equal(await unpark(), null);
  });
});

describe("who may only park", () => {
  it("sees whether it is, and no more", async () => {
    const user = await panel.asUser({ [own.id]: { service_parking: "read" } });
    const params = { id: own.id };
    assert.deepEqual(ok(await user.call("parkingGet", { params })), { parkingActive: false });
    await park();
    assert.deepEqual(ok(await user.call("parkingGet", { params })), { parkingActive: true });
    assert.equal((await user.call("serviceGet", { params })).status, 403);
    assert.equal((await user.call("parkingDisable", { params })).status, 403);
  });

  it("sees none of what has no service", async () => {
    const { id } = await panel.addHolding(`undo${++services}.test`, { serviceKind: null });
    const user = await panel.asUser({ [id]: { service_parking: "read" } });
    assert.equal((await user.call("parkingGet", { params: { id } })).status, 404);
  });
});
