/** mailRecords: asked where the parent sends the world, and told as it is answered there. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "dns-packet";
import { type DnsPanel, makeDnsPanel } from "../../../test/dns.ts";
import { type FakeNameServer, startNameServer } from "../../../test/fake-name-server.ts";
import { type Found, isUnknown } from "../nameserver/world.ts";

let dns: DnsPanel;
const servers: FakeNameServer[] = [];
const world = new Map<string, Found>();
/** What the parent delegates each domain to. */
const delegated = new Map<string, readonly string[]>();

async function addServer(...given: Parameters<typeof startNameServer>): Promise<FakeNameServer> {
  const server = await startNameServer(...given);
  servers.push(server);
  return server;
}

before(async () => {
  dns = await makeDnsPanel({
    glueAllow: ["127.0.0.0/8"],
    lookUp: async (name) => world.get(name) ?? { error: isUnknown(name) },
  });
  const { db } = dns.panel;
  await db
    .updateTable("atrio.platform")
    .set({ imap_ssl_host: "imap.atrio.test", smtp_ssl_host: "smtp.atrio.test" })
    .execute();
  const { address, port } = await addServer(({ name, type }) => {
    const names = type === "NS" ? (delegated.get(name) ?? []) : [];
    const authorities = names.map((data) => ({ type: "NS" as const, name, ttl: 300, data }));
    return { authorities, authoritative: false };
  });
  await db
    .insertInto("atrio.registry_server")
    .values({ backend: "local", name: "nic.test", address, port })
    .execute();
});
after(async () => {
  await dns.stop();
  await Promise.all(servers.map((server) => server.close()));
});

async function askRecords(name: string, to: readonly string[]) {
  delegated.set(name, to);
  const { id } = await dns.panel.addHolding(name);
  await dns.panel.db
    .insertInto("atrio.domain")
    .values({
      holding_id: id,
      name,
      tld: "test",
      backend: "local",
      status: "active",
      expires_at: new Date("2040-01-01"),
      name_server_mode: "own",
    })
    .execute();
  await dns.panel.db
    .insertInto("atrio.dkim_key")
    .values({ holding_id: id, selector: "atrio", private_key: "none", public_key: "AAAA" })
    .execute();
  const user = await dns.panel.asUser({ [id]: { servicemail: "read" } });
  const { status, data, body } = await user.call("mailRecords", { params: { id } });
  assert.equal(status, 200, body);
  return data;
}

test("in a zone of ours all is right", async () => {
  const { zoneIsOurs, records } = await askRecords("ours.test", ["ns1.atrio.test", "ns2.atrio.test"]);
  assert.equal(zoneIsOurs, true);
  assert.deepEqual(
    records.map(({ purpose, name, type, priority, state }) =>
      [purpose, name, type, priority, state].join(" "),
    ),
    [
      "mx ours.test MX 10 right",
      "mx ours.test MX 20 right",
      "spf ours.test TXT  right",
      "dkim atrio._domainkey.ours.test TXT  right",
      "dmarc _dmarc.ours.test TXT  right",
      "client imap.ours.test CNAME  right",
      "client _imaps._tcp.ours.test SRV 0 right",
      "client _imap._tcp.ours.test SRV 10 right",
      "client smtp.ours.test CNAME  right",
      "client _submissions._tcp.ours.test SRV 0 right",
      "client _submission._tcp.ours.test SRV 10 right",
    ],
  );
});

test("elsewhere it is as the servers there say, also those below the domain itself", async () => {
  const name = "elsewhere.test";
  const ttl = 300;
  const zone: Answer[] = [
    { name, ttl, type: "MX", data: { preference: 1, exchange: "mx1.atrio.test" } },
    { name, ttl, type: "MX", data: { preference: 5, exchange: "mx.others.test" } },
    { name, ttl, type: "TXT", data: ["v=spf1 mx ", "include:others.test -all"] },
    { name: `atrio._domainkey.${name}`, ttl, type: "TXT", data: ["v=DKIM1; p=BBBB"] },
    { name: `imap.${name}`, ttl, type: "CNAME", data: "imap.atrio.test" },
  ];
  const { port } = await addServer(({ name: asked, type }) => ({
    answers: zone.filter((one) => one.name === asked && (one.type === type || one.type === "CNAME")),
  }));
  world.set(`ns1.${name}`, { places: [{ address: "127.0.0.1", port }] });
  const { zoneIsOurs, records } = await askRecords(name, [`ns1.${name}`]);
  assert.equal(zoneIsOurs, false);
  const told = records.map(({ name: of, value, state, found }) =>
    [of.slice(0, -name.length), value.split(" ")[0], state].concat(found),
  );
  assert.deepEqual(told.slice(0, 7), [
    ["", "mx1.atrio.test", "right"],
    ["", "mx2.atrio.test", "other", "1 mx1.atrio.test", "5 mx.others.test"],
    ["", "v=spf1", "right"],
    ["atrio._domainkey.", "v=DKIM1;", "other", "v=DKIM1; p=BBBB"],
    ["_dmarc.", "v=DMARC1;", "missing"],
    ["imap.", "imap.atrio.test", "right"],
    ["_imaps._tcp.", "1", "missing"],
  ]);
});

test("where nobody answers nothing is claimed, within the time that a call has", async () => {
  const { port } = await addServer(() => null);
  world.set("ns.silent.example", { places: [{ address: "127.0.0.1", port }] });
  const { zoneIsOurs, records } = await askRecords("silent.test", ["ns.silent.example"]);
  assert.deepEqual([zoneIsOurs, [...new Set(records.map(({ state }) => state))]], [false, ["unknown"]]);
  const gone = await askRecords("gone.test", ["ns.gone.example"]);
  assert.deepEqual([gone.zoneIsOurs, gone.records[0]?.state], [false, "unknown"]);
});

test("a server that is not in charge says nothing", async () => {
  const { port } = await addServer(() => ({ authoritative: false }));
  world.set("ns.lame.example", { places: [{ address: "127.0.0.1", port }] });
  const { records } = await askRecords("lame.test", ["ns.lame.example"]);
  assert.equal(records[0]?.state, "unknown");
});

test("a domain that nobody delegates is asked of our own servers", async () => {
  const { zoneIsOurs, records } = await askRecords("nobody.test", []);
  assert.deepEqual([zoneIsOurs, records[0]?.state], [true, "right"]);
});

test("a service without mail has no records of mail", async () => {
  const { id } = await dns.panel.addHolding("nomail.test", { hasMail: false });
  const user = await dns.panel.asUser({ [id]: { servicemail: "read" } });
  assert.equal((await user.call("mailRecords", { params: { id } })).status, 404);
});
