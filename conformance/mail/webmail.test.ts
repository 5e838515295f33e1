/** Roundcube behind nginx, signed in to by a token of the panel's or by address and password. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pidOf, until } from "../installation.ts";
import { untilSubjects } from "./imap.ts";
import { type MailInstallation, addDomain, addMailbox, password, startMail } from "./installation.ts";
import { deliver } from "./smtp.ts";
import { type Page, type PanelUser, Visitor, addToken, addUser } from "./webmail-client.ts";

let mail: MailInstallation;
let domain: number;
let owner: PanelUser;
const ana = "ana@webmail.test";
const eva = "eva@webmail.test";
const numbers: Record<string, number> = {};

before(async () => {
  mail = await startMail();
  domain = await addDomain(mail.db, "webmail.test");
  owner = await addUser(mail, domain, "owner");
  for (const address of [ana, eva]) numbers[address] = await addMailbox(mail.db, address);
  const reply = await deliver(mail.ready.services.smtp, { to: ana, subject: "For Ana" });
  assert.equal(reply.code, 250);
  await untilSubjects(mail.ready, ana, ["For Ana"]);
});
after(() => mail.stop());

const visit = (from?: string) => new Visitor(mail.ready.services.webmail, from === undefined ? {} : { from });
/** Where the panel opens a mailbox. */
const tabOf = (address: string, browser = visit()) => browser.tab(`/${numbers[address]}/`);
const inbox = (visitor: Visitor) => visitor.get("?_task=mail&_action=list&_mbox=INBOX&_remote=1");
const contacts = (visitor: Visitor) => visitor.get("?_task=addressbook&_action=list&_source=0&_remote=1");
const isOut = (page: Page) => assert.match(page.html, /rcmloginuser|session_error/);

/** Where a token leads. */
async function enter(visitor: Visitor, address = ana, lang = "es", user = owner): Promise<Page> {
  const page = await visitor.post({ token: await addToken(mail, address, user), lang });
  assert.equal(page.status, 302);
  return visitor.get(page.location);
}

async function sessions(): Promise<number> {
  const { rows } = await mail.db.query<{ many: number }>(
    "select count(*)::int as many from atrio.webmail_session",
  );
  return rows[0]!.many;
}

test("the sign-in page is nobody's brand and asks nothing of other servers", async () => {
  const { status, title, html, headers } = await visit().get();
  assert.equal(status, 200);
  assert.match(title, /^Webmail ::/);
  assert.doesNotMatch(html, /roundcube webmail|images\/logo/i);
  assert.doesNotMatch(html, /(src|href|action)="(https?:)?\/\//);
  assert.match(String(headers["content-security-policy"]), /default-src 'self'.*frame-ancestors 'self'/);
  assert.equal(headers["x-content-type-options"], "nosniff");
});

test("nothing but what browsers need is served", async () => {
  for (const path of [
    "/config/config.inc.php",
    "/installer/index.php",
    "/program/lib/Roundcube/bootstrap.php",
    "/plugins/managesieve/managesieve.php",
    "/index.php/x",
    "/composer.json",
    "/.htaccess",
    "/logs/errors.log",
    "/temp/",
    "/program/js/../lib/Roundcube/README.md",
  ])
    assert.equal((await visit().get(path)).status, 404, path);
  assert.equal((await visit().get("/program/js/app.min.js")).status, 200);
  assert.equal((await visit().get("/skins/elastic/images/../../../index.php")).status, 200);
});

test("address and password let in, a wrong password does not; Dovecot knows from where", async () => {
  const visitor = visit();
  assert.equal((await visitor.signIn(ana, password)).status, 302);
  assert.match((await inbox(visitor)).html, /For Ana/);
  isOut(await visit("127.0.0.2").signIn(ana, "Wrong-horse-7"));
  const log = readFileSync(join(mail.home, "log/dovecot/current"), "utf8");
  assert.match(log, /sql\(ana@webmail\.test,127\.0\.0\.2,.*Password mismatch/);
});

test("who keeps many requests open is refused more, and nobody else is", async () => {
  const from = "127.0.0.3";
  const open = Array.from({ length: 12 }, () =>
    request({
      ...mail.ready.services.webmail,
      localAddress: from,
      method: "POST",
      headers: { "content-length": "9" },
    }).on("error", () => undefined),
  );
  try {
    for (const asked of open) asked.flushHeaders();
    await until("one more is refused", 60, async () => (await visit(from).get()).status === 429);
    assert.equal((await visit().get()).status, 200);
  } finally {
    for (const asked of open) asked.destroy();
  }
  await until("it is served again", 60, async () => (await visit(from).get()).status === 200);
});

test("a token lets in to its mailbox, once, under the company's name and in the customer's language", async () => {
  const token = await addToken(mail, ana, owner);
  const visitor = tabOf(ana);
  const entered = await visitor.post({ token, lang: "es" });
  assert.equal(entered.status, 302, entered.html);
  const page = await visitor.get(entered.location);
  assert.equal(page.title, "Acme &amp; Sons :: Entrada");
  assert.match((await inbox(visitor)).html, /For Ana/);
  const again = await tabOf(ana).post({ token, lang: "es" });
  assert.equal(again.status, 403);
  assert.match(again.html, /Este acceso sirve una sola vez/);
  assert.equal((await enter(tabOf(ana), ana, "en")).title, "Acme &amp; Sons :: Inbox");
});

test("a token that is old, nobody's or another mailbox's is refused, and who is in stays in", async () => {
  const visitor = tabOf(ana);
  await enter(visitor);
  const [old, other] = [await addToken(mail, ana, owner, { seconds: -1 }), await addToken(mail, eva, owner)];
  for (const token of [old, other, "x".repeat(43), "' or 1=1 --"]) {
    const page = await visitor.post({ token, lang: "en" });
    assert.equal(page.status, 403);
    assert.match(page.html, /This way in works once/);
  }
  assert.match((await inbox(visitor)).html, /For Ana/);
  assert.equal((await visit().post({ token: other, lang: "en" })).status, 403);
});

test("filters are there, by the same session", async () => {
  const visitor = tabOf(ana);
  await enter(visitor);
  const { status, html } = await visitor.get("?_task=settings&_action=plugin.managesieve");
  assert.equal(status, 200);
  assert.doesNotMatch(html, /"filterconnerror":true/);
});

test("who comes as another user leaves the first one's session, which ends; so does signing out", async () => {
  const other = await addUser(mail, domain, "other");
  const before = await sessions();
  const visitor = tabOf(ana);
  await enter(visitor);
  const token = await visitor.requestToken();
  assert.equal(await sessions(), before + 1);
  await enter(visitor, ana, "es", other);
  assert.equal(await sessions(), before + 1);
  assert.notEqual(await visitor.requestToken(), token);
  await visitor.signOut();
  assert.equal(await sessions(), before);
  isOut(await inbox(visitor));
});

test("mailboxes opened side by side in one browser stay open, and so does a letter in the same one", async () => {
  const browser = visit();
  const [first, second] = [tabOf(ana, browser), tabOf(eva, browser)];
  await enter(first);
  const token = await first.requestToken();
  await enter(second, eva);
  assert.match((await inbox(first)).html, /For Ana/);
  assert.doesNotMatch((await inbox(second)).html, /For Ana/);
  assert.equal((await browser.signIn(ana, password)).status, 302);
  await enter(tabOf(ana, browser));
  assert.equal(await first.requestToken(), token);
});

test("a token that comes from another site is sent once more by a page of the webmail's own", async () => {
  const visitor = tabOf(ana);
  await enter(visitor);
  const token = await visitor.requestToken();
  const fields = { token: await addToken(mail, ana, owner), lang: "es" };
  const stranger = await tabOf(ana).post(fields, "", { "sec-fetch-site": "cross-site" });
  assert.equal(stranger.headers["set-cookie"], undefined);
  assert.ok(stranger.html.includes(`value="${fields.token}"`));
  assert.equal((await visitor.post(fields, "", { "sec-fetch-site": "same-origin" })).status, 302);
  assert.equal(await visitor.requestToken(), token);
  const { html } = await visit().post({ token: `"><b>` }, "", { "sec-fetch-site": "cross-site" });
  assert.doesNotMatch(html, /<b>/);
});

interface Out {
  readonly domainId: number;
  readonly mailboxId: number;
  readonly user: PanelUser;
}
const query = (text: string, ...values: unknown[]) => mail.db.query(text, values);
/** For all who are in. */
const ends: Readonly<Record<string, (out: Out) => Promise<unknown>>> = {
  "the mailbox is deleted": ({ mailboxId }) =>
    query("update atrio.mailbox set deleted_at = now() where id = $1", mailboxId),
  "the service loses its mail": ({ domainId }) =>
    query("update atrio.holding set has_mail = false where id = $1", domainId),
};
const endsOfPassword: typeof ends = {
  "the mailbox gets another password": ({ mailboxId }) =>
    query("update atrio.mailbox set password_hash = password_hash || '=' where id = $1", mailboxId),
};
const endsOfToken: typeof ends = {
  "the user's rights are fewer": ({ user }) =>
    query("update atrio.holding_grant set permissions = $2 where user_id = $1", user.id, {
      servicemail_accounts: "read",
    }),
  "the user's grant is gone": ({ user }) =>
    query("delete from atrio.holding_grant where user_id = $1", user.id),
  "the user is disabled": ({ user }) =>
    query("update atrio.panel_user set disabled_at = now() where id = $1", user.id),
  "the user signs out of the panel": ({ user }) =>
    query("delete from atrio.session where id = $1", user.sessionId),
};
let outs = 0;
async function out() {
  const name = `out${++outs}.test`;
  const domainId = await addDomain(mail.db, name);
  const address = `ana@${name}`;
  const mailboxId = await addMailbox(mail.db, address);
  return { domainId, mailboxId, address, user: await addUser(mail, domainId, "owner") };
}
async function isPutOut(visitor: Visitor, happens: () => Promise<unknown>): Promise<void> {
  assert.match((await contacts(visitor)).html, /"action":"list"/);
  await happens();
  isOut(await contacts(visitor));
  isOut(await visitor.get("?_task=settings&_action=identities"));
}
for (const [when, happens] of Object.entries({ ...ends, ...endsOfToken }))
  test(`who came by a token is out, of the address book too, when ${when}`, async () => {
    const box = await out();
    const visitor = visit().tab(`/${box.mailboxId}/`);
    await visitor.post({ token: await addToken(mail, box.address, box.user), lang: "es" });
    await isPutOut(visitor, () => happens(box));
  });
for (const [when, happens] of Object.entries({ ...ends, ...endsOfPassword }))
  test(`who came by password is out, of the address book too, when ${when}`, async () => {
    const box = await out();
    const visitor = visit();
    await visitor.signIn(box.address, password);
    await isPutOut(visitor, () => happens(box));
  });

test("contacts and preferences go with the mailbox, and are there again when it is restored", async () => {
  const address = "gone@webmail.test";
  const userOf = async (): Promise<number | undefined> => {
    assert.equal((await visit().signIn(address, password)).status, 302);
    const { rows } = await mail.db.query<{ id: number }>(
      "select user_id as id from roundcube.users where username = $1",
      [address],
    );
    return rows[0]?.id;
  };
  const setDeleted = (id: number, at: string | null) =>
    mail.db.query("update atrio.mailbox set deleted_at = $2 where id = $1", [id, at]);
  const first = await addMailbox(mail.db, address);
  const user = await userOf();
  await setDeleted(first, "now");
  const second = await addMailbox(mail.db, address);
  assert.notEqual(await userOf(), user);
  await mail.db.query("delete from atrio.mailbox where id = $1", [second]);
  await setDeleted(first, null);
  assert.equal(await userOf(), user);
});

test("no token and no secret is in a log", async () => {
  const token = await addToken(mail, ana, owner);
  const visitor = tabOf(ana);
  await visitor.post({ token, lang: "en" });
  await visitor.post({ token, lang: "en" });
  const logs = globSync(join(mail.home, "log/*/current"));
  assert.ok(logs.length > 10);
  for (const log of logs) assert.ok(!readFileSync(log, "utf8").includes(token), log);
});

for (const service of ["nginx", "roundcube"])
  test(`${service} comes back when it is killed, with its children still there`, async () => {
    const old = pidOf(mail.home, service);
    process.kill(old, "SIGKILL");
    await until(`${service} runs again`, 60, async () => {
      const page = await visit()
        .get()
        .catch(() => null);
      return pidOf(mail.home, service) !== old && page?.status === 200;
    });
  });
