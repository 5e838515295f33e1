import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

describe("configuration", () => {
  let panel: TestApp;
  before(async () => {
    panel = await makeApp();
  });
  after(() => panel.stop());

  it("is what the installation starts with", async () => {
    const { data } = await panel.anybody().call("configGet", { input: { _referer_: "https://panel.test/" } });
    assert.deepEqual(data, {
      company: "Atrio",
      logo: "",
      logo_mini: "",
      themeConfig: { color: "indigo", surface: "zinc", colorSelectable: true },
      captcha: { provider: "altcha", siteKey: null },
      languages: ["es", "en"],
      forceLanguage: false,
      mailHosts: { imapSSL: "", smtpSSL: "" },
      version: "0.1.0",
    });
  });

  it("follows what the operator sets within seconds, and never shows the captcha's secret", async () => {
    await panel.db
      .updateTable("atrio.company")
      .set({
        name: "Otra",
        color: "teal",
        color_selectable: false,
        captcha_provider: "turnstile",
        captcha_site_key: "site",
        captcha_secret_sealed: Buffer.from("sealed-secret"),
      })
      .execute();
    await panel.db
      .updateTable("atrio.platform")
      .set({ imap_ssl_host: "imap.otra.test", smtp_ssl_host: "smtp.otra.test" })
      .execute();
    await sleep(1100);
    const { data, body } = await panel.anybody().call("configGet", {});
    assert.equal(data.company, "Otra");
    assert.deepEqual(data.themeConfig, { color: "teal", surface: "zinc", colorSelectable: false });
    assert.deepEqual(data.captcha, { provider: "turnstile", siteKey: "site" });
    assert.deepEqual(data.mailHosts, { imapSSL: "imap.otra.test", smtpSSL: "smtp.otra.test" });
    assert.ok(!body.includes("sealed"));
  });
});
