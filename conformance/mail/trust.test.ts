/** No daemon of mail takes a client of this machine at its word for another address. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openHome, readNumber } from "../../packages/cli/src/home.ts";
import { accountName } from "../../packages/cli/src/machine.ts";
import { guess, plain, talk } from "./guess.ts";
import {
  type MailInstallation,
  addDomain,
  addMailbox,
  password,
  startMail,
  trustedProxy,
} from "./installation.ts";
import { SmtpSession } from "./smtp.ts";

const ana = "ana@trust.test";
/** As it is counted. */
const loopback = "127.0.0.0/8";
const forged = "203.0.113.77";
let mail: MailInstallation;

before(async () => {
  mail = await startMail();
  await addDomain(mail.db, "trust.test");
  await addMailbox(mail.db, ana);
});
after(() => mail?.stop());

const read = (name: string): string => readFileSync(join(mail.home, "etc", name), "utf8");
const clients = async (): Promise<string[]> => {
  const { rows } = await mail.db.query<{ client: string }>("select client::text from atrio.mail_guess");
  return rows.map(({ client }) => client);
};

test("IMAP: neither a forged address nor another one of this machine makes another client", async () => {
  const id = `ID ("x-originating-ip" "${forged}" "x-originating-port" "1" "x-connected-ip" "${forged}" "x-proxy-ttl" "5")`;
  const verdicts = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      guess(mail.ready, ana, `Wrong-${number}`, { from: `127.0.8.${number + 1}`, before: [id] }),
    ),
  );
  assert.equal(verdicts.filter(({ verdict }) => verdict === "later").length, 2);
  assert.deepEqual([...new Set(await clients())], [loopback]);
});

test("submission: XCLIENT is neither offered nor heard", async () => {
  const server = await talk(mail.ready.services.submissions, "127.0.8.2");
  try {
    assert.doesNotMatch(await server.say("EHLO client.example", /^250 .*\r\n/m), /XCLIENT|XFORWARD/);
    const answer = await server.say(`XCLIENT ADDR=${forged} PORT=1 PROTO=ESMTP`, /^\d{3} .*\r\n/m);
    assert.match(answer, /^5\d\d /m);
    await server.say("EHLO client.example", /^250 .*\r\n/m);
    // the same client as before
    assert.match(await server.say(`AUTH PLAIN ${plain(ana, password)}`, /^\d{3} .*\r\n/m), /^454 /m);
  } finally {
    server.close();
  }
  assert.deepEqual([...new Set(await clients())], [loopback]);
});

test("ManageSieve: XCLIENT is neither offered nor heard", async () => {
  const { host, port } = mail.ready.services.sieve;
  const socket = connect({ host, port, localAddress: "127.0.8.3" });
  socket.setEncoding("utf8");
  try {
    let text = "";
    socket.on("data", (more: string) => (text += more));
    const reply = async (): Promise<string> => {
      while (!/^(OK|NO|BYE)\b.*\r\n/m.test(text))
        await new Promise((resolve) => socket.once("data", resolve));
      const whole = text;
      text = "";
      return whole;
    };
    assert.doesNotMatch(await reply(), /XCLIENT/);
    socket.write(`XCLIENT "ADDR=${forged}" "PORT=1"\r\n`);
    assert.match(await reply(), /^(NO|BYE)\b/m);
  } finally {
    socket.destroy();
  }
});

test("Postfix and LMTP: neither XCLIENT nor XFORWARD is offered or heard", async () => {
  const relay: { mail: { relay: number } } = JSON.parse(
    readFileSync(join(mail.home, "settings.json"), "utf8"),
  );
  for (const server of [
    mail.ready.services.smtp,
    { host: "127.0.0.1", port: relay.mail.relay },
    { path: join(mail.home, "run/mail/lmtp") },
  ]) {
    const session = await SmtpSession.open(server);
    try {
      for (const command of ["XCLIENT", "XFORWARD"]) {
        const { code, text } = await session.say(`${command} ADDR=${forged}`);
        assert.ok(code >= 500, `${command}: ${code} ${text}`);
      }
    } finally {
      session.close();
    }
  }
});

test("the relay port takes no mailbox's password, so nobody guesses there", async () => {
  const settings: { mail: { relay: number } } = JSON.parse(
    readFileSync(join(mail.home, "settings.json"), "utf8"),
  );
  const session = await SmtpSession.open({ host: "127.0.0.1", port: settings.mail.relay });
  try {
    assert.equal((await session.say(`AUTH PLAIN ${plain(ana, password)}`)).code, 535);
  } finally {
    session.close();
  }
});

test("the socket where the webmail's word is taken lets in the webmail only", () => {
  const directory = join(mail.home, "run/webmail-sign-in");
  assert.equal(statSync(directory).mode & 0o777, 0o710);
  const number = readNumber(openHome(mail.home));
  const as = (account: string): number | null => {
    const group = spawnSync("id", ["-g", account], { encoding: "utf8" }).stdout.trim();
    const user = ["--reuid", account, "--regid", group, "--clear-groups"];
    return spawnSync("setpriv", [...user, "test", "-S", join(directory, "auth")]).status;
  };
  assert.equal(as(accountName("atrio-webmail", number)), 0);
  for (const account of ["nobody", accountName("postfix", number), accountName("atrio-api", number)])
    assert.equal(as(account), 1, account);
});

test("no address is named as trusted anywhere", () => {
  assert.match(read("dovecot/dovecot.conf"), /^login_trusted_networks =$/m);
  assert.match(read("postfix/main.cf"), /^mynetworks =$/m);
  assert.doesNotMatch(read("dovecot/dovecot.conf"), /haproxy/);
  assert.deepEqual(read("nginx/nginx.conf").match(/set_real_ip_from .*/g), [
    `set_real_ip_from ${trustedProxy};`,
  ]);
  assert.doesNotMatch(read("postfix/main.cf") + read("postfix/master.cf"), /xclient|xforward|upstream_proxy/);
});
