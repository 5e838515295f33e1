import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";

let panel: TestApp;
let user: TestUser;
before(async () => {
  panel = await makeApp();
  user = await panel.asUser();
  await panel.db.insertInto("atrio.company").values({ name: "Cierzo" }).execute();
  await panel.db
    .insertInto("atrio.company_host")
    .values({ host: "panel.cierzo.test", company_id: 2 })
    .execute();
});
after(() => panel.stop());

interface Asked {
  readonly language?: "es" | "en";
  readonly host?: string;
}
const headers = ({ language = "es", host = "localhost" }: Asked) => ({ host, "accept-language": language });
const legal = async (asked: Asked = {}, as = user) =>
  (await as.call("legalGet", { headers: headers(asked) })).data.text;
const policy = async (asked: Asked = {}) =>
  (await panel.anybody().call("legalPrivacyPolicy", { headers: headers(asked) })).data;
const setText = (company_id: number, language: string, text: object) =>
  panel.db
    .insertInto("atrio.company_text")
    .values({ company_id, language, ...text })
    .onConflict((conflict) => conflict.columns(["company_id", "language"]).doUpdateSet(text))
    .execute();

describe("legal texts", () => {
  it("are empty where the company has none, and the policy has its title all the same", async () => {
    assert.equal(await legal(), "");
    assert.deepEqual(await policy(), { title: "Política de privacidad", text: "" });
    assert.deepEqual(await policy({ language: "en" }), { title: "Privacy policy", text: "" });
  });

  it("are the company's whose host is asked, in the language of the reply, else in the other one", async () => {
    await setText(1, "es", { legal: "# Aviso" });
    await setText(1, "en", { legal: "# Notice" });
    await setText(2, "es", { legal: "Cierzo", privacy_title: "Tus datos", privacy_text: "<p>x</p>" });
    assert.equal(await legal(), "<h1>Aviso</h1>");
    assert.equal(await legal({ language: "en" }), "<h1>Notice</h1>");
    const host = "panel.cierzo.test";
    assert.equal(await legal({ host }), "<p>Cierzo</p>");
    assert.equal(await legal({ host, language: "en" }), "<p>Cierzo</p>");
    assert.deepEqual(await policy({ host, language: "en" }), { title: "Tus datos", text: "<p>x</p>" });
    assert.equal((await policy()).text, "");
  });

  it("are there with a session, the policy without one", async () => {
    assert.equal((await panel.anybody().call("legalGet", {})).status, 401);
    assert.equal((await panel.anybody().call("legalPrivacyPolicy", {})).status, 200);
  });

  it("are new as soon as they were written", async () => {
    await setText(1, "es", { legal: "uno" });
    assert.equal(await legal(), "<p>uno</p>");
    await setText(1, "es", { legal: "dos" });
    assert.equal(await legal(), "<p>dos</p>");
  });

  it("are sanitised again when they are read, whatever the database holds", async () => {
    const attack = '<p onclick="alert(1)">a<script>alert(1)</script><img src=x onerror=alert(1)></p>';
    await setText(1, "es", { legal: `b\n\n${attack}`, privacy_title: "<b>t</b>", privacy_text: attack });
    assert.equal(await legal(), "<p>b</p>\n<p>a</p>");
    assert.deepEqual(await policy(), { title: "<b>t</b>", text: "<p>a</p>" });
  });

  it("name the address of a policy that is kept elsewhere", async () => {
    await panel.db
      .updateTable("atrio.company")
      .set({ privacy_url: "https://cierzo.test/privacidad" })
      .where("id", "=", 2)
      .execute();
    const host = "panel.cierzo.test";
    for (const began = Date.now(); (await policy({ host })).redirecTo === undefined;)
      assert.ok(Date.now() - began < 1_000);
    assert.equal((await policy({ host })).redirecTo, "https://cierzo.test/privacidad");
    assert.equal((await policy()).redirecTo, undefined);
  });
});
