import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault } from "../../../test/registrar.ts";
import { type Inbox, openInbox } from "../../../test/smtp.ts";

const mib = 1024 ** 2;
const password = "una frase secreta";
let panel: TestApp;
let inbox: Inbox;
let count = 0;

before(async () => {
  inbox = await openInbox({ refuses: "gone@refused.test" });
  panel = await makeApp({ vault: openHandedVault, smtp: { host: "127.0.0.1", port: inbox.port } });
});
after(async () => {
  await panel.stop();
  await inbox.close();
});

async function withMail(reference = `back${++count}.test`) {
  const { id } = await panel.addHolding(reference);
  return { id, reference, owner: await panel.asUser({ [id]: { servicemail_accounts: "write" } }) };
}
async function create(owner: TestUser, id: number, name: string, quota = String(mib)) {
  const reply = await owner.call("mailboxCreate", { params: { id }, input: { name, password, quota } });
  assert.equal(reply.status, 200, reply.body);
  return reply.data.correo;
}
const remove = (owner: TestUser, id: number, cid: number) =>
  owner.call("mailboxDelete", { params: { id, cid } });
const restore = (owner: TestUser, id: number, cid: number) =>
  owner.call("mailboxRestore", { params: { id, cid } });
const list = async (owner: TestUser, id: number) =>
  (await owner.call("mailboxList", { params: { id } })).data.correo;
const deleted = async (owner: TestUser, id: number) =>
  (await owner.call("deletedMailboxList", { params: { id } })).data.deleted;

describe("a deleted mailbox", () => {
  it("comes back with all it had", async () => {
    const { id, reference, owner } = await withMail();
    const { id: cid } = await create(owner, id, "ana");
    await owner.call("mailboxForward", {
      params: { id, cid },
      input: { target: "x@example.org", keepsCopy: "1" },
    });
    await sql`insert into atrio.mailbox_usage (address, bytes) values (${`ana@${reference}`}, 4711)`.execute(
      panel.db,
    );
    const [was] = await list(owner, id);
    const gone = await remove(owner, id, cid);
    assert.equal(gone.status, 200, gone.body);
    assert.deepEqual(await list(owner, id), []);
    assert.equal((await owner.call("mailboxGet", { params: { id, cid } })).status, 404);
    const [kept, ...others] = await deleted(owner, id);
    assert.deepEqual(
      [kept?.id, kept?.user, kept?.usage, (kept?.removedTS ?? 0) - (kept?.deletedTS ?? 0), others],
      [cid, `ana@${reference}`, 4711, 30 * 24 * 3600, []],
    );
    const jobs = await panel.db
      .selectFrom("atrio.job")
      .select("kind")
      .where("subject_id", "=", cid)
      .execute();
    assert.deepEqual(jobs, [{ kind: "mail.kick" }]);
    const back = await restore(owner, id, cid);
    assert.deepEqual(back.data.correo, was);
    assert.deepEqual(back.system.info, [`ana@${reference} ya recibe correo`]);
    assert.deepEqual([await list(owner, id), await deleted(owner, id)], [[was], []]);
    assert.equal((await restore(owner, id, cid)).status, 404);
    const acts = await panel.db
      .selectFrom("atrio.journal")
      .select(["act", "before", "after"])
      .where("holding_id", "=", id)
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    assert.deepEqual(
      acts.map(({ act }) => act),
      ["mailboxRestore", "mailboxDelete"],
    );
    assert.deepEqual(acts[0]?.before, acts[1]?.after);
  });

  it("tells what the mail server says", async () => {
    const { id, owner } = await withMail("refused.test");
    const first = await create(owner, id, "gone");
    const gone = await remove(owner, id, first.id);
    assert.deepEqual(gone.system.info, ["gone@refused.test ya no recibe correo"]);
    const back = await restore(owner, id, first.id);
    assert.match(back.system.info.join(), /lo rechaza: 550 no such user/);
    const other = await create(owner, id, "other");
    await sql`insert into atrio.alias (holding_id, local_part, targets) values (${id}, '', '{x@example.org}')`.execute(
      panel.db,
    );
    const caught = await remove(owner, id, other.id);
    assert.match(
      caught.system.info.join(),
      /other@refused\.test se ha eliminado\. Su correo va ahora adonde va/,
    );
  });

  it("stays where its address has been given again, and is another than the new one", async () => {
    const { id, owner } = await withMail();
    const first = await create(owner, id, "ana");
    await remove(owner, id, first.id);
    const second = await create(owner, id, "ana");
    assert.notEqual(second.id, first.id);
    const taken = await restore(owner, id, first.id);
    assert.equal(taken.status, 409);
    assert.match(taken.system.errors.join(), /vuelve a existir\. Elimina la dirección nueva/);
    await remove(owner, id, second.id);
    assert.equal((await restore(owner, id, first.id)).status, 200);
    assert.deepEqual(
      (await deleted(owner, id)).map((one) => one.id),
      [second.id],
    );
  });

  it("needs its place and its space again", async () => {
    const { id, owner } = await withMail();
    const first = await create(owner, id, "a", String(6 * mib));
    await remove(owner, id, first.id);
    const second = await create(owner, id, "b", String(6 * mib));
    const limit = (limits: { quota_bytes: number | null; mailboxes_max: number | null }) =>
      panel.db.updateTable("atrio.mail_service").set(limits).where("holding_id", "=", id).execute();
    await limit({ quota_bytes: 10 * mib, mailboxes_max: null });
    const full = await restore(owner, id, first.id);
    assert.deepEqual([full.status, full.system.inputs], [409, []]);
    assert.match(full.system.errors.join(), /Quedan 4 MB de los 10 MB/);
    await limit({ quota_bytes: null, mailboxes_max: 1 });
    const many = await restore(owner, id, first.id);
    assert.equal(many.status, 409);
    assert.match(many.system.errors.join(), /incluye 1 buzón\./);
    await remove(owner, id, second.id);
    assert.equal((await restore(owner, id, first.id)).status, 200);
  });

  it("comes back once, whoever is faster", async () => {
    const { id, owner } = await withMail();
    const first = await create(owner, id, "ana");
    await remove(owner, id, first.id);
    const replies = await Promise.all([
      restore(owner, id, first.id),
      restore(owner, id, first.id),
      owner.call("mailboxCreate", { params: { id }, input: { name: "ana", password } }),
    ]);
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    for (const { status, body } of replies) assert.ok([200, 404, 409].includes(status), body);
    assert.equal((await list(owner, id)).length, 1);
  });

  it("is no more after 30 days", async () => {
    const { id, owner } = await withMail();
    const { id: cid } = await create(owner, id, "ana");
    await remove(owner, id, cid);
    await sql`update atrio.mailbox set deleted_at = now() - interval '30 days 1 second' where id = ${cid}`.execute(
      panel.db,
    );
    assert.deepEqual(await deleted(owner, id), []);
    assert.equal((await restore(owner, id, cid)).status, 404);
  });
});

it("a mailbox of the service's own is not deleted", async () => {
  const { id, owner } = await withMail();
  const { id: cid } = await create(owner, id, "ana");
  await sql`update atrio.mailbox set eliminable = false where id = ${cid}`.execute(panel.db);
  const reply = await remove(owner, id, cid);
  assert.equal(reply.status, 409);
  assert.match(reply.system.errors.join(), /no se puede eliminar/);
  assert.equal((await list(owner, id)).length, 1);
});

it("an address that goes must not send round what others sent to it", async () => {
  const { id, reference, owner } = await withMail();
  const { id: cid } = await create(owner, id, "ana");
  const other = await panel.addHolding(`round${count}.test`);
  await sql`insert into atrio.alias (holding_id, local_part, targets) values
    (${other.id}, 'info', ${[`ana@${reference}`]}), (${id}, '', ${[`info@${other.reference}`]})`.execute(
    panel.db,
  );
  const reply = await remove(owner, id, cid);
  assert.equal(reply.status, 409, reply.body);
  assert.match(reply.system.errors.join(), /volvería una y otra vez/);
  assert.equal((await list(owner, id)).length, 1);
});

it("nor an address that the catch-all of its own domain leads to: that is changed first", async () => {
  const { id, reference, owner } = await withMail();
  const { id: cid } = await create(owner, id, "ana");
  const { id: alias } = await sql<{ id: number }>`insert into atrio.alias (holding_id, local_part, targets)
    values (${id}, '', ${[`ana+all@${reference}`, "x@outside.example"]}) returning id`
    .execute(panel.db)
    .then(({ rows }) => rows[0]!);
  assert.equal((await remove(owner, id, cid)).status, 409);
  await sql`delete from atrio.alias where id = ${alias}`.execute(panel.db);
  assert.equal((await remove(owner, id, cid)).status, 200);
});
