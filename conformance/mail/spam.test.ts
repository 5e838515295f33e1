/** Mail that comes in is scored: what is spam goes to Junk or is refused, and without the filter nothing passes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createTransport } from "nodemailer";
import type NodemailerMail from "nodemailer/lib/mailer";
import { pidOf, processesOf, until } from "../installation.ts";
import { untilSubjects, withMailbox } from "./imap.ts";
import { type MailInstallation, addAlias, addDomain, addMailbox, startMail } from "./installation.ts";
import { type Reply, SmtpSession, deliver as handIn } from "./smtp.ts";
import { submit } from "./submission.ts";

const friend = "friend@outside.example";
/** The mark that every filter takes for spam, and the one that rspamd takes for likely spam. */
const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
const likely = gtube.replace("X", "Y");
let mail: MailInstallation;
let boxes = 0;

before(async () => {
  mail = await startMail();
  await addDomain(mail.db, "uno.test");
});
after(() => mail?.stop());

async function newMailbox(): Promise<string> {
  const address = `box-${++boxes}@uno.test`;
  await addMailbox(mail.db, address);
  return address;
}

/** From another server; the envelope is a stranger's. */
async function deliver(to: string, message: NodemailerMail.Options): Promise<void> {
  const transport = createTransport({ ...mail.ready.services.smtp, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: friend, to }, from: friend, to, text: "Hello", ...message });
  } finally {
    transport.close();
  }
}

/** What a message says of itself, by lower-case name: all values of each. */
const headersOf = (address: string, folder: string): Promise<Map<string, string[]>> =>
  withMailbox(mail.ready, address, async (client) => {
    await client.mailboxOpen(folder);
    const message = await client.fetchOne("*", { headers: true });
    const found = new Map<string, string[]>();
    for (const line of String(message && message.headers).split("\r\n")) {
      const [, name, value] = /^([\w-]+): *(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined)
        found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), value]);
    }
    return found;
  });

test("a letter is in the inbox, with its score; what it says of that itself is taken away", async () => {
  const ana = await newMailbox();
  const headers = { "X-Spam": "Yes", "X-Spam-Flag": "YES", "X-Spam-Status": "Yes, score=99" };
  await deliver(ana, { subject: "A letter", headers });
  await untilSubjects(mail.ready, ana, ["A letter"]);
  const found = await headersOf(ana, "INBOX");
  assert.equal(found.has("x-spam"), false);
  assert.equal(found.has("x-spam-flag"), false);
  assert.match(found.get("x-spam-status")?.join("|") ?? "", /^No, score=[\d.]+ required=6\.0$/);
});

test("likely spam is in Junk, with the header that says so", async () => {
  const ana = await newMailbox();
  await deliver(ana, { subject: "Likely", text: likely });
  await untilSubjects(mail.ready, ana, ["Likely"], "Junk");
  await untilSubjects(mail.ready, ana, []);
  assert.deepEqual((await headersOf(ana, "Junk")).get("x-spam"), ["Yes"]);
});

test("certain spam is refused", async () => {
  await assert.rejects(deliver(await newMailbox(), { subject: "GTUBE", text: gtube }), /554 5\.7\.1/);
});

test("who says to be of a domain of ours without proof is in Junk; of another's, not", async () => {
  const [ana, jose] = [await newMailbox(), await newMailbox()];
  await deliver(ana, { subject: "Forged", from: `The boss <${jose}>` });
  await deliver(ana, { subject: "Forged, nobody's", from: "boss@UNO.test", headers: { "X-Spam": "No" } });
  await deliver(ana, { subject: "Of a stranger", from: "someone@elsewhere.example" });
  await untilSubjects(mail.ready, ana, ["Forged", "Forged, nobody's"], "Junk");
  await untilSubjects(mail.ready, ana, ["Of a stranger"]);
  const found = await headersOf(ana, "Junk");
  assert.deepEqual(found.get("x-spam"), ["Yes"]);
  assert.match(found.get("x-spam-status")?.join("|") ?? "", /^Yes, score=[\d.]+ required=6\.0$/);
  const overFifteen = { subject: "Of two", from: [friend, jose] };
  await assert.rejects(deliver(ana, overFifteen), /554 5\.7\.1 This message looks like spam/);
});

test("however From names a domain of ours, without proof it is in Junk", async () => {
  const [ana, jose] = [await newMailbox(), await newMailbox()];
  const heads = [
    `From: <${jose.replace("@", " @ ")}>`,
    `From: <${jose.replace("@", "@(here)")}>`,
    `From: us: ${jose};`,
    `From: ${jose}; someone@elsewhere.example`,
    `From: =?utf-8?q?${jose.replace("@", "=40")}?=`,
    `From: "${"a".repeat(1001)}" <someone@elsewhere.example>`,
  ];
  const subjects = heads.map((_, place) => `Forged ${place}`);
  for (const [place, author] of heads.entries()) {
    const reply = await handIn(mail.ready.services.smtp, { to: ana, author, subject: subjects[place]! });
    assert.equal(reply.code, 250, `${author}: ${reply.text}`);
  }
  await untilSubjects(mail.ready, ana, subjects, "Junk");
});

const outsideGot = (subject: string): number =>
  mail.outside.mails.filter(({ headers }) => headers.get("subject")?.[0] === subject).length;

test("what likely is spam is not sent on; a letter is, within the limit for that", async () => {
  const ana = await newMailbox();
  await addDomain(mail.db, "dos.test");
  await addAlias(mail.db, "out@dos.test", [friend, ana]);
  const limit = (recipients: number) =>
    mail.db.query(
      `update atrio.mail_service set recipients_per_hour = $1
        where holding_id = (select id from atrio.holding where reference = 'dos.test')`,
      [recipients],
    );
  await limit(1);
  await assert.rejects(
    deliver("out@dos.test", { subject: "Not on", text: likely }),
    /554 5\.7\.1 .*spam is not sent on/,
  );
  await deliver("out@dos.test", { subject: "Sent on" });
  await assert.rejects(
    deliver("out@dos.test", { subject: "Too many" }),
    /451 4\.7\.1 The limit of dos\.test for what it sends on is 1 recipients an hour/,
  );
  await deliver(ana, { subject: "Not on its way out" });
  await limit(0);
  await assert.rejects(deliver("out@dos.test", {}), /554 5\.7\.1 dos\.test may not send mail on/);
  await untilSubjects(mail.ready, ana, ["Sent on", "Not on its way out"]);
  await until("it is outside", 60, () => outsideGot("Sent on") === 1);
  assert.deepEqual([outsideGot("Not on"), outsideGot("Too many")], [0, 0]);
});

/** Another server, whose address Postfix takes it at its word for. */
async function deliverFrom(address: string, from: string, to: string, subject: string): Promise<Reply> {
  const session = await SmtpSession.open(mail.ready.services.smtp);
  try {
    const lines = [`XCLIENT ADDR=${address}`, "EHLO shop.example", `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`];
    for (const line of lines) {
      const reply = await session.say(line);
      assert.ok(reply.code < 300, `${line}: ${reply.text}`);
    }
    const head = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${new Date().toUTCString()}`;
    return await session.data(
      `${head}\r\nMessage-ID: <${crypto.randomUUID()}@shop.example>\r\n\r\nHello\r\n.\r\n`,
    );
  } finally {
    session.close();
  }
}
/** Where Postfix hears from tests which address they come from, and rspamd asks the installation's own name server. */
async function withOtherServers(use: () => Promise<void>): Promise<void> {
  const { host, port } = mail.ready.services.dns;
  const changes: [string, (content: string) => string][] = [
    ["etc/postfix/main.cf", (content) => `${content}\nsmtpd_authorized_xclient_hosts = 127.0.0.0/8\n`],
    [
      "etc/rspamd/rspamd.conf",
      (content) => content.replace("dns {", `dns {\n    nameserver = "${host}:${port}:1";`),
    ],
  ];
  const files = changes.map(([name, change]) => {
    const path = join(mail.home, name);
    const before = readFileSync(path, "utf8");
    return { path, before, changed: change(before) };
  });
  const write = (version: "before" | "changed"): void => {
    for (const file of files) writeFileSync(file.path, file[version]);
    process.kill(pidOf(mail.home, "postfix"), "SIGHUP");
    execFileSync("sv", ["-w", "20", "restart", join(mail.home, "service/rspamd")]);
  };
  write("changed");
  try {
    await use();
  } finally {
    write("before");
  }
}

test("who sends for a domain of ours from elsewhere comes in where SPF or DKIM proves it", async () => {
  const ana = await newMailbox();
  const id = await addDomain(mail.db, "tres.test");
  const news = "news@tres.test";
  await mail.db.query("select atrio.dns_zone_create($1)", [id]);
  await mail.db.query("delete from atrio.dns_record where holding_id = $1 and dynamic = 'spf'", [id]);
  await mail.db.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
     select id, holding_id, name, 'TXT', 'v=spf1 ip4:203.0.113.5 -all' from atrio.dns_zone where holding_id = $1`,
    [id],
  );
  let privateKey = "";
  await until("its key", 60, async () => {
    const { rows } = await mail.db.query<{ private_key: string }>(
      "select private_key from atrio.dkim_key where holding_id = $1",
      [id],
    );
    privateKey = rows[0]?.private_key ?? "";
    return rows.length === 1;
  });
  const letter = { envelope: { from: news, to: ana }, from: news };
  const dkim = { domainName: "tres.test", keySelector: "atrio", privateKey };
  const signIn = /5\.7\.1 Sign in to send as news@tres\.test, or let the SPF record of tres\.test name/;
  await withOtherServers(async () => {
    await until("mail passes", 60, () =>
      deliver(ana, { ...letter, subject: "By DKIM", dkim }).then(
        () => true,
        () => false,
      ),
    );
    await assert.rejects(deliver(ana, { ...letter, subject: "By nothing" }), signIn);
    const bySpf = await deliverFrom("203.0.113.5", news, ana, "By SPF");
    assert.equal(bySpf.code, 250, bySpf.text);
    assert.match((await deliverFrom("203.0.113.6", news, ana, "By no SPF")).text, signIn);
  });
  await untilSubjects(mail.ready, ana, ["By DKIM", "By SPF"]);
});

test("what somebody sends who signed in is not scored", async () => {
  const [ana, jose] = [await newMailbox(), await newMailbox()];
  await until("it is signed", 60, () =>
    submit(mail.ready, ana, { to: jose, subject: "My own" }).then(
      () => true,
      () => false,
    ),
  );
  await untilSubjects(mail.ready, jose, ["My own"]);
  assert.equal((await headersOf(jose, "INBOX")).has("x-spam-status"), false);
});

test("without the filter nothing passes and nothing is lost; it comes back by itself", async () => {
  const ana = await newMailbox();
  const service = join(mail.home, "service/rspamd");
  execFileSync("sv", ["-w", "20", "down", service]);
  try {
    await assert.rejects(deliver(ana, { subject: "Too early" }), /451 4\.\d\.\d/);
    await assert.rejects(submit(mail.ready, ana, { to: friend }), /4[25]1 4\.\d\.\d/);
  } finally {
    execFileSync("sv", ["up", service]);
  }
  const passes = (subject: string) =>
    deliver(ana, { subject }).then(
      () => true,
      () => false,
    );
  await until("the filter is back", 60, () => passes("Back"));
  const killed = pidOf(mail.home, "rspamd");
  process.kill(killed, "SIGKILL");
  await until("it is back from a kill, alone", 60, () => {
    const workers = processesOf(mail.home).filter((line) => line.includes("rspamd_proxy"));
    return pidOf(mail.home, "rspamd") !== killed && workers.length === 2;
  });
  await until("mail passes", 60, () => passes("Back again"));
  await untilSubjects(mail.ready, ana, ["Back", "Back again"]);
});
