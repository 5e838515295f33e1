import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findOrderDelay, listWaiting } from "@atrio/server/registry/waiting.ts";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../server/test/helpers/app.ts";
import { place, startRegistrar, type TestRegistrar } from "../../server/test/registrar.ts";
import { person } from "../../server/test/registry/target.ts";
import { asOperator } from "../src/database.ts";
import { type Home, openHome } from "../src/home.ts";
import { roleUrlFile } from "../src/install/secrets.ts";
import { sayOrderDelay, sayRegistered, untilRegistered, waitingRow } from "../src/registration.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-pending-"));
let panel: TestApp;
let home: Home;
let registrar: TestRegistrar;
before(async () => {
  panel = await makeApp();
  home = openHome(directory);
  const file = roleUrlFile(home, "atrio_worker");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, panel.cluster.url("atrio_worker", panel.database));
  await sql`insert into registry.tld (name, owner_change) values ('trade', 'trade')`.execute(panel.db);
  registrar = startRegistrar(panel);
});
after(async () => {
  await panel.stop();
  rmSync(directory, { recursive: true });
});

const shown = () => asOperator(home, async ({ db }) => (await listWaiting({ db })).map(waitingRow));
const late = async () => {
  const delay = await findOrderDelay(panel);
  return delay && sayOrderDelay(delay);
};

const untilTaken = async (holdingId: number) => {
  const taken = sql`select from atrio.registry_order where holding_id = ${holdingId} and state = 'pending'`;
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(20))
    if ((await taken.execute(panel.db)).rows.length > 0) return;
  assert.fail(registrar.lines.join("\n"));
};

const said = async (reference: string, serviceKind: "hosting" | null) => {
  await panel.addDomain(reference, { serviceKind });
  return asOperator(home, async (operator) => sayRegistered(await untilRegistered(operator, reference, 10)));
};

test("why a new domain is delegated nowhere is said as it is", async () => {
  assert.match(
    await said("bare.test", null),
    /^It is registered\. Without a service it is delegated nowhere yet/,
  );
  assert.match(
    await said("served.test", "hosting"),
    /the registry has no address of those of the installation|delegated to/,
  );
});

const facts = (rows: string[][]) => rows.map(([domain, order, , state]) => [domain, order, state]);

test("what waits at registries is listed, and told of when it waits for too long", async () => {
  const traded = await panel.addDomain("uno.trade", { contacts: { registrant: person } });
  const plain = await panel.addDomain("dos.test", { contacts: { registrant: person } });
  const contacts = { registrant: { ...person, firstName: "Otra" } };
  await place(panel, { holdingId: traded.id, kind: "contacts", subject: "registrant", wanted: { contacts } });
  await untilTaken(traded.id);
  await registrar.stop();
  const [tried = 0] = await place(panel, {
    holdingId: plain.id,
    kind: "putHost",
    subject: "ns1.dos.test",
    wanted: { name: "ns1.dos.test", ipv4: ["192.0.2.1"], ipv6: [] },
  });
  await sql`insert into atrio.domain_deletion (name, holding_id, backend) values ('tres.test', 0, 'local')`.execute(
    panel.db,
  );
  assert.deepEqual(facts(await shown()), [
    ["uno.trade", "contacts registrant", "waits for you: atrio registry domain approve|reject uno.trade"],
    ["dos.test", "putHost ns1.dos.test", "nobody took it yet"],
    ["tres.test", "delete", "nobody took it yet"],
  ]);
  assert.equal(await late(), undefined);

  await sql`update atrio.registry_order
    set attempts = 3, next_attempt_at = '2030-01-01 10:00Z', created_at = now() - interval '2 hours'
    where id = ${tried}`.execute(panel.db);
  assert.equal(
    await late(),
    "one order waits for longer than an hour: putHost ns1.dos.test of dos.test: tried 3 times, again at 2030-01-01 10:00: atrio logs registrar",
  );
  await sql`update atrio.registry_order set created_at = now() - interval '3 hours' where holding_id = ${traded.id}`.execute(
    panel.db,
  );
  assert.match((await late()) ?? "", /^2 orders wait .*contacts registrant of uno\.trade: waits for you/);

  await sql`update atrio.domain set backend = 'elsewhere' where holding_id = ${traded.id}`.execute(panel.db);
  assert.match((await late()) ?? "", /^one order/, "a registry elsewhere takes the time it takes");
});
