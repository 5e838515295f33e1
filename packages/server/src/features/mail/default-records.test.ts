/** What the zone of a service with mail says about it: it follows mail, key and platform, and leaves the customer's alone. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import { untilOneWaits } from "../../../test/helpers/app.ts";
import {
  type DnsPanel,
  type TestZone,
  defaultLines,
  linesOf,
  makeDnsPanel,
  webIpv4,
} from "../../../test/dns.ts";
import { followPlatform } from "./records-follow.ts";

const hosts = {
  imap_ssl_host: "imap.atrio.test",
  smtp_ssl_host: "smtp.atrio.test",
  autoconfig_host: "panel.atrio.test",
};
const noHosts = { imap_ssl_host: "", smtp_ssl_host: "", autoconfig_host: "" };
const spf = "v=spf1 a mx ~all";

let dns: DnsPanel;
let zone: TestZone;
let zones = 0;
before(async () => {
  dns = await makeDnsPanel();
});
after(() => dns.stop());
beforeEach(async () => {
  await platform({ ...hosts, spf });
  zone = await dns.addZone(`mail${++zones}.test`);
});
afterEach(() => dns.panel.db.deleteFrom("atrio.holding").where("id", "=", zone.id).execute());

const lines = () => linesOf(dns.panel, zone);
const changePlatform = (values: Partial<typeof hosts & { spf: string }>) =>
  dns.panel.db.updateTable("atrio.platform").set(values).execute();
async function platform(values: Parameters<typeof changePlatform>[0]) {
  await changePlatform(values);
  await followPlatform(dns.panel.db);
}
const setMail = (has_mail: boolean) =>
  dns.panel.db.updateTable("atrio.holding").set({ has_mail }).where("id", "=", zone.id).execute();
const makeKey = (selector = "atrio") =>
  dns.panel.db
    .insertInto("atrio.dkim_key")
    .values({ holding_id: zone.id, selector, private_key: "none", public_key: "AAAA" })
    .execute();
const add = (name: string, type: string, value: string, priority: number | null = null) =>
  sql`
  insert into atrio.dns_record (zone_id, holding_id, name, type, value, priority)
  select id, holding_id, ${name} || name, ${type}, ${value}, ${priority}::integer
    from atrio.dns_zone where holding_id = ${zone.id}`.execute(dns.panel.db);
const remove = (name: string, type: string) =>
  dns.panel.db
    .deleteFrom("atrio.dns_record")
    .where("holding_id", "=", zone.id)
    .where("name", "=", `${name}.${zone.name}`)
    .where("type", "=", type)
    .execute();
const restore = () => zone.writer.call("dnsRestore", { params: { id: zone.id } });

const clientLines = (imap = hosts.imap_ssl_host) => [
  `_autodiscover._tcp SRV 0 1 443 ${hosts.autoconfig_host} dynamic=autoconfig`,
  `_imap._tcp SRV 10 1 143 ${imap} dynamic=imap`,
  `_imaps._tcp SRV 0 1 993 ${imap} dynamic=imap`,
  `_submission._tcp SRV 10 1 587 ${hosts.smtp_ssl_host} dynamic=smtp`,
  `_submissions._tcp SRV 0 1 465 ${hosts.smtp_ssl_host} dynamic=smtp`,
  `autoconfig CNAME ${hosts.autoconfig_host} dynamic=autoconfig`,
  `autodiscover CNAME ${hosts.autoconfig_host} dynamic=autoconfig`,
  `imap CNAME ${imap} dynamic=imap`,
  `smtp CNAME ${hosts.smtp_ssl_host} dynamic=smtp`,
];
const dkimLine = "atrio._domainkey TXT v=DKIM1; k=rsa; p=AAAA dynamic=dkim";
const dmarcLine = "_dmarc TXT v=DMARC1; p=none dynamic=dmarc";
const all = () => [...defaultLines(zone.name), ...clientLines()].toSorted();
const withKey = () => [...all(), dkimLine].toSorted();

test("a new zone has them; DKIM comes with its key; restoring gives exactly these", async () => {
  assert.deepEqual(await lines(), all());
  await makeKey();
  assert.deepEqual(await lines(), withKey());
  await add("x.", "A", webIpv4);
  await remove("_dmarc", "TXT");
  await restore();
  assert.deepEqual(await lines(), withKey());
});

test("they go with mail and come back with it", async () => {
  await makeKey();
  await setMail(false);
  assert.deepEqual(
    await lines(),
    defaultLines(zone.name).filter((line) => line !== dmarcLine),
  );
  await restore();
  assert.ok(!(await lines()).includes(dmarcLine));
  await setMail(true);
  assert.deepEqual(await lines(), withKey());
});

test("a service without mail has none of them, whatever the platform does", async () => {
  await setMail(false);
  const was = await lines();
  await platform(noHosts);
  await platform(hosts);
  assert.deepEqual(await lines(), was);
});

test("they follow the platform: another host, none, one again; another SPF", async () => {
  await platform({ imap_ssl_host: "imap2.atrio.test" });
  assert.deepEqual(
    await lines(),
    [...defaultLines(zone.name), ...clientLines("imap2.atrio.test")].toSorted(),
  );
  await platform(noHosts);
  assert.deepEqual(await lines(), defaultLines(zone.name));
  await platform(hosts);
  assert.deepEqual(await lines(), all());
  await platform({ spf: "v=spf1 a mx include:relay.test ~all" });
  assert.ok((await lines()).includes("@ TXT v=spf1 a mx include:relay.test ~all dynamic=spf"));
});

test("zones follow the platform step by step: the change itself locks none, what is made meanwhile is right", async () => {
  const was = await lines();
  await changePlatform({ imap_ssl_host: "imap2.atrio.test" });
  assert.deepEqual(await lines(), was);
  const later = await dns.addZone("later.test");
  await changePlatform({ imap_ssl_host: "imap3.atrio.test" });
  await followPlatform(dns.panel.db);
  const now = [...defaultLines(zone.name), ...clientLines("imap3.atrio.test")].toSorted();
  assert.deepEqual(await lines(), now);
  assert.ok((await linesOf(dns.panel, later)).includes("imap CNAME imap3.atrio.test dynamic=imap"));
  assert.deepEqual(await dns.panel.db.selectFrom("atrio.mail_records_due").select("id").execute(), []);
});

test("another key takes the place of the first", async () => {
  await makeKey();
  await dns.panel.db.deleteFrom("atrio.dkim_key").where("holding_id", "=", zone.id).execute();
  await makeKey("second");
  const dkim = (await lines()).filter((line) => line.includes("_domainkey"));
  assert.deepEqual(dkim, [dkimLine.replace("atrio.", "second.")]);
});

test("what customers changed or deleted stays as they left it", async () => {
  const { data } = await zone.writer.call("dnsList", { params: { id: zone.id }, input: { q: "smtp" } });
  const zid = data.dnss.find(({ type }) => type === "CNAME")!.id;
  const save = { params: { id: zone.id, zid }, input: { value: "smtp.elsewhere.test" } };
  assert.equal((await zone.writer.call("dnsSave", save)).data.dns.dynamicValue, false);
  await remove("imap", "CNAME");
  await platform({ imap_ssl_host: "imap2.atrio.test", smtp_ssl_host: "smtp2.atrio.test" });
  const now = await lines();
  assert.ok(now.includes("smtp CNAME smtp.elsewhere.test"));
  assert.ok(now.includes("_submissions._tcp SRV 0 1 465 smtp2.atrio.test dynamic=smtp"));
  assert.ok(!now.some((line) => line.startsWith("imap CNAME")));
});

const inTheWay: [string, [string, string, string, number?], string[]][] = [
  ["an address", ["imap.", "A", "192.0.2.5"], ["imap CNAME"]],
  ["a DMARC record", ["_dmarc.", "TXT", "v=DMARC1; p=reject"], ["_dmarc TXT"]],
  ["an alias", ["_dmarc.", "CNAME", "dmarc.elsewhere.test"], ["_dmarc TXT"]],
  ["a service", ["_imaps._tcp.", "SRV", "0 993 mail.elsewhere.test", 0], ["_imaps._tcp SRV"]],
  ["a cut", ["_tcp.", "NS", "ns1.elsewhere.test"], ["_imaps._tcp", "_submission._tcp", "_autodiscover._tcp"]],
  ["a wildcard", ["*.", "A", "192.0.2.5"], ["imap CNAME", "smtp CNAME", "autoconfig CNAME"]],
  [
    "mail elsewhere",
    ["", "MX", "mail.elsewhere.test", 10],
    ["imap CNAME", "_imaps._tcp", "autodiscover CNAME"],
  ],
];
for (const [what, [name, type, value, priority], kept] of inTheWay)
  test(`${what} of the customer's stays alone when mail is switched on`, async () => {
    await setMail(false);
    await add(name, type, value, priority ?? null);
    await setMail(true);
    const now = await lines();
    for (const one of kept)
      assert.deepEqual(
        now.filter((line) => line.startsWith(one) && line.includes("dynamic=")),
        [],
      );
    assert.equal(now.includes(dmarcLine), !kept.includes("_dmarc TXT"), "what is not in the way comes");
  });

test("a value that would be one of the customer's own too is there once", async () => {
  await add("_imaps._tcp.", "SRV", "1 993 imap2.atrio.test", 0);
  await add("", "TXT", "v=spf1 mx -all");
  await platform({ imap_ssl_host: "imap2.atrio.test", spf: "v=spf1 mx -all" });
  const now = await lines();
  assert.deepEqual(
    now.filter((line) => line.startsWith("_imaps._tcp") || line.includes("spf1")),
    ["@ TXT v=spf1 mx -all", "_imaps._tcp SRV 0 1 993 imap2.atrio.test"],
  );
});

test("the platform's own hosts are no aliases of themselves", async () => {
  await platform({ imap_ssl_host: `imap.${zone.name}`, autoconfig_host: `autoconfig.${zone.name}` });
  const aliases = (await lines()).filter((line) => line.includes("CNAME") && line.includes("dynamic"));
  assert.deepEqual(aliases, [
    `autodiscover CNAME autoconfig.${zone.name} dynamic=autoconfig`,
    `smtp CNAME ${hosts.smtp_ssl_host} dynamic=smtp`,
  ]);
});

test("a full zone and a long name stop neither mail nor the platform", async () => {
  await setMail(false);
  await sql`
    insert into atrio.dns_record (zone_id, holding_id, name, type, value)
    select id, holding_id, 'c' || n || '.' || name, 'A', '192.0.2.1'
      from atrio.dns_zone, generate_series(1, 20000 - record_count) n where holding_id = ${zone.id}`.execute(
    dns.panel.db,
  );
  const was = await lines();
  await setMail(true);
  await makeKey();
  assert.deepEqual(await lines(), was);
  const long = await dns.addZone(`${"a23456789.".repeat(24)}test`);
  const names = await linesOf(dns.panel, long);
  assert.ok(
    names.some((line) => line.startsWith("imap ")) && !names.some((line) => line.startsWith("_submissions")),
  );
  await dns.panel.db.deleteFrom("atrio.holding").where("id", "=", long.id).execute();
});

test("a record that a customer adds at the same moment is there, and mail is on", async () => {
  await setMail(false);
  const free = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const customer = dns.panel.db.transaction().execute(async (transaction) => {
    await sql`
      insert into atrio.dns_record (zone_id, holding_id, name, type, value)
      select id, holding_id, 'imap.' || name, 'A', '192.0.2.5' from atrio.dns_zone where holding_id = ${zone.id}`.execute(
      transaction,
    );
    taken.resolve();
    await free.promise;
  });
  await taken.promise;
  const on = setMail(true);
  await untilOneWaits(dns.panel.db);
  free.resolve();
  await Promise.all([customer, on]);
  const imap = (await lines()).filter((line) => line.startsWith("imap "));
  assert.deepEqual(imap, ["imap A 192.0.2.5"]);
});

test("a zone and the key that are made at the same moment know each other", async () => {
  await dns.panel.db.deleteFrom("atrio.dns_zone").where("holding_id", "=", zone.id).execute();
  const free = Promise.withResolvers<void>();
  const made = Promise.withResolvers<void>();
  const making = dns.panel.db.transaction().execute(async (transaction) => {
    await sql`select atrio.dns_zone_create(${zone.id})`.execute(transaction);
    made.resolve();
    await free.promise;
  });
  await made.promise;
  const key = makeKey();
  await untilOneWaits(dns.panel.db);
  free.resolve();
  await Promise.all([making, key]);
  assert.ok((await lines()).includes(dkimLine));
});

const of = async (q: string, type: string) => {
  const { data } = await zone.writer.call("dnsList", { params: { id: zone.id }, input: { q } });
  return data.dnss.find((record) => record.type === type)!;
};
const drop = async (q: string, type: string) => {
  const params = { id: zone.id, zid: (await of(q, type)).id };
  return (await zone.writer.call("dnsDelete", { params })).data.undo!;
};
const undo = (jid: number) => zone.writer.call("dnsUndo", { params: { id: zone.id, jid } });

test("undo: one that comes back is kept again where it is still right, and the customer's own where not", async () => {
  await makeKey();
  for (const [q, type] of [
    ["_domainkey", "TXT"],
    ["_dmarc", "TXT"],
    ["spf1", "TXT"],
    ["imap", "CNAME"],
    ["_submissions", "SRV"],
    ["autodiscover", "CNAME"],
  ] as const) {
    await undo(await drop(q, type));
    assert.equal((await of(q, type)).dynamicValue, true, q);
  }
  assert.deepEqual(await lines(), withKey());
  const [imap, smtp] = [await drop("imap", "CNAME"), await drop("smtp", "CNAME")];
  await platform({ imap_ssl_host: "imap2.atrio.test" });
  await setMail(false);
  for (const jid of [imap, smtp]) await undo(jid);
  const back = (await lines()).filter((line) => line.includes("imap") || line.includes("smtp"));
  assert.deepEqual(back, ["imap CNAME imap.atrio.test", "smtp CNAME smtp.atrio.test"]);
});
