import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { permissionKeys } from "@atrio/contract";
import { sql } from "kysely";
import { addAccount } from "../../../test/helpers/account.ts";
import { makeApp, type TestApp, untilSettled } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, place, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { inChange } from "../../db/change.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { Refused } from "../../http/refuse.ts";
import { awaitOrder } from "./order.ts";
import { type TransferWish, orderTransfer, sealProof } from "./transfer.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));
const operator = { source: "command", userId: null, username: "root", ip: null, requestId: null } as const;

let panel: TestApp;
let registrar: TestRegistrar;
let worker: ReturnType<typeof openDatabase>;
let domains = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
  registrar = startRegistrar(panel);
  worker = openDatabase(openPool(panel.cluster.url("atrio_worker", panel.database), { max: 4 }));
});
after(async () => {
  await worker.destroy();
  await registrar.stop();
  await panel.stop();
});

interface Owned {
  readonly id: number;
  readonly reference: string;
  readonly owner: TestUser;
}
async function owned(): Promise<Owned> {
  const reference = `domain${++domains}.test`;
  const { id } = await panel.addDomain(reference);
  return { id, reference, owner: await panel.asUser({ [id]: everything }) };
}

async function transfer({ id, reference }: Owned, to: TransferWish["user"], proof: TransferWish["proof"]) {
  const wish = { holding: { id, reference }, user: to, proof };
  const sealed = await sealProof(openHandedVault, wish);
  const order = await inChange(worker, operator, (change) => orderTransfer(change, wish, sealed));
  return (await awaitOrder(worker, order, undefined, { milliseconds: 5_000, untilDone: true })).state;
}
async function gaining(): Promise<TransferWish["user"]> {
  const { id, username, domainName } = await addAccount(panel);
  return { id, username, reference: domainName };
}
const refusedWith = (message: string) => (error: unknown) =>
  error instanceof Refused && error.refusal === "conflict" && error.text === message;

const grantsOn = async (id: number) =>
  (
    await panel.db
      .selectFrom("atrio.holding_grant")
      .select(["user_id", "permissions"])
      .where("holding_id", "=", id)
      .execute()
  ).map(({ user_id, permissions }) => [user_id, permissions]);
const accountOf = async (name: string) =>
  (await sql<{ account: string }>`select account from registry.domain where name = ${name}`.execute(panel.db))
    .rows[0]?.account;
const atRegistry = ({ reference }: Owned, assigned: ReturnType<typeof sql>) =>
  sql`update registry.domain set ${assigned} where name = ${reference}`.execute(panel.db);
const secretsOf = (id: number) =>
  panel.db.selectFrom("atrio.domain_secret").select("kind").where("holding_id", "=", id).execute();

describe("a transfer", () => {
  it("by auth code moves the domain: all to one user, nothing to the others, codes void", async () => {
    const domain = await owned();
    const other = await panel.asUser({ [domain.id]: { domain: "read" } });
    const params = { id: domain.id };
    const { authCode } = (await domain.owner.call("domainAuthCode", { params })).data;
    await domain.owner.call("domainTransferKey", { params });
    const to = await gaining();
    assert.equal(await transfer(domain, to, { authCode }), "done", registrar.lines.join("\n"));
    assert.deepEqual(await grantsOn(domain.id), [[to.id, everything]]);
    assert.equal(await accountOf(domain.reference), `${to.username}@${to.reference}`);
    assert.deepEqual(await secretsOf(domain.id), []);
    for (const user of [domain.owner, other])
      assert.equal((await user.call("domainGet", { params })).system.statusCode, 120);
    await assert.rejects(
      transfer(domain, await gaining(), { authCode }),
      refusedWith("domain.auth_code_wrong"),
    );
    const journal = await panel.db
      .selectFrom("atrio.journal")
      .select(["area", "act", "before", "after"])
      .where("holding_id", "=", domain.id)
      .where("area", "=", "grant")
      .execute();
    assert.equal(journal.length, 1);
    const texts = JSON.stringify(
      await panel.db
        .selectFrom("atrio.registry_order")
        .selectAll()
        .where("holding_id", "=", domain.id)
        .execute(),
    );
    assert.ok(!texts.includes(authCode) && !JSON.stringify(journal).includes(authCode));
    assert.ok(!registrar.lines.join("\n").includes(authCode));
  });

  it("keeps the user who gets the domain until it has ended, and is refused to one who is gone", async () => {
    const domain = await owned();
    const [to, gone] = [await gaining(), await gaining()];
    const remove = ({ id }: TransferWish["user"]) =>
      panel.db.deleteFrom("atrio.panel_user").where("id", "=", id).execute();
    const wishOf = (user: TransferWish["user"]) => ({ holding: domain, user, proof: { authCode: "x" } });
    const leaving = panel.db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("atrio.registry_order")
        .values({
          holding_id: domain.id,
          kind: "transfer",
          act: "transfer",
          source: "command",
          gaining: to.id,
        })
        .execute();
      await transaction.deleteFrom("atrio.panel_user").where("id", "=", to.id).execute();
    });
    await assert.rejects(leaving, { code: "23503", constraint: "registry_order_gaining_fkey" });
    await remove(gone);
    await assert.rejects(
      inChange(worker, operator, (change) => orderTransfer(change, wishOf(gone), null)),
      {
        code: "23503",
      },
    );
    const before = await grantsOn(domain.id);
    await assert.rejects(transfer(domain, to, { authCode: "x" }), refusedWith("domain.auth_code_wrong"));
    assert.deepEqual(await grantsOn(domain.id), before);
    await remove(to);
  });

  it("is waited for without asking all the time", async () => {
    const domain = await owned();
    const [id = 0] = await place(panel, { holdingId: domain.id, kind: "privacy", wanted: { on: true } });
    await untilSettled(panel.db, domain.id);
    await sql`update atrio.registry_order set state = 'pending', ended_at = null, next_attempt_at = now() + interval '1 hour' where id = ${id}`.execute(
      panel.db,
    );
    let asked = 0;
    const counting = worker.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const order = { id, job: 0 };
    const end = await awaitOrder(counting, order, undefined, { milliseconds: 1_000, untilDone: true });
    assert.equal(end.state, "pending");
    assert.ok(asked > 3 && asked < 60, String(asked));
    await sql`update atrio.registry_order set state = 'done', ended_at = now() where id = ${id}`.execute(
      panel.db,
    );
  });

  it("leaves nothing that the new owner could take back of the old one's, nor see", async () => {
    const domain = await owned();
    const params = { id: domain.id };
    const { undo } = (await domain.owner.call("domainToggleWhoisPrivacy", { params })).data;
    const { transferkey: key } = (await domain.owner.call("domainTransferKey", { params })).data;
    const to = await gaining();
    assert.equal(await transfer(domain, to, { key }), "done");
    const user = await panel.signedIn(to.id, to.username);
    const old = await user.call("domainUndo", { params: { ...params, jid: undo ?? 0 } });
    assert.deepEqual([old.status, old.system.statusCode], [404, 120], old.body);
    const own = await user.call("domainToggleWhoisPrivacy", { params });
    const undone = await user.call("domainUndo", { params: { ...params, jid: own.data.undo ?? 0 } });
    assert.equal(undone.status, 200, undone.body);
  });

  it("by transfer key moves it once", async () => {
    const domain = await owned();
    const { transferkey } = (await domain.owner.call("domainTransferKey", { params: { id: domain.id } }))
      .data;
    const [one, other] = [await gaining(), await gaining()];
    const key = transferkey.toLowerCase();
    const ends = await Promise.allSettled([
      transfer(domain, one, { key }),
      transfer(domain, other, { key }),
      transfer(domain, one, { key }),
    ]);
    assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1, JSON.stringify(ends));
    assert.equal((await grantsOn(domain.id)).length, 1);
    await assert.rejects(transfer(domain, other, { key }), refusedWith("domain.transfer_key_wrong"));
  });

  it("by key that the registry refuses leaves the code valid that is shown; without a valid one it makes one", async () => {
    const domain = await owned();
    const params = { id: domain.id };
    const { authCode } = (await domain.owner.call("domainAuthCode", { params })).data;
    const { transferkey: key } = (await domain.owner.call("domainTransferKey", { params })).data;
    const to = await gaining();
    // a lock that the mirror has not heard of yet
    await atRegistry(domain, sql`statuses = '{serverTransferProhibited}'`);
    await assert.rejects(transfer(domain, to, { key }), refusedWith("domain.locked_by_registry"));
    await atRegistry(domain, sql`statuses = '{}'`);
    assert.equal((await domain.owner.call("domainAuthCode", { params })).data.authCode, authCode);
    const { rows } = await sql<{ fits: boolean }>`
      select auth_hash = sha256(${authCode}::bytea) as fits from registry.domain where name = ${domain.reference}`.execute(
      panel.db,
    );
    assert.deepEqual(rows, [{ fits: true }]);
    await atRegistry(domain, sql`auth_hash = null, auth_expires_at = null`);
    await sql`update atrio.domain set transfer_locked_by_registry = false where holding_id = ${domain.id}`.execute(
      panel.db,
    );
    assert.equal(await transfer(domain, to, { key }), "done");
    assert.deepEqual(await secretsOf(domain.id), []);
  });

  it("is refused while it is locked, with a wrong code, and past its time; and nothing moves", async () => {
    const domain = await owned();
    const params = { id: domain.id };
    const before = await grantsOn(domain.id);
    const { authCode } = (await domain.owner.call("domainAuthCode", { params })).data;
    const { transferkey: key } = (await domain.owner.call("domainTransferKey", { params })).data;
    const to = await gaining();
    await assert.rejects(
      transfer(domain, to, { authCode: `${authCode}x` }),
      refusedWith("domain.auth_code_wrong"),
    );
    await domain.owner.call("domainToggleTransferBlock", { params, input: { value: "1" } });
    await assert.rejects(transfer(domain, to, { authCode }), refusedWith("domain.transfer_locked"));
    await assert.rejects(transfer(domain, to, { key }), refusedWith("domain.transfer_locked"));
    await domain.owner.call("domainToggleTransferBlock", { params, input: { value: "0" } });
    // a lock that the mirror has not heard of yet
    await sql`update registry.domain set statuses = '{serverTransferProhibited}' where name = ${domain.reference}`.execute(
      panel.db,
    );
    await assert.rejects(transfer(domain, to, { authCode }), refusedWith("domain.locked_by_registry"));
    await sql`update registry.domain set statuses = '{}' where name = ${domain.reference}`.execute(panel.db);
    await sql`update atrio.domain_secret set expires_at = now() where holding_id = ${domain.id}`.execute(
      panel.db,
    );
    await sql`update registry.domain set auth_expires_at = now() where name = ${domain.reference}`.execute(
      panel.db,
    );
    await sql`update atrio.domain set transfer_locked_by_registry = false where holding_id = ${domain.id}`.execute(
      panel.db,
    );
    await assert.rejects(transfer(domain, to, { authCode }), refusedWith("domain.auth_code_wrong"));
    await assert.rejects(transfer(domain, to, { key }), refusedWith("domain.transfer_key_wrong"));
    assert.deepEqual(await grantsOn(domain.id), before);
  });
});
