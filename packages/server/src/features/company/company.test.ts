import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { inChange } from "../../db/change.ts";
import type { Change } from "../../db/handles.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import {
  addCompany,
  CaptchaIncomplete,
  changeCompany,
  type CompanyChange,
  HostTaken,
  removeCompany,
} from "./change.ts";
import { listCompanies, readCompany, readDefaultCompany, readTexts } from "./store.ts";

const actor = { source: "command", userId: null, username: "ana", ip: null, requestId: null } as const;

let panel: TestApp;
let db: ReturnType<typeof openDatabase>;
before(async () => {
  panel = await makeApp();
  db = openDatabase(openPool(panel.cluster.url("atrio_worker", panel.database), { max: 4 }));
});
after(async () => {
  await db.destroy();
  await panel.stop();
});

const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => inChange(db, actor, work);
const lastEntry = () =>
  panel.db.selectFrom("atrio.journal").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
const png = { mediaType: "image/png", image: Buffer.from("89504e470d0a1a0a00", "hex") };

describe("companies", () => {
  it("are added with their hosts, changed and removed, each an entry of what it changed", async () => {
    const id = await change((act) => addCompany(act, "Cierzo", ["panel.cierzo.test"]));
    await change((act) =>
      changeCompany(act, id, {
        color: "cyan",
        contactAddress: "hola@cierzo.test",
        logo: png,
        addHosts: ["192.0.2.7", "panel.cierzo.test"],
        texts: { es: { legal: "# Aviso" } },
      }),
    );
    const company = await readCompany({ db }, id);
    assert.deepEqual(company.hosts, ["192.0.2.7", "panel.cierzo.test"]);
    assert.match(company.logo ?? "", /^[0-9a-f]{32}\.png$/);
    assert.equal((await readTexts({ db }, id)).es.legal, "# Aviso");
    const { act, item, username, before, after: changed } = await lastEntry();
    assert.deepEqual([act, item, username], ["companySet", "Cierzo", "ana"]);
    const keys = ["color", "contactAddress", "es", "hosts", "logo"];
    assert.deepEqual(
      [before, changed].map((state) => Object.keys({ ...Object(state) }).toSorted()),
      [keys, keys],
    );

    await change((act) => removeCompany(act, company));
    assert.deepEqual(
      (await listCompanies({ db })).map(({ name }) => name),
      ["Atrio"],
    );
    assert.equal((await lastEntry()).act, "companyRemove");
    for (const table of ["company_host", "company_logo", "company_text"])
      assert.equal((await sql`select from ${sql.table(`atrio.${table}`)}`.execute(db)).rows.length, 0, table);
  });

  it("write no entry where nothing changed, and one where the same secret was sealed again", async () => {
    const { id } = await readDefaultCompany({ db });
    const { id: before } = await lastEntry();
    await change((act) => changeCompany(act, id, { name: "Atrio", addHosts: [] }));
    assert.equal((await lastEntry()).id, before);
    for (const expected of [before + 1, before + 2]) {
      await change((act) => changeCompany(act, id, { captchaSecretSealed: Buffer.from("sealed") }));
      const entry = await lastEntry();
      assert.equal(entry.id, expected);
      assert.ok(!JSON.stringify(entry).includes("sealed"));
    }
  });

  it("ask another's captcha only with its own site key and secret", async () => {
    const id = await change((act) => addCompany(act, "Garbí", []));
    const set = (wanted: CompanyChange) => change((act) => changeCompany(act, id, wanted));
    const both = { captchaSiteKey: "key", captchaSecretSealed: Buffer.from("sealed") };
    const refusedAll = async (...all: CompanyChange[]) => {
      for (const wanted of all) await assert.rejects(set(wanted), CaptchaIncomplete, JSON.stringify(wanted));
    };
    const { captchaSiteKey, captchaSecretSealed } = both;
    for (const captchaProvider of ["recaptcha", "hcaptcha", "turnstile"])
      await refusedAll(
        { captchaProvider },
        { captchaProvider, captchaSiteKey },
        { captchaProvider, captchaSecretSealed },
        { ...both, captchaProvider, captchaSiteKey: "" },
      );
    await set({ captchaSiteKey });
    await set({ captchaSecretSealed });
    await set({ captchaProvider: "hcaptcha" });
    const another = { captchaProvider: "turnstile" };
    await refusedAll({ captchaSiteKey: "" }, another, { ...another, captchaSiteKey: "other" });
    await set({ captchaProvider: "hcaptcha", captchaSiteKey: "other" });
    await set({ ...another, ...both });
    await set({ captchaProvider: "altcha", captchaSiteKey: "" });
    for (const row of [{ captcha_site_key: "" }, { captcha_secret_sealed: null }])
      await assert.rejects(
        db
          .updateTable("atrio.company")
          .set({ captcha_site_key: "key", captcha_provider: "recaptcha", ...row })
          .where("id", "=", id)
          .execute(),
        { code: "23514", constraint: "company_captcha_whole" },
      );
  });

  it("take a host from nobody, not even at the same moment", async () => {
    const one = await change((act) => addCompany(act, "Uno", ["panel.uno.test"]));
    const two = await change((act) => addCompany(act, "Dos", []));
    const take = (id: number) => change((act) => changeCompany(act, id, { addHosts: ["panel.uno.test"] }));
    await assert.rejects(
      take(two),
      (error: HostTaken) => error.host === "panel.uno.test" && error.company === "Uno",
    );
    const both = await Promise.allSettled(
      [one, two].map((id) => change((act) => changeCompany(act, id, { addHosts: ["nuevo.test"] }))),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    assert.ok(both.some((result) => result.status === "rejected" && result.reason instanceof HostTaken));
    await change((act) => changeCompany(act, one, { removeHosts: ["panel.uno.test"] }));
    await take(two);
  });

  it("always have the first one, whoever asks for its removal", async () => {
    const company = await readDefaultCompany({ db });
    await assert.rejects(
      change((act) => removeCompany(act, company)),
      { code: "23001", constraint: "company_default_stays" },
    );
  });

  it("are held to their bounds by the database", async () => {
    const refused = { code: "23514" };
    const { id } = await readDefaultCompany({ db });
    const wrong = [
      { name: " Atrio" },
      { name: "a\nb" },
      { name: "x".repeat(81) },
      { color: "url(x)" },
      { contactAddress: "a@b@c" },
      { contactAddress: "a@b, c@d" },
      { privacyUrl: "javascript:alert(1)" },
      { imapSslHost: "Imap.test" },
      { texts: { es: { legal: "x".repeat(100_001) } } },
      { texts: { en: { privacyText: "x".repeat(100_001) } } },
      { logo: { mediaType: "text/html", image: Buffer.from("x") } },
      { logo: { ...png, image: Buffer.alloc(100_001) } },
      ...["Panel.test", "a..b", "-a.test", "a_b.test", "panel.test:80", "[::1]", "https://a.test", ""].map(
        (host) => ({
          addHosts: [host],
        }),
      ),
    ];
    for (const wanted of wrong)
      await assert.rejects(
        change((act) => changeCompany(act, id, wanted)),
        refused,
        JSON.stringify(wanted).slice(0, 80),
      );
  });

  it("are only looked at by the panel", async () => {
    const api = openDatabase(openPool(panel.cluster.url("atrio_api", panel.database), { max: 1 }));
    const denied = { code: "42501" };
    for (const table of ["company", "company_host", "company_logo", "company_text"] as const) {
      await api.selectFrom(`atrio.${table}`).selectAll().execute();
      await assert.rejects(api.deleteFrom(`atrio.${table}`).execute(), denied, table);
    }
    await assert.rejects(api.updateTable("atrio.company").set({ name: "x" }).execute(), denied);
    await api.destroy();
  });
});
