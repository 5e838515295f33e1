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
async function begin(token: string) {
  const session = randomBytes(16).toString("hex");
  const { rows } = await sql<{ address: string; company: string }>`
    select * from webmail.begin(${sha256(token)}, ${session}, ${sha256("secret")})`.execute(panel.db);
  return { session, began: rows[0] };
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
    { action: "https://webmail.test/", method: "POST", fields: {} },
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
  const { token = "" } = (await logIn(one)).data.form.fields;
  const { session, began } = await begin(token);
  assert.deepEqual(began, { address: one.address, company: "Atrio" });
  assert.equal(await passwordOf(session, one.address), `{SHA256.HEX}${sha256("secret").toString("hex")}`);
  assert.equal(await passwordOf(session, other.address), undefined);
  assert.equal((await begin(token)).began, undefined);
});

it("of many who come with one token at once one is let in", async () => {
  const { token = "" } = (await logIn(await owned())).data.form.fields;
  const tried = await Promise.all(Array.from({ length: 8 }, () => begin(token)));
  assert.equal(tried.filter(({ began }) => began).length, 1);
});

it("an old token is spent for nothing", async () => {
  const { token = "" } = (await logIn(await owned())).data.form.fields;
  await sql`update atrio.webmail_login set expires_at = now() where token_hash = ${sha256(token)}`.execute(
    panel.db,
  );
  assert.equal((await begin(token)).began, undefined);
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
  "its hours are over": ({ id }: Owned) =>
    sql`update atrio.webmail_session set expires_at = now() where holding_id = ${id}`,
};
for (const [when, happens] of Object.entries(ends))
  it(`a session ends when ${when}`, async () => {
    const box = await owned();
    const { session } = await begin((await logIn(box)).data.form.fields["token"] ?? "");
    assert.notEqual(await passwordOf(session, box.address), undefined);
    await happens(box).execute(panel.db);
    assert.equal(await passwordOf(session, box.address), undefined);
  });
