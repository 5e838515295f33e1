import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeApp, type TestApp, untilSettled } from "../../test/helpers/app.ts";
import { startRegistrar, type TestRegistrar } from "../../test/registrar.ts";
import type { OrderKind, Orders } from "../registry/order.ts";

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

async function order<K extends OrderKind>(holdingId: number, kind: K, wanted: Orders[K]) {
  const row = { holding_id: holdingId, kind, wanted: JSON.stringify(wanted), act: "test", source: "panel" };
  const { id } = await panel.db
    .insertInto("atrio.registry_order")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  await untilSettled(panel.db, holdingId);
  return panel.db
    .selectFrom("atrio.registry_order")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
const mirror = (holdingId: number) =>
  panel.db
    .selectFrom("atrio.domain")
    .selectAll()
    .where("holding_id", "=", holdingId)
    .executeTakeFirstOrThrow();

describe("an order", () => {
  it("registers a domain, gives it name servers, and shows both", async () => {
    const { id } = await panel.addDomain("uno.test");
    assert.equal((await mirror(id)).status, "inactive");
    const done = await order(id, "nameservers", {
      mode: "own",
      nameservers: ["ns1.example.net", "ns2.example.net"],
    });
    assert.equal(done.state, "done", registrar.lines.join("\n"));
    const { status, name_servers, name_server_mode } = await mirror(id);
    assert.deepEqual(
      [status, name_server_mode, name_servers],
      ["active", "own", ["ns1.example.net", "ns2.example.net"]],
    );
  });
});
