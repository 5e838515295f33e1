import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import {
  type Account,
  addAccount,
  cookiesOf,
  forgetAttempts,
  signIn,
  withoutCaptcha,
} from "../../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { addressLimit } from "./attempts.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({ trustedProxies: ["127.0.0.1"] });
  await withoutCaptcha(panel);
});
beforeEach(() => forgetAttempts(panel));
after(() => panel.stop());

const from = (ip: string) => ({ "x-forwarded-for": ip });
const fail = async (account: Account, times: number, headers = from("192.0.2.1")) => {
  for (let n = 0; n < times; n++)
    assert.equal((await signIn(panel, account, { password: "wrong" }, headers)).status, 401);
};

describe("limits on guessing", () => {
  it("hold an account after ten failures, for the right password too", async () => {
    const account = await addAccount(panel);
    await fail(account, 10);
    const reply = await signIn(panel, account, {}, from("192.0.2.2"));
    assert.deepEqual([reply.status, reply.system.statusCode], [429, 103]);
    const wait = Number(reply.headers["retry-after"]);
    assert.ok(wait > 880 && wait <= 900, String(wait));
    assert.match(reply.system.errors[0] ?? "", /\d+ segundos/);
  });

  it("hold an account that does not exist alike", async () => {
    const account = { ...(await addAccount(panel)), username: "nobody" };
    await fail(account, 10);
    assert.equal((await signIn(panel, account, {}, from("192.0.2.2"))).status, 429);
  });

  it("let the owner in from a browser known before, and count that browser by itself", async () => {
    const account = await addAccount(panel);
    const device = cookiesOf(await signIn(panel, account)).get("device")?.value;
    await fail(account, 10);
    const known = { ...from("192.0.2.3"), cookie: `device=${device}` };
    assert.equal((await signIn(panel, account, {}, known)).status, 200);
    await fail(account, 10, known);
    assert.equal((await signIn(panel, account, {}, known)).status, 429);
  });

  it("do not take another user's device, or one that was made up", async () => {
    const account = await addAccount(panel);
    const other = await addAccount(panel);
    const foreign = cookiesOf(await signIn(panel, other)).get("device")?.value;
    await fail(account, 10);
    for (const device of [foreign, Buffer.alloc(32, 1).toString("base64"), "x"]) {
      const reply = await signIn(panel, account, {}, { ...from("192.0.2.9"), cookie: `device=${device}` });
      assert.equal(reply.status, 429);
    }
  });

  it("hold an address after thirty failures on any accounts", async () => {
    const accounts = [await addAccount(panel), await addAccount(panel), await addAccount(panel)];
    for (const account of accounts) await fail(account, 10);
    const fresh = await addAccount(panel);
    assert.equal((await signIn(panel, fresh, {}, from("192.0.2.1"))).status, 429);
    assert.equal((await signIn(panel, fresh, {}, from("192.0.2.2"))).status, 200);
  });

  it("open again when failures have aged", async () => {
    const account = await addAccount(panel);
    await fail(account, 10);
    await panel.db
      .updateTable("atrio.attempt")
      .set({ at: new Date(Date.now() - 16 * 60_000) })
      .execute();
    assert.equal((await signIn(panel, account)).status, 200);
  });

  it("are not slipped through in parallel", async () => {
    const account = await addAccount(panel);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(panel, account, { password: "wrong" }, from(`198.51.100.${n}`)),
      ),
    );
    assert.equal(replies.filter((reply) => reply.status === 401).length, 10);
    assert.equal(replies.filter((reply) => reply.status === 429).length, 30);
  });

  it("do not count a password that was right", async () => {
    const account = await addAccount(panel);
    for (let n = 0; n < 12; n++) assert.equal((await signIn(panel, account)).status, 200);
  });
});

const prefixOf = (ip: string) => addressLimit(ip).subject.replace("login:address:", "");

it("an address is one IPv4 address or an IPv6 /64", () => {
  assert.equal(prefixOf("192.0.2.7"), "192.0.2.7");
  assert.equal(prefixOf("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(prefixOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(prefixOf("2001:db8:1:2::1"), prefixOf("2001:db8:1:2:ffff::"));
});

it("forwarded headers of strangers are not believed", async () => {
  const open = await makeApp();
  try {
    await withoutCaptcha(open);
    const account = await addAccount(open);
    for (let n = 0; n < 10; n++)
      await signIn(
        open,
        account,
        { password: "wrong" },
        { ...from(`192.0.2.${n}`), "x-real-ip": `192.0.2.${n}` },
      );
    const rows = await open.db
      .selectFrom("atrio.attempt")
      .select("subject")
      .where("subject", "like", "login:address:%")
      .distinct()
      .execute();
    assert.deepEqual(rows, [{ subject: "login:address:127.0.0.1" }]);
  } finally {
    await open.stop();
  }
});
