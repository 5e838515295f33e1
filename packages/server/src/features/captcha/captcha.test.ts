import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CaptchaAction, type CaptchaChallenge, type CaptchaProvider } from "@atrio/contract";
import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "kysely";
import {
  type Account,
  addAccount,
  forgetAttempts,
  type SignIn,
  signIn,
  withCaptchaOf,
  withoutCaptcha,
} from "../../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { Refused } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import { embeddedCaptcha } from "./altcha.ts";
import { askProvider } from "./site-verify.ts";

const solve = async (challenge: CaptchaChallenge) => {
  // as it reaches a browser
  const solution = await solveChallenge({ challenge: JSON.parse(JSON.stringify(challenge)), deriveKey });
  assert.ok(solution);
  return solution;
};
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString("base64");
const answer = async (challenge: CaptchaChallenge) => encode({ challenge, solution: await solve(challenge) });

/** Ten wrong passwords at once, all with this answer: how they were answered, and how many were compared. */
async function tenGuesses(panel: TestApp, recaptcha_response: string) {
  const guesser = await addAccount(panel);
  await forgetAttempts(panel);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => signIn(panel, guesser, { recaptcha_response, password: "wrong" })),
  );
  const count = (http: number) => replies.filter(({ status }) => status === http).length;
  const attempts = await panel.db
    .selectFrom("atrio.attempt")
    .select("subject")
    .where(sql<boolean>`subject ~ '^login:account:[^:]+$'`)
    .execute();
  await forgetAttempts(panel);
  return { wrong: count(401), refused: count(422), guesses: attempts.length };
}

describe("the embedded captcha at the door", () => {
  let panel: TestApp;
  let account: Account;
  before(async () => {
    panel = await makeApp();
    account = await addAccount(panel);
  });
  after(() => panel.stop());
  const challenge = async (action?: CaptchaAction) => {
    const reply = await panel.anybody().call("captchaChallenge", { input: action ? { action } : {} });
    assert.equal(reply.status, 200);
    return reply.data;
  };
  const refused = async (recaptcha_response: string | undefined) => {
    const reply = await signIn(
      panel,
      account,
      recaptcha_response === undefined ? {} : { recaptcha_response },
    );
    assert.deepEqual([reply.status, reply.system.inputs], [422, ["recaptcha_response"]], reply.body);
    assert.equal(reply.headers["set-cookie"], undefined);
  };

  it("lets in who solved it, once", async () => {
    const recaptcha_response = await answer(await challenge());
    assert.equal((await signIn(panel, account, { recaptcha_response })).status, 200);
    await refused(recaptcha_response);
  });

  it("is used up by a wrong password as well", async () => {
    const recaptcha_response = await answer(await challenge("login"));
    assert.equal((await signIn(panel, account, { recaptcha_response, password: "wrong" })).status, 401);
    await refused(recaptcha_response);
  });

  it("pays for one guess of ten at once", async () => {
    const recaptcha_response = await answer(await challenge());
    assert.deepEqual(await tenGuesses(panel, recaptcha_response), { wrong: 1, refused: 9, guesses: 1 });
    await refused(recaptcha_response);
  });

  it("is not passed without an answer, or with one to something else", async () => {
    await refused(undefined);
    await refused("");
    await refused("x");
    await refused(encode({}));
    await refused(encode({ challenge: await challenge(), solution: { counter: 1, derivedKey: "00" } }));
    await refused(await answer(await challenge("contact")));
  });

  it("is not passed with a challenge that was altered", async () => {
    const made = await challenge();
    const solution = await solve(made);
    const { parameters } = made;
    const later = { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 3600 };
    await refused(encode({ challenge: { ...made, parameters: later }, solution }));
    await refused(encode({ challenge: { ...made, parameters: { ...parameters, cost: 1 } }, solution }));
    await refused(encode({ challenge: { ...made, signature: "00".repeat(32) }, solution }));
    await refused(encode({ challenge: { parameters }, solution }));
    const own = await createChallenge({ algorithm: "PBKDF2/SHA-256", cost: 5000, counter: 1, deriveKey });
    await refused(await answer({ ...own, parameters: { ...own.parameters } }));
    // The same signature, spelt otherwise, is the same challenge.
    const spelt = { ...made, signature: made.signature?.toUpperCase() };
    await signIn(panel, account, { recaptcha_response: encode({ challenge: made, solution }) });
    await refused(encode({ challenge: spelt, solution }));
  });
});

it("a company without captcha is no way around the others'", async () => {
  const panel = await makeApp();
  try {
    await withoutCaptcha(panel);
    const { id } = await panel.db
      .insertInto("atrio.company")
      .values({ name: "Cierzo", captcha_provider: "none" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await panel.db.insertInto("atrio.company_host").values({ host: "cierzo.test", company_id: id }).execute();
    const account = await addAccount(panel);
    const configured = async (host: string) =>
      (await panel.anybody().call("configGet", { headers: { host } })).data.captcha.provider;
    const soon = async (provider: CaptchaProvider) => {
      for (const began = Date.now(); (await configured("cierzo.test")) !== provider; await sleep(2))
        assert.ok(Date.now() - began < 500, provider);
    };
    const refused = { status: 422, inputs: ["recaptcha_response"] };
    const signedIn = async (host: string, given: SignIn = {}) => {
      const { status, system } = await signIn(panel, account, given, { host });
      return status === 200 ? "signed in" : { status, inputs: system.inputs };
    };
    await soon("none");
    assert.equal(await signedIn("cierzo.test"), "signed in");

    await panel.db
      .updateTable("atrio.company")
      .set({ captcha_provider: "altcha" })
      .where("id", "<>", id)
      .execute();
    await soon("altcha");
    assert.deepEqual([await signedIn("cierzo.test"), await signedIn("localhost")], [refused, refused]);
    const headers = { host: "cierzo.test" };
    const input = { domain: "x.test", user: "x", name: "x", email: "x@x.test", contents: "x" };
    const request = await panel.anybody().call("contactRequestSend", { input, headers });
    assert.deepEqual([request.status, request.system.inputs], [422, refused.inputs], request.body);
    const { data } = await panel.anybody().call("captchaChallenge", { headers });
    assert.equal(await signedIn("cierzo.test", { recaptcha_response: await answer(data) }), "signed in");
  } finally {
    await panel.stop();
  }
});

it("an answer is good for five minutes", async (test) => {
  test.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const altcha = embeddedCaptcha("a secret of this test");
  const [first, second] = [await altcha.challenge("login"), await altcha.challenge("login")];
  const [early, late] = [await answer(first), await answer(second)];
  test.mock.timers.tick(299_000);
  await altcha.verify("login", early);
  test.mock.timers.tick(2_000);
  await assert.rejects(altcha.verify("login", late), Refused);
  await assert.rejects(embeddedCaptcha("another secret").verify("login", early), Refused);
});

const openSecret = async () => Buffer.from("secret");
const notAsked = () => Promise.reject(new Error("not asked for in this test"));

describe("another's captcha", () => {
  it("is asked with its secret, the answer and the address", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        asked.push(body);
        response.end(JSON.stringify({ success: body.includes("response=right") }));
      });
    }).listen(0, "127.0.0.1");
    await new Promise((listening) => server.once("listening", listening));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
    const urls = { recaptcha: url, hcaptcha: url, turnstile: url };
    const ask = (response: string) =>
      askProvider("turnstile", { secret: "s", response, ip: "192.0.2.1" }, urls);
    assert.equal(await ask("right"), true);
    assert.equal(await ask("wrong"), false);
    assert.equal(asked[0], "secret=s&response=right&remoteip=192.0.2.1");
    server.close();
    server.closeAllConnections();
    await sleep(10);
    await assert.rejects(ask("right"), (error: Refused) => error.refusal === "unavailable");
  });

  it("can't be asked while the vault is away: 503, nobody signed in", async () => {
    const panel = await makeApp();
    try {
      await withCaptchaOf(panel, "hcaptcha");
      const { captcha } = (await panel.anybody().call("configGet", {})).data;
      assert.deepEqual(captcha, { provider: "hcaptcha", siteKey: "key" });
      const account = await addAccount(panel);
      const reply = await signIn(panel, account, { recaptcha_response: "x" });
      assert.deepEqual([reply.status, reply.system.statusCode], [503, 150]);
      assert.equal((await panel.anybody().call("captchaChallenge", {})).status, 409);
    } finally {
      await panel.stop();
    }
  });

  it("can't be asked without its secret: 503 as well", async () => {
    const panel = await makeApp();
    try {
      await withCaptchaOf(panel, "turnstile");
      await sql`alter table atrio.company drop constraint company_captcha_whole`.execute(panel.db);
      await panel.db.updateTable("atrio.company").set({ captcha_secret_sealed: null }).execute();
      const reply = await signIn(panel, await addAccount(panel), { recaptcha_response: "x" });
      assert.deepEqual([reply.status, reply.system.statusCode], [503, 150]);
    } finally {
      await panel.stop();
    }
  });

  it("is believed once for each token, whatever the provider answers", async (test) => {
    let asked = 0;
    test.mock.method(globalThis, "fetch", async () => {
      asked += 1;
      await sleep(20);
      return Response.json({ success: true });
    });
    const panel = await makeApp({
      vault: { seal: notAsked, rewrap: notAsked, ping: notAsked, open: openSecret },
    });
    try {
      await withCaptchaOf(panel, "turnstile");
      assert.deepEqual(await tenGuesses(panel, "one token"), { wrong: 1, refused: 9, guesses: 1 });
      assert.equal(asked, 10);
      assert.equal(
        (await signIn(panel, await addAccount(panel), { recaptcha_response: "one token" })).status,
        422,
      );
      assert.equal(
        (await signIn(panel, await addAccount(panel), { recaptcha_response: "another" })).status,
        200,
      );
    } finally {
      await panel.stop();
    }
  });

  it("is asked with the secret that the vault opens", async () => {
    const opened: string[] = [];
    const vault: Vault = {
      seal: notAsked,
      rewrap: notAsked,
      ping: notAsked,
      open: ({ table, row, field }, sealed) => {
        opened.push(`${table}:${row}:${field}:${sealed.toString()}`);
        return Promise.reject(new Error("enough"));
      },
    };
    const panel = await makeApp({ vault });
    try {
      await withCaptchaOf(panel, "turnstile");
      const reply = await signIn(panel, await addAccount(panel), { recaptcha_response: "x" });
      assert.deepEqual([reply.status, reply.system.statusCode], [500, 199]);
      assert.deepEqual(opened, ["company:1:captcha_secret:sealed"]);
    } finally {
      await panel.stop();
    }
  });
});
