import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { addAccount, cookiesOf, signIn, withCaptchaOf, withoutCaptcha } from "../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { openPool } from "../db/pool.ts";

/** What the build makes, as far as the server reads it: which of the files it is, and what is to be filled in. */
function makePanel(): string {
  const directory = mkdtempSync(join(tmpdir(), "atrio-login-page-"));
  mkdirSync(join(directory, ".login"));
  writeFileSync(join(directory, "index.html"), "<title>Atrio</title>");
  for (const language of ["es", "en"])
    for (const picture of ["", "-picture"])
      for (const widget of ["", "-widget"]) {
        const name = `${language}${picture}${widget}`;
        const html = `${name}|{{company}}|{{color}}|{{surface}}|{{logo}}|{{icon}}|{{cameFrom}}|{{config}}`;
        writeFileSync(join(directory, ".login", `${name}.html`), html);
      }
  return directory;
}

const directory = makePanel();
after(() => rmSync(directory, { recursive: true }));

describe("the login page", () => {
  let panel: TestApp;
  before(async () => {
    panel = await makeApp({ panelDirectory: directory });
    await withoutCaptcha(panel);
    await panel.db
      .updateTable("atrio.company")
      .set({ name: `Uno <&"'> $& {{logo}}`, color: "teal", surface: "stone" })
      .execute();
  });
  after(() => panel.stop());
  const get = (headers: Record<string, string> = {}, url = "/login/") =>
    panel.app.inject({ method: "GET", url, headers });

  it("is the company's, and no name of a company is markup", async () => {
    const [name, company, color, surface, logo, icon, cameFrom, config] = (await get()).body.split("|");
    assert.deepEqual(
      [name, company, color, surface, logo, icon, cameFrom],
      ["es", "Uno &lt;&amp;&quot;&#39;&gt; $&amp; {{logo}}", "teal", "stone", "", "/favicon.svg", "here"],
    );
    const text = config!.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    const asked = await panel.anybody().call("configGet", {});
    assert.deepEqual(JSON.parse(text.replaceAll("&#39;", "'").replaceAll("&amp;", "&")), asked.data);
  });

  it("comes in the language of the cookie, else the browser's, else Spanish", async () => {
    const cases: [string, Record<string, string>][] = [
      ["en", { cookie: "_lang=en", "accept-language": "es" }],
      ["es", { cookie: "_lang=es", "accept-language": "en" }],
      ["en", { "accept-language": "fr;q=0.9, en-GB;q=0.8, es;q=0.1" }],
      ["es", { cookie: "_lang=../x", "accept-language": "fr" }],
    ];
    for (const [language, headers] of cases)
      assert.equal((await get(headers)).body.split("|")[0], language, JSON.stringify(headers));
  });

  it("has room for a captcha's widget where there is one, and allows its hosts", async () => {
    await withCaptchaOf(panel, "turnstile");
    await assert.doesNotReject(eventually(async () => assert.match((await get()).body, /^es-widget\|/)));
    const policy = String((await get()).headers["content-security-policy"]);
    assert.match(policy, /script-src 'self' https:\/\/challenges\.cloudflare\.com;/);
    await withoutCaptcha(panel);
    await eventually(async () => assert.match((await get()).body, /^es\|/));
  });

  it("is compressed, and not sent again while it is the same", async () => {
    const plain = await get();
    for (const [encoding, decompress] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const reply = await get({ "accept-encoding": `deflate, ${encoding}` });
      assert.equal(reply.headers["content-encoding"], encoding);
      assert.equal(decompress(reply.rawPayload).toString(), plain.body);
    }
    for (const refused of ["br;q=0", "x-br, x-gzip", "gzip;Q=0.0"])
      assert.equal(
        (await get({ "accept-encoding": refused })).headers["content-encoding"],
        undefined,
        refused,
      );
    assert.equal(plain.headers["cache-control"], "private, no-cache");
    assert.match(String(plain.headers["vary"]), /Accept-Language.*Cookie/);
    const tag = String(plain.headers["etag"]);
    assert.equal((await get({ "if-none-match": tag })).statusCode, 304);
    assert.equal((await get({ "if-none-match": tag, cookie: "_lang=en" })).statusCode, 200);
  });

  it("leads who is signed in to the panel, and only them", async () => {
    const session = cookiesOf(await signIn(panel, await addAccount(panel))).get("session")?.value;
    assert.ok(session);
    for (const url of ["/login/", "/login", "/login/?next=1"]) {
      const reply = await get({ cookie: `session=${session}` }, url);
      assert.deepEqual([reply.statusCode, reply.headers["location"]], [302, "/admin/"], url);
      assert.equal(reply.headers["cache-control"], "no-store");
    }
    assert.equal((await get({ cookie: `session=${session.replace(/^../, "AA")}` })).statusCode, 200);
    await panel.db.deleteFrom("atrio.session").execute();
    assert.equal((await get({ cookie: `session=${session}` })).statusCode, 200);
  });

  it("notes a visit from elsewhere, where the browser sends no session", async () => {
    assert.equal((await get({ "sec-fetch-site": "cross-site" })).body.split("|")[6], "elsewhere");
    const head = await panel.app.inject({ method: "HEAD", url: "/login/" });
    assert.deepEqual([head.statusCode, head.body], [200, ""]);
  });

  it("is asked for again by a form that was sent without its script", async () => {
    for (const url of ["/login/", "/login"])
      for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
        const reply = await panel.app.inject({
          method: "POST",
          url,
          headers: { "content-type": type },
          payload: "password=secret",
        });
        assert.deepEqual([reply.statusCode, reply.headers["location"]], [303, "/login/"], `${url} ${type}`);
      }
  });
});

/** Brands are read again at most a second after they change. */
async function eventually(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + 5_000;
  for (;;)
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
}

it("without PostgreSQL the login page is there, under nobody's name", async () => {
  const away = "postgresql://atrio_api@/none?host=/nonexistent&port=5432";
  const panel = await makeApp({
    panelDirectory: directory,
    databaseUrl: away,
    readPool: openPool(away, { max: 2, readOnly: true }),
    changePool: openPool(away, { max: 2 }),
  });
  try {
    const cookie = `session=${Buffer.alloc(32).toString("base64")}`;
    const reply = await panel.app.inject({ method: "GET", url: "/login/", headers: { cookie } });
    assert.equal(reply.statusCode, 200);
    assert.match(reply.body, /^es\|Panel\|indigo\|zinc\|/);
  } finally {
    await panel.stop();
  }
});
