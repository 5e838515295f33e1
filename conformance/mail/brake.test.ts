/** The brake on guessing: it counts by account and client, and no client can claim another's address. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../installation.ts";
import { type Guess, guess, plain, talk } from "./guess.ts";
import { type MailInstallation, addDomain, addMailbox, password, startMail } from "./installation.ts";
import { SmtpSession } from "./smtp.ts";
import { Visitor } from "./webmail-client.ts";

let mail: MailInstallation;
let boxes = 0;
let networks = 0;

before(async () => {
  mail = await startMail();
  await addDomain(mail.db, "brake.test");
});
after(() => mail?.stop());

async function mailbox(): Promise<string> {
  const address = `box${++boxes}@brake.test`;
  await addMailbox(mail.db, address);
  return address;
}
/** Addresses that no other test has used. */
const client = (number = 1) => `127.7.${networks}.${number}`;
const newClient = (): string => {
  networks += 1;
  return client();
};
const signIn = async (address: string, from: string, secret = password) =>
  (await guess(mail.ready, address, secret, { from })).verdict;
const wrong = (address: string, from: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => signIn(address, from, `Wrong-horse-${number}`)));
const tally = (verdicts: readonly string[], verdict: string) => verdicts.filter((one) => one === verdict).length;
const visit = (from: string) => new Visitor(mail.ready.services.webmail, { from });

test("ten wrong passwords make their client wait, even for the right one, and no other client", async () => {
  const [address, from] = [await mailbox(), newClient()];
  const verdicts = await wrong(address, from, 15);
  assert.deepEqual([tally(verdicts, "wrong"), tally(verdicts, "later")], [10, 5]);
  assert.equal(await signIn(address, from), "later");
  assert.equal(await signIn(address, client(2)), "right");
  assert.equal(await signIn(await mailbox(), from), "right");
});

test("a device that repeats an old password makes nobody behind its address wait", async () => {
  const [address, from] = [await mailbox(), newClient()];
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => signIn(address, from, "Old-horse-7")));
  assert.equal(tally(verdicts, "wrong"), 20);
  assert.equal(await signIn(address, from), "right");
});
