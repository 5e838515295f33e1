/** A name that another account has at the registry: nothing of it gets into the mirror, and nothing is asked of it. */
import assert from "node:assert/strict";
import { after, afterEach, before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { carryOut, orderRow, overriding, startRegistrar, type TestRegistrar } from "../../test/registrar.ts";
import { person } from "../../test/registry/target.ts";
import { RegistryError } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";

let panel: TestApp;
let registrar: TestRegistrar;
before(async () => {
  panel = await makeApp();
});
afterEach(() => registrar.stop());
after(() => panel.stop());

const run = (statement: ReturnType<typeof sql>) => statement.execute(panel.db);
const belongsToAnother = (name: string) =>
  run(sql`
    insert into registry.domain (name, account, expires_at, contacts)
      values (${name}, 'ana@other.test', now() + interval '1 year', ${JSON.stringify({ registrant: person })}::jsonb)`);
async function told(name: string): Promise<void> {
  await run(sql`insert into registry.message (domain) values (${name})`);
  for (const deadline = Date.now() + 10_000; ; await sleep(20)) {
    if ((await panel.db.selectFrom("registry.message").select("id").execute()).length === 0) return;
    if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
  }
}
async function isHidden(id: number, status: string): Promise<void> {
  const mirror = (await readMirror(panel.db, id)) ?? assert.fail();
  assert.deepEqual([mirror.status, mirror.contacts], [status, {}]);
}

it("after its registration was refused", async () => {
  registrar = startRegistrar(panel);
  await belongsToAnother("taken.test");
  const { id, reference } = await panel.addDomain("taken.test");
  await isHidden(id, "register-cancel");
  await told(reference);
  await isHidden(id, "register-cancel");
  const wish = { holdingId: id, kind: "privacy", wanted: { on: true }, source: "system" } as const;
  const { state, refusal } = await carryOut(panel, wish);
  assert.deepEqual(
    [state, refusal],
    ["refused", { kind: "status", message: "domain.not_registered", fields: [] }],
  );
  await isHidden(id, "register-cancel");
});

it("while its registration waits for a registry that is away", async () => {
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      create: (domain) =>
        domain.name === "waits.test"
          ? Promise.reject(new RegistryError("temporary", "not now"))
          : local.create(domain),
    })),
  );
  await belongsToAnother("waits.test");
  const adding = panel.addDomain("waits.test");
  const holding = () =>
    panel.db
      .selectFrom("atrio.domain")
      .select("holding_id as id")
      .where("name", "=", "waits.test")
      .executeTakeFirst();
  let found = await holding();
  for (; !found; found = await holding()) await sleep(20);
  await told("waits.test");
  await isHidden(found.id, "register-pending");
  await run(sql`delete from atrio.registry_order where holding_id = ${found.id}`);
  await adding;
});

it("also where it is not known whether it was registered", async () => {
  registrar = startRegistrar(
    panel,
    overriding(() => ({
      create: async ({ name }) => {
        await run(sql`update atrio.registry_order set attempts = 5 where item = ${name}`);
        throw new RegistryError("unknownOutcome", "lost");
      },
    })),
  );
  await belongsToAnother("lost.test");
  const { id } = await panel.addDomain("lost.test");
  await isHidden(id, "register-cancel");
});

it("is ours from the moment at which a registration that was pending is done", async () => {
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      status: undefined,
      create: async (domain) => {
        await local.create(domain);
        return { state: "pending", reference: null };
      },
    })),
  );
  const adding = panel.addDomain("slow.test", { contacts: { registrant: person } });
  const pending = () =>
    panel.db
      .selectFrom("atrio.registry_order")
      .select("id")
      .where("item", "=", "slow.test")
      .where("state", "=", "pending")
      .executeTakeFirst();
  let order = await pending();
  for (; !order; order = await pending()) await sleep(20);
  await told("slow.test");
  const { id } = await adding;
  assert.equal((await orderRow(panel, order.id)).state, "done");
  const mirror = (await readMirror(panel.db, id)) ?? assert.fail();
  assert.deepEqual([mirror.status, mirror.contacts.registrant], ["inactive", person]);
});
