import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { type Grants, makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  await sql`insert into atrio.name_server values (1, 'ns1.atrio.test', '127.0.0.1', 53)`.execute(panel.db);
});
after(() => panel.stop());

const day = 24 * 3600;
const inDays = (days: number) => new Date(Date.now() + days * day * 1000);

async function dashboardOf(grants: Grants, language = "en") {
  const user = await panel.asUser(grants);
  const reply = await user.call("dashboardGet", { headers: { "accept-language": language } });
  assert.equal(reply.status, 200, reply.body);
  return reply.data.dashboard;
}
const nothing = { items: [], total: 0 };

it("is empty where all is well, and for who holds nothing", async () => {
  const { id } = await panel.addHolding("well.test");
  const empty = { expiring: nothing, overQuota: nothing, failed: nothing };
  assert.deepEqual(await dashboardOf({ [id]: { domain: "write", service: "write" } }), empty);
  assert.deepEqual(await dashboardOf({}), empty);
});

const addExpiring = (name: string, domain: number, service: number) =>
  panel.addHolding(`${name}.expiring.test`, {
    domainExpiresAt: inDays(domain),
    serviceExpiresAt: inDays(service),
  });
const kindsOf = async (grants: Grants) => (await dashboardOf(grants)).expiring.items.map(({ kind }) => kind);

describe("what expires", () => {
  it("has domains and services from 90 days ago to 30 days ahead, soonest first", async () => {
    const one = await addExpiring("one", 29, -89);
    const two = await addExpiring("two", -1, 31);
    const three = await addExpiring("three", -91, 400);
    const all = { domain: "read", service: "read" } as const;
    const { expiring } = await dashboardOf({ [one.id]: all, [two.id]: all, [three.id]: all });
    assert.deepEqual(
      expiring.items.map(({ id, reference, kind }) => [id, reference, kind]),
      [
        [one.id, "one.expiring.test", "service"],
        [two.id, "two.expiring.test", "domain"],
        [one.id, "one.expiring.test", "domain"],
      ],
    );
    assert.equal(expiring.total, 3);
    assert.ok(Math.abs(Number(expiring.items[1]?.expireTS) - (Date.now() / 1000 - day)) < 60);
  });

  it("needs sight of the kind that expires, and follows a renewal", async () => {
    const soon = { domainExpiresAt: inDays(5), serviceExpiresAt: inDays(6) };
    const { id } = await panel.addHolding("sight.test", soon);
    assert.deepEqual(await kindsOf({ [id]: { domain_dns: "read" } }), ["domain"]);
    assert.deepEqual(await kindsOf({ [id]: { service_dnszone: "read" } }), ["service"]);
    assert.deepEqual(await kindsOf({ [id]: { servicemail: "write" } }), []);
    await panel.db
      .updateTable("atrio.holding")
      .set({ domain_expires_at: inDays(365) })
      .where("id", "=", id)
      .execute();
    assert.deepEqual(await kindsOf({ [id]: { domain: "read", service: "read" } }), ["service"]);
  });

  it("says how the registry has the domain where it is not active", async () => {
    const soon = { domainExpiresAt: inDays(5), serviceExpiresAt: inDays(6) };
    const { id } = await panel.addHolding("status.expiring.test", soon);
    const told = async (language?: string) =>
      (await dashboardOf({ [id]: { domain: "read", service: "read" } }, language)).expiring.items.map(
        ({ status }) => status,
      );
    const set = (status: string) =>
      panel.db.updateTable("atrio.holding").set({ domain_status: status }).where("id", "=", id).execute();
    await set("expired-renewgrace");
    assert.deepEqual(await told(), ["expired, renewable", null]);
    assert.deepEqual(await told("es"), ["caducado, renovable", null]);
    await set("active");
    assert.deepEqual(await told(), [null, null]);
  });

  it("tells of fifty, soonest first, and counts all", async () => {
    const grants: Record<number, { domain: "read" }> = {};
    for (let n = 1; n <= 52; n++) {
      const holding = await panel.addHolding(`many-${n}.test`, { domainExpiresAt: inDays(20 - n) });
      grants[holding.id] = { domain: "read" };
    }
    const { expiring } = await dashboardOf(grants);
    assert.equal(expiring.total, 52);
    assert.deepEqual(
      expiring.items.map(({ reference }) => reference),
      Array.from({ length: 50 }, (_, n) => `many-${52 - n}.test`),
    );
  });
});

describe("what is over its quota", () => {
  it("has zones from 80 % on, fullest first, for who may see the zone", async () => {
    const full = await panel.addHolding("full.test");
    const fuller = await panel.addHolding("fuller.test");
    const fill = (id: number, records: number, octets: number) =>
      sql`update atrio.dns_zone set record_count = ${records}, long_octets = ${octets}
           where holding_id = ${id}`.execute(panel.db);
    await fill(full.id, 16_000, 9599);
    await fill(fuller.id, 15_999, 12_000);
    const zone = { service_dnszone: "read" } as const;
    const { overQuota } = await dashboardOf({ [full.id]: zone, [fuller.id]: zone });
    assert.deepEqual(overQuota, {
      items: [
        {
          id: fuller.id,
          reference: "fuller.test",
          resource: "zoneSize",
          mailbox: null,
          used: 12_000,
          limit: 12_000,
        },
        {
          id: full.id,
          reference: "full.test",
          resource: "zoneRecords",
          mailbox: null,
          used: 16_000,
          limit: 20_000,
        },
      ],
      total: 2,
    });
    assert.deepEqual((await dashboardOf({ [full.id]: { service: "write" } })).overQuota, nothing);
    await fill(full.id, 15_999, 0);
    assert.deepEqual((await dashboardOf({ [full.id]: zone })).overQuota, nothing);
  });

  it("names the limits that the constraints keep", async () => {
    const { id } = await panel.addHolding("limit.test");
    for (const [column, limit] of [
      ["record_count", 20_000],
      ["long_octets", 12_000],
    ] as const) {
      const set = (value: number) =>
        sql`update atrio.dns_zone set ${sql.ref(column)} = ${value} where holding_id = ${id}`.execute(
          panel.db,
        );
      await set(limit);
      await assert.rejects(set(limit + 1), /dns_zone_/);
      const { overQuota } = await dashboardOf({ [id]: { service_dnszone: "read" } });
      assert.deepEqual([overQuota.items[0]?.used, overQuota.items[0]?.limit], [limit, limit]);
      await set(0);
    }
  });
});

const mib = 1024 ** 2;
const hash = "{ARGON2ID}$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
const addMailbox = (id: number, localPart: string, quota: number | null) =>
  sql`insert into atrio.mailbox (holding_id, local_part, password_hash, quota_bytes)
      values (${id}, ${localPart}, ${hash}, ${quota})`.execute(panel.db);
const fillMailbox = (address: string, bytes: number) =>
  sql`insert into atrio.mailbox_usage values (${address}, ${bytes})
      on conflict (address) do update set bytes = excluded.bytes`.execute(panel.db);
const quotasOf = async (grants: Grants) =>
  (await dashboardOf(grants)).overQuota.items.map(({ resource, mailbox, used, limit }) => [
    resource,
    mailbox,
    used,
    limit,
  ]);

describe("mail that is over its quota", () => {
  it("has mailboxes and services from 80 % on, each for who may see it", async () => {
    const { id, reference } = await panel.addHolding("mail.test");
    await sql`update atrio.mail_service set quota_bytes = ${10 * mib} where holding_id = ${id}`.execute(
      panel.db,
    );
    await addMailbox(id, "ana", 6 * mib);
    await addMailbox(id, "eva", 4 * mib);
    const all = { [id]: { servicemail_accounts: "read" } } as const;
    await fillMailbox(`ana@${reference}`, 4 * mib);
    await fillMailbox(`eva@${reference}`, 3 * mib);
    assert.deepEqual(await quotasOf(all), []);
    await fillMailbox(`ana@${reference}`, 5 * mib);
    const ana = ["mailboxSize", "ana", 5 * mib, 6 * mib];
    assert.deepEqual(await quotasOf(all), [ana, ["mailSpace", null, 8 * mib, 10 * mib]]);
    assert.deepEqual(await quotasOf({ [id]: { servicemail: "read" } }), [
      ["mailSpace", null, 8 * mib, 10 * mib],
    ]);
    assert.deepEqual(await quotasOf({ [id]: { servicemail_alias: "write" } }), []);
    await fillMailbox(`eva@${reference}`, 0);
    assert.deepEqual(await quotasOf(all), [ana]);
  });

  it("follows a quota that changes, a deletion and a restoration", async () => {
    const { id, reference } = await panel.addHolding("follows.test");
    const all = { [id]: { servicemail_accounts: "read" } } as const;
    await addMailbox(id, "ana", null);
    await fillMailbox(`ana@${reference}`, 9 * mib);
    assert.deepEqual(await quotasOf(all), []);
    const set = (column: "quota_bytes" | "deleted_at", value: number | Date | null) =>
      sql`update atrio.mailbox set ${sql.ref(column)} = ${value} where holding_id = ${id}`.execute(panel.db);
    await set("quota_bytes", 10 * mib);
    const ana = ["mailboxSize", "ana", 9 * mib, 10 * mib];
    assert.deepEqual(await quotasOf(all), [ana]);
    await set("deleted_at", new Date());
    assert.deepEqual(await quotasOf(all), []);
    await set("deleted_at", null);
    assert.deepEqual(await quotasOf(all), [ana]);
    await set("quota_bytes", 20 * mib);
    assert.deepEqual(await quotasOf(all), []);
  });
});

describe("web hosting that is over its limits", () => {
  it("has space and this month's traffic from 80 % on, for who may see the service", async () => {
    const { id } = await panel.addHolding("web.test");
    await sql`update atrio.web_service set space_bytes = ${10 * mib}, traffic_bytes = 0 where holding_id = ${id}`.execute(
      panel.db,
    );
    const use = (bytes: number, traffic: number) =>
      sql`insert into atrio.web_usage (holding_id, bytes, traffic_bytes) values (${id}, ${bytes}, ${traffic})
          on conflict (holding_id) do update set bytes = excluded.bytes, traffic_bytes = excluded.traffic_bytes`.execute(
        panel.db,
      );
    const service = { [id]: { service: "read" } } as const;
    await use(8 * mib, 1);
    assert.deepEqual(await quotasOf(service), [
      ["webTraffic", null, 1, 0],
      ["webSpace", null, 8 * mib, 10 * mib],
    ]);
    assert.deepEqual(await quotasOf({ [id]: { service_dnszone: "write" } }), []);
    await sql`update atrio.web_service set traffic_bytes = null where holding_id = ${id}`.execute(panel.db);
    await use(8 * mib - 1, 1);
    assert.deepEqual(await quotasOf(service), []);
  });
});

const addJob = async (
  holding: number,
  days: number,
  state: "failed" | "done",
  error: string | null = null,
) => {
  const { rows } = await sql<{ id: number }>`
    insert into atrio.job (kind, holding_id, subject_id, state, error, created_at, ended_at)
    values ('dns.proof', ${holding}, 1, ${state}, ${error}::jsonb, now(), ${inDays(-days)}) returning id`.execute(
    panel.db,
  );
  return rows[0]?.id;
};

describe("what failed", () => {
  const zone = { service_dnszone: "read" } as const;

  it("has the last seven days, newest first, in the user's language", async () => {
    const { id } = await panel.addHolding("failed.test");
    const older = await addJob(id, 6, "failed", '"job.failed"');
    const newer = await addJob(id, 1, "failed", '"nobody wrote this for users"');
    await addJob(id, 8, "failed", '"job.failed"');
    const english = (await dashboardOf({ [id]: zone })).failed;
    assert.equal(english.total, 2);
    assert.deepEqual(
      english.items.map((item) => [item.id, item.reference, item.job, item.kind]),
      [
        [id, "failed.test", newer, "dns.proof"],
        [id, "failed.test", older, "dns.proof"],
      ],
    );
    assert.ok(Math.abs(Number(english.items[0]?.ts) - (Date.now() / 1000 - day)) < 60);
    const spanish = (await dashboardOf({ [id]: zone }, "es")).failed;
    assert.notEqual(spanish.items[1]?.error, english.items[1]?.error);
    assert.ok(!english.items.some(({ error }) => error === "" || error.includes("nobody")));
  });

  it("forgets what was done since, and tells only who may see the zone", async () => {
    const { id } = await panel.addHolding("again.test");
    await addJob(id, 3, "done");
    await addJob(id, 2, "failed", '"job.failed"');
    assert.deepEqual((await dashboardOf({ [id]: { domain: "write", service: "write" } })).failed, nothing);
    assert.equal((await dashboardOf({ [id]: zone })).failed.total, 1);
    await addJob(id, 1, "done");
    assert.deepEqual((await dashboardOf({ [id]: zone })).failed, nothing);
  });
});
