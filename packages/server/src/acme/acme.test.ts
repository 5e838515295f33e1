import assert from "node:assert/strict";
import { X509Certificate, createPrivateKey } from "node:crypto";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import {
  addDomain,
  addSite,
  certified,
  challengeRecords,
  closeWorld,
  count,
  deaf,
  end,
  failed,
  nameOf,
  openWorld,
  panel,
  pebble,
  read,
  setDue,
  setHttps,
  socket,
  start,
  until,
  url,
} from "../../test/acme.ts";
import { makeCertificate } from "../../test/authority.ts";
import { openHandedVault } from "../../test/registrar.ts";
import { openPool } from "../db/pool.ts";
import { keyPlace } from "../features/certificate/place.ts";

before(async () => {
  await openWorld();
  start();
});
after(async () => {
  await end();
  await closeWorld();
});

const ask = (host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host };
    request({ socketPath: socket, path, headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

describe("a certificate", () => {
  it("comes by http for a name whose zone is elsewhere, and renews itself", async () => {
    const holding = await addDomain("http.test", false);
    const site = await addSite(holding, "shop");
    const made = await certified(site);
    const host = "shop.http.test";
    assert.deepEqual([made.host, made.names, made.source], [host, [host], "acme"]);
    const key = createPrivateKey(await openHandedVault.open(keyPlace(made.id), made.key_sealed));
    assert.ok(new X509Certificate(made.certificate_pem).checkPrivateKey(key));
    assert.match(made.chain_pem, /BEGIN CERTIFICATE/);
    const { due_at, fault, order_url } = await nameOf(site);
    const life = made.not_after.getTime() - made.not_before.getTime();
    const left = (made.not_after.getTime() - due_at.getTime()) / life;
    assert.ok(left >= 1 / 3 && left <= 0.39, `${left} of its life is left`);
    assert.deepEqual([fault, order_url, await count("atrio.acme_challenge")], [null, null, 0]);
    const jobs = await panel.db
      .selectFrom("atrio.job")
      .select("kind")
      .where("holding_id", "=", holding)
      .execute();
    assert.deepEqual(jobs, [{ kind: "web.apply" }]);

    await setDue(site);
    await sql`select pg_notify('atrio_acme', '')`.execute(panel.db);
    await certified(site, made.id);
  });

  it("comes by DNS for a name in our zone and for all names below it, of one record's name", async () => {
    const holding = await addDomain("dns.test");
    deaf.add("dns.test");
    const [all, apex] = [await addSite(holding, "*"), await addSite(holding, "shop")];
    await panel.db
      .updateTable("atrio.subdomain")
      .set({ https: true })
      .where("host", "=", "dns.test")
      .execute();
    assert.deepEqual((await certified(all)).names, ["*.dns.test"]);
    assert.deepEqual((await certified(apex)).names, ["shop.dns.test"]);
    await until("the domain's own", () =>
      panel.db.selectFrom("atrio.certificate").select("id").where("host", "=", "dns.test").executeTakeFirst(),
    );
    await until("no record is left", async () => ((await challengeRecords()) === 0 ? true : undefined));
  });

  it("is the same one for a site that was closed and opened, and none of ours where there is another", async () => {
    const holding = await addDomain("again.test");
    const site = await addSite(holding, "shop");
    const first = await certified(site);
    const orders = await count("atrio.acme_order");
    await setHttps(site, false);
    await assert.rejects(nameOf(site), "nobody renews what nobody sees");
    await panel.db
      .updateTable("atrio.subdomain")
      .set({ certificate_id: null })
      .where("id", "=", site)
      .execute();
    await setHttps(site, true);
    assert.equal((await read(site))?.id, first.id);
    await panel.db.deleteFrom("atrio.subdomain").where("id", "=", site).execute();
    const anew = await addSite(holding, "shop");
    assert.equal((await read(anew))?.id, first.id);
    assert.equal(await count("atrio.acme_order"), orders);

    await panel.db.updateTable("atrio.certificate").set({ source: "uploaded" }).execute();
    for (const certificate_id of [null, first.id])
      await panel.db.updateTable("atrio.subdomain").set({ certificate_id }).where("id", "=", anew).execute();
    await assert.rejects(nameOf(anew));
  });

  it("comes when the authority has forgotten the account", async () => {
    const holding = await addDomain("forgotten.test");
    await pebble.restart();
    await certified(await addSite(holding, "shop"));
  });
});

describe("no certificate", () => {
  it("is ordered for a name that leads elsewhere, nowhere, or has too many names", async () => {
    const holding = await addDomain("wrong.test", false);
    const orders = await count("atrio.acme_order");
    const cases = [
      ["elsewhere", /"acme.elsewhere".*"found":"192.0.2.9"/],
      ["nowhere", /"acme.no_address"/],
      ["*", /"acme.wildcard"/],
    ] as const;
    for (const [name, fault] of cases) {
      const row = await failed(await addSite(holding, name));
      assert.match(row.fault, fault);
      assert.ok(row.due_at > new Date());
    }
    assert.equal(await count("atrio.acme_order"), orders);
  });

  it("comes where somebody else answers; the authority's words are told, and nothing of the order is left", async () => {
    const holding = await addDomain("deaf.test", false);
    deaf.add("shop.deaf.test");
    const site = await addSite(holding, "shop");
    const row = await failed(site);
    assert.match(row.fault, /"acme.refused".*404/);
    assert.deepEqual([row.failures, row.order_url, row.key_sealed], [1, null, null]);
    assert.ok(row.due_at.getTime() > Date.now() + 30_000);
    assert.equal(await count("atrio.acme_challenge"), 0);
  });

  it("is ordered more often than authorities bear", async () => {
    const holding = await addDomain("spent.test");
    const values = Array.from({ length: 4 }, () => ({ holding_id: holding, host: "shop.spent.test" }));
    await panel.db.insertInto("atrio.acme_order").values(values).execute();
    const row = await failed(await addSite(holding, "shop"));
    assert.match(row.fault, /"acme.spent"/);
    assert.ok(row.due_at.getTime() > Date.now() + 50 * 60_000);
    await certified(await addSite(holding, "other"));
    const others = Array.from({ length: 50 }, (_, n) => ({ holding_id: holding, host: `${n}.spent.test` }));
    await panel.db.insertInto("atrio.acme_order").values(others).execute();
    assert.match((await failed(await addSite(holding, "more"))).fault, /"acme.spent"/);
  });
});

describe("the process", () => {
  it("may see and do nothing else", async () => {
    const pool = openPool(url(), { max: 1 });
    for (const statement of [
      "select key_sealed from atrio.certificate",
      "update atrio.subdomain set certificate_id = null",
      "insert into atrio.dns_record (zone_id) values (1)",
      "select key_sealed from atrio.acme_host",
      "update atrio.acme set directory = 'https://other.test/'",
    ])
      await assert.rejects(pool.query(statement), /permission denied/, statement);
    await pool.end();
  });

  it("answers what is asked of that very host only", async () => {
    const holding = await addDomain("asked.test", false);
    deaf.add("shop.asked.test");
    await end();
    const site = await addSite(holding, "shop");
    await sql`select acme.answer(${(await nameOf(site)).id}, 'the-token', 'the-token.thumb', false)`.execute(
      panel.db,
    );
    start();
    const path = "/.well-known/acme-challenge/the-token";
    await until("it listens", () => ask("x", "/").catch(() => undefined));
    await failed(site);
    await sql`select acme.answer(${(await nameOf(site)).id}, 'the-token', 'the-token.thumb', false)`.execute(
      panel.db,
    );
    assert.equal(await ask("shop.asked.test:80", path), 200);
    assert.equal(await ask("www.asked.test", path), 404);
    assert.equal(await ask("shop.asked.test", `${path}/`), 404);
    assert.equal(await ask("shop.asked.test", "/.well-known/acme-challenge/../x"), 404);
  });

  it("leaves alone what somebody brought himself meanwhile", async () => {
    const holding = await addDomain("brought.test");
    const site = await addSite(holding, "shop");
    const { id } = await certified(site);
    const own = makeCertificate({ name: "own", hosts: ["shop.brought.test"] });
    const values = {
      holding_id: holding,
      host: "shop.brought.test",
      source: "uploaded",
      certificate_pem: own.certificate,
      key_sealed: Buffer.from("x"),
      names: ["shop.brought.test"],
      issuer: "own",
      not_before: new Date(),
      not_after: new Date(),
    };
    await end();
    await setDue(site);
    const { id: named } = await nameOf(site);
    const brought = await panel.db
      .insertInto("atrio.certificate")
      .values(values)
      .returning("id")
      .executeTakeFirstOrThrow();
    await panel.db
      .updateTable("atrio.subdomain")
      .set({ certificate_id: brought.id })
      .where("id", "=", site)
      .execute();
    const { rows } = await sql<{ done: boolean }>`
      select acme.done(${named}, 'x', '', '{x}', 'x', now(), now()) as done`.execute(panel.db);
    assert.deepEqual(rows, [{ done: false }]);
    assert.notEqual((await read(site))?.id, id);
    start();
  });
});
