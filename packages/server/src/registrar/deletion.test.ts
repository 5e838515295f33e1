import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { carryOut, place, startRegistrar, type TestRegistrar } from "../../test/registrar.ts";
import { inChange } from "../db/change.ts";
import { findHolding, removeHolding } from "../features/holding/store.ts";
import { readMirror } from "../registry/mirror.ts";

const person = {
  organization: null,
  firstName: "Ana",
  lastName: "Gil",
  identificationNumber: "12345678Z",
  email: "ana@customer.test",
  phone: "+34.912345678",
  address: "Calle Mayor 1",
  postalCode: "28013",
  city: "Madrid",
  state: "Madrid",
  country: "ES",
};
const operator = { source: "command", userId: null, username: "root", ip: null, requestId: null } as const;

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

async function remove(reference: string): Promise<void> {
  const holding = (await findHolding({ db: panel.db }, reference)) ?? assert.fail();
  await inChange(panel.db, operator, (change) => removeHolding(change, holding));
}

const accountOf = async (name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ account: string }>`
    select account from registry.domain where name = ${name}`.execute(panel.db);
  return rows[0]?.account;
};
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await isSo()); await sleep(10))
    if (Date.now() > deadline) assert.fail(`not in time: ${what} ${registrar.lines.join("\n")}`);
}
const isGone = async (name: string) => (await accountOf(name)) === undefined;
const isWaiting = async (name: string) => {
  const { rows } = await sql`
    select from atrio.domain_deletion where name = ${name} and attempts > 0`.execute(panel.db);
  return rows.length > 0;
};

describe("a holding that is removed", () => {
  it("takes its domain with it, also a blocked one; whoever has the name next inherits nothing", async () => {
    const name = "gone1.test";
    const { id } = await panel.addDomain(name, { contacts: { registrant: person } });
    const ds = { kind: "ds", keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) } as const;
    const host = { name: `ns1.${name}`, ipv4: ["198.51.100.1"], ipv6: [] };
    await carryOut(panel, { holdingId: id, kind: "dnssec", wanted: { add: [ds], remove: [] } });
    await carryOut(panel, { holdingId: id, kind: "putHost", wanted: host, subject: host.name });
    await carryOut(panel, { holdingId: id, kind: "block", wanted: { on: true } });
    await remove(name);
    const next = await panel.addDomain(name);
    const mirror = (await readMirror(panel.db, next.id)) ?? assert.fail();
    assert.deepEqual([mirror.contacts, mirror.secDns, mirror.hosts], [{}, [], []]);
    assert.deepEqual([mirror.blocked, mirror.status.startsWith("register-")], [false, false]);
    const entries = await panel.db
      .selectFrom("atrio.journal")
      .select(["item", "source"])
      .where("act", "=", "domainDelete")
      .execute();
    assert.deepEqual(entries, [{ item: name, source: "system" }]);
  });

  it("leaves one that others need until they need it no more; it is registered anew after that", async () => {
    const [name, user] = ["gone2.test", await panel.addDomain("user2.test")];
    const { id } = await panel.addDomain(name, { contacts: { registrant: person } });
    const host = { name: `ns1.${name}`, ipv4: ["198.51.100.1"], ipv6: [] };
    await carryOut(panel, { holdingId: id, kind: "putHost", wanted: host, subject: host.name });
    const nameservers = [host.name, "ns1.example.net"];
    await carryOut(panel, {
      holdingId: user.id,
      kind: "nameservers",
      wanted: { mode: "own", nameservers },
    });
    await remove(name);
    await until("the refusal", () => isWaiting(name));
    assert.ok(registrar.lines.some((line) => line.includes("not deleted yet") && line.includes(name)));
    const adding = panel.addDomain(name);
    const outside = { mode: "own", nameservers: ["ns1.example.net", "ns2.example.net"] } as const;
    await carryOut(panel, { holdingId: user.id, kind: "nameservers", wanted: outside });
    await sql`update atrio.domain_deletion set next_attempt_at = now()`.execute(panel.db);
    await sql`notify atrio_registry_order`.execute(panel.db);
    const next = await adding;
    assert.deepEqual((await readMirror(panel.db, next.id))?.contacts, {});
  });

  it("leaves alone what is another's, and what is at no registry", async () => {
    const name = "others.test";
    await sql`
      insert into registry.domain (name, account, expires_at)
        values (${name}, 'else@else.test', now() + interval '1 year')`.execute(panel.db);
    const { id } = await panel.addDomain(name);
    assert.equal((await readMirror(panel.db, id))?.status, "register-cancel");
    await remove(name);
    const { rows } = await sql`select from atrio.domain_deletion where name = ${name}`.execute(panel.db);
    assert.deepEqual([rows.length, await accountOf(name)], [0, "else@else.test"]);
  });

  it("while its domain is being registered leaves none behind", async () => {
    const name = "gone3.test";
    const holding = await panel.addHolding(name, {});
    await panel.db
      .insertInto("atrio.domain")
      .values({
        holding_id: holding.id,
        name,
        tld: "test",
        backend: "local",
        status: "register-pending",
        expires_at: new Date(Date.now() + 1e9),
      })
      .execute();
    const wanted = { account: "operator", contacts: {} };
    const locked = panel.db.transaction().execute(async (transaction) => {
      await sql`lock table registry.domain in share row exclusive mode`.execute(transaction);
      await place(panel, { holdingId: holding.id, kind: "create", wanted, source: "command" });
      await sleep(300);
      await remove(name);
    });
    await locked;
    await until("the deletion", async () =>
      registrar.lines.some((line) => line.includes('"deleted"') && line.includes(name)),
    );
    assert.ok(await isGone(name));
  });
});
