import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import {
  type Account,
  addAccount,
  cookiesOf,
  forgetAttempts,
  password,
  signIn,
  userOf,
  withoutCaptcha,
} from "../../../test/helpers/account.ts";
import { makeApp, type TestApp, untilOneWaits } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { hashPassword, verifyPassword } from "./password.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  await withoutCaptcha(panel);
});
beforeEach(() => forgetAttempts(panel));
after(() => panel.stop());

const signedIn = async (account: Account): Promise<TestUser> =>
  userOf(panel, account, await signIn(panel, account));
const isAlive = async (user: TestUser): Promise<boolean> => {
  const { status, system } = await user.call("userInfo", {});
  if (status !== 200) assert.deepEqual([status, system.statusCode], [401, 101]);
  return status === 200;
};

describe("a session", () => {
  const ends: Record<string, (account: Account) => Promise<unknown>> = {
    "when its time is over": ({ id }) =>
      panel.db
        .updateTable("atrio.session")
        .set({ expires_at: sql`now()` })
        .where("user_id", "=", id)
        .execute(),
    "after half an hour without a request": ({ id }) =>
      panel.db
        .updateTable("atrio.session")
        .set({ last_seen_at: sql`now() - interval '31 minutes'` })
        .where("user_id", "=", id)
        .execute(),
    "when its user is disabled": ({ id }) =>
      panel.db
        .updateTable("atrio.panel_user")
        .set({ disabled_at: sql`now()` })
        .where("id", "=", id)
        .execute(),
    "with its user": ({ id }) => panel.db.deleteFrom("atrio.panel_user").where("id", "=", id).execute(),
    "with the holding its user belongs to": ({ holdingId }) =>
      panel.db.deleteFrom("atrio.holding").where("id", "=", holdingId).execute(),
  };
  for (const [when, end] of Object.entries(ends))
    it(`ends ${when}`, async () => {
      const account = await addAccount(panel);
      const user = await signedIn(account);
      assert.ok(await isAlive(user));
      await end(account);
      assert.ok(!(await isAlive(user)));
    });

  it("goes on while it is used, for twelve hours at most", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    await panel.db
      .updateTable("atrio.session")
      .set({ last_seen_at: sql`now() - interval '29 minutes'` })
      .where("user_id", "=", account.id)
      .execute();
    assert.ok(await isAlive(user));
    const row = await panel.db
      .selectFrom("atrio.session")
      .select(["last_seen_at", "created_at", "expires_at"])
      .where("user_id", "=", account.id)
      .executeTakeFirstOrThrow();
    assert.ok(Date.now() - row.last_seen_at.getTime() < 60_000);
    assert.equal(row.expires_at.getTime() - row.created_at.getTime(), 12 * 3600 * 1000);
  });

  it("is in no cookie but a whole one", async () => {
    const { token } = (await panel.asUser()).session;
    const flipped = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
    const cookies = [
      flipped,
      `${token}=`,
      token.slice(0, -1),
      "",
      "%00",
      "ñ",
      "a".repeat(8000),
      "eyJpZCI6MX0=",
    ];
    for (const value of cookies) {
      const reply = await panel.anybody().call("userInfo", { headers: { cookie: `session=${value}` } });
      assert.deepEqual([reply.status, reply.system.statusCode], [401, 101], value.slice(0, 50));
    }
  });
});

describe("signing out", () => {
  it("ends the session, not the theme", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    const other = await signedIn(account);
    const reply = await user.call("userLogout", {});
    assert.deepEqual([reply.status, reply.data, reply.system.info], [200, null, ["Sesión cerrada"]]);
    assert.equal(reply.headers["clear-site-data"], '"cache"');
    const cookie = cookiesOf(reply).get("session");
    assert.equal(cookie?.value, "");
    assert.match(cookie.attributes, /Expires=Thu, 01 Jan 1970/);
    assert.ok(!(await isAlive(user)));
    assert.ok(await isAlive(other));
    assert.equal((await user.call("userLogout", {})).status, 401);
  });
});

const fresh = "violet anchor mosaic thunder";
const change = (user: TestUser, actualPassword: string, wanted: string, headers = {}) =>
  user.call("userChangePassword", { input: { actualPassword, password: wanted }, headers });

describe("changing the password", () => {
  it("ends the other sessions and is in force at once", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    const other = await signedIn(account);
    const reply = await change(user, password, fresh);
    assert.equal(reply.status, 200, reply.body);
    assert.equal(reply.system.info.length, 1);
    assert.ok(await isAlive(userOf(panel, account, reply)));
    assert.ok(!(await isAlive(other)));
    assert.equal((await signIn(panel, account)).status, 401);
    assert.equal((await signIn(panel, account, { password: fresh })).status, 200);
    const journal = await panel.db
      .selectFrom("atrio.journal")
      .selectAll()
      .where("act", "=", "userChangePassword")
      .where("holding_id", "=", account.holdingId)
      .execute();
    assert.deepEqual(
      journal.map(({ after: result }) => result),
      [{ changed: true }],
    );
  });

  it("gives this browser a new token in the reply, and refuses the one before", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    const sessions = () =>
      panel.db
        .selectFrom("atrio.session")
        .select(["id", "expires_at"])
        .where("user_id", "=", account.id)
        .execute();
    const before = await sessions();
    const reply = await change(user, password, fresh);
    const [cookie, ...more] = [...cookiesOf(reply)];
    assert.deepEqual(
      [cookie?.[0], cookie?.[1].attributes, more],
      ["session", "Path=/; HttpOnly; SameSite=Strict", []],
    );
    assert.notEqual(cookie?.[1].value, user.session.token);
    assert.equal((await user.call("userInfo", {})).system.statusCode, 101);
    assert.ok(await isAlive(userOf(panel, account, reply)));
    assert.deepEqual(await sessions(), before);
  });

  it("that is refused leaves the token as it is", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    const reply = await change(user, "wrong", fresh);
    assert.equal(reply.headers["set-cookie"], undefined);
    assert.ok(await isAlive(user));
  });

  it("is refused where the session ended meanwhile", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    const reply = await panel.db.transaction().execute(async (other) => {
      await other
        .selectFrom("atrio.panel_user")
        .select("id")
        .where("id", "=", account.id)
        .forUpdate()
        .execute();
      const asked = change(user, password, fresh);
      await untilOneWaits(panel.db);
      await other.deleteFrom("atrio.session").where("user_id", "=", account.id).execute();
      return { asked };
    });
    assert.equal((await reply.asked).status, 401);
    assert.equal((await reply.asked).headers["set-cookie"], undefined);
    assert.equal((await signIn(panel, account)).status, 200);
  });

  const refused: Record<string, [actual: string, wanted: string, input: string]> = {
    "the current one is wrong": ["wrong", fresh, "actualPassword"],
    "the new one is short": [password, "short", "password"],
    "the new one is the domain's name": [password, "account account.test", "password"],
    "nothing changes": [password, password, "password"],
    "the new one is huge": [password, "xy9 ".repeat(100), "password"],
  };
  for (const [why, [actual, wanted, input]] of Object.entries(refused))
    it(`is refused where ${why}`, async () => {
      const account = await addAccount(panel);
      const user = await signedIn(account);
      const reply = await change(user, actual, wanted);
      assert.deepEqual([reply.status, reply.system.inputs], [422, [input]], reply.body);
      assert.equal((await signIn(panel, account)).status, 200);
    });

  it("is limited like signing in", async () => {
    const account = await addAccount(panel);
    const user = await signedIn(account);
    for (let n = 0; n < 10; n++) assert.equal((await change(user, "wrong", fresh)).status, 422);
    assert.equal((await change(user, password, fresh)).status, 429);
    assert.equal((await signIn(panel, account)).status, 200);
  });

  it("answers a repeated request as the first", async () => {
    const account = await addAccount(panel);
    const key = { "idempotency-key": "change-1" };
    const first = await change(await signedIn(account), password, fresh, key);
    const second = await change(userOf(panel, account, first), password, fresh, key);
    assert.deepEqual([second.status, second.body], [200, first.body]);
  });

  it("keeps all bytes of a password", async () => {
    const long = `${"n".repeat(72)} and what comes after`;
    const hash = await hashPassword(long);
    assert.ok(await verifyPassword(hash, long));
    assert.ok(!(await verifyPassword(hash, long.slice(0, 73))));
    assert.ok(!(await verifyPassword(undefined, long)));
  });
});

it("a flood of sign-ins is told to come back, and the others are served meanwhile", async () => {
  const accounts = await Promise.all(Array.from({ length: 80 }, () => addAccount(panel)));
  const user = await panel.asUser();
  const flood = accounts.map((account) => signIn(panel, account));
  const start = performance.now();
  assert.equal((await user.call("userInfo", {})).status, 200);
  assert.ok(performance.now() - start < 1000);
  const replies = await Promise.all(flood);
  const refusedReplies = replies.filter(({ status }) => status === 429);
  assert.ok(refusedReplies.length > 0 && refusedReplies.length <= 50, String(refusedReplies.length));
  assert.ok(refusedReplies.every(({ headers }) => Number(headers["retry-after"]) > 0));
  assert.equal(replies.filter(({ status }) => status === 200).length, 80 - refusedReplies.length);
});
