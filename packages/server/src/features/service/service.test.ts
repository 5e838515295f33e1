import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { CallName, PhpVersion } from "@atrio/contract";
import { sql } from "kysely";
import { type NewHolding, type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply } from "../../../test/helpers/user.ts";

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
async function addService(given: NewHolding = {}) {
  const holding = await panel.addHolding(`service${++services}.test`, given);
  return { ...holding, user: await panel.asUser({ [holding.id]: { service: "write" } }) };
}
let own: Awaited<ReturnType<typeof addService>>;
beforeEach(async () => {
  own = await addService();
});

const get = async ({ id, user } = own) => ok(await user.call("serviceGet", { params: { id } })).service;
const setPhp = (phpVersion: PhpVersion, { id, user } = own) =>
  user.call("serviceSetPhp", { params: { id }, input: { phpVersion } });
const enable = ({ id, user } = own) => user.call("parkingEnable", { params: { id } });
const disable = ({ id, user } = own) => user.call("parkingDisable", { params: { id } });
const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const told = ({ status, system }: Reply<CallName>) => [status, system.inputs, system.errors];
const acts = async () => {
  const rows = await panel.db
    .selectFrom("atrio.journal")
    .select(["area", "act", "before", "after"])
    .where("holding_id", "=", own.id)
    .orderBy("id")
    .execute();
  return rows.map(({ area, act, before: was, after: is }) => [area, act, was, is]);
};

describe("a service", () => {
  it("is shown with what it comes with and uses", async () => {
    await panel.db
      .updateTable("atrio.web_service")
      .set({ php_minimum: "7.3", space_bytes: 1024 ** 3, traffic_bytes: 10, databases_max: 5 })
      .where("holding_id", "=", own.id)
      .execute();
    const use = { holding_id: own.id, bytes: 2048, traffic_bytes: 7 };
    await panel.db.insertInto("atrio.web_usage").values(use).execute();
    const { permissions, phpVersions, ...shown } = await get();
    assert.equal(permissions.service, "write");
    assert.deepEqual(shown, {
      id: own.id,
      reference: own.reference,
      frontendDbID: null,
      isRedirAndParking: false,
      parkingActive: false,
      phpversion: "default",
      defaultPHPVersion: "8.2",
      phpminversion: "7.3",
      usage: {
        spaceWeb: { used: 2048, limit: 1024 ** 3 },
        traffic: { used: 7, limit: 10 },
        spaceBbdd: { used: 0, limit: null },
        BBDD: { used: 0, limit: 5 },
      },
      ftpHost: "",
      ddbbHost: "",
    });
    assert.deepEqual(
      phpVersions.map(({ version, available }) => (available ? version : `-${version}`)),
      ["-7.3", "7.4", "-8.0", "-8.1", "8.2", "-8.3", "8.4"],
    );
  });

  it("shows the traffic of this month only", async () => {
    await panel.db.insertInto("atrio.web_usage").values({ holding_id: own.id, traffic_bytes: 7 }).execute();
    assert.equal((await get()).usage.traffic.used, 7);
    await panel.db.transaction().execute(async (db) => {
      await sql`alter table atrio.web_usage disable trigger user`.execute(db);
      await sql`update atrio.web_usage set month = month - interval '1 month'`.execute(db);
      await sql`alter table atrio.web_usage enable trigger user`.execute(db);
    });
    assert.equal((await get()).usage.traffic.used, 0);
  });

  it("may only redirect and park, or not be there at all", async () => {
    const parked = await addService({ serviceKind: "parking" });
    assert.equal((await get(parked)).isRedirAndParking, true);
    assert.deepEqual(told(await setPhp("8.4", parked)), [
      409,
      [],
      ["Este servicio es solo de redirección y parking: no tiene sitios ni PHP"],
    ]);
    ok(await enable(parked));
    const { id, user } = await addService({ serviceKind: null });
    assert.equal((await user.call("serviceGet", { params: { id } })).status, 404);
    assert.equal((await enable({ ...own, id, user })).status, 404);
  });

  it("is not changed once it has expired", async () => {
    const expired = await addService({ serviceExpiresAt: new Date(Date.now() - 86_400_000) });
    for (const reply of [await setPhp("8.4", expired), await enable(expired)])
      assert.equal(reply.status, 409);
    assert.equal((await get(expired)).parkingActive, false);
  });
});

describe("PHP", () => {
  it("is switched to a version that runs here, and back to the platform's", async () => {
    const reply = await setPhp("8.4");
    assert.equal(ok(reply).service.phpversion, "8.4");
    const job = await panel.db
      .selectFrom("atrio.job")
      .select(["kind", "subject_id"])
      .where("id", "=", reply.system.job!)
      .executeTakeFirst();
    assert.deepEqual(job, { kind: "web.apply", subject_id: own.id });
    const again = await setPhp("8.4");
    assert.deepEqual([ok(again).service.phpversion, again.system.job], ["8.4", null]);
    assert.equal(ok(await setPhp("default")).service.phpversion, "default");
    assert.deepEqual(await acts(), [
      ["web", "serviceSetPhp", { phpVersion: null }, { phpVersion: "8.4" }],
      ["web", "serviceSetPhp", { phpVersion: "8.4" }, { phpVersion: null }],
    ]);
  });

  it("is not one below the minimum, nor one that is not installed", async () => {
    await panel.db
      .updateTable("atrio.web_service")
      .set({ php_version: "8.4", php_minimum: "8.3" })
      .where("holding_id", "=", own.id)
      .execute();
    assert.deepEqual(told(await setPhp("7.4")), [
      422,
      ["phpVersion"],
      ["Este servicio pide PHP 8.3 o posterior. Elige una de esas versiones"],
    ]);
    assert.deepEqual(told(await setPhp("8.3")), [
      422,
      ["phpVersion"],
      ["PHP 8.3 no está instalado en este servidor. Elige otra versión"],
    ]);
    ok(await setPhp("8.4"));
    assert.equal((await setPhp("default")).status, 422, "the platform's is older");
  });
});

describe("parking", () => {
  it("is turned on and off, once each", async () => {
    assert.equal(ok(await enable()).service.parkingActive, true);
    const again = await enable();
    assert.deepEqual([again.system.info, again.system.job], [["Ya estaba así"], null]);
    assert.equal(ok(await disable()).service.parkingActive, false);
    assert.deepEqual(await acts(), [
      ["web", "parkingEnable", { parking: false }, { parking: true }],
      ["web", "parkingDisable", { parking: true }, { parking: false }],
    ]);
  });

  it("may be given apart", async () => {
    const user = await panel.asUser({ [own.id]: { service_parking: "write" } });
    const { permissions, ...shown } = ok(await enable({ ...own, user })).service;
    assert.equal(permissions.service_parking, "write");
    assert.deepEqual(
      shown,
      { id: own.id, reference: own.reference, isRedirAndParking: false, parkingActive: true },
      "no more than that",
    );
    assert.equal(ok(await disable({ ...own, user })).service.parkingActive, false);
    assert.equal((await setPhp("8.4", { ...own, user })).status, 403);
  });
});
