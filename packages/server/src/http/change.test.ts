import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Calls } from "@atrio/contract";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import type { Reply, TestUser } from "../../test/helpers/user.ts";
import type { Change } from "../db/handles.ts";
import type { AnyHandler, Handler } from "./handler.ts";
import { Refused, refuse } from "./refuse.ts";

type Deletion = Calls["dnsDelete"];

let panel: TestApp;
let user: TestUser;
let holding: number;
let work: AnyHandler<Deletion>;
before(async () => {
  panel = await makeApp({
    handlers: {
      dnsDelete: {
        prepare: async (context) => (typeof work === "function" ? work : work.prepare(context)),
      },
    },
  });
});
beforeEach(async () => {
  ({ id: holding } = await panel.addHolding(`change-${crypto.randomUUID()}.test`));
  user = await panel.asUser({ [holding]: { service_dnszone: "write" } });
});
after(() => panel.stop());

const send = (
  headers: Record<string, string> = {},
  given: { zid?: number; by?: TestUser } = {},
): Promise<Reply<"dnsDelete">> =>
  (given.by ?? user).call("dnsDelete", { params: { id: holding, zid: given.zid ?? 1 }, headers });
const keyed = (key: string) => ({ "idempotency-key": key });
const journal = () =>
  panel.db.selectFrom("atrio.journal").selectAll().where("holding_id", "=", holding).execute();
const record = (change: Change) =>
  change.record({ holdingId: holding, area: "dns", act: "test", item: null, before: { a: 1 }, after: null });
const recording: Handler<Deletion> = async ({ change }) => ({ data: { undo: await record(change) } });

describe("a change", () => {
  it("is one transaction with its journal row", async () => {
    work = recording;
    const reply = await send();
    assert.equal(reply.status, 200, reply.body);
    const [row] = await journal();
    assert.deepEqual(
      [row?.id, row?.source, row?.user_id, row?.username, row?.ip, row?.before, row?.after],
      [reply.data.undo, "panel", user.id, user.session.username, "127.0.0.1", { a: 1 }, null],
    );
    assert.match(row?.request_id ?? "", /^[0-9a-f-]{36}$/);
  });

  it("that is refused, fails or says nothing leaves nothing", async () => {
    const outcomes: [Handler<Deletion>, number][] = [
      [async ({ change }) => (await record(change), refuse("conflict")), 409],
      [async ({ change }) => (await record(change), Promise.reject(new Error("no"))), 500],
      [async () => ({ data: { undo: null } }), 500],
    ];
    for (const [handler, status] of outcomes) {
      work = handler;
      assert.equal((await send()).status, status);
    }
    assert.deepEqual(await journal(), []);
  });

  it("may say that all was there already", async () => {
    work = async ({ change }) => (change.unchanged(), { data: { undo: null } });
    assert.equal((await send()).status, 200);
    assert.deepEqual(await journal(), []);
  });

  it("may commit what a refusal leaves behind", async () => {
    work = async ({ change }) => (await record(change), { refused: new Refused("conflict") });
    assert.equal((await send()).status, 409);
    assert.equal((await journal()).length, 1);
  });

  it("tells what was seen after the commit; not seeing it is no failure", async () => {
    work = async (context) => ({
      ...(await recording(context)),
      after: async () => ({ info: "main.success", job: (await journal()).length }),
    });
    const seen = await send();
    assert.deepEqual([seen.system.info, seen.system.job], [["Hecho"], 1]);
    work = async (context) => ({
      ...(await recording(context)),
      after: () => Promise.reject(new Error("no")),
    });
    const unseen = await send();
    assert.deepEqual([unseen.status, unseen.system.info], [200, []]);
  });

  it("holds the right it stands on until it is committed", async () => {
    const order: string[] = [];
    const started = Promise.withResolvers<void>();
    work = async (context) => {
      started.resolve();
      await sleep(200);
      order.push("changed");
      return recording(context);
    };
    const reply = send();
    await started.promise;
    await panel.grant(user.id, holding, { service_dnszone: "read" });
    order.push("revoked");
    assert.equal((await reply).status, 200);
    assert.deepEqual(order, ["changed", "revoked"]);
    assert.equal((await send()).status, 403);
  });

  const losses = {
    "the right": [() => panel.grant(user.id, holding, { service_dnszone: "read" }), 403],
    "the holding": [() => panel.grant(user.id, holding, {}), 404],
    "the session": [() => panel.db.deleteFrom("atrio.session").where("user_id", "=", user.id).execute(), 401],
  } as const;
  for (const [what, [lose, status]] of Object.entries(losses))
    it(`sees that ${what} was lost while it was prepared`, async () => {
      work = { prepare: async () => (await lose(), recording) };
      assert.equal((await send()).status, status);
      assert.deepEqual(await journal(), []);
    });

  it("under way is not overtaken by a right that is taken: none half, none after", async () => {
    work = recording;
    const replies = [];
    for (let n = 0; n < 60; n++) {
      replies.push(send());
      if (n === 30) replies.push(panel.grant(user.id, holding, { service_dnszone: "read" }).then(() => null));
    }
    const statuses = (await Promise.all(replies)).flatMap((reply) => reply?.status ?? []);
    assert.ok(statuses.every((status) => status === 200 || status === 403));
    assert.equal((await journal()).length, statuses.filter((status) => status === 200).length);
  });
});

describe("an Idempotency-Key", () => {
  let runs: number;
  beforeEach(() => {
    runs = 0;
    work = async (context) => ({
      ...(await recording(context)),
      info: { key: "main.too_big", values: { maximum: ++runs } },
    });
  });

  it("gets the first reply again, in the language asked for now", async () => {
    const first = await send(keyed("k"));
    const second = await send(keyed("k"));
    assert.deepEqual([second.status, second.body], [200, first.body]);
    const english = await send({ ...keyed("k"), "accept-language": "en" });
    assert.notDeepEqual(english.system.info, first.system.info);
    assert.equal(runs, 1);
    assert.equal((await journal()).length, 1);
  });

  it("keeps what was seen after the commit as well", async () => {
    work = async (context) => ({
      ...(await recording(context)),
      after: async () => ({ info: "main.success" }),
    });
    const first = await send(keyed("k"));
    assert.deepEqual(first.system.info, ["Hecho"]);
    assert.equal((await send(keyed("k"))).body, first.body);
  });

  it("with another request is refused", async () => {
    await send(keyed("k"));
    const other = await send(keyed("k"), { zid: 2 });
    assert.deepEqual([other.status, other.system.statusCode, other.system.inputs], [422, 130, []]);
    assert.equal(runs, 1);
  });

  it("is each user's own", async () => {
    await send(keyed("k"));
    const by = await panel.asUser({ [holding]: { service_dnszone: "write" } });
    assert.equal((await send(keyed("k"), { by })).status, 200);
    assert.equal(runs, 2);
  });

  it("at work elsewhere is refused at once", async () => {
    const started = Promise.withResolvers<void>();
    work = async (context) => {
      started.resolve();
      await sleep(300);
      return recording(context);
    };
    const first = send(keyed("k"));
    await started.promise;
    const start = performance.now();
    const second = await send(keyed("k"));
    assert.deepEqual([second.status, second.system.statusCode], [409, 140]);
    assert.ok(performance.now() - start < 200);
    assert.equal((await first).status, 200);
    assert.equal((await journal()).length, 1);
  });

  it("of a refused request is free again", async () => {
    work = async () => refuse("conflict");
    assert.equal((await send(keyed("k"))).status, 409);
    work = recording;
    assert.equal((await send(keyed("k"))).status, 200);
  });

  it("is forgotten after a day", async () => {
    await send(keyed("k"));
    await panel.db
      .updateTable("atrio.idempotency")
      .set({ created_at: new Date(Date.now() - 25 * 3600 * 1000) })
      .execute();
    assert.equal((await send(keyed("k"), { zid: 2 })).status, 200);
    assert.equal(runs, 2);
  });

  it("does not outlive the right to make the call", async () => {
    await send(keyed("k"));
    await panel.grant(user.id, holding, { service_dnszone: "read" });
    assert.equal((await send(keyed("k"))).status, 403);
  });

  for (const key of ["", "k".repeat(65), "a b", "ñ"])
    it(`is not «${key.slice(0, 10)}» (${key.length})`, async () => {
      assert.equal((await send(keyed(key))).status, 422);
      assert.equal(runs, 0);
    });
});
