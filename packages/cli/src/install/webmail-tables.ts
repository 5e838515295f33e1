/** Roundcube's own tables, in a schema of theirs: made and brought up to date from the SQL that its package brings. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { withClient } from "../client.ts";
import type { Home } from "../home.ts";
import { ownerUrl } from "./database.ts";

const sqlDirectory = "/usr/share/roundcube/SQL";
const schema = "roundcube";
const role = "atrio_webmail";
const connectMs = 10_000;

/** The package's edition of the tables; undefined where there are none yet. */
async function editionOf(client: Client): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ made: boolean }>(
    `select to_regclass('${schema}.system') is not null as made`,
  );
  if (!tables[0]?.made) return undefined;
  const { rows } = await client.query<{ value: string }>(
    "select value from system where name = 'roundcube-version'",
  );
  return rows[0]?.value;
}

/** As Roundcube's updatedb: the files named by an edition that is later, in their order. */
async function update(client: Client, from: string): Promise<void> {
  const directory = join(sqlDirectory, "postgres");
  const later = readdirSync(directory)
    .map((file) => file.replace(/\.sql$/, ""))
    .filter((edition) => /^\d{10}$/.test(edition) && edition > from)
    .toSorted();
  for (const edition of later) await client.query(readFileSync(join(directory, `${edition}.sql`), "utf8"));
  if (later.length > 0)
    await client.query("update system set value = $1 where name = 'roundcube-version'", [later.at(-1)]);
}

async function make(client: Client): Promise<void> {
  await client.query(readFileSync(join(sqlDirectory, "postgres.initial.sql"), "utf8"));
  // an address may be as long as it may (RFC 5321, 4.5.3.1)
  await client.query(`
    alter table users alter username type varchar(254);
    alter table identities alter email type varchar(254)`);
}

async function prepare(client: Client): Promise<void> {
  await client.query("begin");
  await client.query(`create schema if not exists ${schema}`);
  await client.query(`set local search_path to ${schema}`);
  const edition = await editionOf(client);
  if (edition === undefined) await make(client);
  else await update(client, edition);
  await client.query(`
    grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage on all sequences in schema ${schema} to ${role};
    revoke insert, update, delete on system from ${role}`);
  await client.query("commit");
}

export const prepareWebmailTables = (home: Home): Promise<void> =>
  withClient(ownerUrl(home), connectMs, prepare);
