import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

const first = {
  company: "Atrio",
  logo: "",
  logo_mini: "",
  themeConfig: { color: "indigo", surface: "zinc", colorSelectable: true },
  captcha: { provider: "altcha", siteKey: null },
  languages: ["es", "en"],
  forceLanguage: false,
  mailHosts: { imapSSL: "", smtpSSL: "" },
  version: "0.1.0",
};

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  for (const name of ["Cierzo", "Brezo"]) {
    const { id } = await panel.db
      .insertInto("atrio.company")
      .values({ name, color: name === "Cierzo" ? "cyan" : "fuchsia" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const hosts = [`panel.${name.toLowerCase()}.test`, name === "Cierzo" ? "192.0.2.7" : "2001:db8::7"];
    await panel.db
      .insertInto("atrio.company_host")
      .values(hosts.map((host) => ({ host, company_id: id })))
      .execute();
  }
});
after(() => panel.stop());

const get = async (host: string | undefined, referer?: string) => {
  const input = referer === undefined ? {} : { _referer_: referer };
  const reply = await panel.anybody().call("configGet", { input, headers: { host } });
  assert.equal(reply.status, 200, reply.body);
  return reply;
};
const brand = async (host: string | undefined, referer?: string) => (await get(host, referer)).data.company;
const mailHosts = async (host: string) => (await get(host)).data.mailHosts;
/** Announcements take a moment to arrive; no request is told to wait for them. */
async function soon(host: string, wanted: string, from = panel): Promise<void> {
  const name = async () => (await from.anybody().call("configGet", { headers: { host } })).data.company;
  for (const began = Date.now(); (await name()) !== wanted; await sleep(2))
    assert.ok(Date.now() - began < 500, `${host} does not show ${wanted}`);
}

describe("configuration", () => {
  it("is what the installation starts with", async () => {
    assert.deepEqual((await get("localhost:8080", "https://panel.test/")).data, first);
  });

  it("is the first company's at localhost and at addresses of this machine", async () => {
    for (const host of ["localhost", "LocalHost.:8080", "127.0.0.1", "[::1]:8080"])
      assert.deepEqual((await get(host)).data, first, host);
  });

  it("is the company's whose host the panel was reached by", async () => {
    for (const host of ["panel.cierzo.test", "panel.cierzo.test:8080", "PANEL.Cierzo.test.", "192.0.2.7:443"])
      assert.equal(await brand(host), "Cierzo", host);
    for (const host of ["panel.brezo.test", "[2001:db8::7]", "[2001:DB8::7]:8443"])
      assert.equal(await brand(host), "Brezo", host);
    assert.equal((await get("panel.brezo.test")).data.themeConfig.color, "fuchsia");
  });

  it("goes by _referer_ where that is somebody's host, else by the request's", async () => {
    assert.equal(await brand("localhost", "https://panel.brezo.test/login/?x=1"), "Brezo");
    assert.equal(await brand("localhost", "panel.brezo.test:8443"), "Brezo");
    assert.equal(await brand("panel.cierzo.test", "https://panel.brezo.test/"), "Brezo");
    for (const nobody of [
      "https://evil.test/",
      "panel.brezo.test.evil.test",
      "javascript:alert(1)",
      "https://[",
    ])
      assert.equal(await brand("panel.cierzo.test", nobody), "Cierzo", nobody);
  });

  it("believes X-Forwarded-Host from nobody but the proxies it was told of", async () => {
    const forwarded = { host: "localhost", "x-forwarded-host": "panel.cierzo.test" };
    const name = async (app: TestApp) =>
      (await app.anybody().call("configGet", { headers: forwarded })).data.company;
    assert.equal(await name(panel), "Atrio");
    const behindProxy = await makeApp({ trustedProxies: ["127.0.0.1"] });
    try {
      await behindProxy.db.insertInto("atrio.company").values({ name: "Cierzo" }).execute();
      await behindProxy.db
        .insertInto("atrio.company_host")
        .values({ host: "panel.cierzo.test", company_id: 2 })
        .execute();
      await soon("panel.cierzo.test", "Cierzo", behindProxy);
      assert.equal(await name(behindProxy), "Cierzo");
    } finally {
      await behindProxy.stop();
    }
  });

  it("follows what the operator sets at once, and never shows the captcha's secret", async () => {
    await panel.db
      .updateTable("atrio.company")
      .set({
        name: "Otra",
        color: "teal",
        surface: "stone",
        color_selectable: false,
        captcha_provider: "turnstile",
        captcha_site_key: "site",
        captcha_secret_sealed: Buffer.from("sealed-secret"),
      })
      .where("name", "=", "Cierzo")
      .execute();
    await soon("panel.cierzo.test", "Otra");
    const { data, body } = await get("panel.cierzo.test");
    assert.deepEqual(data.themeConfig, { color: "teal", surface: "stone", colorSelectable: false });
    assert.deepEqual(data.captcha, { provider: "turnstile", siteKey: "site" });
    assert.ok(!body.includes("sealed"));
    assert.deepEqual((await get("localhost")).data, first);
    const { status } = await panel
      .anybody()
      .call("captchaChallenge", { headers: { host: "panel.cierzo.test" } });
    assert.deepEqual([status, (await panel.anybody().call("captchaChallenge", {})).status], [409, 200]);
  });

  it("has the platform's mail hosts where the company has none of its own", async () => {
    await panel.db
      .updateTable("atrio.platform")
      .set({ imap_ssl_host: "imap.plataforma.test", smtp_ssl_host: "smtp.plataforma.test" })
      .execute();
    await panel.db
      .updateTable("atrio.company")
      .set({ imap_ssl_host: "imap.brezo.test", name: "Brezo Dos" })
      .where("name", "=", "Brezo")
      .execute();
    await soon("panel.brezo.test", "Brezo Dos");
    assert.deepEqual(await mailHosts("panel.brezo.test"), {
      imapSSL: "imap.brezo.test",
      smtpSSL: "smtp.plataforma.test",
    });
    assert.deepEqual(await mailHosts("localhost"), {
      imapSSL: "imap.plataforma.test",
      smtpSSL: "smtp.plataforma.test",
    });
  });

  it("is told to every open page within a second, which then sees what is new", async () => {
    const url = await panel.app.listen({ port: 0, host: "127.0.0.1" });
    const { token } = (await panel.asUser()).session;
    const { body } = await fetch(`${url}/api/events/`, { headers: { cookie: `session=${token}` } });
    assert.ok(body);
    const changes: [string, () => Promise<unknown>][] = [
      [
        "name",
        () => panel.db.updateTable("atrio.company").set({ name: "Nueva" }).where("id", "=", 1).execute(),
      ],
      ["host", () => panel.db.deleteFrom("atrio.company_host").where("host", "=", "192.0.2.7").execute()],
      [
        "text",
        () => panel.db.insertInto("atrio.company_text").values({ company_id: 1, language: "es" }).execute(),
      ],
    ];
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    for (const [what, change] of changes) {
      const late = AbortSignal.timeout(1_000);
      await change();
      const { value } = await reader.read();
      assert.equal(value, "event: config\ndata: {}\n\n", what);
      assert.ok(!late.aborted, what);
      assert.equal(await brand("localhost"), "Nueva", what);
      const reply = await panel.anybody().call("configGet", { headers: { host: "192.0.2.7" } });
      if (what === "name") assert.equal(reply.data.company, "Otra");
      else assert.equal(reply.status, 421, what);
    }
    await reader.cancel();
  });
});
