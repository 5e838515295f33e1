/** An installation that serves mail, and the mailboxes of tests in it. What it sends to others comes to `outside`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Pool, type QueryResultRow } from "pg";
import { openHome, readNumber } from "../../packages/cli/src/home.ts";
import { useInstallation } from "../../packages/cli/src/machine.ts";
import { choosePort, chooseSettings, writeSettings } from "../../packages/cli/src/settings.ts";
import { hashPassword } from "../../packages/server/src/features/session/password.ts";
import { type Inbox, openInbox } from "../../packages/server/test/smtp.ts";
import { lease } from "../../test/lease.ts";
import { type Ready, makeHome, readReady, removeHome, succeed } from "../installation.ts";

export interface MailInstallation {
  readonly home: string;
  readonly ready: Ready;
  /** As owner of the database. */
  readonly db: Pool;
  /** The server that all mail for others goes to. */
  readonly outside: Inbox;
  stop(): Promise<void>;
}

export interface SharedInstallation {
  readonly home: string;
  readonly relayPort: number;
}

/** Whose X-Forwarded-For nginx believes: so visitors of the webmail come from addresses that aren't this machine's. */
export const trustedProxy = "127.0.0.9";
export const password = "Correct-horse-7";
let hash: string | undefined;

/** Starts one whose mail for others goes to a port of this machine. */
export async function bringUp(home: string): Promise<SharedInstallation> {
  const settings = await chooseSettings(0, "runit");
  // free again and again between files: neither one of its own nor of those that the system gives to connections
  const relayPort = await choosePort(10_000 + Math.floor(Math.random() * 9_000), "127.0.0.1", []);
  const mail = { ...settings.mail, relayhost: `[127.0.0.1]:${relayPort}` };
  writeSettings(openHome(home), { ...settings, mail, trustedProxies: [trustedProxy] });
  await succeed(home, ["up", "--detach"]);
  return { home, relayPort };
}

/** The next file finds no domain and no letter of this one. */
async function clear(home: string, db: Pool): Promise<void> {
  await db.query("delete from atrio.holding");
  // those of other files would make this machine wait
  await db.query("delete from atrio.mail_guess");
  // else the worker would have their folders to remove first, a hundred at a time
  await db.query("delete from atrio.mail_store_removal");
  execFileSync("postsuper", ["-c", join(home, "etc/postfix"), "-d", "ALL"], { stdio: "ignore" });
}

async function use(
  { home, relayPort }: SharedInstallation,
  leave: (home: string, db: Pool) => Promise<void>,
): Promise<MailInstallation> {
  const outside = await openInbox({ port: relayPort });
  useInstallation(readNumber(openHome(home)));
  const db = new Pool({ host: `${home}/run/pg`, user: "atrio", database: "atrio", max: 2 });
  // tests stop the database
  db.on("error", () => {});
  const stop = async (): Promise<void> => {
    await leave(home, db);
    await db.end();
    await outside.close();
  };
  return { home, ready: readReady(home), db, outside, stop };
}

/** One that setup.ts started, where it did; else one of its own. */
export async function startMail(): Promise<MailInstallation> {
  const shared: readonly SharedInstallation[] = JSON.parse(process.env["ATRIO_MAIL_INSTALLATIONS"] ?? "[]");
  if (shared.length > 0) return use(lease(shared), clear);
  const home = makeHome();
  try {
    return await use(await bringUp(home), removeHome);
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

async function one<T extends QueryResultRow>(db: Pool, text: string, values: readonly unknown[]): Promise<T> {
  const { rows } = await db.query<T>(text, [...values]);
  if (!rows[0]) throw new Error(`No row: ${text}`);
  return rows[0];
}

/** A holding of this name whose service has mail. Returns its id. */
export async function addDomain(db: Pool, name: string): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    `insert into atrio.holding (reference, service_kind, service_expires_at, has_mail)
     values ($1, 'hosting', now() + interval '1 year', true) returning id::int`,
    [name],
  );
  return id;
}

/** A mailbox with the password of all tests; its domain is there. Returns its id. */
export async function addMailbox(
  db: Pool,
  address: string,
  wishes: {
    readonly quotaBytes?: number;
    readonly forward?: readonly string[];
    readonly keepsCopy?: boolean;
  } = {},
): Promise<number> {
  hash ??= `{ARGON2ID}${await hashPassword(password)}`;
  const [localPart, domain] = address.split("@");
  const { id } = await one<{ id: number }>(
    db,
    `insert into atrio.mailbox (holding_id, local_part, password_hash, quota_bytes, forward_targets, keeps_copy)
     select id, $2, $3, $4, $5, $6 from atrio.holding where reference = $1 returning id::int`,
    [domain, localPart, hash, wishes.quotaBytes ?? null, wishes.forward ?? [], wishes.keepsCopy ?? true],
  );
  return id;
}

/** `address` without anything before the @ is the catch-all. */
export async function addAlias(db: Pool, address: string, targets: readonly string[]): Promise<number> {
  const [localPart, domain] = address.split("@");
  const { id } = await one<{ id: number }>(
    db,
    `insert into atrio.alias (holding_id, local_part, targets)
     select id, $2, $3 from atrio.holding where reference = $1 returning id::int`,
    [domain, localPart, targets],
  );
  return id;
}
