import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type Calls, type FormOf, languages } from "@atrio/contract";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { Client } from "pg";
import { addAccount, forgetAttempts, withoutCaptcha } from "../../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({ trustedProxies: ["127.0.0.1"] });
});
beforeEach(async () => {
  await forgetAttempts(panel);
  await panel.db.deleteFrom("atrio.message").execute();
});
after(() => panel.stop());

const stored = () => panel.db.selectFrom("atrio.message").selectAll().orderBy("id").execute();
const form = (given: Partial<FormOf<Calls["contactMessageSend"]>> = {}) => ({
  email: "ana@customer.test",
  subject: "¿Cuándo caduca?",
  contents: "Hola:\n¿cuándo caduca mi dominio?",
  privacyPolicy: "1" as const,
  ...given,
});
const request = (given: Partial<FormOf<Calls["contactRequestSend"]>> = {}) => ({
  domain: "lost.test",
  user: "ana",
  name: "Ana Ruiz",
  email: "ana@customer.test",
  contents: "No recuerdo mi contraseña",
  ...given,
});
const counted = async () =>
  (await panel.db.selectFrom("atrio.attempt").select("at").where("subject", "like", "message:%").execute())
    .length;
const from = (ip: string) => ({ "x-forwarded-for": ip });

describe("a contact message", () => {
  it("is stored with what the session knows, and is in the journal", async () => {
    const user = await panel.asUser();
    const reply = await user.call("contactMessageSend", {
      input: form(),
      headers: { cookie: `session=${user.session.token}; _lang=en`, ...from("192.0.2.7") },
    });
    assert.deepEqual([reply.status, reply.data], [200, null]);
    const [message, ...others] = await stored();
    assert.equal(others.length, 0);
    const { id: _id, uuid, created_at, next_attempt_at, company_id, ...rest } = message ?? assert.fail();
    assert.ok(company_id && created_at && next_attempt_at <= new Date());
    assert.deepEqual(rest, {
      kind: "contact",
      company_name: null,
      recipient: null,
      user_id: user.id,
      domain: `${user.session.username}.login.test`,
      username: user.session.username,
      name: null,
      email: "ana@customer.test",
      subject: "¿Cuándo caduca?",
      contents: "Hola:\n¿cuándo caduca mi dominio?",
      language: "en",
      ip: "192.0.2.7",
      attempts: 0,
      last_error: null,
      hurried: false,
      sent_at: null,
    });
    const entry = await panel.db
      .selectFrom("atrio.journal")
      .select(["user_id", "item", "after"])
      .where("act", "=", "contactMessageSend")
      .executeTakeFirstOrThrow();
    assert.deepEqual(entry, { user_id: user.id, item: null, after: { message: uuid } });
  });

  it("is thanked for in the user's language", async () => {
    const user = await panel.asUser();
    const said = { es: "Hemos recibido tu mensaje", en: "We have received your message" };
    for (const language of languages) {
      const headers = { cookie: `session=${user.session.token}; _lang=${language}` };
      const reply = await user.call("contactMessageSend", { input: form(), headers });
      assert.ok(reply.system.info[0]?.startsWith(said[language]), reply.body);
    }
  });

  it("is refused field by field", async () => {
    const user = await panel.asUser();
    const cases: [object, string][] = [
      [{ email: "nobody" }, "email"],
      [{ email: "a@b.test\r\nBcc: victim@else.test" }, "email"],
      [{ subject: "Hi\r\nBcc: victim@else.test" }, "subject"],
      [{ subject: "Hi\nthere" }, "subject"],
      [{ subject: " " }, "subject"],
      [{ contents: "" }, "contents"],
      [{ contents: "x".repeat(10_001) }, "contents"],
      [{ contents: "\u001B[2J" }, "contents"],
      [{ privacyPolicy: "0" }, "privacyPolicy"],
    ];
    for (const [given, input] of cases) {
      const reply = await user.call("contactMessageSend", { input: { ...form(), ...given } });
      assert.deepEqual([reply.status, reply.system.inputs], [422, [input]], reply.body);
    }
    assert.deepEqual(await stored(), []);
  });

  it("comes twenty times a day from one user at most, from wherever", async () => {
    const user = await panel.asUser();
    const send = (n: number) =>
      user.call("contactMessageSend", { input: form(), headers: from(`192.0.2.${n}`) });
    const replies = await Promise.all(Array.from({ length: 25 }, (_, n) => send(n)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 20);
    const last = await send(1);
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers["retry-after"]) > 23 * 3600);
    assert.equal((await stored()).length, 20);
    const other = await panel.asUser();
    assert.equal((await other.call("contactMessageSend", { input: form() })).status, 200);
  });

  it("is one where it is sent again under the same key", async () => {
    const user = await panel.asUser();
    const send = () =>
      user.call("contactMessageSend", { input: form(), headers: { "idempotency-key": "again" } });
    const atOnce = await Promise.all(Array.from({ length: 5 }, send));
    for (const { status } of atOnce) assert.ok(status === 200 || status === 409, String(status));
    assert.equal((await send()).status, 200);
    assert.equal((await stored()).length, 1);
    assert.equal(await counted(), 1, "the others don't use up what the user may write");
  });
});

const ask = (input = request(), ip = "192.0.2.1") =>
  panel.anybody().call("contactRequestSend", { input, headers: from(ip) });
const solved = async (action: "contact" | "login") => {
  const { data } = await panel.anybody().call("captchaChallenge", { input: { action } });
  const challenge = JSON.parse(JSON.stringify(data));
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
};

describe("a request from the sign-in page", () => {
  it("takes a captcha of its own, once", async () => {
    const refused = async (recaptcha_response?: string) => {
      const reply = await ask(request(recaptcha_response === undefined ? {} : { recaptcha_response }));
      assert.deepEqual([reply.status, reply.system.inputs], [422, ["recaptcha_response"]], reply.body);
    };
    await refused();
    await refused(await solved("login"));
    const recaptcha_response = await solved("contact");
    assert.equal((await ask(request({ recaptcha_response }))).status, 200);
    await refused(recaptcha_response);
    const [message, ...others] = await stored();
    assert.equal(others.length, 0);
    const { kind, user_id, domain, username, name, email, subject, ip } = message ?? assert.fail();
    assert.deepEqual(
      { kind, user_id, domain, username, name, email, subject, ip },
      {
        kind: "request",
        user_id: null,
        domain: "lost.test",
        username: "ana",
        name: "Ana Ruiz",
        email: "ana@customer.test",
        subject: null,
        ip: "192.0.2.1",
      },
    );
  });

  it("counts once for one answer, however often that is given", async () => {
    const recaptcha_response = await solved("contact");
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ask(request({ recaptcha_response }), `192.0.2.${n}`)),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 422, 422, 422, 422, 422]);
    assert.equal(await counted(), 3, "of the domain, of the address, of both");
  });

  describe("without captcha", () => {
    before(() => withoutCaptcha(panel));

    it("says the same of a user that exists and of one that does not, and leaves the same behind", async () => {
      const account = await addAccount(panel);
      const traces = async (domain: string, user: string) => {
        await forgetAttempts(panel);
        const { status, body, headers } = await ask(request({ domain, user }));
        const { date: _date, ...comparable } = headers;
        const journal = await panel.db
          .selectFrom("atrio.journal")
          .select(["user_id", "username", "holding_id", "item", "area", "act"])
          .orderBy("id", "desc")
          .limit(1)
          .execute();
        const attempts = await panel.db.selectFrom("atrio.attempt").select("at").execute();
        return { status, body, comparable, journal, attempts: attempts.length };
      };
      const known = await traces(account.domainName, account.username);
      assert.equal(known.status, 200);
      assert.deepEqual(await traces("nobody.test", account.username), known);
      assert.deepEqual(await traces(account.domainName, "nobody"), known);
    });

    it("carries nothing that could begin another header", async () => {
      const injected = "Ana\r\nBcc: victim@else.test";
      for (const input of ["domain", "user", "name", "email"] as const) {
        const reply = await ask(request({ [input]: injected }));
        assert.deepEqual([reply.status, reply.system.inputs], [422, [input]], reply.body);
      }
    });

    it("comes five times an hour from one address", async () => {
      const statuses = [];
      for (let n = 0; n < 7; n++) statuses.push((await ask(request({ domain: `d${n}.test` }))).status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
      assert.equal((await ask(request(), "192.0.2.2")).status, 200);
    });

    it("comes five times an hour for one domain, however it is spelt, and still twice from each address", async () => {
      const spellings = ["España.test", "españa.test.", "xn--espaa-rta.test", "XN--ESPAA-RTA.TEST"];
      const statuses = [];
      for (let n = 0; n < 8; n++) {
        const ip = n < 5 ? `198.51.100.${n}` : "203.0.113.1";
        statuses.push((await ask(request({ domain: spellings[n % 4] ?? "" }), ip)).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 429]);
      assert.equal((await ask(request({ domain: "other.test" }), "203.0.113.1")).status, 200);
    });
  });
});

it("the panel's role can put messages in, and neither read nor change them, nor see the SMTP server", async () => {
  const client = new Client({ connectionString: panel.cluster.url("atrio_api", panel.database) });
  await client.connect();
  try {
    for (const statement of [
      "select id from atrio.message",
      "update atrio.message set contents = ''",
      "delete from atrio.message",
      "insert into atrio.message (uuid, kind, contents, language, recipient) values (gen_random_uuid(), 'test', '', 'es', 'a@b')",
      "select host from atrio.smtp",
      "insert into atrio.smtp (host, port, security, from_address) values ('a', 1, 'none', 'a@b')",
    ])
      await assert.rejects(client.query(statement), { code: "42501" }, statement);
  } finally {
    await client.end();
  }
});
