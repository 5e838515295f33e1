import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const png = Buffer.from("89504e470d0a1a0a0001ff", "hex");

const setLogo = (kind: string, media_type: string, image: Buffer) =>
  panel.db
    .insertInto("atrio.company_logo")
    .values({ company_id: 1, kind, media_type, image })
    .onConflict((conflict) => conflict.columns(["company_id", "kind"]).doUpdateSet({ media_type, image }))
    .execute();
const config = async () => (await panel.anybody().call("configGet", {})).data;
const fetchLogo = (url: string, method: "GET" | "POST" = "GET") => panel.app.inject({ url, method });

describe("a company's pictures", () => {
  it("have addresses by their content, which the configuration names", async () => {
    await setLogo("logo", "image/svg+xml", svg);
    await setLogo("logo_mini", "image/png", png);
    await sleep(50);
    const { logo, logo_mini: mini } = await config();
    assert.match(logo, /^\/brand\/[0-9a-f]{32}\.svg$/);
    assert.match(mini, /^\/brand\/[0-9a-f]{32}\.png$/);
    for (const [url, type, image] of [
      [logo, "image/svg+xml", svg],
      [mini, "image/png", png],
    ] as const) {
      const { statusCode, headers, rawPayload } = await fetchLogo(url);
      assert.equal(statusCode, 200);
      assert.deepEqual(rawPayload, image);
      assert.equal(headers["content-type"], type);
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(headers["x-content-type-options"], "nosniff");
    }
  });

  it("run nothing, also where one is opened by itself", async () => {
    const { headers } = await fetchLogo((await config()).logo);
    const policy = String(headers["content-security-policy"]).split("; ");
    assert.deepEqual(policy.toSorted(), ["default-src 'none'", "sandbox", "style-src 'unsafe-inline'"]);
  });

  it("have another address when they change; the old one still shows the old picture for a while", async () => {
    const { logo: before } = await config();
    await setLogo("logo", "image/svg+xml", Buffer.from("<svg/>"));
    await sleep(50);
    const { logo } = await config();
    assert.notEqual(logo, before);
    assert.equal((await fetchLogo(logo)).body, "<svg/>");
    assert.equal((await fetchLogo(before)).statusCode, 200);
  });

  it("are nowhere else", async () => {
    const missing = [
      `/brand/${"0".repeat(32)}.svg`,
      "/brand/",
      "/brand/x.svg",
      "/brand/..%2f..%2fetc%2fpasswd",
      `/brand/${"0".repeat(32)}.html`,
    ];
    for (const url of missing) assert.equal((await fetchLogo(url)).statusCode, 404, url);
    assert.equal((await fetchLogo((await config()).logo, "POST")).statusCode, 404);
  });
});
