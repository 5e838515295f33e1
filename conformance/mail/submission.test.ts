/** Mail that goes out: who may send it, as whom, how much, and how it is signed. */
import assert from "node:assert/strict";
import { Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { createTransport } from "nodemailer";
import type NodemailerMail from "nodemailer/lib/mailer";
import { openHome } from "../../packages/cli/src/home.ts";
import { readSettings } from "../../packages/cli/src/settings.ts";
import type { Mail } from "../../packages/server/test/smtp.ts";
import { pidOf, until } from "../installation.ts";
import { untilSubjects } from "./imap.ts";
import {
  type MailInstallation,
  addAlias,
  addDomain,
  addMailbox,
  password,
  startMail,
} from "./installation.ts";
import { SmtpSession, deliver } from "./smtp.ts";
import { submit } from "./submission.ts";

const ana = "ana@uno.test";
const jose = "jose@uno.test";
const eva = "eva@dos.test";
const friend = "friend@outside.example";
let mail: MailInstallation;

before(async () => {
  mail = await startMail();
  const uno = await addDomain(mail.db, "uno.test");
  await addDomain(mail.db, "dos.test");
  for (const address of [ana, jose, eva]) await addMailbox(mail.db, address);
  await addAlias(mail.db, "ventas@uno.test", [ana]);
  await until("a key for each domain", 60, async () => {
    const { rowCount } = await mail.db.query("select from atrio.dkim_key");
    return rowCount === 2;
  });
  await mail.db.query("select atrio.dns_zone_create($1)", [uno]);
});
after(() => mail?.stop());

const send = (login: string, message: NodemailerMail.Options) => submit(mail.ready, login, message);
const refused = (login: string, message: NodemailerMail.Options, why: RegExp) =>
  assert.rejects(send(login, { to: friend, ...message }), why);

const withHead = (head: string): string =>
  `${head}\r\nTo: ${friend}\r\nSubject: No\r\nMessage-ID: <${Math.random()}@x>\r\n\r\nHello\r\n`;
const refusedHead = (head: string, why: RegExp) =>
  refused(ana, { raw: withHead(head), envelope: { from: ana, to: friend } }, why).catch((error: unknown) => {
    throw new Error(`Not refused: ${head}`, { cause: error });
  });

async function outsideGot(subject: string): Promise<Mail> {
  let found: Mail | undefined;
  await until(`${subject} outside`, 60, () => {
    found = mail.outside.mails.find(({ headers }) => headers.get("subject")?.[0] === subject);
    return found !== undefined;
  });
  return found!;
}
async function setLimit(recipients: number): Promise<void> {
  await mail.db.query("delete from atrio.mail_sending");
  await mail.db.query(
    `update atrio.mail_service set recipients_per_hour = $1
      where holding_id = (select id from atrio.holding where reference = 'uno.test')`,
    [recipients],
  );
}

/** As Dovecot's submission service comes to Postfix for a mailbox. */
async function relay(login: string): Promise<SmtpSession> {
  const secret = readFileSync(join(mail.home, "secrets/relay.key"), "utf8").trim();
  const session = await SmtpSession.open({
    host: "127.0.0.1",
    port: readSettings(openHome(mail.home))!.mail.relay,
  });
  const credentials = Buffer.from(`${login}\0relay\0${secret}`).toString("base64");
  assert.equal((await session.say(`AUTH PLAIN ${credentials}`)).code, 235);
  return session;
}

describe("signing in", () => {
  test("lets mail through on both ports, to others and to mailboxes here", async () => {
    await send(ana, { to: friend, subject: "By 587" });
    await submit(mail.ready, ana, { to: friend, subject: "By 465" }, { implicit: true });
    for (const subject of ["By 587", "By 465"]) assert.equal((await outsideGot(subject)).from, ana);
    await send(ana, { to: eva, subject: "Within" });
    await untilSubjects(mail.ready, eva, ["Within"]);
  });

  test("is not to be had at the port for other servers", async () => {
    const session = await SmtpSession.open(mail.ready.services.smtp);
    assert.equal((await session.say("AUTH LOGIN")).code, 503);
    session.close();
  });
});

describe("a customer sends as his own addresses only", () => {
  test("an alias that reaches him and a sub-address are his", async () => {
    await send(ana, { from: "Ventas <ventas@uno.test>", to: friend, subject: "As alias" });
    await send(ana, { from: '"Ana, sub" <ana+shop@uno.test>', to: friend, subject: "As sub-address" });
    assert.equal((await outsideGot("As alias")).from, "ventas@uno.test");
    await outsideGot("As sub-address");
  });

  test("another's envelope is refused: a colleague's, another customer's, a stranger's", async () => {
    for (const from of [jose, eva, "ceo@bank.example"])
      await refused(ana, { from: ana, envelope: { from, to: friend } }, /553|Sender address rejected/);
    await refused(jose, { from: "ventas@uno.test" }, /553|Sender address rejected/);
  });

  test("another's From header is refused, whatever the envelope says", async () => {
    const envelope = { from: ana, to: friend };
    for (const from of [jose, eva, "ceo@bank.example"])
      await refused(ana, { from, envelope }, /554 5\.7\.1 You may not send as .*not one of your addresses/);
  });

  test("two From headers, or one that readers would understand differently is refused", async () => {
    const heads = [
      `From: ${ana}\r\nFrom: ${jose}`,
      `From: ${ana}, ${jose}`,
      `From: <${jose}> <${ana}>`,
      `From: ${jose} <${ana}>`,
      `From: Us: ${ana};`,
      `From: "${ana}`,
    ];
    for (const head of heads) await refusedHead(head, /554 5\.7\.1 The From header must name one/);
  });

  test("another's address in the name beside his own, or in the Sender header, is refused", async () => {
    const shown = [
      `From: "${eva}" <${ana}>`,
      `From: ${eva.replace("@", " <")}@> <${ana}>`,
      `From: '${eva}' via <${ana}>`,
      `From: "Pay <${eva}>" <${ana}>`,
      `From: <${ana}> (${eva})`,
      `From: ${ana} (now ${eva})`,
      `From: =?utf-8?q?eva=40dos=2Etest?= <${ana}>`,
      `From: "=?utf-8?q?eva=40dos=2Etest?=" <${ana}>`,
      `From: =?utf-8?b?${Buffer.from(`<${eva}>`).toString("base64")}?= <${ana}>`,
      `From: =?utf-8?q?eva=40?=\r\n =?utf-8?q?dos=2Etest?= <${ana}>`,
      `From: =?utf-8?b?${Buffer.from("eva\uFF20dos\u3002test").toString("base64")}?= <${ana}>`,
      `From: "eva @dos.test" <${ana}>`,
      `From: "eva@[dos.test]" <${ana}>`,
      `From: "${"a@".repeat(30_000)}b" <${ana}>`,
      `From: Ana <${ana}>\r\nResent-From: ${eva}`,
      `From: Ana <${ana}>\r\nSender: ${eva}`,
      `From: Ana <${ana}>\r\nSender: "${eva}" <${ana}>`,
      `From: Ana <${ana}>\r\nSender: ${ana}\r\nSender: ${eva}`,
    ];
    for (const head of shown)
      await refusedHead(head, /554 5\.7\.1 (You may not send as|The (From|Sender) header)/);
    const own = [
      `From: "${ana}" <${ana}>`,
      `From: "'${ana}'" <${ana}>`,
      `From: "Ana @ Uno, ventas@uno.test" <${ana}>\r\nSender: Ventas <ventas@uno.test>`,
      `From: =?utf-8?q?Jos=C3=A9_=40home?= <${ana}>\r\nReply-To: ${eva}`,
      `From: Ana <${ana}>\r\nSender:`,
    ];
    for (const head of own) await send(ana, { raw: withHead(head), envelope: { from: ana, to: friend } });
  });
});

describe("what goes out is signed", () => {
  test("with its domain's key, which the name server shows", async () => {
    await send(ana, { to: friend, subject: "Signed", text: "áéí\n.\nlast" });
    const { raw } = await outsideGot("Signed");
    const { dns } = mail.ready.services;
    const resolver = new Resolver();
    resolver.setServers([`${dns.host}:${dns.port}`]);
    const verify = (message: Buffer) =>
      dkimVerify(message, { resolver: (name) => resolver.resolveTxt(name) });
    const { results } = await verify(raw);
    assert.deepEqual(
      results.map(({ signingDomain, selector, status: { result, aligned } }) => ({
        signingDomain,
        selector,
        result,
        aligned,
      })),
      [{ signingDomain: "uno.test", selector: "atrio", result: "pass", aligned: "uno.test" }],
    );
    const changed = Buffer.from(raw.toString("latin1").replace("last", "lost"), "latin1");
    assert.notEqual((await verify(changed)).results[0]?.status.result, "pass");
  });

  test("or it waits: for its key", async () => {
    const id = await addDomain(mail.db, "tres.test");
    await addMailbox(mail.db, "leo@tres.test");
    await until("its key", 60, async () => {
      const { rowCount } = await mail.db.query("select from atrio.dkim_key where holding_id = $1", [id]);
      return rowCount === 1;
    });
    const { rows } = await mail.db.query<{ row: object }>(
      "with gone as (delete from atrio.dkim_key where holding_id = $1 returning *) select to_jsonb(gone) as row from gone",
      [id],
    );
    await refused("leo@tres.test", {}, /451 4\.\d\.\d/);
    await mail.db.query(
      "insert into atrio.dkim_key select * from jsonb_populate_record(null::atrio.dkim_key, $1)",
      [rows[0]?.row],
    );
    await send("leo@tres.test", { to: friend, subject: "With its key" });
    assert.match((await outsideGot("With its key")).headers.get("dkim-signature")?.[0] ?? "", /d=tres\.test/);
  });

  test("or it waits: for policyd, which is back soon", async () => {
    process.kill(pidOf(mail.home, "policyd"), "SIGSTOP");
    try {
      const [comesIn] = await Promise.all([
        deliver(mail.ready.services.smtp, { to: jose }),
        refused(ana, {}, /451 4\.\d\.\d/),
      ]);
      assert.equal(comesIn.code, 451, "nor does anything come in");
    } finally {
      process.kill(pidOf(mail.home, "policyd"), "SIGKILL");
    }
    await until("mail goes out again", 60, () =>
      send(ana, { to: friend, subject: "After policyd" }).then(
        () => true,
        () => false,
      ),
    );
    assert.ok((await outsideGot("After policyd")).headers.has("dkim-signature"));
  });
});

describe("the limit of a service", () => {
  test("holds for all its mailboxes and says what it is; others go on, and so does mail that comes in", async () => {
    await setLimit(3);
    const three = [friend, "b@outside.example", "c@outside.example"];
    await send(ana, { to: three, subject: "Three" });
    await refused(
      jose,
      {},
      /451 4\.7\.1 .*The limit of uno\.test is 3 recipients an hour: 3 were sent to.*again after \d\d:00 UTC/,
    );
    await send(eva, { to: friend, subject: "Others go on" });
    await send(eva, { to: jose, subject: "Comes in" });
    await untilSubjects(mail.ready, jose, ["Comes in"]);
    await refused(ana, { to: [...three, "d@outside.example"] }, /554 5\.7\.1 .*send it to fewer at once/);
    await addAlias(mail.db, "todos@uno.test", [...three, "d@outside.example"]);
    await setLimit(4);
    await send(ana, { to: "todos@uno.test", subject: "To all" });
    await refused(ana, { to: "todos@uno.test" }, /451 4\.7\.1 .*4 were sent to, this message has 4/);
    await setLimit(1);
    await send(ana, { to: friend, subject: "A receipt", envelope: { from: "", to: friend } });
    await refused(ana, {}, /451 4\.7\.1 .*1 were sent to/);
    await setLimit(0);
    await refused(ana, {}, /554 5\.7\.1 uno\.test may not send mail/);
    await setLimit(300);
    await send(jose, { to: friend, subject: "More is allowed" });
  });

  test("is not spent by what is not sent: what is refused for its From, or taken back", async () => {
    await setLimit(4);
    await refused(
      ana,
      { from: jose, to: "todos@uno.test", envelope: { from: ana, to: "todos@uno.test" } },
      /may not/,
    );
    const session = await relay(ana);
    for (let times = 0; times < 3; times++) {
      for (const line of [`MAIL FROM:<${ana}>`, "RCPT TO:<todos@uno.test>", "RSET"])
        assert.equal((await session.say(line)).code, 250);
    }
    session.close();
    await send(ana, { to: "todos@uno.test", subject: "All of it is left" });
  });
});

// last: for a while Dovecot takes its time with who was wrong
describe("who does not sign in", () => {
  test("over TLS, with the right password, does not send", async () => {
    // Dovecot takes a client of its own address for one that nobody listens to
    const transport = createTransport({
      ...mail.ready.services.submission,
      localAddress: "127.0.0.2",
      ignoreTLS: true,
      auth: { user: ana, pass: password },
    });
    await assert.rejects(transport.sendMail({ from: ana, to: friend, text: "Hello" }), /523 5\.7\.10/);
    transport.close();
    await assert.rejects(submit(mail.ready, ana, { to: friend }, { secret: "wrong" }), /535/);
    await assert.rejects(submit(mail.ready, "nobody@uno.test", { to: friend }), /535/);
  });
});
