/** PostgreSQL away while mail comes in: senders are told to come again, and what was taken arrives, once. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../installation.ts";
import { signIn, subjectsIn, untilSubjects } from "./imap.ts";
import { type MailInstallation, addDomain, addMailbox, startMail } from "./installation.ts";
import { type Reply, askRecipient, deliver } from "./smtp.ts";

const awaySeconds = 10;
let mail: MailInstallation;

before(async () => {
  mail = await startMail();
  await addDomain(mail.db, "mail.test");
  await addMailbox(mail.db, "ana@mail.test");
});
after(() => mail?.stop());

const postgres = (verb: "down" | "up") =>
  assert.equal(spawnSync("sv", ["-w", "60", verb, join(mail.home, "sv/postgres")]).status, 0);
const counted = (service: string, words: string): number =>
  readFileSync(join(mail.home, "log", service, "current"), "utf8").split(words).length - 1;
const reloads = () => ({
  postfix: counted("postfix", "reload -- version"),
  dovecot: counted("dovecot", "reloading configuration"),
});

test("nothing that was taken is lost or doubled, and all works again by itself", async () => {
  const { smtp } = mail.ready.services;
  const taken: string[] = [];
  const refused: Reply[] = [];
  let count = 0;
  const send = async (): Promise<void> => {
    const subject = `Number ${++count}`;
    const reply = await deliver(smtp, { to: "ana@mail.test", subject });
    if (reply.code === 250) taken.push(subject);
    else refused.push(reply);
  };
  await Promise.all(Array.from({ length: 10 }, send));
  // all the connections that it keeps
  await Promise.all(Array.from({ length: 8 }, () => subjectsIn(mail.ready, "ana@mail.test")));
  const before = reloads();
  postgres("down");
  const signInFails = assert.rejects(signIn(mail.ready, "ana@mail.test"));
  for (const end = Date.now() + awaySeconds * 1000; Date.now() < end; await sleep(500)) await send();
  await signInFails;
  assert.ok(refused.length > 0);
  postgres("up");
  await until(
    "mail is taken again",
    120,
    async () => (await askRecipient(smtp, "ana@mail.test")).code === 250,
  );
  assert.deepEqual(
    refused.filter(({ code }) => code < 400 || code > 499),
    [],
    "for the time being only",
  );
  const after = reloads();
  assert.ok(after.postfix > before.postfix, "Postfix was told that the database is back");
  assert.ok(after.dovecot > before.dovecot, "Dovecot was told that the database is back");
  await send();
  await Promise.all(Array.from({ length: 8 }, () => subjectsIn(mail.ready, "ana@mail.test")));
  await untilSubjects(mail.ready, "ana@mail.test", taken, "INBOX", 400);
});
