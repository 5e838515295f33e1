import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import {
  addDomain,
  addSite,
  challengeRecords,
  closeWorld,
  nameOf,
  openWorld,
  panel,
  read,
  setDue,
  url,
  world,
} from "../../test/acme.ts";
import { openHandedVault } from "../../test/registrar.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import { openAccount } from "./account.ts";
import { type OrderContext, carryOut } from "./order.ts";
import { readOwnServers, readSettings, takeDue } from "./store.ts";

before(openWorld);
after(closeWorld);

/** The client of a process that ends before its n-th call, or when that has just been answered. */
const dying = (whole: OrderContext, n: number, isAnswered: boolean): OrderContext => {
  let calls = 0;
  const client = new Proxy(whole.client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]): Promise<unknown> => {
        calls += 1;
        if (calls === n && !isAnswered) throw new Error("killed");
        const said: unknown = await Reflect.apply(value, target, args);
        if (calls >= n) throw new Error("killed");
        return said;
      };
    },
  });
  return { ...whole, client };
};

test("an order goes on from wherever the process was killed", async () => {
  const holding = await addDomain("killed.test");
  const db = openDatabase(openPool(url(), { max: 2 }));
  const resolvers = [`${world.address}:${world.port}`];
  const context = async (): Promise<OrderContext> => ({
    db,
    vault: openHandedVault,
    client: await openAccount(db, openHandedVault, (await readSettings(db))!),
    own: await readOwnServers(db),
    resolvers,
    signal: new AbortController().signal,
  });
  const due = async (id: number) => {
    await setDue(id, true);
    return (await takeDue(db, []))!;
  };
  let survived = 0;
  for (let n = 1; survived < 2; n++) {
    survived = 0;
    for (const isAnswered of [false, true]) {
      const site = await addSite(holding, `n${n}${isAnswered ? "a" : "b"}`);
      const outcome = await carryOut(dying(await context(), n, isAnswered), await due(site)).catch(
        (error: unknown) => assert.match(String(error), /killed/),
      );
      if (outcome === true) survived += 1;
      else assert.equal(await carryOut(await context(), await due(site)), true);
      assert.ok(await read(site));
    }
    assert.ok(n < 40);
  }
  assert.equal(await challengeRecords(), 0);
  await db.destroy();
});

test("a challenge in a zone is not the customer's to remove, and goes with its order", async () => {
  const holding = await addDomain("kept.test");
  const { id } = await nameOf(await addSite(holding, "shop"));
  await sql`select acme.answer(${id}, 'one', 'first', true), acme.answer(${id}, 'two', 'second', true)`.execute(
    panel.db,
  );
  const user = await panel.asUser({ [holding]: { service_dnszone: "write" } });
  for (const call of ["dnsRestore", "dnsDeleteAll"] as const) {
    assert.equal((await user.call(call, { params: { id: holding } })).status, 200);
    assert.equal(await challengeRecords(), 2, call);
  }
  await sql`select acme.failed(${id}, null, interval '1 hour')`.execute(panel.db);
  assert.equal(await challengeRecords(), 0);
});
