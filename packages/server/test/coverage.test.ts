/**
 * What no call may get wrong, generated from the contract: a call that is added is tested here by being there.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  type Call,
  type CallName,
  calls,
  type HoldingNeeds,
  parseInput,
  pathOf,
  pathParams,
  type PermissionKey,
  pendingCalls,
  permissionKeys,
  type Permissions,
} from "@atrio/contract";
import { methodsOf } from "../src/http/calls.ts";
import { makeApp, type TestApp } from "./helpers/app.ts";
import type { Reply, TestUser } from "./helpers/user.ts";

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
const all = Object.keys(calls)
  .filter(isCallName)
  .map((name): [CallName, Call] => [name, calls[name]]);
const pending = new Set<CallName>(pendingCalls);
const ofHolding = all.flatMap(([name, call]): [CallName, Call, HoldingNeeds][] =>
  typeof call.needs === "object" ? [[name, call, call.needs]] : [],
);

const everything = (level: "read" | "write"): Partial<Permissions> =>
  Object.fromEntries(permissionKeys.map((key) => [key, level]));
const isKey = (name: string): name is PermissionKey => permissionKeys.some((key) => key === name);
const keysOf = (needs: HoldingNeeds): PermissionKey[] =>
  Object.keys("all" in needs ? needs.all : needs.any).filter(isKey);
const without = (keys: readonly PermissionKey[]): Partial<Permissions> => ({
  ...everything("write"),
  ...Object.fromEntries(keys.map((key) => [key, "disabled"])),
});

let panel: TestApp;
let holding: number;
let owner: TestUser;
let stranger: TestUser;

const addressOf = ({ path }: Call, id = holding): string =>
  `/api${pathOf(path, { ...Object.fromEntries(pathParams(path).map((name) => [name, 999_999])), id })}`;
/** Every method the call answers to, one after the other. */
async function each(
  call: Call,
  user: TestUser,
  look: (reply: Reply<CallName>, method: string) => void,
): Promise<void> {
  for (const method of methodsOf(call)) look(await user.send(addressOf(call), { method }), method);
}
const is = (http: number, statusCode: number) => (reply: Reply<CallName>, method: string) => {
  assert.deepEqual([reply.status, reply.system.statusCode], [http, statusCode], `${method}: ${reply.body}`);
  assert.equal(reply.system.valid, false);
  assert.equal(reply.data, null);
};

before(async () => {
  panel = await makeApp();
  ({ id: holding } = await panel.addHolding("uno.test"));
  owner = await panel.asUser({ [holding]: everything("write") });
  const other = await panel.addHolding("dos.test");
  stranger = await panel.asUser({ [other.id]: everything("write") });
});
after(() => panel.stop());

describe("no session: 101", () => {
  for (const [name, call] of all.filter(([, { needs }]) => needs !== "public"))
    it(name, () => each(call, panel.anybody(), is(401, 101)));
});

describe("a change or a POST without the header: 110, and the same from another site", () => {
  const wrong: Record<string, Record<string, string | undefined>> = {
    "no header": { "x-requested-with": undefined },
    "another value": { "x-requested-with": "fetch" },
    "cross-site": { "sec-fetch-site": "cross-site" },
    "same-site": { "sec-fetch-site": "same-site" },
    "typed address": { "sec-fetch-site": "none" },
    "foreign origin": { "sec-fetch-site": undefined, origin: "https://evil.test" },
    "null origin": { "sec-fetch-site": undefined, origin: "null" },
  };
  for (const [name, call] of all)
    for (const method of methodsOf(call).filter((one) => one === "POST" || call.changes))
      it(`${name} ${method}`, async () => {
        for (const [what, headers] of Object.entries(wrong)) {
          const reply = await owner.send(addressOf(call), { method, headers });
          assert.deepEqual([reply.status, reply.system.statusCode], [403, 110], what);
          assert.deepEqual(reply.system.errors, ["main.no_permission"]);
          assert.equal(reply.headers["set-cookie"], undefined);
        }
      });
});

describe("a stranger's holding and a missing one are the same 120", () => {
  for (const [name, call] of ofHolding)
    it(name, async () => {
      const bodies = new Set<string>();
      for (const method of methodsOf(call))
        for (const id of [holding, 999_999_999]) {
          const reply = await stranger.send(addressOf(call, id), { method });
          is(404, 120)(reply, method);
          bodies.add(reply.body);
        }
      assert.equal(bodies.size, 1);
    });
});

describe("a key that is disabled: 110, or 120 where nothing is visible", () => {
  for (const [name, call, needs] of ofHolding)
    it(name, async () => {
      const keys = keysOf(needs);
      // Of `all` each key alone is enough to miss; of `any` all must be missing.
      for (const missing of "all" in needs ? keys.map((key) => [key]) : [keys])
        await each(call, await panel.asUser({ [holding]: without(missing) }), is(403, 110));
      await each(call, await panel.asUser({ [holding]: {} }), is(404, 120));
    });
});

describe("read where write is needed: 110", () => {
  const writes = ofHolding.filter(([, , needs]) =>
    Object.values("all" in needs ? needs.all : needs.any).includes("write"),
  );
  for (const [name, call] of writes)
    it(name, async () => each(call, await panel.asUser({ [holding]: everything("read") }), is(403, 110)));
});

describe("input: 130, with the field named", () => {
  for (const [name, call] of all.filter(([one]) => !pending.has(one)))
    it(name, async () => {
      for (const method of methodsOf(call)) {
        const unknown = await owner.send(addressOf(call), { method }, { account_id: "1" });
        is(422, 130)(unknown, method);
        assert.ok(unknown.system.inputs.includes("account_id"), unknown.body);
        assert.equal(unknown.system.inputs.length, unknown.system.errors.length);
        if (parseInput(call, []).ok) continue;
        const empty = await owner.send(addressOf(call), { method });
        is(422, 130)(empty, method);
        assert.ok(empty.system.inputs.length > 0);
      }
    });
});

describe("other methods: 405, and no handler runs", () => {
  for (const [name, call] of all)
    it(name, async () => {
      const answered = new Set<string>(methodsOf(call));
      for (const method of (["GET", "POST", "HEAD", "PUT", "DELETE"] as const).filter(
        (m) => !answered.has(m),
      )) {
        const reply = await owner.send(addressOf(call), { method });
        assert.equal(reply.status, 405, method);
        const allow = [...answered].join(", ");
        assert.equal(reply.headers["allow"], allow);
        if (method !== "HEAD")
          assert.deepEqual(reply.system.errors, [`Esta dirección no admite ese método. Usa ${allow}.`]);
      }
    });
});

describe("what is no id: 404", () => {
  const odd = [
    "0",
    "01",
    "+1",
    "-1",
    "1e3",
    "0x1",
    "1.0",
    "%31%00",
    "１",
    "null",
    "1%2f..%2f2",
    "9".repeat(17),
  ];
  for (const [name, call] of all.filter(([, { path }]) => pathParams(path).length > 0))
    it(name, async () => {
      for (const parameter of pathParams(call.path))
        for (const id of odd) {
          const path = call.path.replaceAll(/\{(\w+)\}/g, (_, other: string) =>
            other === parameter ? id : "1",
          );
          const reply = await owner.send(`/api${path}`, { method: methodsOf(call)[0] ?? "GET" });
          assert.deepEqual([reply.status, reply.system.statusCode], [404, 120], `${parameter} ${id}`);
        }
    });
});

describe("a call whose feature is still to come: 501 to whoever may make it", () => {
  for (const [name, call] of all.filter(([one]) => pending.has(one)))
    it(name, () => each(call, owner, is(501, 199)));
});

it("nothing of all that left a trace in the journal", async () => {
  const rows = await panel.db.selectFrom("atrio.journal").selectAll().execute();
  assert.deepEqual(rows, []);
});
