/** What customers write reaches the operator's mailbox: a real installation, a real SMTP server with TLS and a password. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, suite, test } from "node:test";
import { Client } from "pg";
import { openHome, readNumber } from "../packages/cli/src/home.ts";
import { findAccount } from "../packages/cli/src/machine.ts";
import { type Inbox, type Mail, makeCertificate, openInbox } from "../packages/server/test/smtp.ts";
import {
  type RunOptions,
  atrio,
  makeHome,
  pidOf,
  readReady,
  removeHome,
  succeed,
  until,
} from "./installation.ts";

const operator = "help@operator.test";
const userPassword = "lluvia-verde-47-camello";
const smtpPassword = "the SMTP server's own";

interface Listed {
  readonly id: number;
  readonly email: string;
  readonly attempts: number;
  readonly sentAt: string | null;
  readonly obstacle: string | null;
  readonly lastError: string | null;
}

suite("messages of customers", () => {
  const home = makeHome();
  const files = mkdtempSync(join(tmpdir(), "atrio-mail-"));
  const certificate = makeCertificate();
  const ca = join(files, "ca.pem");
  let api: string;
  let inbox: Inbox;
  let port: number;
  /** The next message is there in whole when the mailer dies, and not taken yet. */
  let killsMailer = false;

  const ok = (args: readonly string[], options?: RunOptions) => succeed(home, args, options);
  const openServer = async (at?: number): Promise<Inbox> =>
    openInbox({
      ...(at === undefined ? {} : { port: at }),
      tls: { certificate, from: "starttls" },
      user: { name: "panel", password: smtpPassword },
      beforeTaking: async () => {
        if (killsMailer) process.kill(pidOf(home, "mailer"), "SIGKILL");
        killsMailer = false;
      },
    });
  const post = (path: string, form: Record<string, string>, cookie = "") =>
    fetch(`${api}${path}`, {
      method: "POST",
      headers: { "x-requested-with": "XMLHttpRequest", ...(cookie ? { cookie } : {}) },
      body: new URLSearchParams(form),
    });
  let requests = 0;
  /** Each of another customer. */
  const ask = (given: Record<string, string> = {}) => {
    const n = ++requests;
    const form = { domain: `d${n}.test`, user: "ana", name: "Ana Ruiz", email: `ana${n}@customer.test` };
    return post("/contact/", { ...form, contents: "No recuerdo mi contraseña", ...given });
  };
  const stored = async (...options: string[]): Promise<Listed[]> =>
    JSON.parse(await ok(["messages", "list", "--json", ...options]));
  const mailFrom = (email: string): Mail[] =>
    inbox.mails.filter(({ headers }) =>
      [email, `Ana Ruiz <${email}>`].includes(headers.get("reply-to")?.[0] ?? ""),
    );
  const arrived = (email: string) => until(`the message of ${email}`, 30, () => mailFrom(email).length > 0);
  const inDatabase = async (statement: string): Promise<void> => {
    const socket = encodeURIComponent(join(home, "run/pg"));
    const client = new Client({ connectionString: `postgresql://atrio@/atrio?host=${socket}` });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };

  before(async () => {
    writeFileSync(ca, certificate.cert);
    await ok(["up", "--port", "0", "--detach"]);
    api = `${readReady(home).url}/api`;
    inbox = await openServer();
    port = inbox.port;
    await ok(["holding", "add", "customer.test", "--domain", "--hosting"]);
    await ok(["user", "add", "customer.test", "ana", "--password-stdin"], { input: userPassword });
  });
  // they all come from one address: what limits it is not what is tested here
  beforeEach(() => inDatabase("delete from atrio.attempt"));
  after(async () => {
    await inbox.close();
    await removeHome(home);
    rmSync(files, { recursive: true });
  });

  test("a request of a stranger needs a captcha", async () => {
    const reply = await ask();
    assert.equal(reply.status, 422);
    assert.match(await reply.text(), /"inputs":\["recaptcha_response"\]/);
    await ok(["company", "set", "--captcha", "none", "--contact-address", operator]);
    requests = 0;
  });

  test("without an SMTP server messages are stored and listed with the reason", async () => {
    assert.equal((await ask()).status, 200);
    const [message] = await stored("--unsent");
    assert.deepEqual([message?.email, message?.obstacle], ["ana1@customer.test", "no SMTP server is set"]);
    assert.match(await ok(["messages"]), /ana @ d1\.test.*waits: no SMTP server is set/);
    assert.match(await ok(["messages", "smtp", "show"]), /No SMTP server is set/);
  });

  test("the SMTP server's settings are checked, and its password is shown nowhere", async () => {
    const set = ["messages", "smtp", "set", "--host", "127.0.0.1", "--from", "panel@operator.test"];
    const refused = async (args: readonly string[], says: RegExp, options?: RunOptions) => {
      const { status, output } = await atrio(home, [...set, ...args], options);
      assert.equal(status, 64, output);
      assert.match(output, says);
    };
    await refused(["--from", "nobody"], /--from "nobody" is no mail address/);
    await refused(["--port", "70000"], /--port 70000/);
    await refused(["--security", "ssl"], /--security ssl/);
    await refused(["--user", "panel"], /password of panel at 127\.0\.0\.1 is missing/);
    await refused(["--ca-file", join(files, "none")], /--ca-file .* cannot be used/);
    const external = [
      "--host",
      "smtp.example.net",
      "--security",
      "none",
      "--user",
      "panel",
      "--password-stdin",
    ];
    await refused(external, /by TLS only/, { input: smtpPassword });
    await ok([...set, "--port", String(port), "--user", "panel", "--password-stdin"], {
      input: smtpPassword,
    });
    const show = `${await ok(["messages", "smtp", "show"])}${await ok(["messages", "smtp", "show", "--json"])}`;
    assert.match(show, /starttls/);
    assert.doesNotMatch(show, new RegExp(smtpPassword));
  });

  test("a certificate nobody vouches for is refused; trusted, all that waited is sent", async () => {
    const { status, output } = await atrio(home, ["messages", "smtp", "test", "me@operator.test"]);
    assert.equal(status, 1, output);
    assert.match(output, /Not sent: .*self-signed certificate/);
    assert.equal(inbox.mails.length, 0);
    await ok(["messages", "smtp", "set", "--ca-file", ca]);
    assert.match(
      await ok(["messages", "smtp", "test", "me@operator.test"]),
      /took a message for me@operator/,
    );
    assert.equal(inbox.mails.filter(({ to }) => to[0] === "me@operator.test").length, 1);
    await arrived("ana1@customer.test");
    const [mail] = mailFrom("ana1@customer.test");
    assert.deepEqual(
      [mail?.from, mail?.to, mail?.user, mail?.secure],
      ["panel@operator.test", [operator], "panel", true],
    );
    assert.deepEqual(mail?.headers.get("subject"), ["Solicitud desde la página de entrada: d1.test"]);
    await until("it is marked as sent", 5, async () => (await stored("--unsent")).length === 0);
    assert.match(await ok(["messages"]), /sent \d{4}-/);
  });

  test("a signed-in user's message carries domain and user, and comes within seconds", async () => {
    const login = await post("/user/login/", {
      domainName: "customer.test",
      username: "ana",
      password: userPassword,
    });
    assert.equal(login.status, 200);
    const cookie = login.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ");
    const form = {
      email: "ana@customer.test",
      subject: "Añade \u202Ecoste",
      contents: "¿Cuánto?",
      privacyPolicy: "1",
    };
    assert.equal((await post("/contactmail/", form, `${cookie}; _lang=en`)).status, 200);
    await until("it has arrived", 5, () => mailFrom("ana@customer.test").length > 0);
    const [mail] = mailFrom("ana@customer.test");
    assert.match(
      mail?.text ?? "",
      /^Written by a signed-in user\.\nDomain: customer\.test\nUser: ana\nEmail: ana@customer\.test\nIP: 127\.0\.0\.1\n/,
    );
    const [message] = await stored();
    const shown = await ok(["messages", "show", String(message?.id)]);
    assert.match(shown, /Añade \\u\{202E\}coste/);
    assert.match(shown, /\n¿Cuánto\?\n$/);
    const injected = await post("/contactmail/", { ...form, subject: "Hi\r\nBcc: victim@else.test" }, cookie);
    assert.equal(injected.status, 422);
  });

  test("while the SMTP server is down messages wait with the reason, then are sent", async () => {
    await inbox.close();
    assert.equal((await ask()).status, 200);
    const email = `ana${requests}@customer.test`;
    await until("it was tried", 10, async () => (await stored("--unsent"))[0]?.attempts === 1);
    const [waiting] = await stored("--unsent");
    assert.match(waiting?.lastError ?? "", /ECONNREFUSED/);
    await inDatabase(
      `update atrio.message set created_at = now() - interval '61 minutes' where id = ${waiting?.id}`,
    );
    const doctor = await atrio(home, ["doctor"]);
    assert.equal(doctor.status, 1);
    assert.match(doctor.output, /one message waits for longer than an hour: .*ECONNREFUSED/);
    assert.match((await atrio(home, ["status"])).output, /mailer: one message waits for longer than an hour/);
    inbox = await openServer(port);
    assert.match(await ok(["messages", "send", String(waiting?.id)]), new RegExp(`Sent to ${operator}`));
    assert.equal(mailFrom(email).length, 1);
    await ok(["doctor"]);
  });

  test("a mailer killed in the middle sends that one again, under the same Message-ID, and loses none", async () => {
    killsMailer = true;
    const first = requests + 1;
    const replies = await Promise.all([ask(), ask(), ask()]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
    await until("all are sent", 40, async () => (await stored("--unsent")).length === 0);
    const each = [0, 1, 2].map((n) => mailFrom(`ana${first + n}@customer.test`));
    const copies = each.flat();
    assert.ok(!killsMailer && each.every(({ length }) => length > 0));
    assert.ok(copies.length <= 4, `${copies.length} copies of three`);
    assert.equal(new Set(copies.map(({ headers }) => headers.get("message-id")?.[0])).size, 3);
  });

  test("after PostgreSQL was killed the next message is sent as ever", async () => {
    const pid = pidOf(home, "postgres");
    process.kill(pid, "SIGKILL");
    await until("PostgreSQL has another process", 20, () => pidOf(home, "postgres") !== pid);
    await until("the panel takes a message", 30, async () => (await ask()).status === 200);
    await arrived(`ana${requests}@customer.test`);
  });

  test("the mailer runs under an account of its own, without any capability", () => {
    const status = readFileSync(`/proc/${pidOf(home, "mailer")}/status`, "utf8");
    const account = /^Uid:\s+(\d+)/m.exec(status)?.[1];
    const own = findAccount("atrio-mailer", readNumber(openHome(home)));
    assert.equal(Number(account), own?.uid);
    for (const set of ["CapPrm", "CapEff", "CapBnd", "CapAmb"])
      assert.match(status, new RegExp(`^${set}:\\s+0+$`, "m"));
  });

  test("removed, the SMTP server gets nothing more", async () => {
    await ok(["messages", "smtp", "remove"]);
    assert.match(await ok(["messages", "smtp", "remove"]), /No SMTP server was set/);
    const before = inbox.mails.length;
    assert.equal((await ask()).status, 200);
    assert.equal((await stored("--unsent"))[0]?.obstacle, "no SMTP server is set");
    assert.equal(inbox.mails.length, before);
  });
});
