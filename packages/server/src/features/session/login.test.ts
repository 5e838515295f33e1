import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import {
  type Account,
  addAccount,
  cookiesOf,
  forgetAttempts,
  signIn,
  userOf,
  withoutCaptcha,
} from "../../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  await withoutCaptcha(panel);
});
beforeEach(() => forgetAttempts(panel));
after(() => panel.stop());

const journalOf = ({ holdingId }: Account) =>
  panel.db
    .selectFrom("atrio.journal")
    .select(["act", "item", "after", "ip", "source"])
    .where("holding_id", "=", holdingId)
    .orderBy("id")
    .execute();

/** Sent by the browser that this reply signed in. */
const cookieOf = (reply: Parameters<typeof cookiesOf>[0]) => ({
  cookie: `session=${cookiesOf(reply).get("session")?.value}`,
});

describe("signing in", () => {
  it("gives a session whose token only the browser has", async () => {
    const account = await addAccount(panel);
    const reply = await signIn(panel, account);
    assert.equal(reply.status, 200, reply.body);
    const session = cookiesOf(reply).get("session");
    assert.equal(session?.attributes, "Path=/; HttpOnly; SameSite=Strict");
    assert.match(session.value, /^[A-Za-z0-9+/]{43}=$/);
    const rows = await panel.db
      .selectFrom("atrio.session")
      .selectAll()
      .where("user_id", "=", account.id)
      .execute();
    const expected = createHash("sha256").update(Buffer.from(session.value, "base64")).digest();
    assert.deepEqual(
      rows.map((row) => row.token_hash),
      [expected],
    );
    assert.equal((await userOf(panel, account, reply).call("userInfo", {})).data.user, "owner");
    assert.deepEqual(await journalOf(account), [
      { act: "userLogin", item: "owner", after: { signedIn: true }, ip: "127.0.0.1", source: "panel" },
    ]);
  });

  it("knows the domain in Unicode, in any case and with the root's dot", async () => {
    const account = await addAccount(panel, { domainName: "xn--espaa-rta.test" });
    for (const domainName of ["españa.test", "ESPAÑA.test.", "XN--ESPAA-RTA.TEST", " españa.test "])
      assert.equal((await signIn(panel, account, { domainName })).status, 200, domainName);
    assert.equal((await signIn(panel, account, { username: "OWNER" })).status, 200);
  });

  it("names the holding where the user sees exactly one", async () => {
    const account = await addAccount(panel);
    assert.deepEqual((await signIn(panel, account)).data, { user: "owner", domainID: account.holdingId });
    const second = await panel.addHolding("second.test");
    await panel.grant(account.id, second.id, { service: "read" });
    assert.deepEqual((await signIn(panel, account)).data, { user: "owner" });
    await panel.grant(account.id, second.id, {});
    await panel.grant(account.id, account.holdingId, {});
    assert.deepEqual((await signIn(panel, account)).data, { user: "owner" });
  });

  it("shows the login before this one, null on the first", async () => {
    const account = await addAccount(panel);
    const first = userOf(panel, account, await signIn(panel, account));
    assert.deepEqual((await first.call("userInfo", {})).data, {
      user: "owner",
      domainName: account.domainName,
      ip: "127.0.0.1",
      tsLastLogin: null,
    });
    const second = userOf(panel, account, await signIn(panel, account));
    const { tsLastLogin } = (await second.call("userInfo", {})).data;
    assert.ok(tsLastLogin !== null && Math.abs(tsLastLogin - Date.now() / 1000) < 60);
  });

  it("anew in the same browser takes along the webmail of the same user alone", async () => {
    const [account, other] = [await addAccount(panel), await addAccount(panel)];
    const first = await signIn(panel, account);
    await sql`
      with box as (
        insert into atrio.mailbox (holding_id, local_part, password_hash)
          values (${account.holdingId}, 'ana', '{ARGON2ID}$argon2id$') returning id, holding_id)
      insert into atrio.webmail_session (id, secret_hash, holding_id, mailbox_id, session_id)
        select ${"0".repeat(32)}, ${Buffer.alloc(32)}, box.holding_id, box.id, s.id
          from box, atrio.session s where s.user_id = ${account.id}`.execute(panel.db);
    const open = () => panel.db.selectFrom("atrio.webmail_session").select("id").execute();
    const again = await signIn(panel, account, {}, cookieOf(first));
    assert.equal((await open()).length, 1);
    await signIn(panel, other, {}, cookieOf(again));
    assert.equal((await open()).length, 0);
  });

  it("replaces the session of the same browser, and keeps five a user", async () => {
    const account = await addAccount(panel);
    const first = await signIn(panel, account);
    await signIn(panel, account, {}, cookieOf(first));
    assert.equal((await userOf(panel, account, first).call("userInfo", {})).status, 401);
    const replies = [];
    for (let n = 0; n < 6; n++) replies.push(await signIn(panel, account));
    const alive = [];
    for (const reply of replies)
      alive.push((await userOf(panel, account, reply).call("userInfo", {})).status === 200);
    assert.deepEqual(alive, [false, true, true, true, true, true]);
  });

  it("is refused from another site, without a cookie", async () => {
    const account = await addAccount(panel);
    const reply = await signIn(panel, account, {}, { "sec-fetch-site": "cross-site" });
    assert.deepEqual([reply.status, reply.system.statusCode], [403, 110]);
    assert.equal(reply.headers["set-cookie"], undefined);
  });
});

const wrong = (account: Account, disabled: Account) =>
  ({
    "unknown domain": () => signIn(panel, account, { domainName: "nobody.test" }),
    "no domain name at all": () => signIn(panel, account, { domainName: "a b..c" }),
    "unknown user": () => signIn(panel, account, { username: "nobody" }),
    "wrong password": () => signIn(panel, account, { password: "wrong" }),
    "disabled user": () => signIn(panel, disabled),
  }) as const;
const addDisabled = async () => {
  const account = await addAccount(panel);
  await panel.db
    .updateTable("atrio.panel_user")
    .set({ disabled_at: new Date() })
    .where("id", "=", account.id)
    .execute();
  return account;
};

type Attempt = readonly [what: string, run: () => Promise<{ readonly status: number }>];

/** The lower quartile of each attempt's times: what it takes when nothing else is in the way. */
async function timesOf(attempts: readonly Attempt[]): Promise<number[]> {
  const times = attempts.map((): number[] => []);
  for (let round = 0; round < 30; round++) {
    if (round % 5 === 0) await forgetAttempts(panel);
    for (let turn = 0; turn < attempts.length; turn++) {
      const at = (turn + round) % attempts.length;
      const start = performance.now();
      assert.equal((await attempts[at]?.[1]())?.status, 401);
      times[at]?.push(performance.now() - start);
    }
  }
  return times.map((all) => all.toSorted((a, b) => a - b)[all.length >> 2] ?? 0);
}

describe("wrong credentials", () => {
  it("are one answer", async () => {
    const answers = new Set<string>();
    for (const [what, attempt] of Object.entries(wrong(await addAccount(panel), await addDisabled()))) {
      const { status, system, headers, body } = await attempt();
      assert.deepEqual([status, system.statusCode, system.inputs], [401, 102, []], what);
      const { date: _date, ...comparable } = headers;
      answers.add(JSON.stringify([body, comparable]));
    }
    assert.equal(answers.size, 1);
  });

  it("take one time", async () => {
    const attempts = Object.entries(wrong(await addAccount(panel), await addDisabled()));
    // A busy machine adds noise, never sameness: a real difference shows in every try.
    const tries: string[] = [];
    for (let left = 5; left > 0; left--) {
      const times = await timesOf(attempts);
      const spread = Math.max(...times) - Math.min(...times);
      if (spread < 5) return;
      tries.push(times.map((ms) => ms.toFixed(1)).join(", "));
    }
    assert.fail(`typical times in ms: ${tries.join("; ")}`);
  });

  it("leave a journal row without what was typed", async () => {
    const account = await addAccount(panel);
    const secret = "my-secret-password-in-the-wrong-field";
    await signIn(panel, account, { username: secret, password: secret });
    await signIn(panel, account, { password: secret });
    assert.deepEqual(
      (await journalOf(account)).map(({ item, after: result }) => [item, result]),
      [["owner", { signedIn: false }]],
    );
    for (const table of ["atrio.journal", "atrio.attempt"] as const)
      assert.ok(!JSON.stringify(await panel.db.selectFrom(table).selectAll().execute()).includes("secret"));
  });
});
