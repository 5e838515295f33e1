import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type CallName, permissionKeys } from "@atrio/contract";
import { sql } from "kysely";
import { makeApp, type TestApp, untilSettled } from "../../../test/helpers/app.ts";
import type { Reply, TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, place, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { hashTransferKey } from "./transfer-key.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));
const contact = {
  organization: null,
  firstName: "Ana",
  lastName: "Gil",
  identificationNumber: "12345678Z",
  email: "ana@example.com",
  phone: "+34.912345678",
  address: "Calle Mayor 1",
  postalCode: "28013",
  city: "Madrid",
  state: "Madrid",
  country: "ES",
};

let panel: TestApp;
let registrar: TestRegistrar;
let domains = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

async function owned(): Promise<{ id: number; name: string; owner: TestUser }> {
  const name = `domain${++domains}.test`;
  const { id } = await panel.addDomain(name, { contacts: { registrant: contact, admin: contact } });
  return { id, name, owner: await panel.asUser({ [id]: everything }) };
}

const conflict = (reply: Reply<CallName>, text: RegExp): void => {
  assert.deepEqual([reply.status, reply.system.statusCode], [409, 140], reply.body);
  assert.match(reply.system.errors.join(), text);
};
const done = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body + registrar.lines.join("\n"));
  return reply.data;
};
const journal = async (id: number) =>
  (
    await panel.db.selectFrom("atrio.journal").select(["area", "act"]).where("holding_id", "=", id).execute()
  ).map(({ area, act }) => `${area} ${act}`);

describe("domainGet", () => {
  it("shows the mirror, and what the registry can be asked for", async () => {
    const { id, name, owner } = await owned();
    const { domain, registrant, admin, tech } = done(await owner.call("domainGet", { params: { id } }));
    assert.deepEqual(
      [domain.id, domain.name, domain.status, domain.dns, domain.blocked, domain.pending],
      [id, name, "inactive", "defaultDNS", false, []],
    );
    assert.ok(domain.expireTS > Date.now() / 1000 && Math.abs(domain.ts - Date.now() / 1000) < 60);
    assert.deepEqual([registrant?.lastName, admin?.countryKey, tech], ["Gil", "ES", null]);
    assert.deepEqual(domain.capabilities, {
      transferBlock: true,
      block: true,
      whoisPrivacy: true,
      authcode: true,
      transferkey: true,
      nameservers: { min: 2, max: 7 },
      glue: { ipv6: true, max: 50 },
      ownerChange: "update",
      dnssec: "digest",
    });
  });

  it("shows each contact only to who may see it", async () => {
    const { id } = await owned();
    const user = await panel.asUser({ [id]: { domain: "read", domain_contacts: "read" } });
    const { registrant, admin } = done(await user.call("domainGet", { params: { id } }));
    assert.deepEqual([registrant, admin?.firstName], [null, "Ana"]);
    const other = await panel.asUser({ [id]: { domain: "read", domain_ownercontacts: "read" } });
    const seen = done(await other.call("domainGet", { params: { id } }));
    assert.deepEqual([seen.registrant?.firstName, seen.admin], ["Ana", null]);
  });

  it("says 120 of a service without a domain, and offers nothing where no registry is responsible", async () => {
    const { id } = await panel.addHolding("service.example", { domainExpiresAt: null });
    const user = await panel.asUser({ [id]: everything });
    for (const call of ["domainGet", "glueList", "dnssecList", "nameserverInit", "dnssecCreateInit"] as const)
      assert.equal((await user.call(call, { params: { id } })).system.statusCode, 120, call);
    const { id: orphan, owner } = await owned();
    await panel.db
      .updateTable("atrio.domain")
      .set({ tld: "gone" })
      .where("holding_id", "=", orphan)
      .execute();
    const { domain } = done(await owner.call("domainGet", { params: { id: orphan } }));
    assert.deepEqual([domain.capabilities.block, domain.capabilities.dnssec], [false, null]);
    conflict(await owner.call("domainToggleWhoisPrivacy", { params: { id: orphan } }), /registro/);
  });
});

describe("the switches", () => {
  const cases = [
    ["domainToggleTransferBlock", "transferBlock"],
    ["domainToggleWhoisPrivacy", "whoisPrivacy"],
    ["domainToggleBlock", "blocked"],
  ] as const;
  for (const [name, field] of cases)
    it(`${name} turns on and off, and back by undo`, async () => {
      const { id, owner } = await owned();
      const on = await owner.call(name, { params: { id } });
      assert.deepEqual([done(on).domain[field], on.system.info.length], [true, 1]);
      const again = done(await owner.call(name, { params: { id }, input: { value: "1" } }));
      assert.deepEqual([again.domain[field], again.undo], [true, null]);
      const off = done(await owner.call(name, { params: { id } }));
      assert.equal(off.domain[field], false);
      const { undo } = off;
      assert.ok(undo);
      const undone = done(await owner.call("domainUndo", { params: { id, jid: undo } }));
      assert.equal(undone.domain[field], true);
      assert.equal((await journal(id)).filter((entry) => entry === `domain ${name}`).length, 2);
      conflict(await owner.call("domainUndo", { params: { id, jid: undo } }), /ha cambiado/);
    });

  it("a lock of the registry's own is shown on and can't be switched", async () => {
    const { id, name, owner } = await owned();
    await sql`update registry.domain set statuses = '{serverTransferProhibited}' where name = ${name}`.execute(
      panel.db,
    );
    await sql`update atrio.domain set transfer_locked_by_registry = true where holding_id = ${id}`.execute(
      panel.db,
    );
    const { domain } = done(await owner.call("domainGet", { params: { id } }));
    assert.deepEqual([domain.transferBlock, domain.transferBlockByRegistry], [true, true]);
    conflict(await owner.call("domainToggleTransferBlock", { params: { id } }), /propio registro/);
  });

  it("a domain that its registry has closed says so, and nothing is asked of the registry", async () => {
    const { id, name, owner } = await owned();
    await sql`update registry.domain set statuses = '{serverUpdateProhibited}' where name = ${name}`.execute(
      panel.db,
    );
    const [order = 0] = await place(panel, { holdingId: id, kind: "refresh", wanted: {} });
    await untilSettled(panel.db, id);
    const { domain } = done(await owner.call("domainGet", { params: { id } }));
    assert.equal(domain.closedByRegistry, true);
    for (const call of ["domainToggleBlock", "domainToggleWhoisPrivacy"] as const)
      conflict(await owner.call(call, { params: { id } }), /propio registro ha cerrado/);
    const { rows } = await sql`
      select from atrio.registry_order where holding_id = ${id} and id > ${order}`.execute(panel.db);
    assert.equal(rows.length, 0);
  });

  it("what the registry does not offer is refused", async () => {
    const { id, owner } = await owned();
    await sql`
      insert into atrio.registry_tld (tld, backend, capabilities) select 'bare', backend, capabilities || '{"privacy": false}'
        from atrio.registry_tld where tld = 'test'`.execute(panel.db);
    await panel.db.updateTable("atrio.domain").set({ tld: "bare" }).where("holding_id", "=", id).execute();
    conflict(await owner.call("domainToggleWhoisPrivacy", { params: { id } }), /no ofrece/);
  });

  it("a blocked domain takes no change but its unblocking, and none while another one is asked for", async () => {
    const { id, owner } = await owned();
    done(await owner.call("domainToggleBlock", { params: { id } }));
    conflict(await owner.call("domainToggleWhoisPrivacy", { params: { id } }), /bloquead/);
    conflict(await owner.call("domainAuthCode", { params: { id } }), /bloquead/);
    const input = { name: "ns1", ip: "192.0.2.1" };
    conflict(await owner.call("glueCreate", { params: { id }, input }), /bloquead/);
    assert.equal(done(await owner.call("domainToggleBlock", { params: { id } })).domain.blocked, false);
    done(await owner.call("glueCreate", { params: { id }, input }));
  });

  it("an expired domain takes none at all", async () => {
    const { id, owner } = await owned();
    await sql`update atrio.domain set status = 'expired-redemption' where holding_id = ${id}`.execute(
      panel.db,
    );
    conflict(await owner.call("domainToggleBlock", { params: { id } }), /caducado/);
  });

  it("two presses at once are one change", async () => {
    const { id, owner } = await owned();
    const press = () => owner.call("domainToggleBlock", { params: { id }, input: { value: "1" } });
    const replies = await Promise.all([press(), press(), press()]);
    for (const reply of replies) assert.ok(reply.status === 200 || reply.status === 409, reply.body);
    assert.equal((await journal(id)).filter((entry) => entry === "domain domainToggleBlock").length, 1);
  });

  it("PostgreSQL itself refuses orders for a blocked domain", async () => {
    const { id } = await owned();
    await sql`update atrio.domain set blocked = true where holding_id = ${id}`.execute(panel.db);
    const place = (kind: string, wanted: object) =>
      panel.db
        .insertInto("atrio.registry_order")
        .values({ holding_id: id, kind, wanted: JSON.stringify(wanted), act: "test", source: "panel" })
        .execute();
    await assert.rejects(place("privacy", { on: true }), { constraint: "registry_order_blocked" });
    await assert.rejects(place("block", { on: true }), { constraint: "registry_order_blocked" });
    await place("block", { on: false });
  });
});

describe("undo", () => {
  it("needs the permission of the change", async () => {
    const { id, owner } = await owned();
    const { undo } = done(await owner.call("domainToggleBlock", { params: { id } }));
    const other = await panel.asUser({ [id]: { domain: "write", domain_dns: "write" } });
    const params = { id, jid: undo ?? 0 };
    assert.equal((await other.call("domainUndo", { params })).system.statusCode, 110);
    assert.equal(done(await owner.call("domainUndo", { params })).domain.blocked, false);
  });

  it("takes back nothing that is not a change of this domain", async () => {
    const { id, owner } = await owned();
    const { id: other } = await owned();
    const entries = await panel.db
      .selectFrom("atrio.journal")
      .select("id")
      .where("holding_id", "=", other)
      .execute();
    for (const { id: jid } of entries)
      assert.equal((await owner.call("domainUndo", { params: { id, jid } })).system.statusCode, 120);
    const registered = await panel.db
      .selectFrom("atrio.journal")
      .select("id")
      .where("holding_id", "=", id)
      .where("area", "=", "domain")
      .executeTakeFirstOrThrow();
    conflict(await owner.call("domainUndo", { params: { id, jid: registered.id } }), /no se puede deshacer/);
  });
});

describe("the codes", () => {
  it("an auth code is made once, and is the registry's", async () => {
    const { id, name, owner } = await owned();
    const ask = async () => done(await owner.call("domainAuthCode", { params: { id } })).authCode;
    const codes = new Set(await Promise.all([ask(), ask(), ask()]));
    assert.equal(codes.size, 1);
    const [first = ""] = codes;
    assert.match(first, /^[A-Z2-9]{26}$/);
    assert.equal(done(await owner.call("domainAuthCode", { params: { id } })).authCode, first);
    const { rows } = await sql<{ fits: boolean }>`
      select auth_hash = sha256(${first}::bytea) as fits from registry.domain where name = ${name}`.execute(
      panel.db,
    );
    assert.equal(rows[0]?.fits, true);
    assert.equal(done(await owner.call("domainGet", { params: { id } })).domain.authcode, true);
    const reader = await panel.asUser({ [id]: { domain: "read", domain_authcode: "read" } });
    assert.equal(done(await reader.call("domainAuthCode", { params: { id } })).authCode, first);
  });

  it("a transfer key is the same for all who ask while it is valid, and only its hash claims it", async () => {
    const { id, owner } = await owned();
    const ask = async () => done(await owner.call("domainTransferKey", { params: { id } })).transferkey;
    const keys = new Set(await Promise.all([ask(), ask(), ask()]));
    assert.equal(keys.size, 1);
    const [key = ""] = keys;
    assert.match(key, /^[A-HJ-NP-Z2-9]{26}$/);
    const fits = async (typed: string) =>
      (
        await sql<{
          fits: boolean;
        }>`select atrio.transfer_key_fits(${id}, ${hashTransferKey(typed)}) as fits`.execute(panel.db)
      ).rows[0]?.fits;
    assert.deepEqual([await fits(key.toLowerCase()), await fits("A".repeat(25))], [true, false]);
    await sql`update atrio.domain_secret set expires_at = now() where holding_id = ${id}`.execute(panel.db);
    assert.equal(await fits(key), false);
    assert.notEqual(await ask(), key);
    assert.deepEqual(
      (await journal(id)).filter((entry) => entry.includes("domainTransferKey")).length > 0,
      true,
    );
  });
});
