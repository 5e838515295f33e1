import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import { Client, type Pool } from "pg";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { type InboxOptions, makeCertificate, openInbox } from "../../test/smtp.ts";
import { isConnectionLoss } from "../db/connection-loss.ts";
import { superuser } from "../db/postgres.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import type { SecretPlace, Vault } from "../vault/client.ts";
import { Mailer } from "./mailer.ts";

const password = "a password of the SMTP server";
const unused = () => Promise.reject(new Error("not for the mailer"));
const vault: Vault = {
  seal: unused,
  rewrap: unused,
  ping: unused,
  open: ({ table, row, field }: SecretPlace, sealed) =>
    Promise.resolve(Buffer.from(`${table}:${row}:${field}` === "smtp:1:password" ? sealed : "")),
};

let panel: TestApp;
let pool: Pool;
let open: { close(): Promise<void> }[] = [];
const lines: string[] = [];

const newMailer = () =>
  new Mailer({
    db: openDatabase(pool),
    vault,
    log: (_, msg, fields) => lines.push(JSON.stringify({ msg, ...fields })),
  });
const round = (mailer = newMailer()) => mailer.round(new AbortController().signal);

before(async () => {
  panel = await makeApp();
  pool = openPool(panel.cluster.url("atrio_mailer", panel.database), { max: 4 });
});
beforeEach(async () => {
  lines.length = 0;
  await panel.db.deleteFrom("atrio.message").execute();
  await panel.db.deleteFrom("atrio.smtp").execute();
  await panel.db
    .updateTable("atrio.company")
    .set({ name: "Nube Añil", contact_address: "help@operator.test" })
    .execute();
});
afterEach(async () => {
  await Promise.all(open.map((inbox) => inbox.close()));
  open = [];
});
after(async () => {
  await pool.end();
  await panel.stop();
});

async function inbox(options: InboxOptions = {}) {
  const opened = await openInbox(options);
  open.push(opened);
  return opened;
}

interface Route {
  readonly port: number;
  readonly security?: "none" | "starttls" | "tls";
  readonly user?: string;
  readonly password?: string;
  readonly ca?: string;
}
async function route({ port, security = "none", user, ca, ...given }: Route): Promise<void> {
  const row = {
    host: "127.0.0.1",
    port,
    security,
    username: user ?? null,
    password_sealed: user ? Buffer.from(given.password ?? password) : null,
    ca: ca ?? null,
    from_address: "panel@operator.test",
  };
  await panel.db.deleteFrom("atrio.smtp").execute();
  await panel.db.insertInto("atrio.smtp").values(row).execute();
}

const contact = () => ({
  uuid: randomUUID(),
  kind: "contact",
  company_id: sql<number>`(select min(id) from atrio.company)`,
  domain: "customer.test",
  username: "ana",
  email: "ana@customer.test",
  subject: "¿Cuándo caduca?",
  contents: "Hola:\r\n¿cuándo caduca?\n.\nAna",
  language: "es",
  ip: "192.0.2.7",
});
async function write(given: Partial<ReturnType<typeof contact>> & { name?: string; subject?: string } = {}) {
  const values = { ...contact(), ...given };
  await panel.db.insertInto("atrio.message").values(values).execute();
  return values.uuid;
}
const stored = () => panel.db.selectFrom("atrio.message").selectAll().orderBy("id").execute();
const hurry = () =>
  panel.db
    .updateTable("atrio.message")
    .set({ next_attempt_at: sql`now()` })
    .execute();

describe("a message", () => {
  it("arrives once, with the customer to answer to and what is known of the sender first", async () => {
    const { port, mails } = await inbox();
    await route({ port });
    const uuid = await write();
    assert.ok((await round()) <= 60_000);
    await round();
    assert.equal(mails.length, 1);
    const [mail = assert.fail()] = mails;
    assert.deepEqual([mail.from, mail.to], ["panel@operator.test", ["help@operator.test"]]);
    const header = (name: string) => mail.headers.get(name);
    assert.deepEqual(header("from"), ["Nube Añil <panel@operator.test>"]);
    assert.deepEqual(header("to"), ["help@operator.test"]);
    assert.deepEqual(header("reply-to"), ["ana@customer.test"]);
    assert.deepEqual(header("subject"), ["¿Cuándo caduca?"]);
    assert.deepEqual(header("message-id"), [`<${uuid}@operator.test>`]);
    assert.match(header("content-type")?.[0] ?? "", /^text\/plain; charset=utf-8/);
    const [facts, ...contents] = mail.text.split("\n\n");
    const [signed, ...known] = facts?.split("\n") ?? [];
    assert.equal(signed, "Escrito con la sesión iniciada.");
    assert.deepEqual(known.slice(0, 4), [
      "Dominio: customer.test",
      "Usuario: ana",
      "Correo: ana@customer.test",
      "IP: 192.0.2.7",
    ]);
    assert.match(known[4] ?? "", new RegExp(`^Fecha: .*${new Date().getUTCFullYear()}.* UTC$`));
    assert.equal(contents.join("\n\n"), "Hola:\n¿cuándo caduca?\n.\nAna\n");
    const [row = assert.fail()] = await stored();
    assert.ok(row.sent_at);
    assert.deepEqual([row.attempts, row.last_error], [1, null]);
  });

  it("of a stranger says that nothing of it was checked", async () => {
    const { port, mails } = await inbox();
    await route({ port });
    const request = { ...contact(), kind: "request", name: "Ana, Ruiz", subject: null, language: "en" };
    await panel.db.insertInto("atrio.message").values(request).execute();
    await round();
    const [mail = assert.fail()] = mails;
    assert.deepEqual(mail.headers.get("subject"), ["Request from the sign-in page: customer.test"]);
    assert.deepEqual(mail.headers.get("reply-to"), ['"Ana, Ruiz" <ana@customer.test>']);
    assert.match(
      mail.text,
      /^Written without signing in: .*\nDomain: customer\.test\nUser: ana\nName: Ana, Ruiz\n/,
    );
  });

  it("can't be stored, nor sent, with a header of its own", async () => {
    for (const given of [
      { subject: "Hi\r\nBcc: victim@else.test" },
      { name: "Ana\nBcc: victim@else.test" },
      { email: "ana@customer.test\r\nBcc:victim@else.test" },
      { domain: "customer.test\rBcc: victim@else.test" },
    ])
      await assert.rejects(write(given), { code: "23514" });
    const { port, mails } = await inbox();
    await route({ port });
    await write({ subject: "=?UTF-8?Q?Hi=0D=0ABcc:_victim@else.test?=", name: '"\\ <victim@else.test>' });
    await round();
    const [mail = assert.fail()] = mails;
    assert.deepEqual(mail.to, ["help@operator.test"]);
    assert.equal(mail.headers.has("bcc"), false);
    assert.match(mail.headers.get("reply-to")?.[0] ?? "", / <ana@customer\.test>$/);
  });
});

describe("the SMTP server", () => {
  it("is spoken to as it is set: STARTTLS or TLS, signed in, its certificate checked", async () => {
    const certificate = makeCertificate();
    const user = { name: "panel", password };
    for (const [security, from] of [
      ["starttls", "starttls"],
      ["tls", "start"],
    ] as const) {
      const { port, mails } = await inbox({ user, tls: { certificate, from } });
      await write();
      await route({ port, security, user: "panel" });
      await round();
      assert.equal(mails.length, 0, "a certificate nobody vouches for");
      assert.match((await stored()).at(-1)?.last_error ?? "", /self-signed certificate/);
      await route({ port, security, user: "panel", password: "wrong", ca: certificate.cert });
      await round();
      assert.match((await stored()).at(-1)?.last_error ?? "", /Invalid login: 535/);
      await route({ port, security, user: "panel", ca: certificate.cert });
      await round();
      assert.deepEqual(
        mails.map(({ secure, user: signedIn }) => [secure, signedIn]),
        [[true, "panel"]],
      );
    }
    assert.doesNotMatch(lines.join("\n"), new RegExp(`wrong"|${password}`));
  });

  it("gets nothing in clear where STARTTLS was asked for", async () => {
    const { port, mails } = await inbox();
    await route({ port, security: "starttls" });
    await write();
    await round();
    assert.equal(mails.length, 0);
    assert.match((await stored())[0]?.last_error ?? "", /STARTTLS/);
  });

  it("may be away: all wait for one reason, one is tried again after a minute, then all are sent", async () => {
    const gone = await openInbox();
    await gone.close();
    await route({ port: gone.port });
    for (let n = 0; n < 3; n++) await write();
    const mailer = newMailer();
    assert.equal(await round(mailer), 60_000);
    const waiting = await stored();
    assert.deepEqual(
      waiting.map(({ attempts }) => attempts),
      [1, 0, 0],
    );
    for (const { last_error } of waiting) assert.match(last_error ?? "", /ECONNREFUSED/);
    const wait = (waiting[0]?.next_attempt_at.getTime() ?? 0) - Date.now();
    assert.ok(wait > 55_000 && wait <= 60_000, String(wait));
    const { mails } = await inbox({ port: gone.port });
    await hurry();
    await round(mailer);
    assert.equal(mails.length, 3);
    assert.ok((await stored()).every(({ sent_at, last_error }) => sent_at && last_error === null));
  });

  it("may refuse one recipient: only those wait", async () => {
    const { port, mails } = await inbox({ refuses: "gone@operator.test" });
    await route({ port });
    const other = await panel.db
      .insertInto("atrio.company")
      .values({ name: "Otra", contact_address: "gone@operator.test" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await write({ company_id: sql`${other.id}` });
    await write();
    await round();
    assert.deepEqual(
      mails.map(({ to }) => to[0]),
      ["help@operator.test"],
    );
    const [refused] = await stored();
    assert.deepEqual([refused?.attempts, refused?.sent_at], [1, null]);
    assert.match(refused?.last_error ?? "", /550 no such user/);
    await panel.db.deleteFrom("atrio.company").where("id", "=", other.id).execute();
    await round();
    const passedOn = mails.at(-1);
    assert.deepEqual(passedOn?.to, ["help@operator.test"], "what waited goes to the default company");
    assert.deepEqual(passedOn?.headers.get("from"), ["Otra <panel@operator.test>"]);
    const { company_id, company_name } = (await stored())[0] ?? assert.fail();
    assert.deepEqual([company_id !== null, company_name], [true, "Otra"]);
  });

  it("is tried first with what an operator waits for", async () => {
    const gone = await openInbox();
    await gone.close();
    await route({ port: gone.port });
    for (let n = 0; n < 3; n++) await write();
    const last = (await stored()).at(-1)?.id ?? assert.fail();
    await panel.db.updateTable("atrio.message").set({ hurried: true }).where("id", "=", last).execute();
    await round();
    assert.deepEqual(
      (await stored()).map(({ attempts, hurried }) => [attempts, hurried]),
      [
        [0, false],
        [0, false],
        [1, false],
      ],
    );
  });

  it("and the addresses may be changed while a message is sent; then whatever waits is tried", async () => {
    const operator = new Client({ connectionString: panel.cluster.url("atrio_worker", panel.database) });
    await operator.connect();
    const heard: (string | undefined)[] = [];
    operator.on("notification", ({ payload }) => heard.push(payload));
    await operator.query("listen atrio_message");
    const { port, mails } = await inbox({
      beforeTaking: async () => {
        await operator.query("set lock_timeout = '1s'");
        await operator.query("update atrio.company set contact_address = 'other@operator.test'");
        await operator.query("update atrio.smtp set from_address = 'other@operator.test'");
      },
    });
    await route({ port });
    const mailer = newMailer();
    await write();
    await round(mailer);
    assert.deepEqual([mails.length, heard.slice(-2)], [1, ["all", "all"]]);
    await write();
    await panel.db
      .updateTable("atrio.message")
      .set({ next_attempt_at: sql`now() + interval '1 hour'` })
      .execute();
    await round(mailer);
    assert.equal(mails.length, 1);
    mailer.tryAllAnew();
    await round(mailer);
    assert.deepEqual(mails[1]?.to, ["other@operator.test"]);
    await operator.end();
  });
});

describe("nothing is lost or doubled", () => {
  it("without a server or an address it waits, untried, and goes when there is one", async () => {
    await panel.db.updateTable("atrio.company").set({ contact_address: null }).execute();
    await write();
    await round();
    const { port, mails } = await inbox();
    await route({ port });
    await round();
    assert.deepEqual([mails.length, (await stored())[0]?.attempts], [0, 0]);
    await panel.db.updateTable("atrio.company").set({ contact_address: "new@operator.test" }).execute();
    await round();
    assert.deepEqual(mails[0]?.to, ["new@operator.test"]);
  });

  it("where PostgreSQL goes away after the server has taken it, it is not sent again", async () => {
    const admin = new Client({ connectionString: panel.cluster.url(superuser, panel.database) });
    await admin.connect();
    let cut = true;
    const { port, mails } = await inbox({
      beforeTaking: async () => {
        if (!cut) return;
        cut = false;
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'atrio_mailer'",
        );
      },
    });
    await route({ port });
    await write();
    const mailer = newMailer();
    await assert.rejects(round(mailer), isConnectionLoss);
    assert.deepEqual([mails.length, (await stored())[0]?.sent_at], [1, null]);
    await round(mailer);
    assert.equal(mails.length, 1);
    assert.ok((await stored())[0]?.sent_at);
    await admin.end();
  });

  it("what another holds is not asked for without end", async () => {
    const { port, mails } = await inbox();
    await route({ port });
    await write();
    await panel.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom("atrio.message").select("id").forUpdate().execute();
      assert.ok((await round()) >= 1000);
    });
    assert.equal(mails.length, 0);
  });

  it("two mailers at once send each message once", async () => {
    const { port, mails } = await inbox();
    await route({ port });
    for (let n = 0; n < 10; n++) await write();
    await Promise.all([round(), round(), round()]);
    assert.equal(new Set(mails.map(({ headers }) => headers.get("message-id")?.[0])).size, 10);
    assert.equal(mails.length, 10);
  });
});

const waits = async (age: string) => {
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from atrio.message_retry_wait(n, now() - ${age}::interval)) / 60)::int as minutes
      from generate_series(0, 8) n order by n`.execute(panel.db);
  return rows.map(({ minutes }) => minutes);
};

it("waits a minute, then twice as long each time up to an hour, and a day after five days", async () => {
  assert.deepEqual(await waits("4 days"), [1, 2, 4, 8, 16, 32, 60, 60, 60]);
  assert.deepEqual(new Set(await waits("6 days")), new Set([1440]));
});

it("its role sees messages and the way to send them, and nothing else", async () => {
  for (const statement of [
    "select captcha_secret_sealed from atrio.company",
    "select id from atrio.panel_user",
    "insert into atrio.message default values",
    "delete from atrio.message",
    "update atrio.message set contents = ''",
    "update atrio.smtp set host = 'else.test'",
  ])
    await assert.rejects(pool.query(statement), { code: "42501" }, statement);
});
