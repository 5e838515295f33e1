import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Calls } from "@atrio/contract";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import type { TestUser } from "../../test/helpers/user.ts";
import type { Handler } from "./handler.ts";
import { prefersAsync } from "./prefer.ts";

let panel: TestApp;
let user: TestUser;
let holding: number;
let job: number | undefined;
let looks = 0;

/** A change that a job finishes where `job` is set. */
const work: Handler<Calls["dnsDelete"]> = async ({ change }) => ({
  data: {
    undo: await change.record({
      holdingId: holding,
      area: "dns",
      act: change.isAsync ? "async" : "waiting",
      item: null,
      before: { a: 1 },
      after: null,
    }),
  },
  info: "dns.saved",
  ...(job === undefined ? {} : { job }),
  after: async () => {
    looks += 1;
    return { info: "main.success" };
  },
});

before(async () => {
  panel = await makeApp({ handlers: { dnsDelete: work } });
  ({ id: holding } = await panel.addHolding("prefer.test"));
  user = await panel.asUser({ [holding]: { service_dnszone: "write" } });
});
after(() => panel.stop());

const send = (headers: Record<string, string>) =>
  user.call("dnsDelete", { params: { id: holding, zid: 1 }, headers });
const lastAct = async () => {
  const { act } = await panel.db
    .selectFrom("atrio.journal")
    .select("act")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return act;
};

test("the header is read as RFC 7240 writes it", () => {
  for (const header of [
    "respond-async",
    "Respond-Async",
    "wait=10, respond-async",
    "respond-async; foo=bar",
    ["handling=lenient", "respond-async"],
  ])
    assert.ok(prefersAsync(header), String(header));
  for (const header of [undefined, "", "wait=10", "respond-asynchronous", "x; respond-async"])
    assert.ok(!prefersAsync(header), String(header));
});

test("a caller who prefers it gets the reply at the commit, with the job that goes on", async () => {
  job = 42;
  looks = 0;
  const reply = await send({ prefer: "wait=1, respond-async" });
  assert.deepEqual([reply.status, reply.system.job, reply.system.info], [200, 42, ["Guardado"]]);
  assert.equal(reply.headers["preference-applied"], "respond-async");
  assert.equal(looks, 0, "nothing was waited for");
  assert.equal(await lastAct(), "async");
});

test("the same key gets the same reply", async () => {
  job = 43;
  const headers = { prefer: "respond-async", "idempotency-key": "k" };
  const first = await send(headers);
  job = 44;
  const second = await send(headers);
  assert.equal(second.body, first.body);
  assert.equal(second.headers["preference-applied"], "respond-async");
  assert.equal(second.system.job, 43);
});

test("without the header, or without a job, the reply waits", async () => {
  for (const [headers, given] of [
    [{}, 45],
    [{ prefer: "respond-async" }, undefined],
  ] as const) {
    job = given;
    looks = 0;
    const reply = await send(headers);
    assert.deepEqual([reply.status, reply.system.job, reply.system.info], [200, null, ["Hecho"]]);
    assert.equal(reply.headers["preference-applied"], undefined);
    assert.equal(looks, 1);
  }
  await send({});
  assert.equal(await lastAct(), "waiting");
});
