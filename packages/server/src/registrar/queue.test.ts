import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { place } from "../../test/registrar.ts";
import { nextOrder } from "./queue.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());
beforeEach(() => panel.db.deleteFrom("atrio.registry_order").execute());

let names = 0;
async function addDomain(): Promise<number> {
  const { id, reference } = await panel.addHolding(`q${++names}.test`);
  await sql`
    insert into atrio.domain (holding_id, name, tld, backend, status, expires_at, registered_at)
      values (${id}, ${reference}, 'test', 'local', 'active', now() + interval '1 year', now())`.execute(
    panel.db,
  );
  return id;
}
/** All in the sequence in which they are begun, one after the other. */
async function sequence(): Promise<number[]> {
  const begun: number[] = [];
  for (;;) {
    const order = await nextOrder(panel.db, new Set());
    if (!order) return begun;
    begun.push(order.id);
    await panel.db.deleteFrom("atrio.registry_order").where("id", "=", order.id).execute();
  }
}

const followDefaults = {
  kind: "nameservers",
  wanted: { mode: "default" },
  source: "system",
  bulk: true,
} as const;
const contacts = { kind: "contacts", wanted: { contacts: {} } } as const;

describe("customers' orders", () => {
  it("pass those that the panel places in all domains, also those of many and in the same domain", async () => {
    const [first, second] = [await addDomain(), await addDomain()];
    const [system = 0, ofSecond = 0] = await place(
      panel,
      { ...followDefaults, holdingId: first },
      { ...followDefaults, holdingId: second },
    );
    const [many = 0] = await place(panel, { ...contacts, holdingId: second, bulk: true });
    const [single = 0] = await place(panel, { ...contacts, holdingId: first });
    assert.deepEqual(await sequence(), [single, many, system, ofSecond]);
  });

  it("are carried out as they were placed", async () => {
    const id = await addDomain();
    const orders = await place(
      panel,
      { kind: "privacy", wanted: { on: true }, holdingId: id },
      { ...contacts, holdingId: id },
      { kind: "transferLock", wanted: { on: true }, holdingId: id },
    );
    assert.deepEqual(await sequence(), orders);
  });
});
