/** Which names get a certificate by themselves, whose turn it is, and what a customer does at that very moment. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type RawBuilder, sql } from "kysely";
import { inTransaction } from "../../test/in-transaction.ts";
import { type TestApp, makeApp } from "../../test/helpers/app.ts";
import type { TestUser } from "../../test/helpers/user.ts";
import { openPool } from "../db/pool.ts";
import { owner } from "../db/roles.ts";
import { sweep } from "../jobs/housekeeping.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({ webPatienceMilliseconds: 0 });
});
after(() => panel.stop());
beforeEach(async () => {
  await panel.db.deleteFrom("atrio.holding").execute();
  await panel.db.deleteFrom("atrio.acme_order").execute();
});

const run = (statement: RawBuilder<unknown>) => statement.execute(panel.db);
const add = async (reference: string, serviceKind: "hosting" | "parking" = "parking") =>
  (await panel.addHolding(reference, { serviceKind })).id;
const redirect = (holding: number, name: string, path = "") =>
  run(sql`insert into atrio.redirection (holding_id, name, path, url, type)
          values (${holding}, ${name}, ${path}, 'https://world.example/', '301')`);
const addSites = (holding: number, count: number) =>
  run(sql`insert into atrio.subdomain (holding_id, name, folder, https)
          select ${holding}, 's' || n, '/web', true from generate_series(1, ${count}::int) n`);
const wanted = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select rank || ' ' || host as name from atrio.acme_host order by host, rank`.execute(panel.db);
  return rows.map(({ name }) => name);
};

interface Turn {
  readonly id: number;
  readonly host: string;
}
async function next(busy: readonly Turn[] = []): Promise<Turn | undefined> {
  const ids = busy.map(({ id }) => id);
  const { rows } = await sql<Turn>`select id, host from acme.next(${ids}::bigint[])`.execute(panel.db);
  return rows[0];
}
async function turns(count: number): Promise<string[]> {
  const busy: Turn[] = [];
  for (let turn = await next(); turn && busy.length < count; turn = await next(busy)) busy.push(turn);
  return busy.map(({ host }) => host);
}
const wait = async (): Promise<number | null> => {
  const { rows } = await sql<{ wait: number | null }>`select acme.until_next('{}') as wait`.execute(panel.db);
  return rows[0]!.wait;
};
const fail = ({ id }: Turn) => run(sql`select acme.failed(${id}, '"acme.slow"', interval '0')`);
const ordered = (holding: number, count: number) =>
  run(
    sql`insert into atrio.acme_order (holding_id, host) select ${holding}, 'x' || n from generate_series(1, ${count}::int) n`,
  );
const done = (id: number) =>
  sql<{ done: boolean }>`
    select acme.done(${id}, 'x', '', '{x}', 'x', now(), now() + interval '90 days') as done`;
const begin = ({ id }: Turn) => run(sql`select acme.begun(${id}, 'https://acme.test/1', 'key')`);
async function finish(turn: Turn): Promise<boolean> {
  await begin(turn);
  return (await done(turn.id).execute(panel.db)).rows[0]!.done;
}

const site = async () =>
  (
    await sql<{ id: number; https: boolean; source: string | null; certificate: number | null }>`
    select s.id, s.https, c.source, c.id as certificate from atrio.subdomain s left join atrio.certificate c on c.id = s.certificate_id
     where s.host = 's1.own.test'`.execute(panel.db)
  ).rows[0]!;

const spend = async ({ id }: Turn) =>
  (await sql<{ later: Date | null }>`select acme.spend(${id}) as later`.execute(panel.db)).rows[0]!.later;

describe("a name", () => {
  it("is wanted as a site, where it only redirects, or where it is parked", async () => {
    const own = await add("own.test", "hosting");
    await add("parked.test");
    await redirect(own, "old");
    await redirect(own, "old", "/path");
    await addSites(own, 1);
    assert.deepEqual(await wanted(), [
      "1 old.own.test",
      "2 parked.test",
      "0 s1.own.test",
      "2 www.parked.test",
    ]);
    await run(sql`insert into atrio.subdomain (holding_id, name, folder) values (${own}, 'old', '/old')`);
    assert.doesNotMatch(String(await wanted()), /old/, "a site that has HTTPS switched off");
    await run(sql`delete from atrio.subdomain where host in ('old.own.test', 's1.own.test')`);
    await run(sql`delete from atrio.redirection where path = '/path'`);
    assert.deepEqual(await wanted(), ["1 old.own.test", "2 parked.test", "2 www.parked.test"]);
    await run(sql`update atrio.redirection set name = 'new'`);
    assert.deepEqual((await wanted())[0], "1 new.own.test");
    await run(sql`delete from atrio.redirection`);
    assert.deepEqual(await wanted(), ["2 parked.test", "2 www.parked.test"]);
  });

  it("is a wildcard's one level below it: its customer chose that certificate, or none", async () => {
    const own = await add("own.test", "hosting");
    for (const name of ["", "a", "a.b", "a.b.c"]) await redirect(own, name, "/path");
    const redirected = ["1 a.b.c.own.test", "1 a.b.own.test", "1 a.own.test"];
    assert.deepEqual(await wanted(), redirected);
    const wildcard = (name: string) =>
      run(sql`insert into atrio.subdomain (holding_id, name, folder) values (${own}, ${name}, '/web')`);
    await wildcard("*");
    assert.deepEqual(await wanted(), ["1 a.b.c.own.test", "1 a.b.own.test"]);
    await wildcard("*.b");
    assert.deepEqual(await wanted(), ["1 a.b.c.own.test"]);
    await redirect(own, "new", "/path");
    assert.deepEqual(await wanted(), ["1 a.b.c.own.test"]);
    await run(sql`delete from atrio.redirection where name = 'new'`);
    await run(sql`delete from atrio.subdomain where name like '*%'`);
    assert.deepEqual(await wanted(), redirected);
  });

  it("follows what its service is", async () => {
    const id = await add("own.test", "hosting");
    await run(sql`update atrio.subdomain set https = true where name = ''`);
    await redirect(id, "www");
    const become = (kind: string | null) =>
      run(sql`
      update atrio.holding set has_mail = false, service_kind = ${kind}, service_expires_at = case when ${kind}::text is not null then now() + interval '1 day' end`);
    assert.deepEqual(await wanted(), ["0 own.test"]);
    await become("parking");
    assert.deepEqual(await wanted(), ["2 own.test", "1 www.own.test"]);
    await become("hosting");
    assert.deepEqual(await wanted(), ["0 own.test"]);
    await run(sql`update atrio.web_service set parking = true`);
    assert.deepEqual(await wanted(), ["0 own.test"], "sites of a parked service keep theirs");
    await become(null);
    assert.deepEqual(await wanted(), []);
  });

  it("may be of two holdings, and is none that no server can be asked for", async () => {
    await add("own.test");
    await add("www.own.test");
    await add(`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(56)}.test`);
    const names = ["2 own.test", "2 www.own.test", "2 www.own.test", "2 www.www.own.test"];
    assert.deepEqual(
      (await wanted()).filter((name) => !name.includes("aaa")),
      names,
    );
    assert.equal((await wanted()).length, names.length + 1, "with www it would be too long");
  });

  it("keeps its certificate while it goes and comes back, and is renewed", async () => {
    const own = await add("own.test");
    const turn = (await next())!;
    assert.equal(await finish(turn), true);
    const use = async () =>
      (
        await sql<{ certificate_id: number; days: number }>`
        select certificate_id, extract(day from due_at - now())::int as days from atrio.acme_host where host = ${turn.host}`.execute(
          panel.db,
        )
      ).rows[0]!;
    const { certificate_id, days } = await use();
    assert.ok(certificate_id > 0 && days >= 54 && days < 60, `renewed in ${days} days`);
    await run(sql`update atrio.certificate set not_after = now() - interval '31 days'`);
    assert.equal((await sweep(panel.db))["unusedCertificates"], undefined, "it is in use");
    await run(sql`update atrio.certificate set not_after = now() + interval '90 days'`);
    await redirect(own, turn.host.startsWith("www.") ? "www" : "");
    assert.equal((await use()).certificate_id, certificate_id);
    assert.equal(await finish(turn), false, "it was of the name as it was before");
  });
});

describe("a turn", () => {
  it("is a site's first, then a name's that redirects; a service that expired waits", async () => {
    await add("parked.test");
    const own = await add("own.test", "hosting");
    await redirect(own, "old");
    await addSites(own, 1);
    assert.equal((await next())?.host, "s1.own.test");
    await run(sql`update atrio.acme_host set due_at = now() + interval '1 hour' where rank = 0`);
    assert.equal((await next())?.host, "old.own.test");
    await run(sql`update atrio.holding set service_expires_at = now() - interval '1 hour' where id = ${own}`);
    assert.match((await next())?.host ?? "", /parked/);
    await run(sql`update atrio.holding set service_expires_at = now() - interval '1 hour'`);
    assert.deepEqual([await next(), await wait()], [undefined, null]);
  });

  it("of a parked name is a renewal's first: who came by HTTPS goes on doing so", async () => {
    await add("old.test");
    const certified = (await next())!;
    assert.equal(await finish(certified), true);
    assert.notEqual((await next())?.id, certified.id);
    await run(sql`update atrio.acme_host set due_at = now() where id = ${certified.id}`);
    assert.equal((await next())?.id, certified.id);
  });

  it("goes round: two names of a holding at a time", async () => {
    await addSites(await add("first.test", "hosting"), 5);
    assert.equal((await turns(10)).length, 2);
    await addSites(await add("second.test", "hosting"), 5);
    const holdings = (await turns(10)).map((host) => host.replace(/^s\d\./, ""));
    assert.equal(new Set(holdings).size, 2);
  });

  it("is kept from no kind of names by another: three are of sites, one is redirected, one parked", async () => {
    for (const name of ["first.test", "second.test"]) {
      const holding = await add(name, "hosting");
      await addSites(holding, 5);
      for (const old of ["old1", "old2"]) await redirect(holding, old);
    }
    for (const name of ["a", "b", "c"]) await add(`${name}.test`);
    const kinds = (await turns(10)).map((host) =>
      host.replace(/\d?\..*/, "").replace(/^(a|b|c|www)$/, "parked"),
    );
    assert.deepEqual(kinds, ["s", "s", "s", "old", "parked"]);
  });

  it("passes over a holding that is being deleted", async () => {
    const gone = await add("gone.test");
    const deleting = openPool(panel.cluster.url(owner, panel.database), { max: 1 });
    await inTransaction(deleting, async (client) => {
      await client.query("delete from atrio.holding where id = $1", [gone]);
      assert.equal(await next(), undefined);
    });
    await deleting.end();
  });

  it("is not kept by who fails again and again", async () => {
    await addSites(await add("failing.test", "hosting"), 50);
    for (let n = 0; n < 5; n++) await fail((await next())!);
    await addSites(await add("late.test", "hosting"), 1);
    assert.equal((await next())?.host, "s1.late.test");
    await addSites(await add("later.test", "hosting"), 2);
    const hosts = [];
    for (let n = 0; n < 6; n++) {
      const turn = (await next())!;
      hosts.push(turn.host.replace(/^s\d+\./, ""));
      await fail(turn);
    }
    assert.equal(hosts.filter((host) => host === "failing.test").length, 2, String(hosts));
  });

  it("is nobody's whose orders would leave too few to sites", async () => {
    const own = await add("own.test", "hosting");
    await add("parked.test");
    await ordered(await add("other.test", "hosting"), 49);
    await ordered(await add("others.test", "hosting"), 100);
    const parked = (await next())!;
    assert.equal(await spend(parked), null);
    assert.ok((await spend(parked))!.getTime() > Date.now());
    assert.deepEqual([await next(), await wait()], [undefined, null]);
    await begin(parked);
    assert.equal((await next())?.id, parked.id, "what was ordered goes on");
    await redirect(own, "old");
    assert.equal((await next())?.host, "old.own.test");
    await ordered(await add("more.test", "hosting"), 50);
    assert.equal((await next())?.id, parked.id);
    await addSites(own, 1);
    assert.equal(await spend((await next())!), null);
    await ordered(own, 50);
    assert.ok(
      (await spend((await next())!))!.getTime() > Date.now() + 6 * 86_400_000,
      "a domain's share of a week",
    );
  });
});

describe("a holding's share of a week", () => {
  it("is not spent by names that redirect, so that its sites have some", async () => {
    const own = await add("own.test", "hosting");
    await redirect(own, "old");
    await ordered(own, 39);
    const old = (await next())!;
    assert.equal(await spend(old), null);
    assert.ok((await spend(old))!.getTime() > Date.now() + 6 * 86_400_000);
    assert.deepEqual([await next(), await wait()], [undefined, null]);
    await addSites(own, 1);
    assert.equal(await spend((await next())!), null);
    await begin(old);
    await run(sql`update atrio.acme_host set due_at = now() + interval '1 hour' where rank = 0`);
    assert.equal((await next())?.id, old.id, "what was ordered goes on");
  });
});

describe("an order that ends while its customer saves", () => {
  let own: number;
  let user: TestUser;
  let turn: Turn;
  beforeEach(async () => {
    own = await add("own.test", "hosting");
    user = await panel.asUser({ [own]: { service_subdomains: "write" } });
    await addSites(own, 1);
    turn = (await next())!;
    await begin(turn);
  });
  /** What the order then comes to: it ends when the customer has done all but commit. */
  async function endDuring(statement: string): Promise<boolean> {
    const pool = openPool(panel.cluster.url("atrio_acme", panel.database), { max: 1 });
    const customer = openPool(panel.cluster.url("atrio_api", panel.database), { max: 1 });
    const { id } = turn;
    try {
      const ended = await inTransaction(customer, async (client) => {
        await client.query("select atrio.web_lock($1)", [own]);
        await client.query(statement);
        const ending = pool.query(
          "select acme.done($1, 'x', '', '{x}', 'x', now(), now() + interval '90 days') as done",
          [id],
        );
        const first = await Promise.race([
          ending,
          client.query("select pg_sleep(0.3)").then(() => undefined),
        ]);
        assert.equal(first, undefined, "it waits");
        return [ending];
      });
      return (await ended[0]!).rows[0].done;
    } finally {
      await Promise.all([pool.end(), customer.end()]);
    }
  }

  it("leaves alone the certificate that he uploads", async () => {
    await run(sql`insert into atrio.certificate (holding_id, host, source, certificate_pem, key_sealed, names, issuer, not_before, not_after)
                  values (${own}, 's1.own.test', 'uploaded', 'own', 'own', '{x}', 'x', now(), now())`);
    const upload =
      "update atrio.subdomain set certificate_id = (select max(id) from atrio.certificate) where host = 's1.own.test'";
    assert.equal(await endDuring(upload), false);
    assert.equal((await site()).source, "uploaded");
    assert.deepEqual((await run(sql`select from atrio.certificate where source = 'acme'`)).rows, []);
  });

  it("brings none to a site whose HTTPS he switches off", async () => {
    assert.equal(
      await endDuring("update atrio.subdomain set https = false where host = 's1.own.test'"),
      false,
    );
    const { https, source } = await site();
    assert.deepEqual([https, source], [false, null]);
  });

  it("is not taken back by a save that began before", async () => {
    assert.equal(await finish(turn), true);
    const first = (await site()).certificate;
    await run(sql`update atrio.acme_host set due_at = now() where rank = 0`);
    turn = (await next())!;
    await begin(turn);
    const { id: sid } = await site();
    const pool = openPool(panel.cluster.url("atrio_acme", panel.database), { max: 1 });
    const saving = await inTransaction(pool, async (client) => {
      await client.query("select acme.done($1, 'x', '', '{x}', 'x', now(), now() + interval '91 days')", [
        turn.id,
      ]);
      const save = user.call("subdomainSave", {
        params: { id: own, sid },
        input: { folder: "/other", automatic: "1" },
      });
      await client.query("select pg_sleep(0.3)");
      return [save];
    });
    assert.equal((await saving[0]!).status, 200);
    assert.notEqual((await site()).certificate, first, "the new one stays");
    await pool.end();
  });
});
