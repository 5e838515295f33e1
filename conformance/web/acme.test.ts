/** Certificates that sites get by themselves: ordered at Pebble, shown by PowerDNS or nginx, served by nginx. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Pebble, startPebble } from "../../packages/server/test/pebble.ts";
import { atrio, pidOf, succeed, until } from "../installation.ts";
import {
  type WebInstallation,
  addRedirection,
  addService,
  addSite,
  apply,
  ask,
  putFile,
  startWeb,
} from "./installation.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-authority-"));
let web: WebInstallation;
let pebble: Pebble;
let own: number;
let addresses: unknown[];

const setAddresses = (ipv4: unknown, ipv6: unknown) =>
  web.db.query("update atrio.platform set web_ipv4 = $1, web_ipv6 = $2", [ipv4, ipv6]);
const turnOnHttps = (host: string) =>
  web.db.query("update atrio.subdomain set https = true where host = $1", [host]);

/** nginx shows a certificate that a browser with this authority trusts for this name. */
async function untilTrusted(host: string): Promise<void> {
  const ca = await pebble.root();
  await until(`a certificate of ${host}`, 60, () =>
    ask(web, `https://${host}/`, { ca }).then(
      () => true,
      () => false,
    ),
  );
}

before(async () => {
  web = await startWeb();
  const { dns, http } = web.ready.services;
  const { rows } = await web.db.query("select host(web_ipv4), host(web_ipv6) from atrio.platform");
  addresses = Object.values(rows[0]);
  await setAddresses(http.host, null);
  own = await addService(web.db, "auto.test");
  await web.db.query("select atrio.dns_zone_create($1)", [own]);
  await apply(web.db, own);
  pebble = await startPebble({ dns: `${dns.host}:${dns.port}`, httpPort: http.port });
  const ca = join(directory, "ca.pem");
  writeFileSync(ca, pebble.ca);
  const on = ["platform", "acme", "on", "--contact", "ops@auto.test", "--directory", pebble.directory];
  const more = [...on, "--ca-file", ca, "--resolver", `${dns.host}#${dns.port}`];
  const refused = await atrio(web.home, more);
  assert.match(refused.output, /terms.*data:text\/plain/s, "the terms are named first");
  assert.equal(refused.status, 64);
  await succeed(web.home, [...more, "--accept-terms"]);
});
after(async () => {
  await succeed(web.home, ["platform", "acme", "off"]);
  await setAddresses(addresses[0], addresses[1]);
  await pebble.stop();
  await web.stop();
  rmSync(directory, { recursive: true });
});

test("a site is served with a certificate of its own, and so are all names below the domain", async () => {
  await addSite(web.db, own, "*", "/public_html");
  await apply(web.db, own);
  await Promise.all([turnOnHttps("auto.test"), turnOnHttps("*.auto.test")]);
  await untilTrusted("auto.test");
  await untilTrusted("whatever.auto.test");
  const { rows } = await web.db.query("select from atrio.dns_record where dynamic = 'acme'");
  assert.equal(rows.length, 0, "no record of a challenge is left");
});

test("a name that only redirects leads on by HTTPS, and one that is parked shows its page", async () => {
  const redirected = ["old.auto.test", "very.old.auto.test"];
  for (const name of ["old", "very.old"])
    await addRedirection(web.db, own, { name, url: "https://example.org/new" });
  await apply(web.db, own);
  const parked = await addService(web.db, "parked.test", "parking");
  await web.db.query("select atrio.dns_zone_create($1)", [parked]);
  await apply(web.db, parked);
  // it may have been looked at before its zone was there
  await web.db.query("update atrio.acme_host set due_at = now() where rank = 2");
  await web.db.query("select pg_notify('atrio_acme', '')");
  await Promise.all([...redirected, "parked.test", "www.parked.test"].map(untilTrusted));
  const ca = await pebble.root();
  for (const host of redirected) {
    const led = await ask(web, `https://${host}/`, { ca });
    assert.deepEqual([led.status, led.headers.location], [301, "https://example.org/new"]);
  }
  const page = await ask(web, "https://www.parked.test/", { ca });
  assert.match(page.body, /parked\.test/);

  const ordered = "select host from atrio.acme_host where host like '%old.auto.test'";
  const { rows } = await web.db.query(ordered);
  assert.deepEqual(rows, [{ host: "very.old.auto.test" }], "the other has the wildcard's");
  await web.db.query("delete from atrio.redirection where host like '%old.auto.test'");
  await apply(web.db, own);
  assert.equal((await web.db.query(ordered)).rowCount, 0, "nobody renews what nobody asks for");
});

test("nothing of a customer's stands before a challenge", async () => {
  await addSite(web.db, own, "shop", "/shop");
  await addRedirection(web.db, own, { name: "shop", url: "https://example.org/" });
  // the customer shows by himself whose the name is: our record has no room there
  await web.db.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
     select id, holding_id, '_acme-challenge.shop.auto.test', 'CNAME', 'elsewhere.example' from atrio.dns_zone where name = 'auto.test'`,
  );
  await apply(web.db, own);
  await putFile(web, own, "shop/.well-known/acme-challenge/mine", "mine");
  const path = "http://shop.auto.test/.well-known/acme-challenge/mine";
  assert.equal((await ask(web, path)).status, 404);
  assert.equal((await ask(web, "http://shop.auto.test/")).status, 301);
  await web.db.query(
    "update atrio.subdomain set https = true, https_only = true where host = 'shop.auto.test'",
  );
  await untilTrusted("shop.auto.test");
});

test("an order outlives the process, however often it is killed", async () => {
  await addSite(web.db, own, "killed", "/killed");
  await apply(web.db, own);
  await turnOnHttps("killed.auto.test");
  for (let times = 0; times < 3; times++) {
    const pid = pidOf(web.home, "acme");
    process.kill(pid, "SIGKILL");
    await until("acme runs again", 30, () => pidOf(web.home, "acme") !== pid);
  }
  await untilTrusted("killed.auto.test");
});

test("the operator sees what waits, and why", async () => {
  await addSite(web.db, own, "away", "/away");
  await web.db.query(
    `update atrio.dns_record set value = '192.0.2.77', dynamic = null where name = 'away.auto.test' and type = 'A'`,
  );
  await web.db.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
     select id, holding_id, '_acme-challenge.away.auto.test', 'CNAME', 'elsewhere.example' from atrio.dns_zone where name = 'auto.test'`,
  );
  await turnOnHttps("away.auto.test");
  await until("the reason", 30, async () =>
    (await succeed(web.home, ["platform", "acme", "show"])).includes("away.auto.test points to 192.0.2.77"),
  );
});
