import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { CallName } from "@atrio/contract";
import { type NewHolding, type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply } from "../../../test/helpers/user.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

const mayAll = { servicemail: "write", servicemail_alias: "write" } as const;
let services = 0;
async function addService(given: NewHolding = {}) {
  const holding = await panel.addHolding(`service${++services}.test`, given);
  return { ...holding, user: await panel.asUser({ [holding.id]: mayAll }) };
}
let own: Awaited<ReturnType<typeof addService>>;
beforeEach(async () => {
  own = await addService();
});

const create = (name: string, target: string, { id, user } = own) =>
  user.call("aliasCreate", { params: { id }, input: { name, target } });
const save = (aid: number, target: string, { id, user } = own) =>
  user.call("aliasSave", { params: { id, aid }, input: { target } });
const remove = (aid: number, { id, user } = own) => user.call("aliasDelete", { params: { id, aid } });
const saveCatchAll = (target: string, { id, user } = own) =>
  user.call("catchAllSave", { params: { id }, input: { target } });
const undo = (jid: number | null, { id, user } = own) =>
  user.call("aliasUndo", { params: { id, jid: jid! } });
const list = async ({ id, user } = own) => (await user.call("aliasList", { params: { id } })).data.alias;
const catchAll = async ({ id, user } = own) =>
  (await user.call("catchAllGet", { params: { id } })).data.catchAll;

const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const newest = async () => {
  const { id } = await panel.db
    .selectFrom("atrio.journal")
    .select((journal) => journal.fn.max("id").as("id"))
    .where("holding_id", "=", own.id)
    .executeTakeFirstOrThrow();
  return id;
};
const told = ({ status, system }: Reply<CallName>) => [status, system.inputs, system.errors];
const english = { "accept-language": "en" };

describe("an alias", () => {
  it("is made, shown, changed and deleted, each with an entry of the journal", async () => {
    const made = ok(await create(" Info ", "Ana@World.example, luis@ñandú.example,ana@world.example"));
    const shown = {
      id: made.alias.id,
      alias: "info",
      referencePunycode: `info@${own.reference}`,
      name: "ana@world.example,luis@xn--and-6ma2c.example",
      eliminable: true,
    };
    assert.deepEqual(made.alias, shown);
    assert.deepEqual(await list(), [shown]);
    const { id, user } = own;
    assert.deepEqual(ok(await user.call("aliasGet", { params: { id, aid: shown.id } })).alias, shown);
    const saved = ok(await save(shown.id, "eva@world.example"));
    assert.deepEqual(saved.alias, { ...shown, name: "eva@world.example" });
    const deleted = ok(await remove(shown.id));
    assert.deepEqual(await list(), []);
    const journal = await panel.db
      .selectFrom("atrio.journal")
      .select(["id", "area", "act", "item"])
      .where("holding_id", "=", id)
      .orderBy("id")
      .execute();
    const common = { area: "mail", item: `info@${own.reference}` };
    assert.deepEqual(journal, [
      { ...common, id: made.undo, act: "aliasCreate" },
      { ...common, id: saved.undo, act: "aliasSave" },
      { ...common, id: deleted.undo, act: "aliasDelete" },
    ]);
  });

  it("saved as it is changes nothing", async () => {
    const { alias } = ok(await create("info", "ana@world.example"));
    assert.deepEqual(ok(await save(alias.id, "ana@world.example")), { alias, undo: null });
  });

  it("is refused with the field and what to do", async () => {
    ok(await create("info", "ana@world.example"));
    const cases: [string, string, number, string][] = [
      ["info", "ana@world.example", 409, "name"],
      ["in fo", "ana@world.example", 422, "name"],
      ["", "ana@world.example", 422, "name"],
      ["a", "", 422, "target"],
      ["a", "ana", 422, "target"],
      ["a", `a@${own.reference}`, 422, "target"],
      ["a", Array.from({ length: 51 }, (_, n) => `x${n}@world.example`).join(), 422, "target"],
    ];
    for (const [name, target, status, field] of cases) {
      const reply = await create(name, target);
      assert.deepEqual([reply.status, reply.system.inputs], [status, [field]], reply.body);
    }
    assert.equal((await list()).length, 1);
  });

  it("whose whole address would be too long is refused", async () => {
    const label = "x".repeat(63);
    const long = await addService();
    await panel.db
      .updateTable("atrio.holding")
      .set({ reference: `${[label, label, label].join(".")}.test` })
      .where("id", "=", long.id)
      .execute();
    const reply = await create("y".repeat(64), "ana@world.example", long);
    assert.deepEqual([reply.status, reply.system.inputs], [422, ["name"]], reply.body);
    ok(await create("y".repeat(57), "ana@world.example", long));
  });

  it("leads to no address of its domain that is not there, unless the catch-all takes it", async () => {
    const missing = `nobody+x@${own.reference}`;
    const { alias } = ok(await create("info", "ana@world.example"));
    const there = `ana@world.example,info+x@${own.reference}`;
    for (const reply of [await create("errata", `${there},${missing}`), await save(alias.id, missing)]) {
      assert.deepEqual([reply.status, reply.system.inputs], [422, ["target"]], reply.body);
      assert.match(reply.body, /«nobody\+x@.*» no existe/);
    }
    ok(await create("errata", there));
    ok(await saveCatchAll("ana@world.example"));
    ok(await save(alias.id, missing));
  });

  it("that belongs to the service is not deleted, nor by undo", async () => {
    const { alias, undo: entry } = ok(await create("info", "ana@world.example"));
    await panel.db.updateTable("atrio.alias").set({ eliminable: false }).where("id", "=", alias.id).execute();
    assert.equal((await remove(alias.id)).status, 409);
    assert.equal((await undo(entry)).status, 409);
    assert.deepEqual(await list(), [{ ...alias, eliminable: false }]);
    ok(await save(alias.id, "eva@world.example"));
  });

  it("of another service, or the catch-all, is not there", async () => {
    const other = await addService();
    const foreign = ok(await create("info", "ana@world.example", other)).alias;
    ok(await saveCatchAll("ana@world.example"));
    const { id: hidden } = await panel.db
      .selectFrom("atrio.alias")
      .select("id")
      .where("holding_id", "=", own.id)
      .executeTakeFirstOrThrow();
    for (const aid of [foreign.id, hidden, 999_999_999]) {
      const { id, user } = own;
      assert.equal((await user.call("aliasGet", { params: { id, aid } })).status, 404);
      assert.equal((await save(aid, "eva@world.example")).status, 404);
      assert.equal((await remove(aid)).status, 404);
    }
  });

  it("is one of as many as the service comes with", async () => {
    await panel.db
      .updateTable("atrio.mail_service")
      .set({ aliases_max: 1 })
      .where("holding_id", "=", own.id)
      .execute();
    const replies = await Promise.all(["a", "b", "c"].map((name) => create(name, "ana@world.example")));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    );
    const { id, user } = own;
    const input = { name: "d", target: "ana@world.example" };
    assert.deepEqual(told(await user.call("aliasCreate", { params: { id }, input, headers: english })), [
      409,
      [],
      ["The service comes with 1 alias. Delete one first"],
    ]);
  });
});

describe("who asks", () => {
  it("needs mail on the service, and a service that has not expired", async () => {
    const without = await addService({ hasMail: false });
    assert.equal((await create("info", "ana@world.example", without)).status, 404);
    assert.equal((await without.user.call("aliasList", { params: { id: without.id } })).status, 404);
    assert.equal((await without.user.call("catchAllGet", { params: { id: without.id } })).status, 404);
    const expired = await addService({ serviceExpiresAt: new Date(Date.now() - 86_400_000) });
    assert.equal((await create("info", "ana@world.example", expired)).status, 409);
    assert.equal((await saveCatchAll("ana@world.example", expired)).status, 409);
    assert.deepEqual(await list(expired), []);
  });

  it("manages the mail of the service, where it is about reserved names and the catch-all", async () => {
    const { id } = own;
    const user = await panel.asUser({ [id]: { servicemail_alias: "write" } });
    const lesser = { ...own, user };
    const refused = await create("postmaster", "eva@world.example", lesser);
    assert.deepEqual([refused.status, refused.system.inputs], [422, ["name"]]);
    const { alias, undo: made } = ok(await create("postmaster", "ana@world.example"));
    assert.equal((await save(alias.id, "eva@world.example", lesser)).status, 403);
    const caught = ok(await saveCatchAll("ana@world.example"));
    assert.equal((await saveCatchAll("eva@world.example", lesser)).status, 403);
    for (const entry of [made, caught.undo]) assert.equal((await undo(entry, lesser)).status, 403);
    ok(await create("info", "eva@world.example", lesser));
  });
});

describe("the catch-all", () => {
  it("is turned on, changed and turned off, and is no alias of the list", async () => {
    assert.equal(await catchAll(), null);
    assert.deepEqual(ok(await saveCatchAll("")), { catchAll: null, undo: null });
    assert.deepEqual((await saveCatchAll("")).system.info, ["Ya estaba así"]);
    const loop = await saveCatchAll(`x@${own.reference}`);
    assert.deepEqual(told(loop), [
      422,
      ["target"],
      ["El correo para direcciones que no existen volvería una y otra vez. Cambia los destinos"],
    ]);
    ok(await saveCatchAll("ana@world.example"));
    const { catchAll: saved } = ok(await saveCatchAll("ana@world.example, eva@world.example"));
    assert.deepEqual(saved, { name: "ana@world.example,eva@world.example" });
    assert.deepEqual(await catchAll(), saved);
    assert.deepEqual(await list(), []);
    const off = ok(await saveCatchAll(""));
    assert.equal(off.catchAll, null);
    ok(await undo(off.undo));
    assert.deepEqual(await catchAll(), saved);
  });
});

describe("undo", () => {
  it("takes back each act, and itself", async () => {
    const { alias, undo: made } = ok(await create("info", "ana@world.example"));
    ok(await undo(made));
    assert.deepEqual(await list(), []);
    ok(await undo(await newest()));
    assert.deepEqual(await list(), [alias], "the same alias");
    const saved = ok(await save(alias.id, "eva@world.example"));
    ok(await undo(saved.undo));
    assert.deepEqual(await list(), [alias]);
    const deleted = ok(await remove(alias.id));
    ok(await undo(deleted.undo));
    assert.deepEqual(await list(), [alias]);
  });

  it("overwrites nothing that came since", async () => {
    const { alias, undo: made } = ok(await create("info", "ana@world.example"));
    const first = ok(await save(alias.id, "eva@world.example"));
    const second = ok(await save(alias.id, "luis@world.example"));
    for (const entry of [made, first.undo]) {
      const reply = await own.user.call("aliasUndo", {
        params: { id: own.id, jid: entry! },
        headers: english,
      });
      assert.deepEqual(told(reply), [
        409,
        [],
        [`info@${own.reference} has changed since. Nothing was undone.`],
      ]);
    }
    ok(await undo(second.undo));
    ok(await undo(first.undo));
    const deleted = ok(await remove(alias.id));
    ok(await create("info", "eva@world.example"));
    assert.equal((await undo(deleted.undo)).status, 409, "there again");
  });

  it("breaks no rule", async () => {
    const { alias: b } = ok(await create("b", "eva@world.example"));
    const { alias: a } = ok(await create("a", `b@${own.reference}`));
    const saved = ok(await save(a.id, "eva@world.example"));
    ok(await save(b.id, `a@${own.reference}`));
    const reply = await undo(saved.undo);
    assert.equal(reply.status, 409, reply.body);
    assert.deepEqual(reply.system.inputs, []);
  });

  it("knows no entry of another service or area", async () => {
    const other = await addService();
    const { undo: foreign } = ok(await create("info", "ana@world.example", other));
    const { id: dns } = await panel.db
      .insertInto("atrio.journal")
      .values({
        source: "system",
        holding_id: own.id,
        area: "dns",
        act: "aliasSave",
        before: "null",
        after: "null",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const entry of [foreign, dns, 999_999_999]) assert.equal((await undo(entry)).status, 404);
  });
});

it("two at the same time end as one after the other", async () => {
  const { alias } = ok(await create("info", "ana@world.example"));
  const [deleted, saved] = await Promise.all([remove(alias.id), save(alias.id, "eva@world.example")]);
  assert.equal(deleted.status, 200);
  assert.ok([200, 404].includes(saved.status), saved.body);
  assert.deepEqual(await list(), []);
});
