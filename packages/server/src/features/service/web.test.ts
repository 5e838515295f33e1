import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";

const apps: TestApp[] = [];
after(() => Promise.all(apps.map((app) => app.stop())));

async function parkable(
  webPatienceMilliseconds: number,
  webPorts: { http: number; https: number } | undefined,
) {
  const app = await makeApp({ webPorts, webPatienceMilliseconds });
  apps.push(app);
  const { id } = await app.addHolding("uno.test");
  const user = await app.asUser({ [id]: { service: "write" } });
  return { app, park: () => user.call("parkingEnable", { params: { id } }) };
}
type End = { state: "done" } | { state: "failed"; error: string };

/** In place of the worker. */
async function endFirstJob({ db }: TestApp, end: End): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable("atrio.job")
      .set(end)
      .where("kind", "=", "web.apply")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
}

const ports = { http: 80, https: 443 };
const patient = 20_000;

describe("a change of the web", () => {
  it("is said to be live when the web servers have it", async () => {
    const { app, park } = await parkable(patient, ports);
    const [reply] = await Promise.all([park(), endFirstJob(app, { state: "done" })]);
    assert.deepEqual(
      [reply.status, reply.system.info, reply.system.job],
      [200, ["El servicio muestra ya la página de parking"], null],
    );
  });

  it("says so when they do not take it, with the job that failed", async () => {
    const { app, park } = await parkable(patient, ports);
    const failure = { state: "failed", error: JSON.stringify("web.configuration_refused") } as const;
    const [reply] = await Promise.all([park(), endFirstJob(app, failure)]);
    assert.equal(reply.status, 200);
    assert.match(reply.system.info[0] ?? "", /^El servidor web no admite lo guardado/);
    assert.notEqual(reply.system.job, null);
  });

  it("says that it waits when they take longer, and the job tells the rest", async () => {
    const { app, park } = await parkable(0, ports);
    const reply = await park();
    assert.deepEqual(reply.system.info, ["Guardado. Los servidores web lo aplican en unos segundos"]);
    const job = await app.db.selectFrom("atrio.job").select(["id", "kind"]).executeTakeFirst();
    assert.deepEqual(job, { id: reply.system.job, kind: "web.apply" });
  });

  it("says nothing of web servers that are not there", async () => {
    const reply = await (await parkable(patient, undefined)).park();
    assert.deepEqual(
      [reply.system.info, reply.system.job],
      [["Guardado. Esta instalación no tiene servidor web"], null],
    );
  });
});
