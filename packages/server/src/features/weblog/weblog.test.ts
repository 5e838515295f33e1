import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";

let panel: TestApp;
let id: number;
let other: number;
let user: TestUser;

before(async () => {
  panel = await makeApp();
  ({ id } = await panel.addHolding("uno.test"));
  ({ id: other } = await panel.addHolding("dos.test"));
  user = await panel.asUser({ [id]: { service: "read" } });
});
after(() => panel.stop());

const addError = async (
  holding: number,
  message: string | null,
  leftOut: number | null = null,
  second = "16.5",
) => {
  const { rows } = await sql<{ id: number }>`
    insert into atrio.web_error (holding_id, at, host, level, message, left_out)
    values (${holding}, ${`2026-11-22T05:31:${second}Z`}, ${message === null ? "" : "www.uno.test"}, 'warning', ${message}, ${leftOut})
    returning id`.execute(panel.db);
  return rows[0]!.id;
};
const logsOf = async (after?: number, language = "en") => {
  const reply = await user.call("serviceErrorLog", {
    params: { id },
    ...(after === undefined ? {} : { input: { after: String(after) } }),
    headers: { "accept-language": language },
  });
  assert.equal(reply.status, 200, reply.body);
  return reply.data.logs;
};

const measure = async (holding: number, who = user) =>
  (await who.call("serviceMeasure", { params: { id: holding } })).system.job;

describe("the error log", () => {
  it("is the service's own, newest first, and goes on after what was seen", async () => {
    const first = await addError(id, "<b>one</b>\nmore");
    await addError(other, "theirs");
    const second = await addError(id, null, 980);
    const [newest, oldest] = await logsOf();
    assert.deepEqual(oldest, {
      id: first,
      ts: Date.parse("2026-11-22T05:31:16Z") / 1000,
      host: "www.uno.test",
      level: "warning",
      message: "<b>one</b>\nmore",
    });
    assert.deepEqual([newest?.id, newest?.host], [second, "uno.test"]);
    assert.equal(newest?.message, "980 more messages of this second were left out");
    assert.equal((await logsOf(first, "es"))[0]?.message, "Se han omitido 980 mensajes más de este segundo");
    assert.deepEqual(await logsOf(second), []);
  });

  it("is told by when things happened, whichever file was read first", async () => {
    const late = await addError(id, "late", null, "59.9");
    const [early, later] = [
      await addError(id, "early", null, "1.1"),
      await addError(id, "later", null, "59.9"),
    ];
    const logs = (await logsOf()).map((entry) => entry.id);
    assert.deepEqual([logs[0], logs[1], logs.at(-1)], [later, late, early]);
    assert.deepEqual(
      (await logsOf(late)).map(({ message }) => message),
      ["later", "early"],
    );
  });

  it("is of whoever has a service", async () => {
    const { id: without } = await panel.addHolding("tres.test", { serviceKind: null });
    const reader = await panel.asUser({ [without]: { service: "read" } });
    for (const name of ["serviceErrorLog", "serviceTraffic", "serviceMeasure"] as const)
      assert.equal((await reader.call(name, { params: { id: without } })).status, 404);
  });
});

it("traffic is told of thirty days, those without any too", async () => {
  await sql`insert into atrio.web_traffic values
    (${id}, (now() at time zone 'UTC')::date, 100, 2), (${id}, (now() at time zone 'UTC')::date - 29, 7, 1),
    (${id}, (now() at time zone 'UTC')::date - 30, 9, 1), (${other}, (now() at time zone 'UTC')::date, 5, 5)`.execute(
    panel.db,
  );
  const { data } = await user.call("serviceTraffic", { params: { id } });
  const days = data?.days ?? [];
  assert.equal(days.length, 30);
  assert.deepEqual([days[0]?.bytes, days[29]?.bytes, days[29]?.requests], [7, 100, 2]);
  assert.equal(
    days.reduce((sum, { bytes }) => sum + bytes, 0),
    107,
  );
});

it("space is measured when it is asked for, once a minute, of what has sites", async () => {
  const job = await measure(id);
  assert.ok(job);
  assert.equal(await measure(id), job, "the one that waits");
  await sql`insert into atrio.web_usage (holding_id, bytes, measured_at) values (${id}, 5, now())`.execute(
    panel.db,
  );
  assert.equal(await measure(id), null);
  await sql`update atrio.web_usage set measured_at = null, cut_off_at = now() where holding_id = ${id}`.execute(
    panel.db,
  );
  assert.equal(await measure(id), null, "cut off just now");
  const parking = await panel.addHolding("parking.test", { serviceKind: "parking" });
  assert.equal(await measure(parking.id, await panel.asUser({ [parking.id]: { service: "read" } })), null);
});
