/**
 * From a change of mail in the panel to its effect. `node bench/mail/mail.ts` starts a product of its own, prints tables and
 * exits 1 when a goal is missed.
 *
 *   ATRIO_BENCH_CHANGES    of each kind (default 100)
 *   ATRIO_BENCH_MAILBOXES  already there (default 1,000,000, with 300,000 aliases, in 100,000 services)
 *
 * *Call* is the whole call by HTTP, in which the panel asks the mail server itself. *Answered to …* is from its reply until
 * a client of its own sees the effect, asked without pause. The floors are the same questions about what has been there.
 */
import { randomBytes } from "node:crypto";
import { createConnection } from "node:net";
import { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import type { Pool } from "pg";
import { type Ready, atrio, makeHome, readReady, removeHome } from "../../conformance/installation.ts";
import { openHome } from "../../packages/cli/src/home.ts";
import { ownerUrl } from "../../packages/cli/src/install/database.ts";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { askMailServer } from "../../packages/server/src/features/mail/ask-server.ts";
import { Report } from "../dns/figures.ts";
import { signIn } from "../lists/fill.ts";
import { fillMail } from "./fill.ts";

const changes = Number(process.env["ATRIO_BENCH_CHANGES"] ?? 100);
const mailboxes = Number(process.env["ATRIO_BENCH_MAILBOXES"] ?? 1_000_000);
const goalMilliseconds = 1000;
const password = "a password for measuring";

const report = new Report();

interface Panel {
  readonly ready: Ready;
  readonly token: string;
  readonly holdingId: number;
}

const since = (start: number): number => performance.now() - start;

/** Returns the reply's data, and when it was there. */
async function call({ ready, token, holdingId }: Panel, path: string, form: Record<string, string> = {}) {
  const reply = await fetch(`${ready.url}/api/service/${holdingId}/${path}`, {
    method: "POST",
    headers: { cookie: `session=${token}`, "x-requested-with": "XMLHttpRequest" },
    body: new URLSearchParams(form),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  const { data }: { data: Record<string, { id: number }> } = JSON.parse(text);
  return { data, answeredAt: performance.now() };
}

async function takesMail({ ready }: Panel, address: string): Promise<boolean> {
  const { code } = await askMailServer(ready.services.smtp, address, AbortSignal.timeout(10_000));
  return code < 300;
}

async function letsIn({ ready }: Panel, address: string): Promise<boolean> {
  const client = new ImapFlow({
    ...ready.services.imaps,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: address, pass: password },
    logger: false,
  });
  try {
    await client.connect();
    await client.logout();
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds from `start` until `isSo` says yes. */
async function until(start: number, isSo: () => Promise<boolean>): Promise<number> {
  while (!(await isSo())) if (since(start) > 30_000) throw new Error("not within 30 s");
  return since(start);
}

async function measureMailboxes(panel: Panel): Promise<void> {
  const made: number[] = [];
  const taken: number[] = [];
  const letIn: number[] = [];
  const deleted: number[] = [];
  const refused: number[] = [];
  for (let i = 0; i < changes; i++) {
    const start = performance.now();
    const { data, answeredAt } = await call(panel, "correo/create/", { name: `bench${i}`, password });
    made.push(answeredAt - start);
    const address = `bench${i}@atrio.test`;
    taken.push(await until(answeredAt, () => takesMail(panel, address)));
    const imapSince = performance.now();
    letIn.push(await until(imapSince, () => letsIn(panel, address)));
    const deletedSince = performance.now();
    const gone = await call(panel, `correo/${data["correo"]?.id}/delete/`);
    deleted.push(gone.answeredAt - deletedSince);
    refused.push(await until(gone.answeredAt, async () => !(await takesMail(panel, address))));
  }
  report.heading(`${changes} mailboxes`);
  report.row("call: create", made);
  const rcpt = report.row("answered to taken at RCPT", taken);
  const login = report.row("then to an IMAP login", letIn);
  report.row("call: delete", deleted);
  const away = report.row("answered to refused at RCPT", refused);
  report.goal("a new mailbox is taken at RCPT, p99", rcpt.p99, goalMilliseconds);
  report.goal("a new mailbox signs in by IMAP, p99", login.p99, goalMilliseconds);
  report.goal("a deleted mailbox is refused at RCPT, p99", away.p99, goalMilliseconds);
}

/** Until the message is in the mailbox that the alias leads to. */
async function arrives(panel: Panel, inbox: ImapFlow, address: string): Promise<number> {
  const { host, port } = panel.ready.services.smtp;
  const mark = randomBytes(8).toString("hex");
  const start = performance.now();
  const sender = createTransport({ host, port, tls: { rejectUnauthorized: false } });
  await sender.sendMail({ from: "bench@elsewhere.test", to: address, subject: mark, text: "measured" });
  return until(start, async () => {
    await inbox.noop();
    const found = await inbox.search({ subject: mark });
    return Boolean(found && found.length > 0);
  });
}

async function measureAliases(panel: Panel): Promise<void> {
  const { data } = await call(panel, "correo/create/", { name: "bench-inbox", password });
  const inbox = new ImapFlow({
    ...panel.ready.services.imaps,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: "bench-inbox@atrio.test", pass: password },
    logger: false,
  });
  await inbox.connect();
  await inbox.mailboxOpen("INBOX");
  const made: number[] = [];
  const taken: number[] = [];
  const delivered: number[] = [];
  const refused: number[] = [];
  for (let i = 0; i < changes; i++) {
    const address = `alias${i}@atrio.test`;
    const start = performance.now();
    const target = "bench-inbox@atrio.test";
    const { data: of, answeredAt } = await call(panel, "alias/create/", { name: `alias${i}`, target });
    made.push(answeredAt - start);
    taken.push(await until(answeredAt, () => takesMail(panel, address)));
    delivered.push(await arrives(panel, inbox, address));
    const gone = await call(panel, `alias/${of["alias"]?.id}/delete/`);
    refused.push(await until(gone.answeredAt, async () => !(await takesMail(panel, address))));
  }
  await inbox.logout();
  await call(panel, `correo/${data["correo"]?.id}/delete/`);
  report.heading(`${changes} aliases`);
  report.row("call: create", made);
  const rcpt = report.row("answered to taken at RCPT", taken);
  report.row("a message through it, from DATA to the mailbox", delivered);
  const away = report.row("answered to refused at RCPT, deleted", refused);
  report.goal("a new alias is taken at RCPT, p99", rcpt.p99, goalMilliseconds);
  report.goal("a deleted alias is refused at RCPT, p99", away.p99, goalMilliseconds);
}

/** A TCP connection until the greeting: what every question costs before it is put. */
const greeting = ({ host, port }: { host: string; port: number }): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const socket = createConnection({ host, port });
    socket.once("error", reject);
    socket.once("data", () => {
      resolve(since(start));
      socket.destroy();
    });
  });

async function measureFloors(panel: Panel): Promise<void> {
  await call(panel, "correo/create/", { name: "bench-floor", password });
  const rcpt: number[] = [];
  const imap: number[] = [];
  const greetings: number[] = [];
  for (let i = 0; i < changes; i++) {
    greetings.push(await greeting(panel.ready.services.smtp));
    rcpt.push(await until(performance.now(), () => takesMail(panel, "bench-floor@atrio.test")));
    imap.push(await until(performance.now(), () => letsIn(panel, "bench-floor@atrio.test")));
  }
  report.heading("floors: a mailbox that has been there");
  report.row("Postfix's greeting", greetings);
  report.row("RCPT, with its connection", rcpt);
  report.row("IMAP login, with its connection", imap);
}

async function ownerOf(db: Pool): Promise<{ userId: number; holdingId: number }> {
  const { rows } = await db.query<{ userId: string; holdingId: string }>(
    `select g.user_id as "userId", h.id as "holdingId" from atrio.holding h join atrio.holding_grant g on g.holding_id = h.id
      where h.reference = 'atrio.test' and g.permissions ->> 'servicemail_alias' = 'write'
        and g.permissions ->> 'servicemail_accounts' = 'write' limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error("The demo has nobody who may change mail.");
  return { userId: Number(found.userId), holdingId: Number(found.holdingId) };
}

const home = makeHome();
try {
  const { status, output } = await atrio(home, ["up", "--demo", "--detach", "--port", "0"]);
  if (status !== 0) throw new Error(output);
  const db = openPool(ownerUrl(openHome(home)), { max: 2 });
  const { userId, holdingId } = await ownerOf(db);
  // what is measured is no service's limit
  await db.query(
    "update atrio.mail_service set quota_bytes = null, mailboxes_max = null, aliases_max = null where holding_id = $1",
    [holdingId],
  );
  await fillMail(db, mailboxes / 10);
  const { token } = await signIn(db, userId);
  const panel = { ready: readReady(home), token, holdingId };
  await measureFloors(panel);
  await measureMailboxes(panel);
  await measureAliases(panel);
  await db.end();
} finally {
  await removeHome(home);
}
process.exitCode = report.missed.length > 0 ? 1 : 0;
