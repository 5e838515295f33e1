import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Permissions } from "@atrio/contract";
import { verify } from "@node-rs/argon2";
import { sql } from "kysely";
import { type NewHolding, type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { Reply, TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault } from "../../../test/registrar.ts";

const gib = 1024 ** 3;
const mib = 1024 ** 2;
const password = "una frase secreta";

let panel: TestApp;
let count = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
});
after(() => panel.stop());

interface Limits {
  readonly quota_bytes?: number;
  readonly mailboxes_max?: number;
}
async function withMail(limits: Limits = {}, levels: Partial<Permissions> = {}, given: NewHolding = {}) {
  const { id, reference } = await panel.addHolding(`mail${++count}.test`, given);
  if (Object.keys(limits).length > 0)
    await panel.db.updateTable("atrio.mail_service").set(limits).where("holding_id", "=", id).execute();
  const owner = await panel.asUser({ [id]: { servicemail_accounts: "write", ...levels } });
  return { id, reference, owner };
}
const create = (owner: TestUser, id: number, name: string, quota?: string) =>
  owner.call("mailboxCreate", {
    params: { id },
    input: { name, password, ...(quota === undefined ? {} : { quota }) },
  });
const list = async (owner: TestUser, id: number) =>
  (await owner.call("mailboxList", { params: { id } })).data.correo;
const save = (owner: TestUser, id: number, cid: number, quota: string) =>
  owner.call("mailboxSave", { params: { id, cid }, input: { quota } });
const forward = (owner: TestUser, id: number, cid: number, target: string, keepsCopy: "0" | "1" = "1") =>
  owner.call("mailboxForward", { params: { id, cid }, input: { target, keepsCopy } });
const lastEntry = (id: number) =>
  panel.db
    .selectFrom("atrio.journal")
    .selectAll()
    .where("holding_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const refusedBy = (
  reply: Pick<Reply<"mailboxCreate">, "status" | "system" | "body">,
  status: number,
  inputs: string[],
  text: RegExp,
): void => {
  assert.deepEqual([reply.status, reply.system.inputs], [status, inputs], reply.body);
  assert.match(reply.system.errors.join(), text);
};

describe("a reserved name", () => {
  it("is not read, led elsewhere or taken by who has only mailboxes", async () => {
    const { id, owner } = await withMail({}, { servicemail: "write" });
    const { id: cid } = (await create(owner, id, "hostmaster")).data.correo;
    const other = await panel.asUser({ [id]: { servicemail: "read", servicemail_accounts: "write" } });
    const params = { id, cid };
    const answer = { enabled: "1", subject: "Hola", content: "Vuelvo" } as const;
    const tries = [
      await save(other, id, cid, String(gib)),
      await forward(other, id, cid, "me@elsewhere.test", "0"),
      await other.call("autoresponderSave", { params, input: answer }),
      await other.call("mailboxChangePassword", { params, input: { password } }),
      await other.call("mailboxRevealPassword", { params }),
      await other.call("mailboxDelete", { params }),
    ];
    assert.deepEqual(
      tries.map(({ status }) => status),
      tries.map(() => 403),
    );
    assert.equal((await forward(owner, id, cid, "me@elsewhere.test", "0")).status, 200);
  });
});

describe("a mailbox", () => {
  it("gets no password that is guessed first, neither new nor later", async () => {
    const { id, owner } = await withMail();
    const { id: cid } = (await create(owner, id, "sales")).data.correo;
    const guessed = ["12345678", "aaaaaaaa", "sales2026"].map((word) => ({ password: word }));
    for (const input of guessed)
      for (const reply of [
        await owner.call("mailboxCreate", { params: { id }, input: { name: "sales", ...input } }),
        await owner.call("mailboxChangePassword", { params: { id, cid }, input }),
      ])
        refusedBy(reply, 422, ["password"], /^Demasiado fácil de adivinar/);
  });

  it("is made with its password, and in the journal without it", async () => {
    const { id, reference, owner } = await withMail();
    const made = await create(owner, id, " Ana.Garcia ");
    const { correo, undo } = made.data;
    assert.deepEqual(
      { ...correo, id: 0 },
      {
        id: 0,
        user: `ana.garcia@${reference}`,
        quota: gib,
        usage: 0,
        eliminable: true,
        forward: "",
        keepsCopy: true,
        answers: false,
        revealable: true,
      },
    );
    assert.deepEqual(made.system.info, [
      "Guardado. Estará en vigor en cuanto responda el servidor de correo",
    ]);
    const { password_hash: hash } = await panel.db
      .selectFrom("atrio.mailbox")
      .select("password_hash")
      .where("id", "=", correo.id)
      .executeTakeFirstOrThrow();
    assert.match(hash, /^\{ARGON2ID\}\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(await verify(hash.slice("{ARGON2ID}".length), password));
    const entry = await lastEntry(id);
    assert.deepEqual(
      [entry.id, entry.area, entry.act, entry.item, entry.before, entry.after],
      [
        undo,
        "mail",
        "mailboxCreate",
        `ana.garcia@${reference}`,
        null,
        {
          mailbox: {
            id: correo.id,
            localPart: "ana.garcia",
            quota: gib,
            forwardTargets: [],
            keepsCopy: true,
            deleted: false,
          },
        },
      ],
    );
    assert.deepEqual(await list(owner, id), [correo]);
    const got = await owner.call("mailboxGet", { params: { id, cid: correo.id } });
    assert.deepEqual(got.data.correo, correo);
  });

  it("has an address of its own", async () => {
    const { id, owner } = await withMail();
    assert.equal((await create(owner, id, "ana")).status, 200);
    refusedBy(await create(owner, id, "ANA"), 409, ["name"], /ana@mail\d+\.test ya existe/);
    await sql`insert into atrio.alias (holding_id, local_part, targets) values (${id}, 'info', '{x@example.org}')`.execute(
      panel.db,
    );
    refusedBy(await create(owner, id, "info"), 409, ["name"], /ya existe/);
    for (const name of ["ana+x", "a b", "ñu", ".a", "a..b", "a@b.test", ""])
      refusedBy(await create(owner, id, name), 422, ["name"], /./);
    const long = await withMail({}, {}, {});
    await sql`update atrio.holding set reference = ${`${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(30)}.test`}
      where id = ${long.id}`.execute(panel.db);
    refusedBy(await create(long.owner, long.id, "x".repeat(64)), 422, ["name"], /254 caracteres/);
  });

  it("of a name that certificate authorities write to is made by who manages the service's mail", async () => {
    const { id, owner } = await withMail();
    refusedBy(await create(owner, id, "Postmaster"), 422, ["name"], /«postmaster» está reservado/);
    const manager = await panel.asUser({ [id]: { servicemail: "write", servicemail_accounts: "write" } });
    assert.equal((await create(manager, id, "postmaster")).status, 200);
  });

  it("is made once, whoever is faster", async () => {
    const { id, owner } = await withMail();
    const replies = await Promise.all([1, 2, 3].map(() => create(owner, id, "ana")));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    );
    assert.equal((await list(owner, id)).length, 1);
  });

  it("of another service, or of none with mail, is 404", async () => {
    const [one, other] = [await withMail(), await withMail()];
    const cid = (await create(one.owner, one.id, "ana")).data.correo.id;
    const params = { id: other.id, cid };
    const { owner } = other;
    const replies = await Promise.all([
      owner.call("mailboxGet", { params }),
      save(owner, other.id, cid, "5000000"),
      forward(owner, other.id, cid, "x@example.org"),
      owner.call("mailboxDelete", { params }),
      owner.call("mailboxRestore", { params }),
      owner.call("mailboxChangePassword", { params, input: { password } }),
      owner.call("mailboxRevealPassword", { params }),
      owner.call("autoresponderGet", { params }),
      owner.call("autoresponderSave", { params, input: { enabled: "1", subject: "x", content: "y" } }),
    ]);
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([404]));
    const without = await withMail({}, {}, { hasMail: false });
    assert.equal((await create(without.owner, without.id, "ana")).status, 404);
    assert.equal((await without.owner.call("mailboxList", { params: { id: without.id } })).status, 404);
    assert.equal(
      (await without.owner.call("deletedMailboxList", { params: { id: without.id } })).status,
      404,
    );
  });

  it("of an expired service is seen and not changed", async () => {
    const { id, owner } = await withMail();
    const cid = (await create(owner, id, "ana")).data.correo.id;
    await panel.db
      .updateTable("atrio.holding")
      .set({ service_expires_at: new Date("2020-02-03") })
      .where("id", "=", id)
      .execute();
    const params = { id, cid };
    for (const reply of [
      await create(owner, id, "luis"),
      await save(owner, id, cid, "5000000"),
      await forward(owner, id, cid, "x@example.org"),
      await owner.call("mailboxDelete", { params }),
      await owner.call("mailboxRestore", { params }),
      await owner.call("mailboxChangePassword", { params, input: { password } }),
      await owner.call("autoresponderSave", { params, input: { enabled: "1", subject: "x", content: "y" } }),
    ])
      refusedBy({ ...reply, system: reply.system }, 409, [], /caducó el 3 de febrero de 2020.*correo/);
    assert.equal((await list(owner, id)).length, 1);
  });
});

describe("the space of a mailbox", () => {
  it("is the usual one, or what the service has left", async () => {
    const { id, owner } = await withMail({ quota_bytes: 1.5 * gib });
    assert.equal((await create(owner, id, "a")).data.correo.quota, gib);
    assert.equal((await create(owner, id, "b")).data.correo.quota, 0.5 * gib);
    refusedBy(await create(owner, id, "c", String(2 * mib)), 422, ["quota"], /Quedan 0 B de los 1,5 GB/);
    refusedBy(await create(owner, id, "c"), 409, ["quota"], /Quedan 0 B de los 1,5 GB/);
  });

  it("is a part of the service's, and not less than what is in it", async () => {
    const { id, reference, owner } = await withMail({ quota_bytes: 10 * mib });
    refusedBy(await create(owner, id, "a", ""), 422, ["quota"], /quedan 10 MB de los 10 MB/);
    refusedBy(await create(owner, id, "a", String(11 * mib)), 422, ["quota"], /Quedan 10 MB/);
    refusedBy(await create(owner, id, "a", "1000"), 422, ["quota"], /mínimo/);
    const cid = (await create(owner, id, "a", String(4 * mib))).data.correo.id;
    const other = (await create(owner, id, "b", String(4 * mib))).data.correo.id;
    refusedBy(await save(owner, id, cid, String(7 * mib)), 422, ["quota"], /Quedan 6 MB de los 10 MB/);
    refusedBy(await save(owner, id, cid, ""), 422, ["quota"], /Escribe cuánto espacio/);
    const saved = await save(owner, id, cid, String(6 * mib));
    assert.deepEqual([saved.data.correo.quota, typeof saved.data.undo], [6 * mib, "number"]);
    assert.deepEqual(saved.system.info, [`a@${reference} puede ocupar 6 MB`]);
    const same = await save(owner, id, cid, String(6 * mib));
    assert.deepEqual([same.data.undo, same.system.info], [null, ["Ya estaba así"]]);
    await sql`insert into atrio.mailbox_usage (address, bytes) values (${`b@${reference}`}, ${3 * mib})`.execute(
      panel.db,
    );
    refusedBy(await save(owner, id, other, String(2 * mib)), 422, ["quota"], /ya ocupa 3 MB/);
    assert.deepEqual(
      (await list(owner, id)).map(({ usage }) => usage),
      [0, 3 * mib],
    );
  });

  it("is without limit where the service's is", async () => {
    const { id, owner } = await withMail();
    const { correo } = (await create(owner, id, "a", "")).data;
    assert.equal(correo.quota, null);
    assert.equal((await save(owner, id, correo.id, String(mib))).data.correo.quota, mib);
  });

  it("is given out once, whoever is faster", async () => {
    const { id, owner } = await withMail({ quota_bytes: 10 * mib });
    const replies = await Promise.all(
      ["a", "b", "c"].map((name) => create(owner, id, name, String(6 * mib))),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422, 422],
    );
  });
});

it("the last free place is taken once, whoever is faster", async () => {
  const { id, owner } = await withMail({ mailboxes_max: 2 });
  const replies = await Promise.all(["a", "b", "c", "d"].map((name) => create(owner, id, name)));
  const refused = replies.filter(({ status }) => status === 409);
  assert.equal(refused.length, 2);
  for (const { system } of refused)
    assert.match(system.errors.join(), /incluye 2 buzones\. Elimina antes uno/);
  assert.equal((await list(owner, id)).length, 2);
});

describe("forwarding", () => {
  it("sends on to others, keeps a copy or not, and ends", async () => {
    const { id, reference, owner } = await withMail();
    const cid = (await create(owner, id, "ana")).data.correo.id;
    const on = await forward(owner, id, cid, "Luis@Example.org, eva@ñu.test", "0");
    assert.deepEqual(
      [on.data.correo.forward, on.data.correo.keepsCopy],
      ["luis@example.org,eva@xn--u-qga.test", false],
    );
    assert.deepEqual(on.system.info, [
      `El correo para ana@${reference} se reenvía a luis@example.org y a otra dirección, y no queda en el buzón`,
    ]);
    const { before: was, after: is, id: entry } = await lastEntry(id);
    assert.equal(entry, on.data.undo);
    assert.deepEqual(
      [was, is].map((state) => Object.keys(Object(state))),
      [["mailbox"], ["mailbox"]],
    );
    const off = await forward(owner, id, cid, "", "0");
    assert.deepEqual([off.data.correo.forward, off.data.correo.keepsCopy], ["", true]);
    assert.deepEqual(off.system.info, [`ana@${reference} ya no reenvía su correo`]);
    refusedBy(await forward(owner, id, cid, "nobody"), 422, ["target"], /«nobody»/);
    const missing = await forward(owner, id, cid, `nobody@${reference}`, "0");
    refusedBy(missing, 422, ["target"], /«nobody@.*» no existe/);
  });

  it("never comes back", async () => {
    const { id, reference, owner } = await withMail();
    const [a = 0, b = 0] = await Promise.all(
      ["a", "b"].map(async (name) => (await create(owner, id, name)).data.correo.id),
    );
    refusedBy(
      await forward(owner, id, a, `a+x@${reference}`),
      422,
      ["target"],
      /a@.* volvería una y otra vez/,
    );
    const replies = await Promise.all([
      forward(owner, id, a, `b@${reference}`),
      forward(owner, id, b, `a@${reference}`),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((x, y) => x - y),
      [200, 422],
    );
  });
});
