/** Mail that comes in: which address leads where, from the moment it is committed. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { until } from "../installation.ts";
import { signIn, subjectsIn, untilSubjects } from "./imap.ts";
import { type MailInstallation, addAlias, addDomain, addMailbox, startMail } from "./installation.ts";
import { type Letter, type Reply, type Server, SmtpSession, askRecipient, deliver } from "./smtp.ts";

let mail: MailInstallation;
let smtp: Server;

before(async () => {
  mail = await startMail();
  smtp = mail.ready.services.smtp;
  await addDomain(mail.db, "mail.test");
});
after(() => mail?.stop());

async function accepted(letter: Letter): Promise<void> {
  const reply = await deliver(smtp, letter);
  assert.equal(reply.code, 250, reply.text);
}
const code = async (to: string, size?: number): Promise<number> => (await askRecipient(smtp, to, size)).code;
const outsideGot = (subject: string) =>
  mail.outside.mails.filter(({ headers }) => headers.get("subject")?.[0] === subject);

describe("an address", () => {
  test("that is a new mailbox takes mail at once; it is read over TLS", async () => {
    assert.equal(await code("ana@mail.test"), 550);
    await addMailbox(mail.db, "ana@mail.test");
    await accepted({ to: "ana@mail.test", subject: "First" });
    await accepted({ to: "ANA@Mail.Test", subject: "In capitals" });
    await accepted({ to: "ana+shop@mail.test", subject: "Sub-addressed" });
    await untilSubjects(mail.ready, "ana@mail.test", ["First", "In capitals", "Sub-addressed"]);
  });

  test("of a new domain takes mail, though it was just asked for in vain", async () => {
    assert.equal(await code("eva@young.test"), 554);
    await addDomain(mail.db, "young.test");
    await addMailbox(mail.db, "eva@young.test");
    assert.equal(await code("eva@young.test"), 250);
    await mail.db.query("update atrio.holding set has_mail = false where reference = 'young.test'");
    assert.equal(await code("eva@young.test"), 554);
  });

  test("that is nobody's is refused at RCPT, and so is mail for others", async () => {
    assert.match((await askRecipient(smtp, "nobody@mail.test")).text, /^5\.1\.1 .*User unknown/);
    assert.match((await askRecipient(smtp, "someone@elsewhere.example")).text, /Relay access denied/);
  });

  test("of a domain of ours is no sender for who did not sign in, whatever it leads to", async () => {
    await addDomain(mail.db, "claimed.test");
    await addMailbox(mail.db, "ana@claimed.test");
    await addAlias(mail.db, "out@claimed.test", ["friend@outside.example"]);
    await addAlias(mail.db, "@claimed.test", ["ana@claimed.test"]);
    for (const name of ["ana", "out", "anything", "ana+shop", '"ana"', '"a\\na"']) {
      const reply = await deliver(smtp, { from: `${name}@CLAIMED.test`, to: "out@claimed.test" });
      assert.match(reply.text, /Sign in to send/, name);
    }
    await accepted({ from: "ana@sub.claimed.test", to: "ana@claimed.test" });
  });

  test("with quoting that programs understand differently is refused", async () => {
    for (const from of ["an\\a@claimed.test", "ana\\@claimed.test", '"ana@claimed.test"'])
      assert.match((await deliver(smtp, { from, to: "ana@mail.test" })).text, /not recognized/, from);
    assert.match((await askRecipient(smtp, "an\\a@mail.test")).text, /not recognized/);
  });

  test("that is an alias leads to each of its targets, by another alias and outside too", async () => {
    await addMailbox(mail.db, "sales-1@mail.test");
    await addMailbox(mail.db, "sales-2@mail.test");
    await addAlias(mail.db, "sales@mail.test", [
      "sales-1@mail.test",
      "sales-2@mail.test",
      "agent@outside.example",
    ]);
    await addAlias(mail.db, "team@mail.test", ["sales@mail.test"]);
    await accepted({ to: "team@mail.test", subject: "For sales" });
    await untilSubjects(mail.ready, "sales-1@mail.test", ["For sales"]);
    await untilSubjects(mail.ready, "sales-2@mail.test", ["For sales"]);
    await until("it is outside", 30, () => outsideGot("For sales").length === 1);
    assert.deepEqual(outsideGot("For sales")[0]?.to, ["agent@outside.example"]);
    await mail.db.query("delete from atrio.alias where address = 'sales@mail.test'");
    assert.equal(await code("sales@mail.test"), 550);
  });

  test("sends on, and keeps a copy only where it is meant to", async () => {
    await addMailbox(mail.db, "keeps@mail.test", { forward: ["copy@outside.example"] });
    await addMailbox(mail.db, "passes@mail.test", { forward: ["keeps@mail.test"], keepsCopy: false });
    await accepted({ to: "passes@mail.test", subject: "On and on" });
    await untilSubjects(mail.ready, "keeps@mail.test", ["On and on"]);
    await until("it is outside", 30, () => outsideGot("On and on").length === 1);
    assert.deepEqual(await subjectsIn(mail.ready, "passes@mail.test"), []);
  });

  test("without a mailbox goes to the catch-all, one with a mailbox does not", async () => {
    await addDomain(mail.db, "all.test");
    await addMailbox(mail.db, "rest@all.test");
    await addMailbox(mail.db, "own@all.test");
    await addAlias(mail.db, "@all.test", ["rest@all.test"]);
    await accepted({ to: "whoever@all.test", subject: "For whoever" });
    await accepted({ to: "own@all.test", subject: "For own" });
    await accepted({ to: "own+tag@all.test", subject: "For own, tagged" });
    await untilSubjects(mail.ready, "own@all.test", ["For own", "For own, tagged"]);
    await untilSubjects(mail.ready, "rest@all.test", ["For whoever"]);
  });
});

describe("a mailbox that is deleted", () => {
  test("is refused at RCPT and IMAP; made again it is empty; restored it has all of its mail", async () => {
    const first = await addMailbox(mail.db, "gone@mail.test");
    await accepted({ to: "gone@mail.test", subject: "Before" });
    await untilSubjects(mail.ready, "gone@mail.test", ["Before"]);
    const set = (id: number, at: string) =>
      mail.db.query(`update atrio.mailbox set deleted_at = ${at} where id = $1`, [id]);
    await set(first, "now()");
    assert.equal(await code("gone@mail.test"), 550);
    await assert.rejects(signIn(mail.ready, "gone@mail.test"), { authenticationFailed: true });
    const second = await addMailbox(mail.db, "gone@mail.test");
    assert.deepEqual(await subjectsIn(mail.ready, "gone@mail.test"), []);
    await accepted({ to: "gone@mail.test", subject: "Meanwhile" });
    await untilSubjects(mail.ready, "gone@mail.test", ["Meanwhile"]);
    await set(second, "now()");
    await set(first, "null");
    assert.deepEqual(await subjectsIn(mail.ready, "gone@mail.test"), ["Before"]);
    await accepted({ to: "gone@mail.test", subject: "After" });
    await untilSubjects(mail.ready, "gone@mail.test", ["Before", "After"]);
  });
});

/** What the panel knows to be in small@mail.test. */
const used = async (): Promise<number> => {
  const { rows } = await mail.db.query<{ bytes: string }>(
    "select bytes from atrio.mailbox_usage where address = 'small@mail.test'",
  );
  return Number(rows[0]?.bytes ?? 0);
};

describe("a mailbox that is full", () => {
  const quotaBytes = 20_000;
  test("refuses in the dialogue what it has no room for, and says why", async () => {
    await addMailbox(mail.db, "small@mail.test", { quotaBytes });
    assert.match((await askRecipient(smtp, "small@mail.test", 30_000)).text, /5\.2\.2 .*full/);
    await accepted({
      to: "small@mail.test",
      subject: "Fits",
      body: "x".repeat(900).concat("\r\n").repeat(12),
    });
    await until("what it holds is known to the panel", 30, async () => (await used()) > 10_000);
    // a server that does not say how large its message is, nor that an alias leads there
    await addAlias(mail.db, "small-too@mail.test", ["small@mail.test"]);
    const tooMuch = { subject: "Too much", body: "x".repeat(900).concat("\r\n").repeat(12) };
    for (const to of ["small@mail.test", "small+shop@mail.test", "small-too@mail.test"])
      assert.deepEqual(await deliver(smtp, { ...tooMuch, to }), {
        code: 554,
        text: "5.7.1 The mailbox small@mail.test is full",
      });
    // who shares it with one that has room is told by a message of its own
    await addMailbox(mail.db, "roomy@mail.test");
    await accepted({ ...tooMuch, to: ["small-too@mail.test", "roomy@mail.test"] });
    await untilSubjects(mail.ready, "roomy@mail.test", ["Too much"]);
    await until("the sender is told", 30, () =>
      mail.outside.mails.some(
        ({ from, to, text }) => from === "" && to[0] === "friend@outside.example" && /5\.2\.2/.test(text),
      ),
    );
    assert.deepEqual(await subjectsIn(mail.ready, "small@mail.test"), ["Fits"]);
    await mail.db.query("update atrio.mailbox set quota_bytes = $1 where address = 'small@mail.test'", [
      await used(),
    ]);
    assert.deepEqual(await askRecipient(smtp, "small@mail.test"), {
      code: 552,
      text: "5.2.2 <small@mail.test>: Recipient address rejected: The mailbox small@mail.test is full",
    });
  });

  test("takes mail again when there is room: what is deleted by IMAP is counted off", async () => {
    const client = await signIn(mail.ready, "small@mail.test");
    await client.mailboxOpen("INBOX");
    await client.messageDelete("1:*");
    await client.logout();
    await until("what it holds is known to the panel", 30, async () => (await used()) === 0);
    await accepted({ to: "small@mail.test", subject: "Room again" });
    await untilSubjects(mail.ready, "small@mail.test", ["Room again"]);
  });
});

test("a message in a message, behind a line that only some take for its end, stays in it", async () => {
  await addMailbox(mail.db, "target@mail.test");
  const inner =
    "MAIL FROM:<admin@outside.example>\r\nRCPT TO:<target@mail.test>\r\nDATA\r\nSubject: Inner\r\n\r\nx\r\n.\r\n";
  for (const end of ["\n.\n", "\n.\r\n"]) {
    const session = await SmtpSession.open(smtp);
    await session.say("MAIL FROM:<friend@outside.example>");
    await session.say("RCPT TO:<target@mail.test>");
    assert.equal(
      (await session.data(`From: <friend@outside.example>\r\nSubject: Outer\r\n\r\nx${end}${inner}`)).code,
      250,
    );
    session.close();
  }
  await untilSubjects(mail.ready, "target@mail.test", ["Outer", "Outer"]);
});

const hear = async (client: TLSSocket): Promise<string> => {
  const [bytes]: Buffer[] = await once(client, "data", { signal: AbortSignal.timeout(60_000) });
  return bytes!.toString();
};

describe("many at once", () => {
  test("may send: all is taken, and what it takes up is known to the panel", async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `busy-${n}@mail.test`);
    for (const address of addresses) await addMailbox(mail.db, address);
    // from an address each: Postfix lets no one in more than 50 times
    const sessions = await Promise.all(
      addresses.map((_, n) => SmtpSession.open({ ...smtp, localAddress: `127.0.1.${n + 1}` })),
    );
    const all = async (say: (session: SmtpSession, n: number) => Promise<Reply>) => {
      for (const reply of await Promise.all(sessions.map(say))) assert.equal(reply.code, 250, reply.text);
    };
    try {
      await all((session, n) => session.say(`MAIL FROM:<friend-${n}@outside.example>`));
      await all((session, n) => session.say(`RCPT TO:<${addresses[n]}>`));
      await all((session) =>
        session.data("From: <friend@outside.example>\r\nSubject: Busy\r\n\r\nx\r\n.\r\n"),
      );
    } finally {
      for (const session of sessions) session.close();
    }
    await until("all is counted", 120, async () => {
      const { rowCount } = await mail.db.query(
        "select from atrio.mailbox_usage where address like 'busy-%' and messages = 1",
      );
      return rowCount === addresses.length;
    });
  });

  test("may read: whoever comes is greeted, and nobody is thrown out for it", async () => {
    const { host, port } = mail.ready.services.imaps;
    const clients: TLSSocket[] = [];
    try {
      for (let n = 0; n < 120; n++) {
        const client = connectTls({ host, port, rejectUnauthorized: false });
        clients.push(client);
        assert.match(await hear(client), /^\* OK /);
      }
      for (const client of clients) {
        assert.equal(client.closed, false);
        client.write("a NOOP\r\n");
        assert.match(await hear(client), /^a OK /);
      }
    } finally {
      for (const client of clients) client.destroy();
    }
  });
});
