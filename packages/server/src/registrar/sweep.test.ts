import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { startRegistrar, type TestRegistrar } from "../../test/registrar.ts";
import { readMirror } from "../registry/mirror.ts";

let panel: TestApp;
let registrar: TestRegistrar;
before(async () => {
  panel = await makeApp();
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

const mirror = async (id: number) => (await readMirror(panel.db, id)) ?? assert.fail();
const run = (statement: ReturnType<typeof sql>) => statement.execute(panel.db);

it("every domain is asked about once a day, and when its time has run out; one that is gone holds up no other", async () => {
  const [gone, daily, over] = [
    await panel.addDomain("gone.test"),
    await panel.addDomain("daily.test"),
    await panel.addDomain("over.test"),
  ];
  await run(sql`delete from registry.domain where name = 'gone.test'`);
  await run(sql`update registry.domain set private = true where name = 'daily.test'`);
  await run(
    sql`update registry.domain set expires_at = now() - interval '1 minute' where name = 'over.test'`,
  );
  await run(sql`
    update atrio.domain set expires_at = now() - interval '1 minute', refreshed_at = now() - interval '1 hour'
     where holding_id = ${over.id}`);
  await run(
    sql`update atrio.domain set refreshed_at = now() - interval '3 days' where holding_id = ${gone.id}`,
  );
  await run(
    sql`update atrio.domain set refreshed_at = now() - interval '2 days' where holding_id = ${daily.id}`,
  );
  const isShown = async () =>
    (await mirror(over.id)).status === "expired-renewgrace" && (await mirror(daily.id)).whoisPrivate;
  for (const deadline = Date.now() + 10_000; !(await isShown()); await sleep(100)) {
    // a look asks about one of so few
    await run(sql`notify atrio_registry_message`);
    if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
  }
  assert.equal((await mirror(gone.id)).status, "register-cancel");
});
