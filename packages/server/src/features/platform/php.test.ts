import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import { inChange } from "../../db/change.ts";
import type { Actor, Change } from "../../db/handles.ts";
import { setWebPhp } from "../service/operator.ts";
import { followPhpDefault } from "./php-follow.ts";
import { explainDefault, forgetPhpVersion, readPhpUse, setPhpDefault, setPhpVersions } from "./php.ts";

const operator: Actor = { source: "command", userId: null, username: "op", ip: null, requestId: null };
let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

let services = 0;
let own: { readonly id: number; readonly reference: string };
beforeEach(async () => {
  await setPhpVersions(panel, ["7.4", "8.2", "8.4"]);
  await panel.db.updateTable("atrio.web_service").set({ php_version: "8.4" }).execute();
  await panel.db.updateTable("atrio.platform").set({ php_default: "8.2" }).execute();
  own = await panel.addHolding(`php${++services}.test`);
});

const change = <T>(work: (change: Change) => Promise<T>) => inChange(panel.db, operator, work);
const setDefault = (version: string) =>
  change((act) => setPhpDefault(act, version)).catch(async (error: unknown) => {
    throw await explainDefault(panel, version, error);
  });
const set = (wanted: Parameters<typeof setWebPhp>[2], { id, reference } = own) =>
  change((act) => setWebPhp(act, { id, reference }, wanted));
const platformVersion = async () => (await readPhpUse(panel)).platformVersion;

describe("the installation's PHP", () => {
  it("is one that is installed", async () => {
    assert.equal(await setDefault("8.4"), true);
    assert.equal(await setDefault("8.4"), false, "already");
    await assert.rejects(setDefault("8.3"), /PHP 8\.3 is not installed/);
    assert.equal(await platformVersion(), "8.4");
  });

  it("is not below what a service needs that follows it, whoever was first", async () => {
    await set({ minimum: "8.0" });
    await assert.rejects(setDefault("7.4"), new RegExp(`below what services need .*: ${own.reference}`));
    await set({ version: "8.2" });
    assert.equal(await setDefault("7.4"), true);
    await assert.rejects(set({ version: null }), /installation's PHP, which is below its minimum 8\.0/);
    await setDefault("8.2");
    const both = await Promise.allSettled([setDefault("7.4"), set({ version: null })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  it("comes to who chose none a few at a time, and to nobody else", async () => {
    const followers = [own.id];
    for (let i = 0; i < 4; i += 1) followers.push((await panel.addHolding(`php${++services}.test`)).id);
    await panel.addHolding(`php${++services}.test`, { serviceKind: "parking" });
    const chosen = await panel.addHolding(`php${++services}.test`);
    await set({ version: "8.4" }, chosen);
    await sql`delete from atrio.job`.execute(panel.db);
    await setDefault("8.4");
    const { rows } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs where key = 'php.follow'`.execute(panel.db);
    assert.deepEqual(rows, [{ task: "php.follow" }]);

    const asked = new Set<number>();
    let isOver = false;
    const following = followPhpDefault(panel.db).finally(() => (isOver = true));
    const worker = async () => {
      for (;;) {
        const waiting = await panel.db
          .selectFrom("atrio.job")
          .select(["id", "holding_id"])
          .where("state", "=", "queued")
          .execute();
        assert.ok(waiting.length <= 2, `${waiting.length} wait at a time`);
        for (const { id, holding_id } of waiting) {
          asked.add(holding_id);
          await panel.db.updateTable("atrio.job").set({ state: "done" }).where("id", "=", id).execute();
        }
        if (isOver) return;
      }
    };
    await Promise.all([following, worker()]);
    assert.deepEqual(
      [...asked].toSorted((one, other) => one - other),
      followers,
    );
  });
});

describe("the PHP of a service", () => {
  it("is set with its minimum, and PHP follows only where another runs", async () => {
    const jobs = async () =>
      (await panel.db.selectFrom("atrio.job").select("id").where("holding_id", "=", own.id).execute()).length;
    await set({ minimum: "8.0" });
    assert.equal(await jobs(), 0);
    await set({ version: "8.4", minimum: "8.3" });
    assert.equal(await jobs(), 1);
    const entry = await panel.db
      .selectFrom("atrio.journal")
      .select(["act", "source", "before", "after"])
      .where("holding_id", "=", own.id)
      .orderBy("id", "desc")
      .executeTakeFirst();
    assert.deepEqual(entry, {
      act: "webSetPhp",
      source: "command",
      before: { version: null, minimum: "8.0" },
      after: { version: "8.4", minimum: "8.3" },
    });
  });

  it("is refused with what to do: too old, not here, nothing to run it", async () => {
    await set({ version: "7.4" });
    await assert.rejects(set({ minimum: "8.0" }), {
      message: `Nothing was changed: ${own.reference} would run PHP 7.4, below its minimum 8.0.`,
      remedy: `Choose both at once: atrio web ${own.reference} --php VERSION --php-minimum 8.0`,
    });
    await assert.rejects(set({ version: "8.3" }), /PHP 8\.3 is not installed/);
    const parked = await panel.addHolding(`php${++services}.test`, { serviceKind: "parking" });
    await assert.rejects(set({ version: "8.4" }, parked), /has no sites, and so no PHP/);
  });
});

describe("a version that is removed", () => {
  it("is nobody's, and not the installation's", async () => {
    await set({ version: "7.4" });
    await assert.rejects(forgetPhpVersion(panel, "7.4"), /one service runs PHP 7\.4/);
    await set({ version: "8.4" });
    await assert.rejects(forgetPhpVersion(panel, "8.2"), /services that choose none run PHP 8\.2/);
    await forgetPhpVersion(panel, "7.4");
    await assert.rejects(set({ version: "7.4" }), /not installed/);
  });

  it("is not chosen while it goes, nor goes while it is chosen", async () => {
    const both = await Promise.allSettled([forgetPhpVersion(panel, "7.4"), set({ version: "7.4" })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });
});
