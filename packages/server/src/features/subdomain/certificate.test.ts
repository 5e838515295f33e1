import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import type { CallName, FormOf, calls } from "@atrio/contract";
import { sql } from "kysely";
import { type Pair, makeCertificate } from "../../../test/authority.ts";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply, TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault } from "../../../test/registrar.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { sweep } from "../../jobs/housekeeping.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({
    vault: openHandedVault,
    webPorts: { http: 8080, https: 443 },
    webPatienceMilliseconds: 0,
  });
});
after(() => panel.stop());

let services = 0;
let own: { readonly id: number; readonly reference: string; readonly user: TestUser };
beforeEach(async () => {
  await panel.db.deleteFrom("atrio.acme").execute();
  const holding = await panel.addHolding(`service${++services}.test`);
  own = { ...holding, user: await panel.asUser({ [holding.id]: { service_subdomains: "write" } }) };
});

type SiteForm = Partial<FormOf<typeof calls.subdomainSave>>;
const create = (subDomain: string, input: SiteForm = {}) =>
  own.user.call("subdomainCreate", {
    params: { id: own.id },
    input: { subDomain, folder: "/web", ...input },
  });
const save = (sid: number, input: SiteForm) =>
  own.user.call("subdomainSave", { params: { id: own.id, sid }, input: { folder: "/web", ...input } });
const remove = (sid: number) => own.user.call("subdomainDelete", { params: { id: own.id, sid } });
const undo = (jid: number | null) => own.user.call("subdomainUndo", { params: { id: own.id, jid: jid! } });
const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const orderCertificates = async () => {
  const authority = { directory: "https://acme.example/", contact: "ana@uno.test" };
  await panel.db.insertInto("atrio.acme").values(authority).execute();
};
const missing = async (reply: Promise<Reply<CallName>>) => {
  const { status, system } = await reply;
  assert.deepEqual([status, system.inputs], [422, ["cert"]]);
  assert.match(system.errors[0] ?? "", /Pega aquí tu certificado/);
};
const list = () => own.user.call("subdomainList", { params: { id: own.id } });
const open = async (sid: number) =>
  ok(await own.user.call("subdomainGet", { params: { id: own.id, sid } })).subdomain;

describe("a certificate", () => {
  let authority: Pair;
  let pair: Pair;
  before(() => {
    authority = makeCertificate({ name: "Test authority", authority: true });
  });
  const certified = (given: Pair = pair): SiteForm => ({
    SSLActive: "1",
    cert: given.certificate,
    certkey: given.key,
    certchain: authority.certificate,
  });
  beforeEach(() => {
    pair = makeCertificate({ name: "site", by: authority, hosts: [`*.${own.reference}`] });
  });

  it("is told by its first names, however many it has; what is too long is said of its field", async () => {
    const hosts = Array.from({ length: 200 }, (_, i) => `h${i}.${own.reference}`);
    const many = makeCertificate({ name: "site", by: authority, hosts });
    const { subdomain } = ok(await create("h7", certified(many)));
    assert.deepEqual(subdomain.certificate?.names, hosts.slice(0, 20));
    const longest = { cert: 16_384, certkey: 16_384, certchain: 24_576 };
    const lines = randomBytes(24_576).toString("base64").replaceAll(/.{64}/g, "$&\n");
    const texts = Object.entries(longest).map(([field, length]) => [field, lines.slice(0, length - 1)]);
    const all = await create("h8", Object.fromEntries(texts));
    assert.deepEqual([all.status, all.system.inputs], [422, ["cert"]], all.body);
    for (const [field, length] of Object.entries(longest)) {
      const reply = await create("h8", { [field]: "x".repeat(length + 1) });
      assert.deepEqual([reply.status, reply.system.inputs], [422, [field]], reply.body);
    }
  });

  it("is stored sealed, shown to all without its texts, and opened for who may write", async () => {
    const made = ok(await create("shop", certified()));
    const { subdomain } = made;
    assert.equal(subdomain.url, `https://shop.${own.reference}/`);
    assert.deepEqual(
      { ...subdomain.certificate, notBefore: 0, notAfter: 0 },
      {
        source: "uploaded",
        names: [`*.${own.reference}`],
        issuer: "Test authority",
        notBefore: 0,
        notAfter: 0,
      },
    );
    const { cert } = (await open(subdomain.id)).ssl;
    assert.equal(cert?.cert, pair.certificate);
    assert.match(cert?.key ?? "", /BEGIN PRIVATE KEY/);
    const viewer = await panel.asUser({ [own.id]: { service_subdomains: "read" } });
    const seen = await viewer.call("subdomainList", { params: { id: own.id } });
    assert.doesNotMatch(seen.body, /BEGIN/);
    assert.equal(
      (await viewer.call("subdomainGet", { params: { id: own.id, sid: subdomain.id } })).status,
      403,
    );
    const stored = await panel.db
      .selectFrom("atrio.certificate")
      .select(["id", "key_sealed"])
      .where("holding_id", "=", own.id)
      .executeTakeFirstOrThrow();
    const place = { table: "certificate", row: stored.id, field: "key" };
    assert.match(String(await openHandedVault.open(place, stored.key_sealed)), /^-----BEGIN PRIVATE KEY/);
    assert.doesNotMatch(
      JSON.stringify(await panel.db.selectFrom("atrio.journal").selectAll().execute()),
      /BEGIN/,
    );
  });

  it("stays when the fields are empty, and is not stored twice", async () => {
    const { subdomain } = ok(await create("shop", certified()));
    ok(await save(subdomain.id, { folder: "/other", cert: "", certkey: "", certchain: "" }));
    const { cert, key, ca } = (await open(subdomain.id)).ssl.cert!;
    assert.equal(cert, pair.certificate);
    const again = await save(subdomain.id, { folder: "/other", cert, certkey: key, certchain: ca });
    assert.equal(ok(again).undo, null);
  });

  it("that does not do is refused in words on its tab", async () => {
    const other = makeCertificate({ name: "other", by: authority, hosts: [`*.${own.reference}`] });
    const wrong = await create("shop", { ...certified(), certkey: other.key });
    assert.deepEqual([wrong.status, wrong.system.inputs], [422, ["certkey"]], wrong.body);
    const { id } = ok(await create("shop")).subdomain;
    const elsewhere = makeCertificate({ name: "e", by: authority, hosts: ["www.example.test"] });
    const refused = await save(id, certified(elsewhere));
    assert.deepEqual([refused.status, refused.system.inputs], [422, ["cert"]], refused.body);
    assert.equal((await save(id, { cert: pair.certificate })).status, 422);
    assert.equal((await open(id)).certificate, null);
  });

  it("signed by itself, as openssl makes it, is taken for its own names only", async () => {
    const self = makeCertificate({ name: "own", hosts: [`*.${own.reference}`], authority: true });
    const input: SiteForm = { SSLActive: "1", cert: self.certificate, certkey: self.key };
    const { subdomain } = ok(await create("shop", input));
    assert.equal(subdomain.url, `https://shop.${own.reference}/`);
    assert.equal((await open(subdomain.id)).ssl.cert?.cert, self.certificate);
    const refused = await create("a.b", input);
    assert.deepEqual([refused.status, refused.system.inputs], [422, ["cert"]], refused.body);
    assert.match(refused.body, /Este certificado es de la autoridad «own»/);
  });

  it("gives way to an automatic one on demand, and comes back by undo", async () => {
    await orderCertificates();
    const { subdomain } = ok(await create("shop", certified()));
    const left = ok(await save(subdomain.id, { automatic: "1" }));
    assert.equal(left.subdomain.certificate, null);
    assert.equal(left.subdomain.url, `http://shop.${own.reference}:8080/`);
    ok(await undo(left.undo));
    assert.deepEqual((await open(subdomain.id)).certificate, subdomain.certificate);
  });

  it("that came by itself is nobody's to read, and is in nobody's way", async () => {
    await orderCertificates();
    const { subdomain, undo: made } = ok(await create("shop", certified()));
    const left = ok(await save(subdomain.id, { automatic: "1" }));
    await panel.db
      .updateTable("atrio.certificate")
      .set({ source: "acme" })
      .where("holding_id", "=", own.id)
      .execute();
    await sql`update atrio.subdomain s set certificate_id = c.id from atrio.certificate c
               where c.holding_id = s.holding_id and s.id = ${subdomain.id}`.execute(panel.db);
    const shown = await open(subdomain.id);
    assert.deepEqual([shown.certificate?.source, shown.ssl.cert], ["acme", null]);
    const moved = ok(await save(subdomain.id, { folder: "/other", automatic: "1" }));
    assert.equal(moved.subdomain.certificate?.source, "acme", "it stays");
    ok(await undo(moved.undo));
    assert.equal(
      (await open(subdomain.id)).certificate?.source,
      "acme",
      "it was no change of the customer's",
    );
    assert.equal((await undo(made)).status, 409, "the site had another certificate then");
    assert.equal(left.subdomain.certificate, null);
  });

  it("of the customer's own must be there where it is chosen", async () => {
    const nothing = { SSLActive: "1", automatic: "0", cert: "", certkey: "", certchain: "" } as const;
    await missing(create("shop", nothing));
    const { id } = ok(await create("shop", { SSLActive: "1" })).subdomain;
    await missing(save(id, nothing));
    ok(await save(id, { automatic: "0", SSLActive: "0" }));
    ok(await save(id, { ...certified(), automatic: "0" }));
    ok(await save(id, nothing));
    assert.equal((await open(id)).certificate?.source, "uploaded");
  });

  it("that is automatic is for who has one already, where the installation orders none", async () => {
    const automatic = { SSLActive: "1", automatic: "1" } as const;
    const refused = await create("shop", automatic);
    assert.deepEqual([refused.status, refused.system.errors.length], [409, 1], refused.body);
    const { id } = ok(await create("shop", certified())).subdomain;
    assert.equal((await save(id, automatic)).status, 409);
    const { id: other } = ok(await create("other", { SSLActive: "1" })).subdomain;
    ok(await save(other, automatic));
    assert.equal(ok(await list()).automatic, false);
    await orderCertificates();
    assert.equal(ok(await list()).automatic, true);
    ok(await save(id, automatic));
  });

  it("is ordered where the installation orders any, and what stands in the way is said", async () => {
    const { id } = ok(await create("shop", { SSLActive: "1" })).subdomain;
    assert.equal((await open(id)).certificateOrder, null);
    await orderCertificates();
    assert.deepEqual((await open(id)).certificateOrder, { fault: null, failingSince: null });
    const fault = JSON.stringify({ key: "acme.no_address", values: { host: "shop.uno.test" } });
    const failing_since = new Date(Date.UTC(2026, 5, 1));
    await panel.db
      .updateTable("atrio.acme_host")
      .set({ fault, failing_since })
      .where("holding_id", "=", own.id)
      .execute();
    const { certificateOrder } = await open(id);
    assert.match(certificateOrder?.fault ?? "", /^shop\.uno\.test no tiene dirección en el DNS/);
    assert.equal(certificateOrder?.failingSince, failing_since.getTime() / 1000);
    assert.equal(ok(await save(id, certified())).subdomain.certificateOrder, null, "not where there is one");
  });

  it("that has expired or is not kept any more does not come back, nor does another in its place", async () => {
    await orderCertificates();
    const { subdomain } = ok(await create("shop", certified()));
    const left = ok(await save(subdomain.id, { automatic: "1" }));
    const gone = [
      409,
      `El certificado propio que tenía shop.${own.reference} ha caducado o ya no se guarda. No se ha deshecho nada.`,
    ];
    const refused = async (entry: number | null) => {
      const { status, system } = await undo(entry);
      return [status, ...system.errors];
    };
    const stored = panel.db.updateTable("atrio.certificate").where("holding_id", "=", own.id);
    await stored.set({ not_before: new Date(0), not_after: new Date(1) }).execute();
    assert.deepEqual(await refused(left.undo), gone);
    await panel.db.deleteFrom("atrio.certificate").where("holding_id", "=", own.id).execute();
    assert.deepEqual(await refused(left.undo), gone);
    assert.equal((await open(subdomain.id)).ssl.enabled, true);
    const other = ok(await create("other", certified()));
    const deleted = ok(await remove(other.subdomain.id));
    await panel.db.deleteFrom("atrio.certificate").where("holding_id", "=", own.id).execute();
    assert.equal((await undo(deleted.undo)).status, 409);
  });

  it("that has expired stays through an undo of something else", async () => {
    const { subdomain } = ok(await create("shop", certified()));
    const moved = ok(await save(subdomain.id, { folder: "/other" }));
    const stored = panel.db.updateTable("atrio.certificate").where("holding_id", "=", own.id);
    await stored.set({ not_before: new Date(0), not_after: new Date(1) }).execute();
    ok(await undo(moved.undo));
    const { directorio, certificate } = await open(subdomain.id);
    assert.deepEqual([directorio, certificate?.source], ["/web", "uploaded"]);
  });

  it("that is automatic comes back where any is ordered", async () => {
    const { id } = ok(await create("shop", { SSLActive: "1" })).subdomain;
    const moved = ok(await save(id, { SSLActive: "1", folder: "/other" }));
    ok(await undo(moved.undo));
    const brought = ok(await save(id, certified()));
    const refused = await undo(brought.undo);
    assert.deepEqual(
      [refused.status, refused.system.errors],
      [409, ["Aquí no hay certificados automáticos por ahora. Pega uno propio"]],
    );
    assert.equal((await open(id)).certificate?.source, "uploaded");
    await orderCertificates();
    ok(await undo(brought.undo));
    assert.equal((await open(id)).certificate, null);
    const deleted = ok(await remove(id));
    await panel.db.deleteFrom("atrio.acme").execute();
    assert.equal((await undo(deleted.undo)).status, 409);
  });
});

it("says of a site what is not online yet", async () => {
  const served = await makeApp({ webPorts: { http: 80, https: 443 }, webPatienceMilliseconds: 20_000 });
  // in place of the worker
  await sql`create function atrio.done() returns trigger language plpgsql as $$
    begin new.state := 'done'; return new; end $$`.execute(served.db);
  await sql`create trigger done before insert on atrio.job for each row execute function atrio.done()`.execute(
    served.db,
  );
  const { id } = await served.addHolding("uno.test");
  const user = await served.asUser({ [id]: { service_subdomains: "write" } });
  const input = { subDomain: "shop", folder: "/web" };
  const said = async (given: SiteForm) =>
    (await user.call("subdomainCreate", { params: { id }, input: { ...input, ...given } })).system;
  const secured = await said({ SSLActive: "1" });
  assert.deepEqual(secured.info, [
    "shop.uno.test está en línea por HTTP. Por HTTPS lo estará cuando tenga un certificado",
  ]);
  assert.equal(secured.job, null);
  await served.stop();
});

it("of no use any more goes when it ran out a month ago, or where there are many", async () => {
  const pool = openPool(panel.cluster.url("atrio_worker", panel.database), { max: 1 });
  try {
    const rows = (from: number, count: number, end: string) => sql`
      insert into atrio.certificate (holding_id, host, source, certificate_pem, key_sealed, names, issuer, not_before, not_after)
      select ${own.id}, 'x' || n, 'uploaded', 'x', 'x', '{x}', 'x', now(), now() + ${end}::interval
        from generate_series(${from}::int, ${from + count - 1}::int) n`;
    await rows(0, 2, "-31 days").execute(panel.db);
    await rows(2, 25, "1 year").execute(panel.db);
    await sql`update atrio.subdomain set certificate_id = (select min(id) from atrio.certificate where holding_id = ${own.id})
               where holding_id = ${own.id} and name = ''`.execute(panel.db);
    const { unusedCertificates } = await sweep(openDatabase(pool));
    assert.equal(unusedCertificates, 1 + 5);
    const left = await panel.db
      .selectFrom("atrio.certificate")
      .select("host")
      .where("holding_id", "=", own.id)
      .orderBy("id")
      .execute();
    assert.deepEqual([left[0]?.host, left[1]?.host, left.length], ["x0", "x7", 21]);
  } finally {
    await pool.end();
  }
});
