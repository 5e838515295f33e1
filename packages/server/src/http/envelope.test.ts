import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import type { TestUser } from "../../test/helpers/user.ts";
import type { Handler } from "./handler.ts";
import { refuse } from "./refuse.ts";
import type { Calls } from "@atrio/contract";

type InfoHandler = Handler<Calls["userInfo"]>;
const info = { user: "u", domainName: "u.test", ip: "192.0.2.1", tsLastLogin: null };

let panel: TestApp;
let user: TestUser;
let answer: InfoHandler;
const logged: string[] = [];
before(async () => {
  panel = await makeApp({
    handlers: { userInfo: (context) => answer(context) },
    log: { level: "info", stream: { write: (line: string) => void logged.push(line) } },
  });
  user = await panel.asUser();
});
after(() => panel.stop());
const ask = (handler: InfoHandler, headers: Record<string, string> = {}) => {
  answer = handler;
  return user.call("userInfo", { headers });
};

describe("the envelope", () => {
  it("says what was done", async () => {
    const reply = await ask(async () => ({ data: info, info: "main.success", job: 7 }));
    assert.equal(reply.status, 200);
    assert.deepEqual(JSON.parse(reply.body), {
      data: info,
      system: {
        valid: true,
        statusCode: 0,
        errors: [],
        inputs: [],
        info: ["Hecho"],
        job: 7,
        debug: null,
        mlcVer: "1",
      },
    });
    assert.equal(reply.headers["cache-control"], "no-store");
  });

  it("has no field that the contract does not declare", async () => {
    const reply = await ask(async () => ({ data: { ...info, password_hash: "secret" } }));
    assert.deepEqual(reply.data, info);
    assert.ok(!reply.body.includes("secret"));
  });

  it("names wrong fields with their messages", async () => {
    const reply = await ask(async () =>
      refuse("invalid", {
        fields: { zona: "dns.type", ttl: { key: "main.too_big", values: { maximum: 5 } } },
      }),
    );
    assert.deepEqual([reply.status, reply.system.statusCode], [422, 130]);
    assert.deepEqual(reply.system.inputs, ["zona", "ttl"]);
    assert.equal(reply.system.errors[1], "El máximo es 5");
  });

  const refusals = [
    ["conflict", 409, 140],
    ["notFound", 404, 120],
    ["forbidden", 403, 110],
    ["unavailable", 503, 150],
    ["tooMany", 429, 103],
  ] as const;
  for (const [refusal, http, statusCode] of refusals)
    it(`refuses: ${refusal}`, async () => {
      const reply = await ask(async () => refuse(refusal, { retryAfterSeconds: 1 }));
      assert.deepEqual(
        [reply.status, reply.system.statusCode, reply.system.valid],
        [http, statusCode, false],
      );
      assert.deepEqual([reply.data, reply.system.inputs, reply.system.errors.length], [null, [], 1]);
      assert.equal(reply.system.debug, null);
      assert.equal(reply.headers["retry-after"], "1");
    });

  it("tells of a fault by its request id only; the cause is in the log", async () => {
    logged.length = 0;
    const reply = await ask(async () => {
      throw new Error("the secret cause");
    });
    assert.deepEqual([reply.status, reply.system.statusCode], [500, 199]);
    assert.ok(!reply.body.includes("cause"));
    const { debug } = reply.system;
    assert.match(debug ?? "", /^[0-9a-f-]{36}$/);
    assert.ok(logged.some((line) => line.includes("the secret cause") && line.includes(debug ?? "?")));
  });

  it("is 503 where PostgreSQL gave up, 500 where the statement was wrong", async () => {
    const slow = await ask(async ({ read }) => {
      await sql`set local statement_timeout = 1`.execute(read.db);
      await read.db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 20`.execute(transaction);
        await sql`select pg_sleep(1)`.execute(transaction);
      });
      return { data: info };
    });
    assert.deepEqual([slow.status, slow.system.statusCode], [503, 150]);
    const wrong = await ask(async ({ read }) => {
      await sql`select nothing`.execute(read.db);
      return { data: info };
    });
    assert.equal(wrong.status, 500);
  });

  it("can't be reached by a write from a call that reads", async () => {
    const reply = await ask(async ({ read }) => {
      await read.db.insertInto("atrio.attempt").values({ subject: "x" }).execute();
      return { data: info };
    });
    assert.equal(reply.status, 500);
    assert.deepEqual(await panel.db.selectFrom("atrio.attempt").selectAll().execute(), []);
  });
});

const said = async (headers: Record<string, string>, query = "") => {
  answer = async () => ({ data: info, info: "main.success" });
  return (await user.send(`/api/user/info/${query}`, { headers })).system.info[0];
};
const cookie = (language: string) => ({ cookie: `session=${user.session.token}; _lang=${language}` });

describe("the language of a reply", () => {
  it("is the cookie's, then the browser's, then Spanish", async () => {
    assert.equal(await said({}), "Hecho");
    assert.equal(await said({ "accept-language": "en-GB,es;q=0.5" }), "Operation done successfully");
    assert.equal(await said({ "accept-language": "es;q=0.4, en;q=0.9" }), "Operation done successfully");
    assert.equal(await said({ "accept-language": "de, en;q=0, es" }), "Hecho");
    assert.equal(await said({ "accept-language": "de, *" }), "Hecho");
    assert.equal(await said({ "accept-language": "en", ...cookie("es") }), "Hecho");
    assert.equal(
      await said({ "accept-language": "en", ...cookie("../../etc/passwd") }),
      "Operation done successfully",
    );
  });

  it("is what the query says only where the company forces it", async () => {
    assert.equal(await said({}, "?lang=en"), "Hecho");
    await panel.db.updateTable("atrio.company").set({ force_language: true }).execute();
    await sleep(1100);
    assert.equal(await said({}, "?lang=en"), "Operation done successfully");
    assert.equal(await said(cookie("es"), "?lang=en"), "Operation done successfully");
    assert.equal(await said({}, "?lang=fr"), "Hecho");
  });
});

describe("the log", () => {
  it("has one line a request, without body, query or cookie", async () => {
    logged.length = 0;
    answer = async () => ({ data: info });
    await user.send("/api/user/info/?lang=query-secret", {}, { field: "body-secret" });
    assert.equal(logged.length, 1);
    const line: Record<string, unknown> = JSON.parse(logged[0] ?? "");
    assert.deepEqual(
      [line["call"], line["method"], line["path"], line["status"], line["user"]],
      ["userInfo", "POST", "/api/user/info/", 422, user.id],
    );
    assert.equal(typeof line["ms"], "number");
    assert.match(String(line["requestId"]), /^[0-9a-f-]{36}$/);
    assert.ok(!/secret/.test(logged[0] ?? "") && !logged[0]?.includes(user.session.token));
  });
});
