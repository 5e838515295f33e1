/** Contacts as the registrar and the local registry carry them out. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { person } from "../../../test/registry/target.ts";
import { contactsOf } from "./store.ts";

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

const form = {
  isOrg: "0",
  firstName: "Eva",
  lastName: "Prueba",
  identNumber: "12345678Z",
  email: "eva@example.com",
  phone: "+34.600000000",
  postalCode: "28013",
  country: "ES",
  state: "Madrid",
  city: "Madrid",
  address: "Calle Mayor, 1",
} as const;

async function ended(job: number) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(10)) {
    const row = await panel.db
      .selectFrom("atrio.job")
      .select(["state", "progress", "error"])
      .where("id", "=", job)
      .executeTakeFirstOrThrow();
    if (row.state === "done" || row.state === "failed") return row;
  }
  throw new Error(`Job ${job} has not ended.`);
}

test("one job follows it to its end, which says how many the registry refused; each domain has its journal entry", async () => {
  const contacts = { registrant: person, admin: person };
  const ids: number[] = [];
  for (let i = 0; i < 25; i++) ids.push((await panel.addDomain(`spread${i}.test`, { contacts })).id);
  const user = await panel.asUser(Object.fromEntries(ids.map((id) => [id, { domain_contacts: "write" }])));
  const [id = 0] = ids;
  const everywhere = (firstName: string) =>
    user.call("contactSave", {
      params: { id },
      input: { ...form, firstName, type: "admin", mode: "all_contacts" },
    });

  const { data, system } = await everywhere("Eva");
  assert.equal(data.admin?.firstName, "Eva");
  assert.deepEqual(await ended(system.job!), { state: "done", progress: 100, error: null });
  for (const one of ids) assert.equal((await contactsOf(panel, one, "es")).admin?.firstName, "Eva");
  const { rows } = await sql<{ holding: number; item: string; username: string }>`
    select holding_id as holding, item, username from atrio.journal where act = 'contactSave' order by holding_id`.execute(
    panel.db,
  );
  assert.deepEqual(
    rows,
    ids.map((holding, i) => ({ holding, item: `spread${i}.test`, username: user.session.username })),
  );

  // The registry has closed one, which the panel does not know yet.
  await sql`
    update registry.domain set statuses = statuses || '{serverUpdateProhibited}' where name = 'spread7.test'`.execute(
    panel.db,
  );
  const again = await everywhere("Zoe");
  const { state, error } = await ended(again.system.job!);
  assert.equal(state, "failed");
  assert.deepEqual(error, {
    key: "domain.some_refused",
    values: { refused: 1, all: 25, names: "spread7.test", more: 0 },
  });
  const names = await Promise.all(
    ids.map(async (one) => (await contactsOf(panel, one, "es")).admin?.firstName),
  );
  assert.deepEqual(
    names,
    ids.map((_, i) => (i === 7 ? "Eva" : "Zoe")),
  );
});

test("an owner that the registry has to approve is pending until then, and is seen after it", async () => {
  await sql`update registry.tld set owner_change = 'trade' where name = 'test'`.execute(panel.db);
  const { id } = await panel.addDomain("traded.test", { contacts: { registrant: person } });
  const user = await panel.asUser({ [id]: { domain: "read", domain_ownercontacts: "write" } });
  const saved = await user.call("contactOwnerSave", {
    params: { id },
    input: { ...form, type: "registrant" },
  });
  assert.deepEqual(saved.data, { undo: null });
  const shown = async () => {
    const { data } = await user.call("domainGet", { params: { id } });
    return [data.registrant?.firstName, ...data.domain.pending];
  };
  assert.deepEqual(await shown(), [person.firstName, "owner"]);
  await sql`select registry.settle('traded.test', true, null)`.execute(panel.db);
  assert.equal((await ended(saved.system.job!)).state, "done");
  assert.deepEqual(await shown(), ["Eva"]);
});
