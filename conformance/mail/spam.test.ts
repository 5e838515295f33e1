/** Mail that comes in is scored: what is spam goes to Junk or is refused, and without the filter nothing passes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createTransport } from "nodemailer";
import type NodemailerMail from "nodemailer/lib/mailer";
import { pidOf, processesOf, until } from "../installation.ts";
import { untilSubjects, withMailbox } from "./imap.ts";
import { type MailInstallation, addDomain, addMailbox, startMail } from "./installation.ts";
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
    return pidOf(mail.home, "rspamd") !== killed && workers.length === 1;
  });
  await until("mail passes", 60, () => passes("Back again"));
  await untilSubjects(mail.ready, ana, ["Back", "Back again"]);
});
