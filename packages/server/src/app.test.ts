import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { addAccount, cookiesOf, signIn, withCaptchaOf, withoutCaptcha } from "../test/helpers/account.ts";
import { makeApp, type TestApp } from "../test/helpers/app.ts";
import { openPool } from "./db/pool.ts";
import { superuser } from "./db/postgres.ts";

const page = "<title>Atrio</title><script>document.title += 1</script>";
function makePanel(): string {
  const directory = mkdtempSync(join(tmpdir(), "atrio-panel-"));
  mkdirSync(join(directory, "assets"));
  mkdirSync(join(directory, ".vite"));
  writeFileSync(join(directory, "index.html"), page);
  writeFileSync(join(directory, "favicon.svg"), "<svg/>");
  writeFileSync(join(directory, "assets/main-abc.js"), "1");
  writeFileSync(join(directory, "assets/main-abc.js.gz"), gzipSync("1"));
  writeFileSync(join(directory, ".vite/manifest.json"), "{}");
  return directory;
}

const directory = makePanel();
after(() => rmSync(directory, { recursive: true }));

const strictPolicy =
  "default-src 'none';script-src 'self' 'sha256-ncLaIRKslp1k8ptlRydADKSyx54m/lQlORSG6XL1igw=';" +
  "style-src 'self';img-src 'self' data:;font-src 'self';" +
  "connect-src 'self';worker-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none'";

describe("the panel's pages", () => {
  let panel: TestApp;
  before(async () => {
    panel = await makeApp({ panelDirectory: directory });
  });
  after(() => panel.stop());
  const get = (url: string, headers: Record<string, string> = {}) =>
    panel.app.inject({ method: "GET", url, headers });

  for (const path of [
    "/",
    "/legal/",
    "/legal",
    "/admin",
    "/admin/",
    "/admin/mail/?q=a",
    "/admin/7",
    "/admin/7/service/dns/?new=A",
  ])
    it(`${path} is the panel`, async () => {
      const reply = await get(path);
      assert.deepEqual([reply.statusCode, reply.body], [200, page]);
      assert.equal(reply.headers["cache-control"], "no-cache");
      assert.match(String(reply.headers["content-type"]), /^text\/html; charset=utf-8/);
    });

  for (const path of [
    "/nothing/",
    "/legal/nothing/",
    "/admin/nothing/",
    "/admin/0/",
    "/admin/7/nothing/",
    "/ADMIN/",
    "/.vite/manifest.json",
    "/.git/config",
    "/openapi.json",
    "/assets/x.js",
    "/assets/",
    "/%zz",
  ])
    it(`${path} is not there`, async () => assert.equal((await get(path)).statusCode, 404));

  for (const path of [
    "/api",
    "/api/",
    "/api/nope",
    "/api/nope/",
    "/api/config/get",
    `/api/domain/${"1".repeat(200)}/`,
  ])
    it(`${path} is the API's, and not there`, async () => {
      for (const method of ["GET", "POST", "PUT", "OPTIONS"] as const) {
        const reply = await panel.app.inject({ method, url: path });
        assert.equal(reply.statusCode, 404, method);
        assert.match(String(reply.headers["content-type"]), /^application\/json/);
        const { data, system } = reply.json();
        assert.deepEqual([data, system.statusCode], [null, 120]);
        assert.equal(reply.headers["cache-control"], "no-store");
      }
      assert.equal((await panel.app.inject({ method: "HEAD", url: path })).statusCode, 404);
    });

  it("are compressed ahead, and never asked for again where their name has a hash", async () => {
    const reply = await get("/assets/main-abc.js", { "accept-encoding": "gzip" });
    assert.equal(reply.headers["content-encoding"], "gzip");
    assert.equal(reply.headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal((await get("/favicon.svg")).headers["cache-control"], "no-cache");
  });

  it("allow nothing that is not the panel's", async () => {
    const { headers } = await get("/");
    assert.equal(headers["content-security-policy"], strictPolicy);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.match(String(headers["permissions-policy"]), /camera=\(\)/);
    assert.equal(headers["strict-transport-security"], undefined);
    assert.equal(headers["x-powered-by"], undefined);
  });

  it("allow a form to go to the webmail where there is one, and to no other", async () => {
    const other = await makeApp({ panelDirectory: directory, webmail: "https://webmail.test:8443/mail/" });
    const { headers } = await other.app.inject({ method: "GET", url: "/admin/" });
    const wanted = "form-action 'self' https://webmail.test:8443;";
    assert.equal(headers["content-security-policy"], strictPolicy.replace("form-action 'self';", wanted));
    await other.stop();
  });

  it("have their headers also where the address can't be decoded", async () => {
    const { headers } = await get("/%zz");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-security-policy"], "default-src 'none';frame-ancestors 'none'");
  });

  it("allow the captcha's hosts where one is configured", async () => {
    await withCaptchaOf(panel, "hcaptcha");
    await sleep(1100);
    const policy = String((await get("/")).headers["content-security-policy"]);
    assert.match(
      policy,
      /script-src 'self' 'sha256-[^']+' https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com;/,
    );
    assert.match(policy, /frame-src https:\/\/hcaptcha\.com/);
    const api = await get("/api/config/get/");
    assert.ok(String(api.headers["content-security-policy"]).startsWith("default-src 'none'"));
  });
});

describe("behind a proxy that ends TLS", () => {
  let panel: TestApp;
  before(async () => {
    panel = await makeApp({ trustedProxies: ["127.0.0.1"] });
    await withoutCaptcha(panel);
  });
  after(() => panel.stop());
  const https = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.5" };

  it("cookies are bound to host and TLS, and replies say so for a year", async () => {
    const reply = await signIn(panel, await addAccount(panel), {}, https);
    assert.equal(reply.headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
    const cookies = cookiesOf(reply);
    assert.deepEqual([...cookies.keys()], ["__Host-session", "__Host-device"]);
    assert.equal(cookies.get("__Host-session")?.attributes, "Path=/; HttpOnly; Secure; SameSite=Strict");
    const value = cookies.get("__Host-session")?.value;
    const info = await panel
      .anybody()
      .call("userInfo", { headers: { ...https, cookie: `__Host-session=${value}` } });
    assert.equal(info.data.ip, "203.0.113.5");
    // A sibling's subdomain can set `session`, not `__Host-session`.
    const tossed = await panel
      .anybody()
      .call("userInfo", { headers: { ...https, cookie: `session=${value}` } });
    assert.equal(tossed.status, 401);
  });
});

describe("without PostgreSQL", () => {
  const away = "postgresql://atrio_api@/none?host=/nonexistent&port=5432";
  it("pages answer, and calls say 503 at once", async () => {
    const panel = await makeApp({
      panelDirectory: directory,
      databaseUrl: away,
      readPool: openPool(away, { max: 2, readOnly: true }),
      changePool: openPool(away, { max: 2 }),
    });
    try {
      assert.equal((await panel.app.inject("/")).statusCode, 200);
      assert.equal((await panel.anybody().call("userInfo", {})).status, 401);
      const user = await panel.asUser();
      for (const call of ["userInfo", "permissionList", "userLogout", "configGet"] as const) {
        const start = performance.now();
        const reply = await user.call(call, {});
        assert.deepEqual([reply.status, reply.system.statusCode], [503, 150], call);
        assert.ok(performance.now() - start < 100);
      }
    } finally {
      await panel.stop();
    }
  });

  it("lost connections are replaced by themselves", async () => {
    const panel = await makeApp();
    const admin = new Client({ connectionString: panel.cluster.url(superuser, panel.database) });
    await admin.connect();
    try {
      const user = await panel.asUser();
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 8 }, () => user.call("permissionList", {})));
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'atrio_api'",
          [panel.database],
        );
        await sleep(50);
        assert.equal((await user.call("userInfo", {})).status, 200);
      }
    } finally {
      await admin.end();
      await panel.stop();
    }
  });

  it("a caller without a free connection is told so, and nothing is changed", async () => {
    const hold = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const panel = await makeApp({
      connections: 1,
      waitMilliseconds: 200,
      handlers: {
        userLogout: async ({ change }) => {
          change.unchanged();
          held.resolve();
          await hold.promise;
          return { data: null };
        },
      },
    });
    try {
      const user = await panel.asUser();
      const first = user.call("userLogout", {});
      await held.promise;
      const start = performance.now();
      const second = await user.call("userLogout", {});
      assert.deepEqual([second.status, second.system.statusCode], [503, 150]);
      assert.ok(performance.now() - start < 1000);
      hold.resolve();
      assert.equal((await first).status, 200);
    } finally {
      await panel.stop();
    }
  });
});
