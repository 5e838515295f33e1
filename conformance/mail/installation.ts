/** An installation that serves mail, and the mailboxes of tests in it. What it sends to others comes to `outside`. */
import { Pool, type QueryResultRow } from "pg";
import { openHome } from "../../packages/cli/src/home.ts";
import { chooseSettings, writeSettings } from "../../packages/cli/src/settings.ts";
import { hashPassword } from "../../packages/server/src/features/session/password.ts";
import { type Inbox, openInbox } from "../../packages/server/test/smtp.ts";
import { type Ready, atrio, makeHome, readReady, removeHome } from "../installation.ts";

export interface MailInstallation {
  readonly home: string;
  readonly ready: Ready;
  /** As owner of the database. */
  readonly db: Pool;
  /** The server that all mail for others goes to. */
  readonly outside: Inbox;
  stop(): Promise<void>;
}

export const password = "Correct-horse-7";
let hash: string | undefined;

export async function startMail(): Promise<MailInstallation> {
  const home = makeHome();
  const outside = await openInbox();
  const settings = await chooseSettings(0, "runit");
  const mail = { ...settings.mail, relayhost: `[127.0.0.1]:${outside.port}` };
  writeSettings(openHome(home), { ...settings, mail });
  const { status, output } = await atrio(home, ["up", "--detach"]);
  const db = new Pool({ host: `${home}/run/pg`, user: "atrio", database: "atrio", max: 2 });
  // tests stop the database
  db.on("error", () => {});
  const stop = async (): Promise<void> => {
    await db.end();
    await removeHome(home);
    await outside.close();
  };
  if (status === 0) return { home, ready: readReady(home), db, outside, stop };
  await stop();
  throw new Error(output);
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
