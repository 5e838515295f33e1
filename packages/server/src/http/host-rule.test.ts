/** Under which hosts the panel answers, over raw sockets: clients correct what they send. */
import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { connect } from "node:net";
import os from "node:os";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";

const listenOn = async ({ app }: TestApp): Promise<number> =>
  Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);

let panel: TestApp;
let port: number;
before(async () => {
  panel = await makeApp();
  port = await listenOn(panel);
  await panel.db
    .insertInto("atrio.company_host")
    .values(["panel.uno.test", "203.0.113.9", "2001:db8::9"].map((host) => ({ host, company_id: 1 })))
    .execute();
  await panel.db.updateTable("atrio.platform").set({ autoconfig_host: "settings.uno.test" }).execute();
  for (const began = Date.now(); (await statusOf("settings.uno.test")) === 421; await sleep(5))
    assert.ok(Date.now() - began < 2000, "the hosts were not announced");
});
after(() => panel.stop());

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}
async function exchange(lines: readonly string[], to = port): Promise<Answer> {
  const socket = connect(to, "127.0.0.1");
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"), "latin1");
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  const [head = "", ...body] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body: body.join("\r\n\r\n") };
}
const path = "/api/config/get/";
const ask = (host: string, ...more: string[]) => exchange([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...more]);
const statusOf = async (host: string) => (await ask(host)).status;
const target = async (address: string, host: string) =>
  (await exchange([`GET ${address} HTTP/1.1`, `Host: ${host}`])).status;
async function newHostSoon(wanted: number): Promise<void> {
  for (const began = Date.now(); (await statusOf("new.test")) !== wanted; await sleep(5))
    assert.ok(Date.now() - began < 2000, `not ${wanted}`);
}
const atAutoconfig = (address: string) => target(address, "autoconfig.customer.test");
const forwarded = (name: string, host: string, to: number) =>
  exchange([`GET ${path} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-Host: ${name}`], to);

describe("the panel answers", () => {
  const own = [
    "localhost",
    "LOCALHOST:1",
    "localhost.",
    "localhost:",
    "127.0.0.1",
    "127.9.9.9:80",
    "[::1]:8080",
  ];
  const companies = ["panel.uno.test", "PANEL.uno.test.:8443", "203.0.113.9", "[2001:DB8::9]:80"];
  for (const host of [...own, "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", ...companies, "settings.uno.test"])
    it(`at ${host}`, async () => assert.equal(await statusOf(host), 200));

  it("at the addresses of this machine's interfaces", async (test) => {
    const addresses = ["198.51.100.7", "2001:db8:5::1"];
    for (const host of ["198.51.100.7", "[2001:db8:5::1]"]) assert.equal(await statusOf(host), 421);
    const list = addresses.map((address) => ({ address }));
    test.mock.method(os, "networkInterfaces", () => ({ eth0: list }));
    syncBuiltinESMExports();
    try {
      for (const host of ["198.51.100.7:8080", "[2001:DB8:5:0::1]"]) assert.equal(await statusOf(host), 200);
      assert.equal(await statusOf("198.51.100.8"), 421);
    } finally {
      test.mock.restoreAll();
      syncBuiltinESMExports();
    }
  });
});

describe("421", () => {
  const foreign = [
    "evil.test",
    "uno.test",
    "x.panel.uno.test",
    "panel.uno.test.evil.test",
    "elsewhere.localhost",
  ];
  const numbers = ["127.1", "2130706433", "0x7f000001", "0.0.0.0", "198.51.100.7", "[2001:db8::8]", "[::]"];
  for (const host of [...foreign, ...numbers, "localhost..", "xn--panl-vpa.test"])
    it(`at ${host}`, async () => assert.equal(await statusOf(host), 421));

  it("whatever is asked for, without brand, cookie or session", async () => {
    await panel.db.updateTable("atrio.company").set({ name: "Uno Hosting" }).execute();
    const user = await panel.asUser();
    const cookie = `Cookie: session=${user.session.token}`;
    for (const address of [
      "/",
      "/login/",
      "/api/user/info/",
      "/api/nothing/",
      "/assets/x.js",
      "/mail/config-v1.1.xml",
    ])
      for (const method of ["GET", "POST", "PUT", "OPTIONS"]) {
        const { status, head, body } = await exchange([
          `${method} ${address} HTTP/1.1`,
          "Host: evil.test",
          cookie,
          "Content-Length: 0",
        ]);
        assert.equal(status, 421, `${method} ${address}`);
        assert.ok(!/Uno Hosting|set-cookie/i.test(head + body), head + body);
        assert.match(head, /cache-control: no-store/);
      }
  });

  it("says what to do, in the visitor's language", async () => {
    const spanish = await ask("panel.dos.test:8443");
    assert.match(spanish.head, /content-type: text\/plain; charset=utf-8/);
    assert.match(
      spanish.body,
      /ningún panel en panel\.dos\.test\..*company set --host-add panel\.dos\.test/s,
    );
    const english = await ask("198.51.100.7", "Accept-Language: en");
    assert.match(english.body, /no panel at 198\.51\.100\.7\..*company set --host-add 198\.51\.100\.7/s);
  });

  it("ends as soon as the name is a company's, and begins again when it is no longer", async () => {
    await newHostSoon(421);
    await panel.db.insertInto("atrio.company_host").values({ host: "new.test", company_id: 1 }).execute();
    await newHostSoon(200);
    await panel.db.deleteFrom("atrio.company_host").where("host", "=", "new.test").execute();
    await newHostSoon(421);
  });

  it("is not for the names that mail programs make up, where nothing but their documents is", async () => {
    assert.deepEqual(
      [await atAutoconfig("/mail/config-v1.1.xml"), await atAutoconfig("/login/"), await atAutoconfig(path)],
      [404, 404, 404],
    );
  });

  it("goes by an absolute request target before Host", async () => {
    assert.equal(await target(`http://evil.test${path}`, "localhost"), 421);
    assert.equal(await target(`HTTP://panel.uno.test:80${path}`, "evil.test"), 200);
    assert.equal(await target(`http://user@localhost${path}`, "localhost"), 400);
    assert.equal(await target("http://localhost?x", "localhost"), await target("/?x", "localhost"));
  });
});

describe("400", () => {
  const wrong = [
    "",
    "user@localhost",
    "a b",
    "localhost:x",
    "localhost/evil",
    "<script>",
    "[::1",
    "2001:db8::9",
    "pánel.test",
  ];
  for (const host of wrong) it(`for «${host}»`, async () => assert.equal(await statusOf(host), 400));

  it("for two Host headers, also of one name", async () => {
    assert.equal((await ask("localhost", "Host: evil.test")).status, 400);
    assert.equal((await ask("evil.test", "Host: localhost")).status, 400);
    const { status, body } = await ask("localhost", "hOST: localhost", "Accept-Language: en");
    assert.deepEqual([status, body.includes("exactly one Host header")], [400, true]);
  });

  it("for none, in each version", async () => {
    for (const version of ["1.0", "1.1"])
      assert.equal((await exchange([`GET ${path} HTTP/${version}`])).status, 400, version);
  });
});

it("X-Forwarded-Host chooses the brand behind a trusted proxy, and makes no Host ours", async () => {
  assert.equal((await forwarded("localhost", "evil.test", port)).status, 421);
  assert.equal((await forwarded("evil.test", "localhost", port)).status, 200);
  const behind = await makeApp({ trustedProxies: ["127.0.0.1"] });
  try {
    const to = await listenOn(behind);
    assert.equal((await forwarded("localhost", "evil.test", to)).status, 421);
    assert.equal((await forwarded("evil.test", "localhost", to)).status, 421);
    assert.equal((await forwarded("localhost:8443", "127.0.0.1:8080", to)).status, 200);
  } finally {
    await behind.stop();
  }
});
