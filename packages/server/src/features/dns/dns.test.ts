import { type dnsCalls, type FormOf, formatValue } from "@atrio/contract";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type DnsPanel,
  type TestZone,
  defaultLines,
  linesOf,
  makeDnsPanel,
  webIpv4,
} from "../../../test/dns.ts";
import type { TestApp } from "../../../test/helpers/app.ts";
import { setMissingServices } from "../platform/store.ts";

let dns: DnsPanel;
let panel: TestApp;
before(async () => {
  dns = await makeDnsPanel();
  ({ panel } = dns);
});
after(() => dns.stop());

let zones = 0;
const addZone = () => dns.addZone(`zone${++zones}.test`);
const list = async ({ id, writer }: TestZone) => (await writer.call("dnsList", { params: { id } })).data.dnss;
const find = async (zone: TestZone, type: string, value: string) =>
  (await list(zone)).find((record) => record.type === type && record.value === value)!;
const lastEntry = () =>
  panel.db.selectFrom("atrio.journal").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();

test("a new zone lists its default records, the apex first", async () => {
  const zone = await addZone();
  const { status, data } = await zone.writer.call("dnsList", { params: { id: zone.id } });
  assert.equal(status, 200);
  assert.deepEqual(
    data.dnss.map(({ zona, type, dynamicValue, eliminable }) => [zona, type, dynamicValue, eliminable]),
    [
      ["", "A", true, true],
      ["", "AAAA", true, true],
      ["", "MX", true, true],
      ["", "MX", true, true],
      ["", "NS", true, false],
      ["", "NS", true, false],
      ["", "TXT", true, true],
      ["_dmarc", "TXT", true, true],
      ["www", "CNAME", false, true],
    ],
  );
  assert.equal(data.total, 9);
  assert.deepEqual(data.counts, { A: 1, AAAA: 1, ANAME: 0, CAA: 0, CNAME: 1, MX: 2, NS: 2, SRV: 0, TXT: 2 });
  const [first] = data.dnss;
  assert.deepEqual(first, {
    id: first!.id,
    zona: "",
    type: "A",
    value: webIpv4,
    dynamicValue: true,
    ttl: 0,
    priority: null,
    reference: zone.name,
    referencePunycode: zone.name,
    eliminable: true,
    hint: null,
  });
});

test("the list narrows by text, type and page", async () => {
  const { id, name, writer } = await addZone();
  const create = (zona: string, value: string) =>
    writer.call("dnsCreate", { params: { id }, input: { type: "TXT", zona, value } });
  for (let n = 1; n <= 5; n++) await create(`note${n}`, `text ${n}`);
  await create("españa", "olé");
  const names = async (input: FormOf<typeof dnsCalls.dnsList>) => {
    const { data } = await writer.call("dnsList", { params: { id }, input });
    return [data.dnss.map(({ zona }) => zona).join(" "), data.total];
  };
  assert.deepEqual(await names({ q: "note", page: "2", pageSize: "2" }), ["note3 note4", 5]);
  assert.deepEqual(await names({ q: "NOTE4" }), ["note4", 1]);
  assert.deepEqual(await names({ q: `note4.${name}.` }), ["note4", 1], "a whole name that was pasted");
  assert.deepEqual(await names({ q: "españa" }), ["españa", 1]);
  assert.deepEqual(await names({ q: "OLÉ" }), ["españa", 1]);
  assert.deepEqual(await names({ q: "text", type: "A" }), ["", 0]);
  assert.deepEqual(await names({ q: "100%_" }), ["", 0]);
  assert.deepEqual(await names({ type: "MX" }), [" ", 2]);
  assert.deepEqual(await names({ q: "@", type: "TXT" }), ["", 1]);
  assert.deepEqual(
    await names({ q: "zone" }),
    ["www", 1],
    "the zone's own name is in every name: it tells nothing",
  );
});

test("a record of each type is created in canonical form and found again", async () => {
  const zone = await addZone();
  const { id, writer } = zone;
  for (const [type, zona, value, stored, priority] of [
    ["A", "Shop", " 192.0.2.7 ", "192.0.2.7"],
    ["AAAA", "shop", "2001:DB8:0::7", "2001:db8::7"],
    ["ANAME", "alias", "Target.Example.COM.", "target.example.com"],
    ["CAA", "@", "0 issue letsencrypt.org", '0 issue "letsencrypt.org"'],
    ["CNAME", "blog", "host.example.com", "host.example.com"],
    ["MX", "shop", "mail.example.com", "mail.example.com", 20],
    ["NS", "lab", "ns1.example.com", "ns1.example.com"],
    ["SRV", "_sip._tcp", "5 5060 sip.example.com", "5 5060 sip.example.com", 20],
    ["TXT", "*.dev", '"a" "b"', "a\nb"],
    ["CAA", "shop", '0128 "issue" "ca.example.net"', '128 issue "ca.example.net"'],
    ["SRV", "*._udp", "5 5060 sip.example.com", "5 5060 sip.example.com", 20],
  ] as const) {
    const { status, data, system } = await writer.call("dnsCreate", {
      params: { id },
      input: { type, zona, value },
    });
    assert.equal(status, 200, JSON.stringify(system));
    const { dns, undo, trimmed } = data;
    assert.deepEqual(trimmed, value === value.trim() ? [] : ["value"]);
    assert.deepEqual([dns.type, dns.value, dns.priority, dns.ttl], [type, stored, priority ?? null, 0]);
    assert.deepEqual([dns.dynamicValue, dns.eliminable], [false, true]);
    assert.ok(undo);
    const opened = await writer.call("dnsGet", { params: { id, zid: dns.id } });
    assert.deepEqual(opened.data.dns, dns);
  }
});

test("blanks at the ends are left out, and the reply names the fields; quotes keep those of a text", async () => {
  const { id, writer } = await addZone();
  const create = async (zona: string, value: string) => {
    const { data } = await writer.call("dnsCreate", { params: { id }, input: { type: "TXT", zona, value } });
    return [data.dns.zona, data.dns.value, data.trimmed];
  };
  assert.deepEqual(await create("plain", "a b"), ["plain", "a b", []]);
  assert.deepEqual(await create(" name ", "a"), ["name", "a", ["zona"]]);
  assert.deepEqual(await create("text", " a\n"), ["text", "a", ["value"]]);
  assert.deepEqual(await create("quoted", ' " a " '), ["quoted", " a ", []]);
  const record = (await writer.call("dnsList", { params: { id }, input: { q: "plain" } })).data.dnss[0]!;
  const saved = await writer.call("dnsSave", { params: { id, zid: record.id }, input: { value: "c " } });
  assert.deepEqual([saved.data.dns.value, saved.data.trimmed], ["c", ["value"]]);
});

test("strings of a text stay apart: saved as others, found twice, undone", async () => {
  const zone = await addZone();
  const { id, writer } = zone;
  const strings = '"txtvers=1" "path=/"';
  const input = { type: "TXT", zona: "sd", value: strings } as const;
  const { dns } = (await writer.call("dnsCreate", { params: { id }, input })).data;
  assert.equal(dns.value, "txtvers=1\npath=/");
  assert.equal(formatValue("TXT", dns.value), strings);
  const again = await writer.call("dnsCreate", { params: { id }, input });
  assert.deepEqual([again.status, again.system.inputs], [409, ["value"]]);
  const joined = { ...input, value: "txtvers=1path=/" };
  assert.equal((await writer.call("dnsCreate", { params: { id }, input: joined })).status, 200);
  const save = await writer.call("dnsSave", {
    params: { id, zid: dns.id },
    input: { value: '"path=/" "a"' },
  });
  assert.equal(save.data.dns.value, "path=/\na");
  await writer.call("dnsUndo", { params: { id, jid: save.data.undo! } });
  assert.ok(await find(zone, "TXT", "txtvers=1\npath=/"));
  assert.equal(await find(zone, "TXT", "path=/\na"), undefined);
});

test("names are stored as A-labels and shown as they are read", async () => {
  const { id, name, writer } = await addZone();
  const input = { type: "A", zona: "Ñandú", value: "192.0.2.7" } as const;
  const { dns } = (await writer.call("dnsCreate", { params: { id }, input })).data;
  assert.deepEqual(
    [dns.zona, dns.reference, dns.referencePunycode],
    ["ñandú", `ñandú.${name}`, `xn--and-6ma2c.${name}`],
  );
});

test("save keeps what is left out and makes a kept record the customer's own", async () => {
  const zone = await addZone();
  const { id, writer } = zone;
  const record = await find(zone, "MX", "mx1.atrio.test");
  const save = (input: FormOf<typeof dnsCalls.dnsSave>) =>
    writer.call("dnsSave", { params: { id, zid: record.id }, input });
  const { data } = await save({ value: "mail.example.com" });
  assert.deepEqual(data.dns, { ...record, value: "mail.example.com", dynamicValue: false });
  assert.equal((await save({ value: "mail.example.com", priority: "5" })).data.dns.priority, 5);
  await panel.db.updateTable("atrio.platform").set({ web_ipv4: "192.0.2.99" }).execute();
  assert.ok(await find(zone, "A", "192.0.2.99"), "what the customer left alone follows the platform");
  await panel.db.updateTable("atrio.platform").set({ web_ipv4: webIpv4 }).execute();
});

test("a set of records has one TTL: the one written last", async () => {
  const zone = await addZone();
  const { id, writer } = zone;
  const create = (value: string, ttl: string) =>
    writer.call("dnsCreate", { params: { id }, input: { type: "A", zona: "www2", value, ttl } });
  const { data } = await create("192.0.2.1", "600");
  await create("192.0.2.2", "3600");
  const lines = async () => (await linesOf(panel, zone)).filter((line) => line.startsWith("www2"));
  assert.deepEqual(await lines(), ["www2 A 192.0.2.1 ttl=3600", "www2 A 192.0.2.2 ttl=3600"]);
  const entry = await lastEntry();
  assert.ok(Array.isArray(entry.before) && Array.isArray(entry.after));
  assert.deepEqual([entry.before.length, entry.after.length], [1, 2], "the sibling is in the journal too");
  await writer.call("dnsSave", { params: { id, zid: data.dns.id }, input: { value: "192.0.2.1", ttl: "0" } });
  assert.deepEqual(await lines(), ["www2 A 192.0.2.1", "www2 A 192.0.2.2"]);
});

test("delete, delete all and restore; twice in a row is once", async () => {
  const zone = await addZone();
  const { id, writer } = zone;
  const record = await find(zone, "TXT", "v=spf1 a mx ~all");
  const deleted = await writer.call("dnsDelete", { params: { id, zid: record.id }, method: "GET" });
  assert.equal(deleted.status, 200);
  assert.equal((await writer.call("dnsDelete", { params: { id, zid: record.id } })).status, 404);

  const all = await writer.call("dnsDeleteAll", { params: { id } });
  assert.deepEqual(
    all.data.dnss.map(({ type }) => type),
    ["NS", "NS"],
  );
  const again = await writer.call("dnsDeleteAll", { params: { id } });
  assert.deepEqual([again.status, again.data.undo, again.system.info], [200, null, ["Ya estaba así"]]);

  const restored = await writer.call("dnsRestore", { params: { id } });
  assert.equal(restored.data.dnss.length, 9);
  assert.deepEqual(await linesOf(panel, zone), defaultLines(zone.name));
  assert.equal((await writer.call("dnsRestore", { params: { id } })).data.undo, null);
});

test("saving what is there already changes nothing", async () => {
  const zone = await addZone();
  const record = await find(zone, "A", webIpv4);
  const serial = () =>
    panel.db.selectFrom("atrio.dns_zone").select("serial").where("name", "=", zone.name).executeTakeFirst();
  const was = await serial();
  const { data } = await zone.writer.call("dnsSave", {
    params: { id: zone.id, zid: record.id },
    input: { value: webIpv4 },
  });
  assert.deepEqual([data.dns, data.undo], [record, null]);
  assert.deepEqual(await serial(), was);
});

test("every change has its journal entry: who, what, before and after", async () => {
  const zone = await addZone();
  const { id, writer } = zone;
  const input = { type: "A", zona: "www2", value: "192.0.2.1" } as const;
  const { dns, undo } = (await writer.call("dnsCreate", { params: { id }, input })).data;
  const record = {
    id: dns.id,
    name: `www2.${zone.name}`,
    type: "A",
    value: "192.0.2.1",
    priority: null,
    ttl: 0,
    dynamic: null,
  };
  const created = await lastEntry();
  assert.deepEqual(
    [
      created.id,
      created.source,
      created.user_id,
      created.username,
      created.holding_id,
      created.area,
      created.act,
    ],
    [undo, "panel", writer.id, writer.session.username, id, "dns", "dnsCreate"],
  );
  assert.deepEqual([created.item, created.before, created.after], [`www2.${zone.name} A`, [], [record]]);
  await writer.call("dnsSave", { params: { id, zid: dns.id }, input: { value: "192.0.2.2" } });
  const saved = await lastEntry();
  assert.deepEqual(
    [saved.act, saved.before, saved.after],
    ["dnsSave", [record], [{ ...record, value: "192.0.2.2" }]],
  );
  await writer.call("dnsDelete", { params: { id, zid: dns.id } });
  const deleted = await lastEntry();
  assert.deepEqual([deleted.act, deleted.before, deleted.after], ["dnsDelete", saved.after, []]);
});

test("the reply says which name servers show the change, and the job has ended", async () => {
  const { id, writer } = await addZone();
  const create = (value: string) =>
    writer.call("dnsCreate", {
      params: { id },
      input: { type: "A", zona: "www2", value },
      headers: { cookie: `session=${writer.session.token}; _lang=en` },
    });
  const jobs = () =>
    panel.db
      .selectFrom("atrio.job")
      .select(["id", "state"])
      .where("holding_id", "=", id)
      .orderBy("id", "desc")
      .executeTakeFirst();
  const both = await create("192.0.2.1");
  assert.match(both.system.info[0]!, /^Live on ns1 and ns2 \(\d\.\d s\)$/);
  assert.equal(both.system.job, null);
  assert.equal((await jobs())!.state, "done");

  dns.silence(true);
  const one = await create("192.0.2.2");
  dns.silence(false);
  assert.deepEqual(one.system.info, ["Live on ns1; ns2 does not show it yet"]);
  assert.deepEqual(await jobs(), { id: one.system.job, state: "queued" });
  const { data } = await writer.call("jobGet", { params: { id: one.system.job! } });
  assert.equal(data.job.state, "queued");
});

test("a repeated request with its key is answered from the first one", async () => {
  const zone = await addZone();
  const create = () =>
    zone.writer.call("dnsCreate", {
      params: { id: zone.id },
      input: { type: "TXT", zona: "once", value: "x" },
      headers: { "idempotency-key": "k1" },
    });
  const [first, second] = [await create(), await create()];
  assert.deepEqual([second.status, second.data], [200, first.data]);
});

test("the list names the name servers that the machine lacks, until it has them", async () => {
  const { id, writer } = await addZone();
  const missing = async () => (await writer.call("dnsList", { params: { id } })).data.missingServices;
  assert.deepEqual(await missing(), []);
  await setMissingServices(panel, [
    { service: "knot", packages: "knot" },
    { service: "dnsd", packages: "pdns-server" },
  ]);
  assert.deepEqual(await missing(), [{ service: "knot", packages: "knot" }]);
  await setMissingServices(panel, []);
  assert.deepEqual(await missing(), []);
});
