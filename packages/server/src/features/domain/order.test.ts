/** What a call answers when the registry takes its time, says no, or is away. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { permissionKeys } from "@atrio/contract";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { type Outcome, type RegistryBackend, RegistryError } from "../../registry/backend.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));

let panel: TestApp;
let registrar: TestRegistrar;
let domains = 0;
/** In place of the local registry's own answer to the next write of privacy. */
let answer: (() => Outcome | Promise<Outcome>) | null = null;

const answering = (local: RegistryBackend): RegistryBackend =>
  new Proxy(local, {
    get(target, member) {
      const method: unknown = Reflect.get(target, member);
      if (typeof method !== "function") return method;
      if (member === "status") return async () => "pending";
      const own = member === "setPrivacy" ? answer : null;
      return own ? async () => own() : method.bind(target);
    },
  });

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
  registrar = startRegistrar(panel, answering);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

async function owned(): Promise<{ id: number; owner: TestUser }> {
  const { id } = await panel.addDomain(`domain${++domains}.test`);
  return { id, owner: await panel.asUser({ [id]: everything }) };
}
const press = (owner: TestUser, id: number, headers = {}) =>
  owner.call("domainToggleWhoisPrivacy", { params: { id }, input: { value: "1" }, headers });

describe("an order", () => {
  it("that the registry has taken but not done is told with its job, and shown as waiting", async () => {
    const { id, owner } = await owned();
    answer = () => ({ state: "pending", reference: `later-${id}` });
    const reply = await press(owner, id);
    assert.deepEqual([reply.status, reply.data.domain.whoisPrivacy, reply.data.undo], [200, false, null]);
    assert.match(reply.system.info.join(), /Se ha pedido el cambio/);
    const job = await owner.call("jobGet", { params: { id: reply.system.job ?? 0 } });
    assert.ok(["queued", "running"].includes(job.data.job.state), job.body);
    const { domain } = (await owner.call("domainGet", { params: { id } })).data;
    assert.deepEqual(domain.pending, ["privacy"]);
    const again = await press(owner, id);
    assert.equal(again.status, 409);
    assert.match(again.system.errors.join(), /Espera a que termine/);
    answer = null;
    const other = await owner.call("domainToggleTransferBlock", { params: { id } });
    assert.equal(other.status, 200, "changes of other kinds go on");
  });

  it("that is refused changes nothing, and is told in the registry's words", async () => {
    const { id, owner } = await owned();
    answer = () => {
      throw new RegistryError("policy", "Privacy is not for companies");
    };
    const reply = await press(owner, id);
    assert.deepEqual([reply.status, reply.system.statusCode], [409, 140]);
    assert.match(reply.system.errors.join(), /El registro responde: Privacy is not for companies/);
    const { domain } = (await owner.call("domainGet", { params: { id } })).data;
    assert.deepEqual([domain.whoisPrivacy, domain.pending], [false, []]);
  });

  it("that found the registry away is 503, and the same request may be sent again", async () => {
    const { id, owner } = await owned();
    const key = { "idempotency-key": "press-once" };
    answer = () => {
      throw new RegistryError("temporary", "main.unavailable");
    };
    const away = await press(owner, id, key);
    assert.deepEqual([away.status, away.system.statusCode], [503, 150], away.body);
    answer = null;
    const back = await press(owner, id, key);
    assert.deepEqual([back.status, back.data.domain.whoisPrivacy], [200, true], back.body);
    const repeated = await press(owner, id, key);
    assert.deepEqual(repeated.data, back.data, "the first reply is kept, with its undo");
  });

  it("whose caller was not told is answered with what came of it, when the request comes again", async () => {
    const { id, owner } = await owned();
    const key = { "idempotency-key": "press-again" };
    const [asked, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome>()];
    answer = () => (asked.resolve(), refused.promise);
    const first = press(owner, id, key);
    await asked.promise;
    const kept = panel.db.selectFrom("atrio.idempotency").selectAll().where("key", "=", "press-again");
    const left = await kept.executeTakeFirstOrThrow();
    refused.reject(new RegistryError("policy", "Privacy is not for companies"));
    assert.equal((await first).status, 409);
    // as if the process had been killed meanwhile
    await panel.db
      .insertInto("atrio.idempotency")
      .values({ ...left, reply: JSON.stringify(left.reply) })
      .execute();
    const again = await press(owner, id, key);
    assert.equal(again.status, 409, again.body);
    assert.match(again.system.errors.join(), /Privacy is not for companies/);
    answer = null;
    const done = await press(owner, id, key);
    assert.deepEqual([done.status, done.data.domain.whoisPrivacy, done.system.job], [200, true, null]);
  });

  it("names its job until the reply is what came of it", async () => {
    const { id, owner } = await owned();
    const key = { "idempotency-key": "press-slowly" };
    const [asked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome>()];
    answer = () => (asked.resolve(), done.promise);
    const first = press(owner, id, key);
    await asked.promise;
    const meanwhile = await press(owner, id, key);
    assert.match(meanwhile.system.info.join(), /Se ha pedido el cambio/);
    assert.ok(meanwhile.system.job, meanwhile.body);
    done.resolve({ state: "done" });
    answer = null;
    assert.deepEqual((await first).system.job, null);
  });
});

describe("the role of the API", () => {
  it("orders what a user of the panel may order, and as one", async () => {
    const { id } = await owned();
    const api = openDatabase(openPool(panel.cluster.url("atrio_api", panel.database), { max: 1 }));
    const user = { holding_id: id, act: "x", source: "panel", user_id: 1 } as const;
    const insert = (values: object) =>
      api
        .insertInto("atrio.registry_order")
        .values({ kind: "privacy", wanted: '{"on": true}', ...user, ...values })
        .execute();
    const denied = /row-level security|permission denied/;
    try {
      for (const source of ["command", "system"]) await assert.rejects(insert({ source }), denied, source);
      for (const kind of ["create", "transfer", "refresh"])
        await assert.rejects(insert({ kind, wanted: "{}" }), denied, kind);
      for (const values of [{ user_id: null }, { gaining: 1 }, { bulk: true }])
        await assert.rejects(insert(values), denied, JSON.stringify(values));
      await insert({});
    } finally {
      await api.destroy();
    }
  });
});
