/** The brake on guessing: it counts by account and client, and no client can claim another's address. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../installation.ts";
import { guess, guessFrom } from "./guess.ts";
import {
  type MailInstallation,
  addDomain,
  addMailbox,
  password,
  startMail,
  trustedProxy,
} from "./installation.ts";
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
/** Addresses of documentation that no other test has used. */
const client = (number = 1) => `2001:db8:${networks}:${number}::1`;
const newClient = (): string => {
  networks += 1;
  return client();
};
const signIn = async (address: string, from: string, secret = password) =>
  (await guessFrom(mail.home, from, address, secret)).verdict;
const wrong = (address: string, from: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => signIn(address, from, `Wrong-horse-${number}`)));
const tally = (verdicts: readonly string[], verdict: string) =>
  verdicts.filter((one) => one === verdict).length;
/** A browser elsewhere, as the proxy says; or a program of this machine that says so of itself. */
const visit = (elsewhere: string, from = trustedProxy) =>
  new Visitor(mail.ready.services.webmail, { from, headers: { "x-forwarded-for": elsewhere } });
const inbox = (visitor: Visitor) => visitor.get("?_task=mail&_action=list&_mbox=INBOX&_remote=1");

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

test("a client that guesses over many accounts waits at accounts it hasn't signed in to, not at the others", async () => {
  const [own, other, from] = [await mailbox(), await mailbox(), newClient()];
  assert.equal(await signIn(own, from), "right");
  const verdicts = await Promise.all(
    Array.from({ length: 36 }, (_, number) => signIn(`nobody${number}@brake.test`, from)),
  );
  assert.deepEqual([tally(verdicts, "wrong"), tally(verdicts, "later")], [30, 6]);
  assert.equal(await signIn(other, from), "later");
  assert.equal(await signIn(own, from), "right");
});

test("while many clients guess one account each is heard twice, and none of them delays a right password", async () => {
  const [address, own] = [await mailbox(), newClient()];
  assert.equal(await signIn(address, own), "right");
  await Promise.all(
    Array.from({ length: 30 }, (_, number) => signIn(address, `198.51.100.${number}`, "Wrong-horse-7")),
  );
  const [stranger, guesser] = [newClient(), newClient()];
  assert.equal(await signIn(address, stranger), "right");
  const verdicts = await wrong(address, guesser, 5);
  assert.deepEqual([tally(verdicts, "wrong"), tally(verdicts, "later")], [2, 3]);
  assert.equal(tally(await wrong(address, own, 9), "wrong"), 9);
  assert.equal(await signIn(address, own), "right");
});

test("a restart of Dovecot or of PostgreSQL forgets nothing", async () => {
  const [address, from] = [await mailbox(), newClient()];
  await wrong(address, from, 10);
  for (const service of ["dovecot", "postgres"]) {
    assert.equal(spawnSync("sv", ["-w", "60", "restart", join(mail.home, "sv", service)]).status, 0);
    await until("another client is let in", 60, () =>
      signIn(address, client(2)).then(
        (verdict) => verdict === "right",
        () => false,
      ),
    );
    assert.equal(await signIn(address, from), "later");
  }
});

test("the webmail's visitors are counted one by one", async () => {
  const [address, from] = [await mailbox(), newClient()];
  for (let number = 0; number < 10; number++) {
    const page = await visit(from).signIn(address, `Wrong-horse-${number}`);
    assert.equal(page.status, 401);
    assert.match(page.html, /Login failed/);
  }
  const refused = await visit(from).signIn(address, password);
  assert.equal(refused.status, 401);
  assert.match(refused.html, /Too many failed login attempts/);
  const visitor = visit(client(2));
  assert.equal((await visitor.signIn(address, password)).status, 302);
  assert.match((await inbox(visitor)).html, /"action":"list"/);
  // nor are they counted for the webmail, which connects to Dovecot from an address of this machine
  assert.equal(await signIn(address, "127.0.0.1"), "right");
});

test("a visitor who is no proxy is not believed about another address", async () => {
  const address = await mailbox();
  for (let number = 0; number < 10; number++)
    await visit(`203.0.113.${number}`, `127.0.0.${20 + number}`).signIn(address, `Wrong-horse-${number}`);
  const refused = await visit("203.0.113.99", "127.0.0.40").signIn(address, password);
  assert.match(refused.html, /Too many failed login attempts/);
});

test("a visitor of the webmail reads, filters and sends while a program of this machine guesses", async () => {
  const [address, from] = [await mailbox(), newClient()];
  const visitor = visit(from);
  assert.equal((await visitor.signIn(address, password)).status, 302);
  await wrong(address, "127.0.0.1", 12);
  assert.equal(await signIn(address, "127.0.0.1"), "later");
  const filters = await visitor.get("?_task=settings&_action=plugin.managesieve");
  assert.equal(filters.status, 200);
  assert.doesNotMatch(filters.html, /"filterconnerror":true/);
  assert.match((await inbox(visitor)).html, /"action":"list"/);
  const { rows } = await mail.db.query<{ id: number }>(
    "select identity_id as id from roundcube.identities join roundcube.users using (user_id) where username = $1",
    [address],
  );
  const { location } = await visitor.get("?_task=mail&_action=compose");
  const letter = {
    _token: await visitor.requestToken(),
    _id: /_id=(\w+)/.exec(location)?.[1] ?? "",
    _task: "mail",
    _action: "send",
    _from: String(rows[0]?.id),
    _to: address,
    _subject: "Sent while",
    _message: "x",
  };
  let said = "";
  // the domain's key may still be made
  for (
    const end = Date.now() + 30_000;
    Date.now() < end && !said.includes("sent_successfully");
    await sleep(1000)
  )
    said = (await visitor.post(letter, "?_task=mail&_action=send&_framed=1")).html;
  assert.match(said, /sent_successfully/);
  await until("it has arrived", 60, async () => (await inbox(visitor)).html.includes("Sent while"));
});

test("right passwords get in while another client guesses without pause", async () => {
  const [address, own] = [await mailbox(), newClient()];
  let guesses = 0;
  const verdicts: string[] = [];
  const attack = setInterval(() => {
    const number = guesses++;
    void guess(mail.ready, address, `Wrong-horse-${number}`).then(
      ({ verdict }) => verdicts.push(verdict),
      () => undefined,
    );
  }, 20);
  try {
    await until("the attacker waits", 60, () => verdicts.includes("later"));
    for (let count = 0; count < 50; count++) assert.equal(await signIn(address, own), "right");
  } finally {
    clearInterval(attack);
  }
});
