import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { startTestCluster, type TestCluster } from "../../../test/database.ts";
import { registryConformance } from "../../../test/registry/conformance.ts";
import { account, inAYear, limits, newName, refOf, type Target } from "../../../test/registry/target.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { owner } from "../../db/roles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { LocalBackend } from "./backend.ts";
import { foldStatus } from "./domain.ts";

let cluster: TestCluster | undefined;
after(() => cluster?.stop());

async function addTlds(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into registry.tld (name, max_name_servers, max_sec_dns, max_hosts)
      values ('full', ${limits.nameservers}, ${limits.secDns}, ${limits.hosts})`.execute(db);
  await sql`insert into registry.tld (name, mode) values ('key', 'key')`.execute(db);
  await sql`insert into registry.tld (name, owner_change) values ('trade', 'trade')`.execute(db);
  await sql`
    insert into registry.tld (name, mode, transfer_lock, block, privacy, contact_roles, owner_change, auth_code)
      values ('sparse', 'none', false, false, false, '{registrant}', 'none', 'none')`.execute(db);
}

async function openTarget(): Promise<Target & { readonly db: Kysely<DB> }> {
  cluster ??= await startTestCluster();
  const database = await cluster.createDatabase();
  const db = openDatabase(openPool(cluster.url(owner, database), { max: 2 }));
  const asRegistrar = openDatabase(openPool(cluster.url("atrio_registrar", database), { max: 8 }));
  await addTlds(db);
  return {
    db,
    backend: new LocalBackend(asRegistrar),
    tlds: { full: "full", key: "key", trade: "trade", sparse: "sparse" },
    settle: async (domain, approved, reason) => {
      await sql`select registry.settle(${domain}, ${approved}, ${reason ?? null})`.execute(db);
    },
    prohibit: async (domain, what) => {
      const word = what === "transfer" ? "serverTransferProhibited" : "serverUpdateProhibited";
      await sql`update registry.domain set statuses = statuses || ${word}::text where name = ${domain}`.execute(
        db,
      );
    },
    close: async () => {
      await Promise.all([db.destroy(), asRegistrar.destroy()]);
    },
  };
}

describe("the local registry", () => registryConformance(openTarget));

describe("the local registry's codes", () => {
  it("are kept as a hash, and end", async () => {
    const { backend, db, close } = await openTarget();
    const name = newName("full");
    await backend.create({ name, expiresAt: inAYear(), nameservers: [], contacts: {}, account });
    const made = await backend.authCode(refOf(name));
    assert.ok("code" in made);
    const { rows } = await sql`select * from registry.domain where name = ${name}`.execute(db);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(made.code));
    await sql`update registry.domain set auth_expires_at = now() where name = ${name}`.execute(db);
    await assert.rejects(() => backend.transfer(refOf(name), made.code, "ana@customer.test"), {
      kind: "auth",
    });
    await close();
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const of = (expiresAt: Date, statuses: readonly string[] = [], isDelegated = true) =>
  foldStatus({ expiresAt, statuses }, isDelegated);

describe("a domain's status in one word", () => {
  it("follows the date", () => {
    assert.deepEqual(
      [1, -1, -29, -31, -59, -61].map((days) => of(inDays(days))),
      [
        "active",
        "expired-renewgrace",
        "expired-renewgrace",
        "expired-redemption",
        "expired-redemption",
        "expired-pendingdelete",
      ],
    );
  });

  it("follows EPP's statuses and RFC 3915's periods", () => {
    const later = inDays(100);
    assert.deepEqual(
      [
        ["pendingCreate"],
        ["pendingTransfer", "clientHold"],
        ["redemptionPeriod"],
        ["pendingDelete"],
        ["serverHold"],
        ["renewPeriod"],
        ["clientTransferProhibited", "pendingUpdate"],
      ].map((statuses) => of(later, statuses)),
      [
        "register-pending",
        "transfer-pending",
        "expired-redemption",
        "expired-pendingdelete",
        "hold",
        "renewed",
        "active",
      ],
    );
    assert.equal(of(later, [], false), "inactive");
  });

  it("an expired one takes no change once it can only be redeemed", async () => {
    const { backend, close } = await openTarget();
    const name = newName("full");
    await backend.create({ name, expiresAt: inDays(-40), nameservers: [], contacts: {}, account });
    await assert.rejects(() => backend.setPrivacy(refOf(name), true), { kind: "status" });
    const { registeredAt, expiresAt } = await backend.info(refOf(name));
    assert.ok(registeredAt! < expiresAt, "it was registered before it expired");
    await close();
  });
});
