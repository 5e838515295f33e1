/** What Dovecot asks about passwords: the brake on guessing, and the webmail's sessions by password. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
let count = 0;

before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

interface Box {
  readonly id: number;
  readonly cid: number;
  readonly address: string;
}
async function mailbox(): Promise<Box> {
  const { id } = await panel.addHolding(`signin${++count}.test`);
  const { rows } = await sql<{ cid: number; address: string }>`
    insert into atrio.mailbox (holding_id, local_part, password_hash)
      values (${id}, 'ana', '{ARGON2ID}$argon2id$') returning id as cid, address`.execute(panel.db);
  return { id, ...rows[0]! };
}

interface Wish {
  readonly service?: string;
  readonly master?: string;
  readonly guess?: string;
}
/** Dovecot's first query. The edition where the password may be compared; "later" where the client has to wait. */
async function ask(
  address: string,
  client: string,
  { service = "imap", master = "", guess = "0001" }: Wish = {},
) {
  const { rows } = await sql<{ edition: string | null; password: string }>`
    select * from dovecot.sign_in(${address}, ${client}, ${service}, ${master}, ${guess})`.execute(panel.db);
  return rows.length > 1 ? "later" : rows[0] && (rows[0].edition ?? rows[0].password);
}
const isRight = (
  address: string,
  client: string,
  { edition = "", session = "", service = "imap", guess = "0001" } = {},
) =>
  sql`select * from dovecot.signed_in(${address}, ${client}, ${service}, '', ${guess}, ${edition}, ${session})`.execute(
    panel.db,
  );
async function fail(address: string, client: string, many: number): Promise<void> {
  for (let guess = 0; guess < many; guess++) await ask(address, client, { guess: `f${guess}` });
}

it("a client is an IPv4 address or an IPv6 /64", async () => {
  const { address } = await mailbox();
  await fail(address, "2001:db8:1:2::1", 10);
  assert.equal(await ask(address, "2001:db8:1:2:ffff::9"), "later");
  assert.notEqual(await ask(address, "2001:db8:1:3::1"), "later");
  await fail(address, "::ffff:192.0.2.1", 10);
  assert.equal(await ask(address, "192.0.2.1"), "later");
  assert.notEqual(await ask(address, "192.0.2.2"), "later");
});

it("loopback is one client, whichever of its addresses a program of this machine takes", async () => {
  const { address } = await mailbox();
  await fail(address, "127.0.0.1", 10);
  assert.equal(await ask(address, "127.200.3.4"), "later");
});

it("accounts that don't exist are counted like those that do", async () => {
  await fail("nobody@signin.test", "192.0.2.10", 10);
  assert.equal(await ask("nobody@signin.test", "192.0.2.10"), "later");
});

it("at the limit a password that looks like an earlier guess waits too", async () => {
  const { address } = await mailbox();
  await fail(address, "192.0.2.15", 10);
  assert.equal(await ask(address, "192.0.2.15", { guess: "f0" }), "later");
});

it("failures age: after a quarter of an hour a client is heard again", async () => {
  const { address } = await mailbox();
  await fail(address, "192.0.2.20", 10);
  await sql`update atrio.mail_guess set at = at - interval '16 minutes'`.execute(panel.db);
  assert.notEqual(await ask(address, "192.0.2.20"), "later");
});

it("one password is compared thirty times in five minutes, whatever becomes of it", async () => {
  const { address } = await mailbox();
  for (let times = 0; times < 30; times++) assert.notEqual(await ask(address, "192.0.2.30"), "later");
  assert.equal(await ask(address, "192.0.2.30"), "later");
  assert.notEqual(await ask(address, "192.0.2.30", { guess: "0002" }), "later");
});

it("a right password forgets its own attempt and no other", async () => {
  const { address } = await mailbox();
  await fail(address, "192.0.2.40", 9);
  for (let times = 0; times < 40; times++) {
    assert.notEqual(await ask(address, "192.0.2.40"), "later");
    await isRight(address, "192.0.2.40");
  }
  await fail(address, "192.0.2.40", 10);
  assert.equal(await ask(address, "192.0.2.40"), "later");
});

it("logins in the name of a mailbox count nothing, and the relay port takes no mailbox's password", async () => {
  const { address } = await mailbox();
  for (let times = 0; times < 40; times++)
    assert.equal(
      await ask(address, "192.0.2.50", { master: "relay", service: "smtp" }),
      await ask(address, "192.0.2.51", { master: "relay", service: "smtp" }),
    );
  assert.equal(await ask(address, "192.0.2.50", { service: "smtp" }), undefined);
});

it("no attack makes more than 200,000 rows, and known clients are the latest fifty of a mailbox", async () => {
  const { address, cid } = await mailbox();
  await sql`insert into atrio.mail_guess (account, client, guess)
    select sha256(n::text::bytea), '198.51.100.1', 'x' from generate_series(1, 200100) n`.execute(panel.db);
  await fail(address, "198.51.100.2", 5);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from atrio.mail_guess`.execute(
    panel.db,
  );
  assert.ok(rows[0]!.many <= 200_000, String(rows[0]!.many));
  for (let number = 0; number < 60; number++) await isRight(address, `198.51.100.${number}`);
  const known = await sql`select from atrio.mail_client where mailbox_id = ${cid}`.execute(panel.db);
  assert.equal(known.rows.length, 50);
});

/** As the webmail does once Dovecot has said that the password is right. */
async function enter(address: string, path = "/"): Promise<string> {
  const edition = (await ask(address, "203.0.113.1", { service: "webmail" })) ?? "";
  const token = randomBytes(32);
  const hash = createHash("sha256").update(token).digest();
  await isRight(address, "203.0.113.1", { service: "webmail", edition, session: hash.toString("hex") });
  const session = randomBytes(16).toString("hex");
  const { rows } = await sql<{ session: string }>`
    select * from webmail.begin(${hash}, ${path}, ${session}, ${hash}, '')`.execute(panel.db);
  return rows[0]?.session ?? "";
}
async function isOpen(session: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select webmail.is_open(${session}) as open`.execute(panel.db);
  return rows[0]!.open;
}

it("a token of a password is taken at the bare address only, and makes at most a hundred sessions", async () => {
  const { address, cid } = await mailbox();
  assert.equal(await enter(address, `/${cid}/`), "");
  const first = await enter(address);
  assert.ok(await isOpen(first));
  for (let number = 0; number < 105; number++) await enter(address);
  const { rows } = await sql`select from atrio.webmail_session where mailbox_id = ${cid}`.execute(panel.db);
  assert.equal(rows.length, 100);
});

const ends = {
  "the mailbox gets another password": ({ cid }: Box) =>
    sql`update atrio.mailbox set password_hash = '{ARGON2ID}$argon2id$2' where id = ${cid}`,
  "the mailbox is deleted": ({ cid }: Box) =>
    sql`update atrio.mailbox set deleted_at = now() where id = ${cid}`,
  "the service loses its mail": ({ id }: Box) =>
    sql`update atrio.holding set has_mail = false where id = ${id}`,
  "the visitor is away for two hours": ({ cid }: Box) =>
    sql`update atrio.webmail_session set seen_at = now() - interval '2 hours' where mailbox_id = ${cid}`,
};
for (const [when, happens] of Object.entries(ends))
  it(`a session by password ends when ${when}`, async () => {
    const box = await mailbox();
    const session = await enter(box.address);
    assert.ok(await isOpen(session));
    await happens(box).execute(panel.db);
    assert.ok(!(await isOpen(session)));
  });

it("a session by password goes on while requests come", async () => {
  const box = await mailbox();
  const session = await enter(box.address);
  for (let hour = 0; hour < 3; hour++) {
    await sql`update atrio.webmail_session set seen_at = now() - interval '1 hour' where id = ${session}`.execute(
      panel.db,
    );
    assert.ok(await isOpen(session));
  }
  const { rows } = await sql<{ fresh: boolean }>`
    select seen_at > now() - interval '1 minute' as fresh from atrio.webmail_session where id = ${session}`.execute(
    panel.db,
  );
  assert.ok(rows[0]!.fresh);
});
