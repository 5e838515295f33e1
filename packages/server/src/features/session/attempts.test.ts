import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import {
  type Account,
  addAccount,
  cookiesOf,
  forgetAttempts,
  signIn,
  withoutCaptcha,
} from "../../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { networkOf } from "./attempts.ts";

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
/** One wrong guess from each of so many addresses. */
const failFromAfar = async (account: Account, addresses: number) => {
  for (let n = 1; n <= addresses; n++) await fail(account, 1, from(`198.51.100.${n}`));
};
const unknown = async () => ({ ...(await addAccount(panel)), username: "nobody" });
const right = async (account: Account, ip: string) => (await signIn(panel, account, {}, from(ip))).status;

describe("limits on guessing", () => {
  it("stop an address that guesses at an account, with the right password too", async () => {
    const account = await addAccount(panel);
    await fail(account, 10);
    const reply = await signIn(panel, account, {}, from("192.0.2.1"));
    assert.deepEqual([reply.status, reply.system.statusCode], [429, 103]);
    const wait = Number(reply.headers["retry-after"]);
    assert.ok(wait > 880 && wait <= 900, String(wait));
    assert.match(reply.system.errors[0] ?? "", /\d+ segundos/);
  });

  it("let the owner in from a new browser after others have guessed from anywhere", async () => {
    const account = await addAccount(panel);
    await failFromAfar(account, 20);
    assert.equal(await right(account, "192.0.2.2"), 200);
  });

  it("leave each address three more an hour at an account that is guessed at", async () => {
    const account = await addAccount(panel);
    await failFromAfar(account, 10);
    await fail(account, 3, from("192.0.2.2"));
    assert.equal(await right(account, "192.0.2.2"), 429);
    assert.equal(await right(account, "192.0.2.3"), 200);
  });

  it("allow a hundred failures an hour on an account, from wherever they come", async () => {
    for (const account of [await addAccount(panel), await unknown()]) {
      await forgetAttempts(panel);
      await failFromAfar(account, 1);
      const { subject } = await panel.db
        .selectFrom("atrio.attempt")
        .select("subject")
        .where(sql<boolean>`subject ~ '^login:account:[^:]+$'`)
        .executeTakeFirstOrThrow();
      const at = new Date(Date.now() - 59 * 60_000);
      const rows = Array.from({ length: 98 }, () => ({ subject, at }));
      await panel.db.insertInto("atrio.attempt").values(rows).execute();
      await fail(account, 1, from("192.0.2.2"));
      const reply = await signIn(panel, account, {}, from("192.0.2.3"));
      assert.equal(reply.status, 429);
      assert.ok(Number(reply.headers["retry-after"]) <= 60);
    }
  });

  it("treat an account that does not exist alike", async () => {
    const replies = async (account: Account) => {
      await forgetAttempts(panel);
      await failFromAfar(account, 10);
      await fail(account, 3, from("192.0.2.2"));
      const stopped = await signIn(panel, account, { password: "wrong" }, from("192.0.2.2"));
      const fresh = await signIn(panel, account, { password: "wrong" }, from("192.0.2.3"));
      return [stopped, fresh].map(({ status, system: { statusCode, inputs } }) => [
        status,
        statusCode,
        inputs,
      ]);
    };
    assert.deepEqual(await replies(await unknown()), await replies(await addAccount(panel)));
  });

  it("let the owner in from a browser known before, and count that browser by itself", async () => {
    const account = await addAccount(panel);
    const device = cookiesOf(await signIn(panel, account)).get("device")?.value;
    await fail(account, 10);
    const known = { ...from("192.0.2.1"), cookie: `device=${device}` };
    assert.equal((await signIn(panel, account, {}, known)).status, 200);
    await fail(account, 10, known);
    assert.equal((await signIn(panel, account, {}, known)).status, 429);
  });

  it("let a known browser in from an address where strangers guess at other accounts", async () => {
    const account = await addAccount(panel);
    const device = cookiesOf(await signIn(panel, account)).get("device")?.value;
    for (let n = 0; n < 30; n++) await fail({ ...account, username: `nobody${n}` }, 1);
    assert.equal(await right(account, "192.0.2.1"), 429);
    const known = { ...from("192.0.2.1"), cookie: `device=${device}` };
    assert.equal((await signIn(panel, account, {}, known)).status, 200);
  });

  it("do not take another user's device, or one that was made up", async () => {
    const account = await addAccount(panel);
    const other = await addAccount(panel);
    const foreign = cookiesOf(await signIn(panel, other)).get("device")?.value;
    await fail(account, 10, from("192.0.2.9"));
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
    assert.equal(await right(account, "192.0.2.1"), 200);
  });

  it("are not slipped through in parallel", async () => {
    const account = await addAccount(panel);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(panel, account, { password: "wrong" }, from(n % 2 === 0 ? "192.0.2.1" : "192.0.2.2")),
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

it("an address is one IPv4 address or an IPv6 /64", () => {
  assert.equal(networkOf("192.0.2.7"), "192.0.2.7");
  assert.equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:db8:1:2::1"), networkOf("2001:db8:1:2:ffff::"));
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
