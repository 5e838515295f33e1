import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { CallName, FormOf, calls } from "@atrio/contract";
import { sql } from "kysely";
import { type NewHolding, type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply } from "../../../test/helpers/user.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({ webPorts: { http: 80, https: 443 }, webPatienceMilliseconds: 0 });
});
after(() => panel.stop());

let services = 0;
async function addService(given: NewHolding = {}, reference = `service${++services}.test`) {
  const holding = await panel.addHolding(reference, given);
  return { ...holding, user: await panel.asUser({ [holding.id]: { service_redirects: "write" } }) };
}
let own: Awaited<ReturnType<typeof addService>>;
beforeEach(async () => {
  own = await addService();
});

type Form = Partial<FormOf<typeof calls.redirectionSave>>;
const urlRedir = "https://world.example/";
const create = (input: Form = {}, { id, user } = own) =>
  user.call("redirectionCreate", { params: { id }, input: { subDomain: "old", urlRedir, ...input } });
const save = (rid: number, input: Form = {}, { id, user } = own) =>
  user.call("redirectionSave", { params: { id, rid }, input: { subDomain: "old", urlRedir, ...input } });
const remove = (rid: number, { id, user } = own) => user.call("redirectionDelete", { params: { id, rid } });
const undo = (jid: number | null, { id, user } = own) =>
  user.call("redirectionUndo", { params: { id, jid: jid! } });
const list = async ({ id, user } = own) =>
  (await user.call("redirectionList", { params: { id } })).data.redirections;
const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
/** Whether a new one keeps path and query, as the reply and the list say. */
async function keepsPath(subDomain: string, input: Form): Promise<boolean> {
  const { redirection } = ok(await create({ subDomain, ...input }));
  assert.equal((await list()).find(({ id }) => id === redirection.id)?.keepPath, redirection.keepPath);
  return redirection.keepPath;
}
const statuses = (replies: readonly Reply<CallName>[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b);
const told = ({ status, system }: Reply<CallName>) => [status, system.inputs, system.errors];

describe("a redirection", () => {
  it("is made, shown, changed and deleted, each with an entry of the journal and a job", async () => {
    const reply = await create({
      subDomain: " Ñandú ",
      recurso: "Ofertas/",
      urlRedir: "https://España.test",
    });
    const made = ok(reply);
    const shown = {
      id: made.redirection.id,
      origin: `xn--and-6ma2c.${own.reference}/Ofertas`,
      recurso: "/Ofertas",
      subDomain: "xn--and-6ma2c",
      subdominio: "xn--and-6ma2c",
      url: "https://xn--espaa-rta.test/",
      keepPath: false,
      redirType: "301",
      iframeTitle: "",
      iframeDescription: "",
      iframeKeywords: "",
      eliminable: true,
    } as const;
    assert.deepEqual(made.redirection, shown);
    assert.deepEqual(await list(), [shown]);
    const { id, user } = own;
    assert.deepEqual(
      ok(await user.call("redirectionGet", { params: { id, rid: shown.id } })).redirection,
      shown,
    );
    const saved = ok(await save(shown.id, { subDomain: "@", recurso: "/", redirType: "302" }));
    assert.deepEqual(
      { ...saved.redirection, id: 0 },
      {
        ...shown,
        id: 0,
        origin: own.reference,
        recurso: "",
        subDomain: "",
        subdominio: "",
        url: urlRedir,
        redirType: "302",
      },
    );
    const deleted = ok(await remove(shown.id));
    assert.deepEqual(await list(), []);
    const journal = await panel.db
      .selectFrom("atrio.journal")
      .select(["id", "area", "act", "item"])
      .where("holding_id", "=", id)
      .orderBy("id")
      .execute();
    assert.deepEqual(journal, [
      { area: "web", item: shown.origin, id: made.undo, act: "redirectionCreate" },
      { area: "web", item: own.reference, id: saved.undo, act: "redirectionSave" },
      { area: "web", item: own.reference, id: deleted.undo, act: "redirectionDelete" },
    ]);
    const { kind, subject_id } = await panel.db
      .selectFrom("atrio.job")
      .select(["kind", "subject_id"])
      .where("id", "=", reply.system.job!)
      .executeTakeFirstOrThrow();
    assert.deepEqual([kind, subject_id], ["web.apply", id]);
  });

  it("saved as it is changes nothing", async () => {
    const { redirection } = ok(await create());
    assert.deepEqual(ok(await save(redirection.id)), { redirection, undo: null });
  });

  it("keeps title, description and keywords as a frame only, as text", async () => {
    const words = { iframeTitle: '"><script>', iframeDescription: "{{7*7}}", iframeKeywords: "<?php" };
    const { redirection } = ok(await create({ ...words, redirType: "frame" }));
    assert.deepEqual({ ...redirection, ...words }, redirection);
    const moved = ok(await save(redirection.id, { ...words, redirType: "302" })).redirection;
    assert.deepEqual([moved.iframeTitle, moved.iframeDescription, moved.iframeKeywords], ["", "", ""]);
  });

  it("is refused with the field and what to do", async () => {
    ok(await create({ recurso: "/a" }));
    const cases: [Form, number, string][] = [
      [{ recurso: "/a" }, 409, "recurso"],
      [{ recurso: "A/" }, 409, "recurso"],
      [{ subDomain: "*" }, 422, "subDomain"],
      [{ subDomain: "_dmarc" }, 422, "subDomain"],
      [{ subDomain: "otro.example." }, 422, "subDomain"],
      [{ recurso: "/.well-known/acme-challenge/x" }, 422, "recurso"],
      [{ recurso: "~ ^/" }, 422, "recurso"],
      [{ recurso: "/../b" }, 422, "recurso"],
      [{ recurso: '/b";' }, 422, "recurso"],
      [{ recurso: "/b%00" }, 422, "recurso"],
      [{ recurso: "/b?a=%" }, 422, "recurso"],
      [{ keepPath: "1", urlRedir: "https://e.test/?a" }, 422, "urlRedir"],
      [{ urlRedir: "" }, 422, "urlRedir"],
      [{ urlRedir: "javascript:alert(1)" }, 422, "urlRedir"],
      [{ urlRedir: "http://user%0areturn@e.test/" }, 422, "urlRedir"],
      [{ urlRedir: "http://e.test/\nSet-Cookie: a" }, 422, "urlRedir"],
      [{ urlRedir: `http://e.test/${"x".repeat(2048)}` }, 422, "urlRedir"],
      [{ urlRedir: `https://old.${own.reference}/x` }, 422, "urlRedir"],
      [{ iframeTitle: "\0" }, 422, "iframeTitle"],
      [{ iframeTitle: "x".repeat(256) }, 422, "iframeTitle"],
    ];
    for (const [input, status, field] of cases) {
      const reply = await create(input);
      assert.deepEqual([reply.status, reply.system.inputs], [status, [field]], reply.body);
    }
    assert.equal((await list()).length, 1);
  });

  it("keeps path and query by default from whole name to whole name, else as it is said", async () => {
    assert.equal(await keepsPath("a", {}), true);
    assert.equal(await keepsPath("b", { recurso: "/x" }), false);
    assert.equal(await keepsPath("c", { urlRedir: "https://world.example/shop" }), false);
    assert.equal(await keepsPath("d", { keepPath: "0" }), false);
    assert.equal(await keepsPath("e", { urlRedir: "https://world.example/shop", keepPath: "1" }), true);
    assert.equal(await keepsPath("f", { redirType: "frame", keepPath: "1" }), false);
  });

  it("keeps path and query as before where a form says nothing of it, as far as the destination lets it", async () => {
    const { redirection } = ok(await create());
    const saved = async (input: Form) => ok(await save(redirection.id, input)).redirection.keepPath;
    assert.equal(await saved({ redirType: "302" }), true);
    assert.equal(await saved({ urlRedir: "https://world.example/shop" }), true);
    assert.equal(await saved({ urlRedir: "https://world.example/?a" }), false);
    assert.equal(await saved({}), false);
    const on = ok(await save(redirection.id, { keepPath: "1" }));
    ok(await undo(on.undo));
    assert.deepEqual(
      (await list()).map(({ keepPath }) => keepPath),
      [false],
    );
  });

  it("has a path with spaces, letters and a query, one address however it is written", async () => {
    const { redirection } = ok(await create({ recurso: "/a%C3%B1o%20nuevo?id=5" }));
    assert.equal(redirection.recurso, "/año nuevo?id=5");
    assert.deepEqual(ok(await save(redirection.id, { recurso: redirection.recurso })), {
      redirection,
      undo: null,
    });
    for (const recurso of ["/año nuevo?id=5", "/AñO%20nuevo/?ID=5"])
      assert.equal((await create({ recurso })).status, 409, recurso);
    for (const recurso of ["/año nuevo", "/año nuevo?id=6", "/AÑO nuevo", "?id=5"])
      ok(await create({ recurso }));
    const longest = ok(await create({ recurso: "%C3%B1".repeat(511) })).redirection;
    assert.equal(longest.recurso, `/${"ñ".repeat(511)}`);
  });

  it("is stored with no character that could end a line of nginx's", async () => {
    const store = (path: string, url = urlRedir, keep = false, type = "301") =>
      sql`insert into atrio.redirection (holding_id, name, path, url, keep_path, type)
          values (${own.id}, 'stored', ${path}, ${url}, ${keep}, ${type})`.execute(panel.db);
    for (const path of [
      "a",
      "/",
      "/a/",
      "/a ",
      "/a//b",
      "/../a",
      "/.well-known?a",
      "/a?",
      "/a?b?c",
      "/a?ñ",
      "/a?b c",
    ])
      await assert.rejects(store(path), /redirection_path_check/, path);
    const characters = [
      "\x01",
      "\t",
      "\n",
      "\r",
      "\x7f",
      "\x85",
      "\u00a0",
      ..."\"#$%&';<>[\\]^`{|}".split(""),
    ];
    for (const one of characters) await assert.rejects(store(`/a${one}b`), /redirection_path_check/, one);
    await assert.rejects(store(`/${"ñ".repeat(512)}`), /redirection_path_check/);
    await assert.rejects(store("", "https://e.test/?a", true), /redirection_keep_path_check/);
    await assert.rejects(store("", "https://e.test/#a", true), /redirection_keep_path_check/);
    await assert.rejects(store("", urlRedir, true, "frame"), /redirection_keep_path_check/);
  });

  it("goes round in no circle by the path it keeps", async () => {
    ok(await create({ subDomain: "a", urlRedir: `https://b.${own.reference}/` }));
    const back = await create({
      subDomain: "b",
      recurso: "/x y",
      urlRedir: `https://a.${own.reference}/x%20y`,
    });
    assert.deepEqual([back.status, back.system.inputs], [422, ["urlRedir"]], back.body);
    ok(await create({ subDomain: "c", recurso: "/in/x?id=5", urlRedir: `https://d.${own.reference}/` }));
    const input = { subDomain: "d", urlRedir: `https://c.${own.reference}/in`, keepPath: "1" } as const;
    const forth = await create(input);
    assert.deepEqual([forth.status, forth.system.inputs], [422, ["urlRedir"]], forth.body);
    ok(await create({ ...input, urlRedir: `https://c.${own.reference}/other` }));
  });

  it("goes round in no circle, neither alone nor with others", async () => {
    const a = ok(await create({ subDomain: "a", urlRedir: `https://b.${own.reference}/` }));
    assert.deepEqual(told(await create({ subDomain: "b", urlRedir: `http://a.${own.reference}` })), [
      422,
      ["urlRedir"],
      [
        `La visita no acabaría nunca: ese destino vuelve aquí por la redirección de a.${own.reference}. Cambia una de las dos`,
      ],
    ]);
    assert.equal(
      (await save(a.redirection.id, { subDomain: "a", urlRedir: `http://a.${own.reference}/` })).status,
      422,
    );
    ok(await create({ subDomain: "b" }));
  });

  it("goes round in no circle with those of other services, of which it tells nothing", async () => {
    const other = await addService();
    const there = `https://there.${other.reference}/`;
    ok(await create({ subDomain: "there", urlRedir: `https://old.${own.reference}/x//..` }, other));
    assert.deepEqual(told(await create({ urlRedir: there })), [
      422,
      ["urlRedir"],
      ["La visita no acabaría nunca: ese destino vuelve aquí. Escribe otro"],
    ]);
    ok(await create({ subDomain: "a", urlRedir: there }));
    const closing = await create({ urlRedir: `https://a.${own.reference}/` });
    assert.match(closing.body, new RegExp(`por la redirección de a\\.${own.reference}`));
    ok(await create({ recurso: "/b", urlRedir: "https://world.example/" }));
  });

  it("goes by a name that is no neighbour's and not the platform's", async () => {
    const parent = await addService({}, "parent.test");
    await addService({}, "shop.parent.test");
    const reply = await create({ subDomain: "www.shop" }, parent);
    assert.deepEqual([reply.status, reply.system.inputs], [409, ["subDomain"]], reply.body);
    await panel.db.updateTable("atrio.platform").set({ imap_ssl_host: "imap.parent.test" }).execute();
    const reserved = await create({ subDomain: "imap" }, parent);
    assert.deepEqual([reserved.status, reserved.system.inputs], [422, ["subDomain"]], reserved.body);
  });

  it("of another service is not there", async () => {
    const { id: rid } = ok(await create({}, await addService())).redirection;
    assert.equal((await own.user.call("redirectionGet", { params: { id: own.id, rid } })).status, 404);
    assert.equal((await save(rid)).status, 404);
    assert.equal((await remove(rid)).status, 404);
  });

  it("is one of a thousand", async () => {
    await sql`insert into atrio.redirection (holding_id, name, path, url, type)
              select ${own.id}, '', '/' || n, ${urlRedir}, '301' from generate_series(1, 999) n`.execute(
      panel.db,
    );
    const replies = await Promise.all([create(), create({ recurso: "/a" })]);
    assert.deepEqual(statuses(replies), [200, 409]);
    assert.match((await create({ recurso: "/b" })).body, /como mucho 1000 redirecciones/);
    const [first] = await list();
    ok(await save(first!.id, { subDomain: first!.subDomain, recurso: "/c" }));
  });

  it("that belongs to the service is neither changed nor deleted, nor by undo", async () => {
    const { redirection, undo: made } = ok(await create());
    const kept = async (act: number | null) => {
      await panel.db.updateTable("atrio.redirection").set({ eliminable: false }).execute();
      assert.equal((await remove(redirection.id)).status, 409);
      assert.equal((await save(redirection.id, { redirType: "frame" })).status, 409);
      assert.equal((await undo(act)).status, 409);
      await panel.db.updateTable("atrio.redirection").set({ eliminable: true }).execute();
    };
    await kept(made);
    const saved = ok(await save(redirection.id, { redirType: "302" }));
    await kept(saved.undo);
    assert.deepEqual(await list(), [saved.redirection]);
  });
});

describe("who asks", () => {
  it("may have a service that only redirects, and none that has expired", async () => {
    ok(await create({}, await addService({ serviceKind: "parking" })));
    const without = await addService({ serviceKind: null });
    const { id, user } = without;
    assert.equal((await user.call("redirectionList", { params: { id } })).status, 404);
    assert.equal((await create({}, without)).status, 404);
    const expired = await addService({ serviceExpiresAt: new Date(Date.now() - 86_400_000) });
    assert.equal((await create({}, expired)).status, 409);
  });
});

describe("undo", () => {
  it("takes back each act", async () => {
    const { redirection, undo: made } = ok(await create());
    const saved = ok(await save(redirection.id, { redirType: "302" }));
    ok(await undo(saved.undo));
    assert.deepEqual(await list(), [redirection]);
    const deleted = ok(await remove(redirection.id));
    ok(await undo(deleted.undo));
    assert.deepEqual(await list(), [redirection], "the same redirection");
    ok(await undo(made));
    assert.deepEqual(await list(), []);
  });

  it("takes back what was written before redirections could keep a path", async () => {
    const { redirection } = ok(await create({ keepPath: "0" }));
    const deleted = ok(await remove(redirection.id));
    const { rows } = await sql<{ id: number }>`
      insert into atrio.journal (source, holding_id, area, act, before)
      select source, holding_id, area, act, before - 'keepPath' from atrio.journal where id = ${deleted.undo}
      returning id::int`.execute(panel.db);
    ok(await undo(rows[0]!.id));
    assert.deepEqual(await list(), [redirection]);
  });

  it("overwrites nothing that came since and breaks no rule", async () => {
    const { redirection, undo: made } = ok(await create());
    const saved = ok(await save(redirection.id, { redirType: "302" }));
    assert.deepEqual(told(await undo(made)), [
      409,
      [],
      [`La redirección de old.${own.reference} ha cambiado desde entonces. No se ha deshecho nada.`],
    ]);
    ok(await undo(saved.undo));
    const deleted = ok(await remove(redirection.id));
    const { redirection: other } = ok(await create());
    assert.equal((await undo(deleted.undo)).status, 409, "there again");
    ok(await remove(other.id));
    const to = ok(await create({ subDomain: "a", urlRedir: `https://b.${own.reference}/` }));
    const away = ok(await save(to.redirection.id, { subDomain: "a" }));
    ok(await create({ subDomain: "b", urlRedir: `https://a.${own.reference}/` }));
    const reply = await undo(away.undo);
    assert.deepEqual([reply.status, reply.system.inputs], [409, []], reply.body);
    const foreign = ok(await create({}, await addService()));
    assert.equal((await undo(foreign.undo)).status, 404);
  });
});

it("of two that want one address at the same time, one gets it; nor do two close a circle", async () => {
  assert.deepEqual(statuses(await Promise.all([create(), create(), create()])), [200, 409, 409]);
  const circle = [
    create({ subDomain: "a", urlRedir: `https://b.${own.reference}/` }),
    create({ subDomain: "b", urlRedir: `https://a.${own.reference}/` }),
  ];
  assert.deepEqual(statuses(await Promise.all(circle)), [200, 422]);
  const other = await addService();
  const between = [
    create({ subDomain: "c", urlRedir: `https://c.${other.reference}/` }),
    create({ subDomain: "c", urlRedir: `https://c.${own.reference}/` }, other),
  ];
  assert.deepEqual(statuses(await Promise.all(between)), [200, 422]);
});
