import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { verify } from "@node-rs/argon2";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault } from "../../../test/registrar.ts";

const password = "una frase secreta";
let panel: TestApp;
let count = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
});
after(() => panel.stop());

async function withMailbox() {
  const { id, reference } = await panel.addHolding(`secret${++count}.test`);
  const owner = await panel.asUser({ [id]: { servicemail_accounts: "write" } });
  const made = await owner.call("mailboxCreate", { params: { id }, input: { name: "ana", password } });
  assert.equal(made.status, 200, made.body);
  return { id, owner, address: `ana@${reference}`, params: { id, cid: made.data.correo.id } };
}
type Mine = Awaited<ReturnType<typeof withMailbox>>;

const reveal = (user: TestUser, { params }: Mine, headers = {}) =>
  user.call("mailboxRevealPassword", { params, headers });
const change = ({ owner, params }: Mine, to: string) =>
  owner.call("mailboxChangePassword", { params, input: { password: to } });
const journal = async ({ id }: Mine) =>
  panel.db
    .selectFrom("atrio.journal")
    .select(["act", "item", "before", "after"])
    .where("holding_id", "=", id)
    .orderBy("id")
    .execute();
const kicks = ({ params }: Mine) =>
  panel.db
    .selectFrom("atrio.job")
    .select(["subject_id", "state"])
    .where("kind", "=", "mail.kick")
    .where("subject_id", "=", params.cid)
    .execute();
const openWebmail = ({ id, owner, params }: Mine) =>
  sql`insert into atrio.webmail_session (id, secret_hash, holding_id, mailbox_id, session_id)
      values (md5(random()::text), sha256('x'), ${id}, ${params.cid}, ${owner.session.sessionId})`.execute(
    panel.db,
  );
const webmailSessions = ({ params }: Mine) =>
  panel.db.selectFrom("atrio.webmail_session").select("id").where("mailbox_id", "=", params.cid).execute();

describe("a mailbox's password", () => {
  it("is another from the change on, and who is in the mailbox is sent out", async () => {
    const mine = await withMailbox();
    await openWebmail(mine);
    const changed = await change(mine, "otra frase secreta");
    assert.equal(changed.status, 200, changed.body);
    assert.deepEqual(changed.system.info, [
      "Contraseña cambiada. Las sesiones abiertas en el buzón se cierran",
    ]);
    const { password_hash: hash } = await panel.db
      .selectFrom("atrio.mailbox")
      .select("password_hash")
      .where("id", "=", mine.params.cid)
      .executeTakeFirstOrThrow();
    assert.ok(await verify(hash.slice("{ARGON2ID}".length), "otra frase secreta"));
    assert.equal((await reveal(mine.owner, mine)).data.password, "otra frase secreta");
    assert.deepEqual(await kicks(mine), [{ subject_id: mine.params.cid, state: "queued" }]);
    assert.deepEqual(await webmailSessions(mine), []);
  });

  it("is nowhere in the journal", async () => {
    const mine = await withMailbox();
    await change(mine, "otra frase secreta");
    await reveal(mine.owner, mine);
    const entries = await journal(mine);
    assert.deepEqual(
      entries.map(({ act, item }) => [act, item]),
      ["mailboxCreate", "mailboxChangePassword", "mailboxRevealPassword"].map((act) => [act, mine.address]),
    );
    assert.doesNotMatch(JSON.stringify(entries), /frase|ARGON2ID/);
  });

  it("is what the daemons take", async () => {
    const mine = await withMailbox();
    for (const wrong of ["corta", "con eñe y mucho más", "x".repeat(129), ""]) {
      const { status, system } = await change(mine, wrong);
      assert.deepEqual([status, system.inputs], [422, ["password"]]);
    }
  });

  it("is shown to a page of ours that may write, and to no other", async () => {
    const mine = await withMailbox();
    const was = await journal(mine);
    const reader = await panel.asUser({ [mine.id]: { servicemail_accounts: "read" } });
    assert.equal((await reveal(reader, mine)).status, 403);
    for (const headers of [{ "x-requested-with": undefined }, { "sec-fetch-site": "cross-site" }])
      assert.equal((await reveal(mine.owner, mine, headers)).status, 403);
    assert.deepEqual(await journal(mine), was);
    assert.equal((await reveal(mine.owner, mine)).data.password, password);
  });

  it("is shown 20 times an hour to each user, however many ask at once", async () => {
    const mine = await withMailbox();
    const replies = await Promise.all(Array.from({ length: 25 }, () => reveal(mine.owner, mine)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 20);
    const refused = replies.filter(({ status }) => status === 429);
    assert.equal(refused.length, 5);
    assert.doesNotMatch(refused.map(({ body }) => body).join(), /frase/);
    const shown = (await journal(mine)).filter(({ act }) => act === "mailboxRevealPassword");
    assert.equal(shown.length, 20);
    const other = await panel.asUser({ [mine.id]: { servicemail_accounts: "write" } });
    assert.equal((await reveal(other, mine)).status, 200);
  });

  it("that was not kept cannot be shown", async () => {
    const mine = await withMailbox();
    await sql`update atrio.mailbox set password_sealed = null where id = ${mine.params.cid}`.execute(
      panel.db,
    );
    const { data } = await mine.owner.call("mailboxGet", { params: mine.params });
    assert.equal(data.correo.revealable, false);
    const reply = await reveal(mine.owner, mine);
    assert.equal(reply.status, 409);
    assert.match(reply.system.errors.join(), /no se puede mostrar/);
  });

  it("changes nothing while the vault is away", async () => {
    const away = await makeApp();
    try {
      const holding = await away.addHolding("away.test");
      const owner = await away.asUser({ [holding.id]: { servicemail_accounts: "write" } });
      const input = { name: "ana", password };
      const reply = await owner.call("mailboxCreate", { params: { id: holding.id }, input });
      assert.equal(reply.status, 503, reply.body);
      const rows = await away.db.selectFrom("atrio.mailbox").select("id").execute();
      assert.deepEqual(rows, []);
    } finally {
      await away.stop();
    }
  });
});
