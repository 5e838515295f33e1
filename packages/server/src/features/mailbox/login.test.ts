/** The way into webmail, up to what Dovecot is told of who comes by it. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";

let panel: TestApp;
let count = 0;

before(async () => {
  panel = await makeApp({ webmail: "https://webmail.test/" });
});
after(() => panel.stop());

interface Owned {
  readonly id: number;
  readonly cid: number;
  readonly address: string;
  readonly owner: TestUser;
}
async function owned(): Promise<Owned> {
  const { id } = await panel.addHolding(`webmail${++count}.test`);
  const { rows } = await sql<{ cid: number; address: string }>`
    insert into atrio.mailbox (holding_id, local_part, password_hash)
      values (${id}, 'ana', '{ARGON2ID}$argon2id$') returning id as cid, address`.execute(panel.db);
  const { cid, address } = rows[0]!;
  return { id, cid, address, owner: await panel.asUser({ [id]: { servicemail_accounts: "write" } }) };
}
const logIn = ({ id, cid, owner }: Owned, headers?: Readonly<Record<string, string | undefined>>) =>
  owner.call("mailboxLogin", { params: { id, cid }, ...(headers ? { headers } : {}) });

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** As the webmail does. */
async function begin(token: string, path: string, current = "") {
  const wanted = randomBytes(16).toString("hex");
  const { rows } = await sql<{ address: string; company: string; session: string }>`
    select * from webmail.begin(
      ${sha256(token)}, ${path}, ${wanted}, ${sha256("secret")}, ${current})`.execute(panel.db);
  return { session: rows[0]?.session ?? "", began: rows[0] };
}
const tokenOf = async (box: Owned): Promise<string> => (await logIn(box)).data.form.fields["token"] ?? "";
const enter = async (box: Owned, current = ""): Promise<string> =>
  (await begin(await tokenOf(box), `/${box.cid}/`, current)).session;
/** As the webmail asks at each request. */
async function isOpen(session: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select webmail.is_open(${session}) as open`.execute(panel.db);
  return rows[0]!.open;
}
/** As Dovecot asks. */
async function passwordOf(session: string, address: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from dovecot.webmail_password(${session}, ${address})`.execute(panel.db);
  return rows[0]?.password;
}

it("a form carries a token to the webmail, of which only a hash is stored and nothing is in the journal", async () => {
  const box = await owned();
  const { status, data, body } = await logIn(box);
  assert.equal(status, 200, body);
  const { token = "", lang } = data.form.fields;
  assert.deepEqual(
    { ...data.form, fields: {} },
    { action: `https://webmail.test/${box.cid}/`, method: "POST", fields: {} },
  );
  assert.match(token, /^[\w-]{43}$/);
  assert.match(lang ?? "", /^(es|en)$/);
  const rows = await panel.db.selectFrom("atrio.webmail_login").selectAll().execute();
  assert.deepEqual(rows.at(-1)?.token_hash, sha256(token));
  assert.ok(!JSON.stringify(rows).includes(token));
  const journal = panel.db.selectFrom("atrio.journal").selectAll().where("holding_id", "=", box.id);
  const entry = await journal.where("act", "=", "mailboxLogin").executeTakeFirstOrThrow();
  assert.equal(entry.item, box.address);
  assert.ok(!JSON.stringify(entry).includes(token));
});

it("a link or an image elsewhere makes no token", async () => {
  const box = await owned();
  const elsewhere = { "x-requested-with": undefined, "sec-fetch-site": "same-site" };
  assert.equal((await logIn(box, elsewhere)).status, 403);
  const made = panel.db.selectFrom("atrio.webmail_login").where("holding_id", "=", box.id);
  assert.deepEqual(await made.selectAll().execute(), []);
});

it("there is none for another's mailbox nor for a deleted one", async () => {
  const [one, other] = [await owned(), await owned()];
  assert.equal((await logIn({ ...one, cid: other.cid })).status, 404);
  await sql`update atrio.mailbox set deleted_at = now() where id = ${one.cid}`.execute(panel.db);
  assert.equal((await logIn(one)).status, 404);
});

it("a token opens its mailbox once, and no other mailbox by that session", async () => {
  const [one, other] = [await owned(), await owned()];
  const token = await tokenOf(one);
  const { session, began } = await begin(token, `/${one.cid}/`);
  assert.deepEqual(began, { address: one.address, company: "Atrio", session });
  assert.equal(await passwordOf(session, one.address), `{SHA256.HEX}${sha256("secret").toString("hex")}`);
  assert.equal(await passwordOf(session, other.address), undefined);
  assert.equal((await begin(token, `/${one.cid}/`)).began, undefined);
});

it("a token opens nothing at another address than its mailbox's", async () => {
  const [one, other] = [await owned(), await owned()];
  const token = await tokenOf(one);
  for (const path of [`/${other.cid}/`, "/", `/${"9".repeat(30)}/`])
    assert.equal((await begin(token, path)).began, undefined, path);
  assert.ok((await begin(token, `/${one.cid}/`)).began);
});

it("of many who come with one token at once one is let in", async () => {
  const box = await owned();
  const token = await tokenOf(box);
  const tried = await Promise.all(Array.from({ length: 8 }, () => begin(token, `/${box.cid}/`)));
  assert.equal(tried.filter(({ began }) => began).length, 1);
});

it("an old token is spent for nothing", async () => {
  const box = await owned();
  const token = await tokenOf(box);
  await sql`update atrio.webmail_login set expires_at = now() where token_hash = ${sha256(token)}`.execute(
    panel.db,
  );
  assert.equal((await begin(token, `/${box.cid}/`)).began, undefined);
});

it("a browser that has the mailbox open keeps its session, one that has another's or another user's does not", async () => {
  const [one, other] = [await owned(), await owned()];
  const session = await enter(one);
  assert.equal(await enter(one, session), session);
  assert.notEqual(await enter(other, session), session);
  const owner = await panel.asUser({ [one.id]: { servicemail_accounts: "write" } });
  assert.notEqual(await enter({ ...one, owner }, session), session);
});

const setMail = (id: number, hasMail: boolean) =>
  sql`update atrio.holding set has_mail = ${hasMail} where id = ${id}`.execute(panel.db);

it("where the service loses its mail, sessions end for good and Dovecot is told of each mailbox", async () => {
  const box = await owned();
  const session = await enter(box);
  await setMail(box.id, false);
  await setMail(box.id, true);
  assert.ok(!(await isOpen(session)));
  const jobs = panel.db.selectFrom("atrio.job").select(["kind", "subject_id"]);
  assert.deepEqual(await jobs.where("holding_id", "=", box.id).execute(), [
    { kind: "mail.kick", subject_id: box.cid },
  ]);
});

const ends = {
  "the mailbox is deleted": ({ cid }: Owned) =>
    sql`update atrio.mailbox set deleted_at = now() where id = ${cid}`,
  "the permission goes": ({ id }: Owned) =>
    sql`update atrio.holding_grant set permissions = '{"servicemail_accounts": "read"}' where holding_id = ${id}`,
  "the grant goes": ({ id }: Owned) => sql`delete from atrio.holding_grant where holding_id = ${id}`,
  "the user is disabled": ({ id }: Owned) => sql`
    update atrio.panel_user set disabled_at = now()
     where id in (select user_id from atrio.holding_grant where holding_id = ${id})`,
  "the service loses its mail": ({ id }: Owned) =>
    sql`update atrio.holding set has_mail = false where id = ${id}`,
  "the user signs out of the panel": ({ owner }: Owned) =>
    sql`delete from atrio.session where id = ${owner.session.sessionId}`,
  "the hours of the panel's session are over": ({ owner }: Owned) =>
    sql`update atrio.session set expires_at = now() where id = ${owner.session.sessionId}`,
};
for (const [when, happens] of Object.entries(ends))
  it(`a session ends when ${when}`, async () => {
    const box = await owned();
    const session = await enter(box);
    assert.notEqual(await passwordOf(session, box.address), undefined);
    assert.ok(await isOpen(session));
    await happens(box).execute(panel.db);
    assert.equal(await passwordOf(session, box.address), undefined);
    assert.ok(!(await isOpen(session)));
  });

it("half an hour without a request to the panel ends none", async () => {
  const box = await owned();
  const session = await enter(box);
  await sql`
    update atrio.session set last_seen_at = now() - interval '2 hours'
     where id = ${box.owner.session.sessionId}`.execute(panel.db);
  assert.ok(await isOpen(session));
});
