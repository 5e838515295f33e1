import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { CallName, FormOf, calls } from "@atrio/contract";
import { sql } from "kysely";
import { type NewHolding, type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply } from "../../../test/helpers/user.ts";
import { openHandedVault } from "../../../test/registrar.ts";

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
async function addService(given: NewHolding = {}, reference = `service${++services}.test`) {
  const holding = await panel.addHolding(reference, given);
  return { ...holding, user: await panel.asUser({ [holding.id]: { service_subdomains: "write" } }) };
}
let own: Awaited<ReturnType<typeof addService>>;
beforeEach(async () => {
  own = await addService();
});

type SiteForm = Partial<FormOf<typeof calls.subdomainSave>>;
const create = (subDomain: string, input: SiteForm = {}, { id, user } = own) =>
  user.call("subdomainCreate", { params: { id }, input: { subDomain, folder: "/web", ...input } });
const save = (sid: number, input: SiteForm = {}, { id, user } = own) =>
  user.call("subdomainSave", { params: { id, sid }, input: { folder: "/web", ...input } });
const remove = (sid: number, { id, user } = own) => user.call("subdomainDelete", { params: { id, sid } });
const undo = (jid: number | null, { id, user } = own) =>
  user.call("subdomainUndo", { params: { id, jid: jid! } });
const list = async ({ id, user } = own) =>
  (await user.call("subdomainList", { params: { id } })).data.subdomains;
const open = async (sid: number, { id, user } = own) =>
  ok(await user.call("subdomainGet", { params: { id, sid } })).subdomain;
const names = async (service = own) => (await list(service)).map(({ subdominio }) => subdominio);

const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const told = ({ status, system }: Reply<CallName>) => [status, system.inputs, system.errors];
const journal = ({ id } = own) =>
  panel.db
    .selectFrom("atrio.journal")
    .select(["id", "area", "act", "item"])
    .where("holding_id", "=", id)
    .orderBy("id")
    .execute();

describe("a site", () => {
  it("is made, shown, changed and deleted, each with an entry of the journal and a job", async () => {
    const reply = await create(" Ñandú ", { folder: "web//tienda/" });
    const made = ok(reply);
    const shown = {
      id: made.subdomain.id,
      subdominio: "xn--and-6ma2c",
      referencePunycode: `xn--and-6ma2c.${own.reference}`,
      directorio: "/web/tienda",
      eliminable: true,
      url: `http://xn--and-6ma2c.${own.reference}:8080/`,
      httpsOnly: false,
      hsts: false,
      certificate: null,
      certificateOrder: null,
      phpSettings: {
        memoryMegabytes: null,
        uploadMegabytes: null,
        executionSeconds: null,
        displayErrors: null,
      },
      ssl: { enabled: false },
    };
    assert.deepEqual(made.subdomain, shown);
    assert.deepEqual((await list()).at(-1), shown);
    assert.deepEqual(await open(shown.id), { ...shown, ssl: { enabled: false, cert: null } });
    const saved = ok(await save(shown.id, { folder: "/other" }));
    assert.deepEqual(saved.subdomain, { ...shown, directorio: "/other" });
    const deleted = ok(await remove(shown.id));
    assert.deepEqual(await names(), ["", "www"]);
    const common = { area: "web", item: shown.referencePunycode };
    assert.deepEqual(await journal(), [
      { ...common, id: made.undo, act: "subdomainCreate" },
      { ...common, id: saved.undo, act: "subdomainSave" },
      { ...common, id: deleted.undo, act: "subdomainDelete" },
    ]);
    const { kind, holding_id, subject_id } = await panel.db
      .selectFrom("atrio.job")
      .selectAll()
      .where("id", "=", reply.system.job!)
      .executeTakeFirstOrThrow();
    assert.deepEqual([kind, holding_id, subject_id], ["web.apply", own.id, own.id]);
  });

  it("saved as it is changes nothing", async () => {
    const { subdomain } = ok(await create("shop"));
    const again = await save(subdomain.id);
    assert.deepEqual(ok(again), { subdomain, undo: null });
    assert.deepEqual([again.system.info, again.system.job], [["Ya estaba así"], null]);
  });

  it("may be of all names below the domain, which no one address opens", async () => {
    assert.equal(ok(await create("*")).subdomain.url, null);
  });

  it("is refused with the field and what to do", async () => {
    ok(await create("shop"));
    const cases: [string, SiteForm, number, string][] = [
      ["shop", {}, 409, "subDomain"],
      ["SHOP", {}, 409, "subDomain"],
      [`shop.${own.reference}`, {}, 409, "subDomain"],
      ["@", {}, 409, "subDomain"],
      ["_dmarc", {}, 422, "subDomain"],
      ["a.*", {}, 422, "subDomain"],
      ["otro.example.", {}, 422, "subDomain"],
      ["x".repeat(64), {}, 422, "subDomain"],
      ["", {}, 422, "subDomain"],
      ["new", { folder: "/" }, 422, "folder"],
      ["new", { folder: "/.ssh" }, 422, "folder"],
      ["new", { folder: "/../other" }, 422, "folder"],
      ["new", { folder: '/a";' }, 422, "folder"],
      ["new", { httpsOnly: "1" }, 422, "httpsOnly"],
      ["new", { SSLActive: "1", hsts: "1" }, 422, "hsts"],
      ["new", { memoryMegabytes: "4096" }, 422, "memoryMegabytes"],
    ];
    for (const [name, input, status, field] of cases) {
      const reply = await create(name, input);
      assert.deepEqual([reply.status, reply.system.inputs], [status, [field]], reply.body);
    }
    assert.deepEqual(await names(), ["", "shop", "www"]);
  });

  it("is one of a thousand", async () => {
    await sql`insert into atrio.subdomain (holding_id, name, folder)
              select ${own.id}, 'site' || n, '/web' from generate_series(1, 997) n`.execute(panel.db);
    const replies = await Promise.all([create("a"), create("b")]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    assert.deepEqual(told(await create("c")), [
      409,
      [],
      ["Un servicio tiene como mucho 1000 sitios. Elimina antes uno"],
    ]);
  });

  it("that the service begins with is not deleted", async () => {
    for (const { id } of await list()) assert.equal((await remove(id)).status, 409);
    assert.deepEqual(await names(), ["", "www"]);
  });

  it("of another service is not there", async () => {
    const other = await addService();
    const { id: sid } = ok(await create("shop", {}, other)).subdomain;
    assert.equal((await own.user.call("subdomainGet", { params: { id: own.id, sid } })).status, 404);
    assert.equal((await save(sid)).status, 404);
    assert.equal((await remove(sid)).status, 404);
  });

  it("has no name that is a neighbour's or the platform's", async () => {
    const parent = await addService({}, "parent.test");
    await addService({}, "shop.parent.test");
    for (const name of ["shop", "www.shop"]) {
      const reply = await create(name, {}, parent);
      assert.deepEqual([reply.status, reply.system.inputs], [409, ["subDomain"]], reply.body);
    }
    await panel.db.updateTable("atrio.platform").set({ imap_ssl_host: "imap.parent.test" }).execute();
    assert.deepEqual(told(await create("imap", {}, parent)), [
      422,
      ["subDomain"],
      ["imap.parent.test es un nombre de la propia plataforma. Elige otro"],
    ]);
    assert.deepEqual(await names(parent), ["", "www"]);
  });
});

describe("encryption and PHP of a site", () => {
  it("rest on one another, and what is left out stays", async () => {
    const { id } = ok(await create("shop", { SSLActive: "1", httpsOnly: "1", hsts: "1" })).subdomain;
    const encrypted = async () => {
      const { ssl, httpsOnly, hsts } = await open(id);
      return [ssl.enabled, httpsOnly, hsts];
    };
    ok(await save(id, { folder: "/other" }));
    assert.deepEqual(await encrypted(), [true, true, true]);
    ok(await save(id, { httpsOnly: "0" }));
    assert.deepEqual(await encrypted(), [true, false, false]);
    assert.equal((await save(id, { SSLActive: "0", httpsOnly: "1" })).status, 422);
    ok(await save(id, { httpsOnly: "1" }));
    ok(await save(id, { SSLActive: "0" }));
    assert.deepEqual(await encrypted(), [false, false, false]);
  });

  it("PHP's settings are stored in PHP's own words", async () => {
    const input: SiteForm = {
      memoryMegabytes: "256",
      uploadMegabytes: "32",
      executionSeconds: "60",
      displayErrors: "1",
    };
    const { subdomain } = ok(await create("shop", input));
    const set = { memoryMegabytes: 256, uploadMegabytes: 32, executionSeconds: 60, displayErrors: true };
    assert.deepEqual(subdomain.phpSettings, set);
    const { php_settings } = await panel.db
      .selectFrom("atrio.subdomain")
      .select("php_settings")
      .where("id", "=", subdomain.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(php_settings, {
      memory_limit: "256M",
      upload_max_filesize: "32M",
      post_max_size: "40M",
      max_execution_time: "60",
      display_errors: "1",
    });
    const saved = ok(await save(subdomain.id, { memoryMegabytes: "", displayErrors: "0" })).subdomain;
    assert.deepEqual(saved.phpSettings, { ...set, memoryMegabytes: null, displayErrors: false });
  });
});

describe("who asks", () => {
  it("needs a service with sites that has not expired", async () => {
    const parked = await addService({ serviceKind: "parking" });
    assert.deepEqual(await list(parked), []);
    assert.equal((await create("shop", {}, parked)).status, 409);
    const { subdomain, undo: made } = ok(await create("shop"));
    await panel.db
      .updateTable("atrio.holding")
      .set({ service_kind: "parking", has_mail: false })
      .where("id", "=", own.id)
      .execute();
    const acts = [save(subdomain.id), remove(subdomain.id), undo(made)];
    for (const { status, body } of await Promise.all(acts)) {
      assert.equal(status, 409);
      assert.match(body, /solo/);
    }
    const without = await addService({ serviceKind: null });
    const { id, user } = without;
    assert.equal((await user.call("subdomainList", { params: { id } })).status, 404);
    assert.equal((await create("shop", {}, without)).status, 404);
    const expired = await addService({ serviceExpiresAt: new Date(Date.now() - 86_400_000) });
    const reply = await create("shop", {}, expired);
    assert.equal(reply.status, 409);
    assert.match(reply.body, /El servicio caducó el/);
    assert.deepEqual(await names(expired), ["", "www"]);
  });
});

describe("undo", () => {
  it("takes back each act", async () => {
    const authority = { directory: "https://acme.example/", contact: "ana@uno.test" };
    await panel.db.insertInto("atrio.acme").values(authority).execute();
    const { subdomain, undo: made } = ok(await create("shop", { SSLActive: "1" }));
    const saved = ok(await save(subdomain.id, { folder: "/other" }));
    ok(await undo(saved.undo));
    assert.deepEqual(
      (await list()).find(({ id }) => id === subdomain.id),
      subdomain,
    );
    const deleted = ok(await remove(subdomain.id));
    ok(await undo(deleted.undo));
    assert.deepEqual(
      (await list()).find(({ id }) => id === subdomain.id),
      subdomain,
      "the same site",
    );
    assert.equal((await undo(deleted.undo)).status, 409, "there again");
    ok(await undo(made));
    assert.deepEqual(await names(), ["", "www"]);
  });

  it("overwrites nothing that came since, and knows no entry of another service", async () => {
    const { subdomain, undo: made } = ok(await create("shop"));
    ok(await save(subdomain.id, { folder: "/other" }));
    assert.deepEqual(told(await undo(made)), [
      409,
      [],
      [`shop.${own.reference} ha cambiado desde entonces. No se ha deshecho nada.`],
    ]);
    const deleted = ok(await remove(subdomain.id));
    ok(await create("shop"));
    assert.equal((await undo(deleted.undo)).status, 409, "the name is taken again");
    const foreign = ok(await create("shop", {}, await addService()));
    assert.equal((await undo(foreign.undo)).status, 404);
  });
});

it("of two that want one name at the same time, one gets it", async () => {
  const replies = await Promise.all([create("shop"), create("shop"), create("SHOP")]);
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
  assert.deepEqual(await names(), ["", "shop", "www"]);
});
