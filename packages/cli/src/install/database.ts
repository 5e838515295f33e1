/** Roles, database and schema: in the embedded cluster, or in the operator's own PostgreSQL. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Read } from "@atrio/server/db/handles.ts";
import { MigrationRefused, migrate } from "@atrio/server/db/migrate.ts";
import { openDatabase, openPool } from "@atrio/server/db/pool.ts";
import { superuser } from "@atrio/server/db/postgres.ts";
import { type RoleName, ensureRoles, owner, roleNames } from "@atrio/server/db/roles.ts";
import type { Client } from "pg";
import { withClient } from "../client.ts";
import { Failure, messageOf } from "../failure.ts";
import type { Home } from "../home.ts";
import { findAccount, isRoot } from "../machine.ts";
import { logRemedy } from "../services/log-tail.ts";
import { services } from "../services/service.ts";
import { pgPort } from "../services/values.ts";
import { replaceFile, updateFile } from "../files.ts";
import { claimDatabase, claimServer, requireOwnDatabase, requireOwnServer } from "./claim.ts";
import { driverUrl } from "./database-url.ts";
import { keepDatabaseUrl, readDatabaseUrl, rolePasswords, roleUrlFile } from "./secrets.ts";

const oldestMajor = 15;
const connectMs = 10_000;
const database = "atrio";

const embeddedUrl = (home: Home, role: string, name = database): string =>
  `postgresql://${role}@/${name}?host=${encodeURIComponent(home.pgSocket)}&port=${pgPort}`;

/** Connects as the owner of the schema. */
export function ownerUrl(home: Home): string {
  const external = readDatabaseUrl(home);
  return external === undefined ? embeddedUrl(home, owner) : driverUrl(home, external).href;
}

/** Waits until the embedded server answers. */
export async function untilDatabaseAnswers(home: Home, timeoutSeconds: number): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    try {
      await withClient(embeddedUrl(home, superuser, "postgres"), 3000, (client) => client.query("select 1"));
      return;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Failure(`PostgreSQL does not answer: ${messageOf(error)}`, logRemedy(home, "postgres"));
      await sleep(100);
    }
  }
}

const exists = async (client: Client, sql: string, value: string): Promise<boolean> =>
  (await client.query(sql, [value])).rowCount !== 0;

async function prepareEmbedded(home: Home): Promise<void> {
  await withClient(embeddedUrl(home, superuser, "postgres"), connectMs, async (client) => {
    // a server that was running already has not read who may come in by now
    await client.query("select pg_reload_conf()");
    await ensureRoles(client);
    if (!(await exists(client, "select from pg_roles where rolname = $1", owner)))
      await client.query(`create role ${owner} login`);
    if (!(await exists(client, "select from pg_database where datname = $1", database)))
      await client.query(`create database ${database} owner ${owner}`);
    await client.query(`revoke connect, temporary on database ${database} from public`);
    await client.query(`grant connect on database ${database} to ${roleNames.join(", ")}`);
  });
  for (const role of roleNames) writeRoleUrl(home, role, embeddedUrl(home, role));
}

// the daemons that are not ours have no use for theirs: their own configuration says where to connect
const writeRoleUrl = (home: Home, role: (typeof roleNames)[number], url: string): boolean =>
  updateFile(roleUrlFile(home, role), `${url}\n`, 0o400, isRoot ? findAccount("root") : undefined);

/** Daemons leave passwords to libpq, which reads them from a file of the daemon's own account. */
function writePgpass(
  home: Home,
  file: string,
  account: string,
  roles: readonly RoleName[],
  passwords: ReadonlyMap<RoleName, string>,
): void {
  const owner = isRoot ? findAccount(account) : undefined;
  // not installed
  if (isRoot && !owner) return;
  const lines = roles.map((role) => `*:*:*:${role}:${passwords.get(role) ?? ""}\n`);
  replaceFile(join(home.secrets, `${file}.pgpass`), lines.join(""), 0o400, owner);
}

async function checkExternal(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: number; may: boolean; name: string }>(
    `select current_setting('server_version_num')::int as version, current_database() as name,
       (select rolcreaterole or rolsuper from pg_roles where rolname = current_user)
         and has_database_privilege(current_database(), 'CREATE') as may`,
  );
  const [{ version, may, name } = { version: 0, may: false, name: "" }] = rows;
  if (version < oldestMajor * 10_000)
    throw new Failure(
      `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; ${oldestMajor} or newer is needed.`,
      "Upgrade it, or unset DATABASE_URL to use the embedded one.",
      69,
    );
  if (!may)
    throw new Failure(
      "The user of DATABASE_URL may not make roles and schemas.",
      "As a superuser: alter role … createrole; grant create on database … to …",
      77,
    );
  return name;
}

/**
 * A temporary table could stand in for one of ours in whatever looks there first. The grant to PUBLIC is the database
 * owner's to take back; for anybody else PostgreSQL warns and does nothing, so what counts is what holds afterwards.
 */
async function forbidTemporaryTables(client: Client, name: string): Promise<void> {
  await client.query(`revoke temporary on database ${client.escapeIdentifier(name)} from public`);
  const { rows } = await client.query<{ role: string }>(
    `select role from unnest($1::text[]) role where has_database_privilege(role, current_database(), 'TEMPORARY')`,
    [roleNames],
  );
  if (rows.length > 0)
    throw new Failure(
      `Atrio's roles may make temporary tables in the database ${name}, and the user of DATABASE_URL cannot forbid it.`,
      `As a superuser: revoke temporary on database ${client.escapeIdentifier(name)} from public, ${roleNames.join(", ")}`,
      77,
    );
}

/** All of it or nothing, and for one home after the other. */
async function prepareServer(client: Client, home: Home, passwords: ReadonlyMap<RoleName, string>) {
  const name = await checkExternal(client);
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtext('atrio installation'))");
  await requireOwnServer(client, home);
  await requireOwnDatabase(client, home);
  await ensureRoles(client, Object.fromEntries(passwords));
  await claimServer(client, home);
  await client.query(`grant connect on database ${client.escapeIdentifier(name)} to ${roleNames.join(", ")}`);
  await forbidTemporaryTables(client, name);
  await client.query("commit");
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `DATABASE_URL cannot be used: ${messageOf(error)}`,
      "Correct it, or unset it to use the embedded PostgreSQL.",
      69,
    );
  }
}

async function prepareExternal(home: Home, url: string): Promise<void> {
  await explained(async () => {
    await withClient(driverUrl(home, url).href, connectMs, async (client) => {
      const passwords = rolePasswords(home);
      await prepareServer(client, home, passwords);
      for (const role of roleNames) {
        const address = driverUrl(home, url);
        address.username = role;
        address.password = passwords.get(role) ?? "";
        writeRoleUrl(home, role, address.href);
      }
      const { pdns, registry, dovecot, roundcube } = services;
      writePgpass(home, "pdns_ro", pdns.account, ["pdns_ro"], passwords);
      writePgpass(home, "registry_ro", registry.account, ["registry_ro"], passwords);
      writePgpass(home, "dovecot", dovecot.account, ["dovecot_ro", "dovecot_usage"], passwords);
      writePgpass(home, "roundcube", roundcube.account, ["atrio_webmail"], passwords);
      writePgpass(home, "postfix", "postfix", ["postfix_ro"], passwords);
    });
  });
  keepDatabaseUrl(home, url);
}

/** Refuses a PostgreSQL of another installation before anything is made for it. */
export async function checkDatabase(home: Home, url: string): Promise<void> {
  await explained(() =>
    withClient(driverUrl(home, url).href, connectMs, async (client) => {
      await requireOwnServer(client, home);
      await requireOwnDatabase(client, home);
    }),
  );
}

/** Reads as the owner of the schema. */
export async function asOwner<T>(home: Home, work: (read: Read) => Promise<T>): Promise<T> {
  const db = openDatabase(openPool(ownerUrl(home), { max: 1 }));
  try {
    return await work({ db });
  } finally {
    await db.destroy();
  }
}

/** Makes what is missing and brings the schema up to date. Returns the migrations that ran. */
export async function prepareDatabase(home: Home): Promise<string[]> {
  const external = readDatabaseUrl(home);
  await (external === undefined ? prepareEmbedded(home) : prepareExternal(home, external));
  await withClient(ownerUrl(home), connectMs, (client) => requireOwnDatabase(client, home));
  const pool = openPool(ownerUrl(home), { max: 2 });
  try {
    const ran = await migrate(pool);
    await withClient(ownerUrl(home), connectMs, (client) => claimDatabase(client, home));
    return ran;
  } catch (error) {
    if (error instanceof MigrationRefused) throw new Failure(error.message, error.remedy, 65);
    throw error;
  } finally {
    await pool.end();
  }
}
