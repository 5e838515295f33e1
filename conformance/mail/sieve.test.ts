/** What is done with mail on its way into a mailbox: junk, the autoresponder of the panel, the customer's own script. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { until } from "../installation.ts";
import { subjectsIn, untilSubjects } from "./imap.ts";
import { type MailInstallation, addAlias, addDomain, addMailbox, startMail } from "./installation.ts";
import { useScript } from "./manage-sieve.ts";
import { type Letter, deliver } from "./smtp.ts";

let mail: MailInstallation;

before(async () => {
  mail = await startMail();
  await addDomain(mail.db, "mail.test");
});
after(() => mail?.stop());

/** By LMTP, as Postfix does after the spam filter: when Dovecot answers, all is done that was to be done. */
async function handOver(letter: Letter): Promise<void> {
  const reply = await deliver({ path: join(mail.home, "run/mail/lmtp") }, letter);
  assert.equal(reply.code, 250, reply.text);
}
const junk = ["X-Spam: Yes"];

/** Whom those outside got an answer or a message from, in order. */
const outsideGot = (to: string): string[] =>
  mail.outside.mails
    .filter((letter) => letter.to.includes(to))
    .map(({ headers }) => headers.get("subject")?.[0] ?? "");

/** What was sent before is outside now, if it was sent at all. */
let rounds = 0;
async function untilOthersArrived(): Promise<void> {
  const address = `round-${++rounds}@mail.test`;
  await addMailbox(mail.db, address);
  await useScript(mail.ready.services.sieve, address, 'redirect "last@outside.example";');
  await handOver({ to: address, subject: address });
  await until("the last one is outside", 60, () => outsideGot("last@outside.example").includes(address));
}

async function answer(
  address: string,
  wishes: { readonly starts?: string; readonly ends?: string; readonly enabled?: boolean } = {},
): Promise<void> {
  await mail.db.query(
    `insert into atrio.autoresponder (mailbox_id, holding_id, enabled, subject, content, starts_on, ends_on)
     select id, holding_id, $2, 'Away until May', E'I am away. "Really"\n.dot\n\\\\ and ñ', ${wishes.starts ?? "null"}, ${wishes.ends ?? "null"}
       from atrio.mailbox where address = $1 and deleted_at is null
     on conflict (mailbox_id) do update
       set enabled = excluded.enabled, starts_on = excluded.starts_on, ends_on = excluded.ends_on`,
    [address, wishes.enabled ?? true],
  );
}

test("what the spam filter marked is filed as junk, with no folder made before", async () => {
  await addMailbox(mail.db, "ana@mail.test");
  await handOver({ to: "ana@mail.test", subject: "Buy now", headers: junk });
  await handOver({ to: "ana@mail.test", subject: "Score without verdict", headers: ["X-Spam: No"] });
  await untilSubjects(mail.ready, "ana@mail.test", ["Score without verdict"]);
  assert.deepEqual(await subjectsIn(mail.ready, "ana@mail.test", "Junk"), ["Buy now"]);
});

test("the autoresponder answers each sender once, with its own words, and the mail is there", async () => {
  await addMailbox(mail.db, "bea@mail.test");
  await answer("bea@mail.test");
  for (const subject of ["One", "Two"])
    await handOver({ to: "bea@mail.test", subject, from: "once@outside.example" });
  await untilSubjects(mail.ready, "bea@mail.test", ["One", "Two"]);
  await untilOthersArrived();
  const answers = mail.outside.mails.filter(({ to }) => to.includes("once@outside.example"));
  assert.equal(answers.length, 1);
  const [first] = answers;
  assert.equal(first?.from, "", "an answer is answered by nobody");
  assert.equal(first.headers.get("subject")?.[0], "Away until May");
  assert.match(first.headers.get("from")?.[0] ?? "", /bea@mail\.test/);
  assert.match(Buffer.from(first.text, "latin1").toString(), /I am away\. "Really"\n\.dot\n\\ and ñ/);
});

test("it answers where it is enabled and today is one of its days", async () => {
  const cases: [string, Parameters<typeof answer>[1], boolean][] = [
    ["off", { enabled: false }, false],
    ["past", { ends: "current_date - 1" }, false],
    ["future", { starts: "current_date + 1" }, false],
    ["today", { starts: "current_date", ends: "current_date" }, true],
    ["since", { starts: "current_date - 9" }, true],
  ];
  for (const [name, wishes] of cases) {
    await addMailbox(mail.db, `${name}@mail.test`);
    await answer(`${name}@mail.test`, wishes);
    await handOver({ to: `${name}@mail.test`, from: `${name}@outside.example` });
  }
  await untilOthersArrived();
  for (const [name, , answers] of cases)
    assert.equal(outsideGot(`${name}@outside.example`).length, answers ? 1 : 0, name);
});

const fromOutside = (name: string): Promise<void> =>
  handOver({ to: "soon@mail.test", from: `${name}@outside.example` });

test("switched on, changed and off it is so for the next message", async () => {
  await addMailbox(mail.db, "soon@mail.test");
  await fromOutside("soon-1");
  await answer("soon@mail.test");
  await fromOutside("soon-2");
  await mail.db.query(
    `update atrio.autoresponder a set subject = 'Back in June' from atrio.mailbox m
      where m.id = a.mailbox_id and m.address = 'soon@mail.test'`,
  );
  await fromOutside("soon-3");
  await answer("soon@mail.test", { enabled: false });
  await fromOutside("soon-4");
  await untilOthersArrived();
  const got = [1, 2, 3, 4].map((n) => outsideGot(`soon-${n}@outside.example`));
  assert.deepEqual(got, [[], ["Away until May"], ["Back in June"], []]);
});

test("it answers what came by an alias, not junk, lists or what it was copied on unnamed", async () => {
  await addMailbox(mail.db, "carl@mail.test");
  await addAlias(mail.db, "info@mail.test", ["carl@mail.test"]);
  await answer("carl@mail.test");
  const { smtp } = mail.ready.services;
  await deliver(smtp, { to: "info@mail.test", from: "by-alias@outside.example", subject: "By alias" });
  await untilSubjects(mail.ready, "carl@mail.test", ["By alias"]);
  await handOver({ to: "carl@mail.test", from: "spammer@outside.example", headers: junk });
  await handOver({
    to: "carl@mail.test",
    from: "list@outside.example",
    headers: ["List-Id: <list.example>"],
  });
  await handOver({
    to: "carl@mail.test",
    from: "robot@outside.example",
    headers: ["Auto-Submitted: auto-replied"],
  });
  await untilOthersArrived();
  assert.deepEqual(outsideGot("by-alias@outside.example"), ["Away until May"]);
  for (const name of ["spammer", "list", "robot"])
    assert.deepEqual(outsideGot(`${name}@outside.example`), [], name);
});

test("a script answers as its own mailbox, signed, and as nobody else", async () => {
  await addDomain(mail.db, "victim.test");
  for (const address of ["eli@mail.test", "ceo@victim.test"]) await addMailbox(mail.db, address);
  await until("a key for each domain", 60, async () => {
    const { rowCount } = await mail.db.query("select from atrio.dkim_key");
    return rowCount === 2;
  });
  const { sieve } = mail.ready.services;
  const own = async (script: string, to: string): Promise<void> => {
    await useScript(sieve, "eli@mail.test", script);
    await handOver({ to: "eli@mail.test", from: `${to}@outside.example`, subject: to });
  };
  const victim = ':from "ceo@victim.test"';
  await own(`require "vacation"; vacation ${victim} "Pay";`, "fooled");
  await own(
    `require "vacation"; vacation ${victim} :mime "X-Sieve-Redirected-From: a@b.example\r\n\r\nPay";`,
    "fooled-2",
  );
  await own(
    `require ["enotify", "variables"]; notify ${victim} :message "Pay" "mailto:fooled-3@outside.example"; keep;`,
    "notify",
  );
  await own('require "reject"; reject "No.";', "rejected");
  await own('require "vacation"; vacation "Away";', "answered");
  await untilSubjects(mail.ready, "eli@mail.test", ["fooled", "fooled-2", "notify", "answered"]);
  await untilOthersArrived();
  for (const name of ["fooled", "fooled-2", "fooled-3"])
    assert.deepEqual(outsideGot(`${name}@outside.example`), [], name);
  for (const name of ["rejected", "answered"]) {
    const got = mail.outside.mails.find(({ to }) => to.includes(`${name}@outside.example`));
    assert.match(got?.headers.get("from")?.[0] ?? "", /eli@mail\.test/, name);
    assert.match(got?.headers.get("dkim-signature")?.[0] ?? "", /d=mail\.test/, name);
  }
});

test("what is redirected is nobody's to sign, whatever it says it is from", async () => {
  await addMailbox(mail.db, "fay@mail.test");
  await useScript(mail.ready.services.sieve, "fay@mail.test", 'redirect "friend-3@outside.example";');
  await handOver({ to: "fay@mail.test", from: "", subject: "Bounce", headers: ["Sender: fay@mail.test"] });
  await until("it is outside", 60, () => outsideGot("friend-3@outside.example").includes("Bounce"));
  const got = mail.outside.mails.find(({ to }) => to.includes("friend-3@outside.example"));
  assert.equal(got?.from, "");
  assert.equal(got?.headers.has("dkim-signature"), false);
});

/** What of this domain's may be sent, and sent on, in this hour, of which nothing is spent. */
async function setLimit(domain: string, recipients: number): Promise<void> {
  await mail.db.query("delete from atrio.mail_sending");
  await mail.db.query(
    `update atrio.mail_service set recipients_per_hour = $2
      where holding_id = (select id from atrio.holding where reference = $1)`,
    [domain, recipients],
  );
}

test("what may not be sent is not answered or redirected, and is delivered", async () => {
  await addDomain(mail.db, "silent.test");
  await setLimit("silent.test", 0);
  await addMailbox(mail.db, "gil@silent.test");
  await answer("gil@silent.test");
  await useScript(
    mail.ready.services.sieve,
    "gil@silent.test",
    'require "copy"; redirect :copy "friend-4@outside.example";',
  );
  await handOver({ to: "gil@silent.test", from: "unanswered@outside.example", subject: "Are you there?" });
  await untilSubjects(mail.ready, "gil@silent.test", ["Are you there?"]);
  await untilOthersArrived();
  assert.deepEqual(outsideGot("unanswered@outside.example"), []);
  assert.deepEqual(outsideGot("friend-4@outside.example"), []);
});

test("what is redirected has a limit of its own; above it the message waits", async () => {
  await addDomain(mail.db, "busy.test");
  await addMailbox(mail.db, "hal@busy.test");
  await useScript(mail.ready.services.sieve, "hal@busy.test", 'redirect "friend-5@outside.example";');
  await setLimit("busy.test", 1);
  const letter = { to: "hal@busy.test", from: "friend@outside.example" };
  await handOver({ ...letter, subject: "First" });
  const lmtp = { path: join(mail.home, "run/mail/lmtp") };
  assert.equal((await deliver(lmtp, { ...letter, subject: "Second" })).code, 451);
  const { rows } = await mail.db.query("select recipients, forwarded from atrio.mail_sending");
  assert.deepEqual(rows, [{ recipients: 0, forwarded: 1 }]);
  await setLimit("busy.test", 2);
  await handOver({ ...letter, subject: "Third" });
  await untilOthersArrived();
  assert.deepEqual(outsideGot("friend-5@outside.example"), ["First", "Third"]);
});

test("no other account of the machine delivers", () => {
  const others = ["--reuid=65534", "--regid=65534", "--clear-groups", "test", "-w"];
  for (const name of ["lmtp", "dovecot/lmtp", "dovecot/indexer"]) {
    const path = join(mail.home, "run/mail", name);
    assert.ok(existsSync(path), name);
    assert.equal(spawnSync("setpriv", [...others, path]).status, 1, name);
  }
});

test("a script that is uploaded is in force at once; what is no Sieve is not taken", async () => {
  await addMailbox(mail.db, "dora@mail.test");
  const { sieve } = mail.ready.services;
  await assert.rejects(useScript(sieve, "dora@mail.test", "no such command;"), /unknown command/);
  await useScript(
    sieve,
    "dora@mail.test",
    `require ["fileinto", "mailbox", "copy"];
     if header :contains "subject" "invoice" { fileinto :create "Invoices"; }
     if header :contains "subject" "share" { redirect :copy "friend-2@outside.example"; }`,
  );
  await answer("dora@mail.test");
  await handOver({ to: "dora@mail.test", subject: "Your invoice", from: "shop@outside.example" });
  await handOver({ to: "dora@mail.test", subject: "Please share" });
  await handOver({ to: "dora@mail.test", subject: "Junk invoice", headers: junk });
  await untilSubjects(mail.ready, "dora@mail.test", ["Your invoice"], "Invoices");
  await untilSubjects(mail.ready, "dora@mail.test", ["Please share"]);
  await untilSubjects(mail.ready, "dora@mail.test", ["Junk invoice"], "Junk");
  await untilOthersArrived();
  assert.deepEqual(outsideGot("friend-2@outside.example"), ["Please share"]);
  assert.deepEqual(outsideGot("shop@outside.example"), ["Away until May"], "both had their turn");
});
