import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { owner } from "../../db/roles.ts";
import { companyCache } from "./company.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

const rename = (name: string) => panel.db.updateTable("atrio.company").set({ name }).execute();

it("without announcements a company is as old as a second at most", async () => {
  let now = 0;
  const cache = companyCache(panel.db, () => now);
  await rename("Uno");
  assert.equal((await cache.forHost("x.test")).name, "Uno");
  await rename("Dos");
  now = 999;
  assert.equal((await cache.forHost("x.test")).name, "Uno");
  now = 1_000;
  assert.equal((await cache.forHost("x.test")).name, "Dos");
});

it("with them it is read again when it was changed, and once a minute all the same", async () => {
  let now = 0;
  const cache = companyCache(panel.db, () => now);
  cache.setAnnounced(true);
  await rename("Tres");
  assert.equal((await cache.forHost("")).name, "Tres");
  await rename("Cuatro");
  now = 59_999;
  assert.equal((await cache.forHost("")).name, "Tres");
  cache.drop();
  assert.equal((await cache.forHost("")).name, "Cuatro");
  await rename("Cinco");
  now += 60_000;
  assert.equal((await cache.forHost("")).name, "Cinco");
});

it("what was announced while nobody listened is not missed", async () => {
  const cache = companyCache(panel.db, () => 0);
  await rename("Seis");
  assert.equal((await cache.forHost("")).name, "Seis");
  await rename("Siete");
  cache.setAnnounced(true);
  assert.equal((await cache.forHost("")).name, "Siete");
});

it("a read that a change overtook is not what the next one gets", async () => {
  const cache = companyCache(panel.db, () => 0);
  cache.setAnnounced(true);
  await rename("Ocho");
  const early = cache.forHost("");
  const renamed = rename("Nueve").then(() => cache.drop());
  await Promise.all([early, renamed]);
  assert.equal((await cache.forHost("")).name, "Nueve");
});

it("while PostgreSQL is away the last known one is shown, and none where it was never reached", async () => {
  const pool = openPool(panel.cluster.url(owner, panel.database), { max: 1 });
  const db = openDatabase(pool);
  let now = 0;
  const known = companyCache(db, () => now);
  const never = companyCache(db, () => now);
  await rename("Diez");
  assert.equal((await known.knownForHost("x.test"))?.name, "Diez");
  await db.destroy();
  now = 5_000;
  assert.equal((await known.knownForHost("x.test"))?.name, "Diez");
  assert.equal(await never.knownForHost("x.test"), null);
  assert.deepEqual([await known.mayServe("x.test"), await never.mayServe("x.test")], [false, true]);
  await assert.rejects(known.forHost("x.test"));
});
