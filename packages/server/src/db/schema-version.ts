/** Whether a database is of this program's version: each migration that ran is kept with the hash of its text. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const directory = join(import.meta.dirname, "../../migrations");

export const migrationFiles = (): Map<string, string> =>
  new Map(
    readdirSync(directory)
      .filter((file) => file.endsWith(".sql"))
      .map((file) => [file, readFileSync(join(directory, file), "utf8")]),
  );

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

interface Asked {
  query(text: string, values?: unknown[]): Promise<{ rows: { name: string; sha256: string }[] }>;
}

/** A database without the table is older than it. Who asks may see the schema only once it is there. */
async function appliedMigrations(database: Asked): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await database.query(
    "select from pg_class where relname = 'applied' and relnamespace = (select oid from pg_namespace where nspname = 'atrio_migration')",
  );
  if (tables.length === 0) return new Map();
  const { rows } = await database.query("select name, sha256 from atrio_migration.applied order by name");
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Why this program and the database do not go together, with the remedy. */
export interface Misfit {
  readonly kind: "older" | "newer" | "changed";
  readonly text: string;
  readonly remedy: string;
}

export async function findMisfit(database: Asked): Promise<Misfit | undefined> {
  const files = migrationFiles();
  const applied = await appliedMigrations(database);
  const newer = [...applied.keys()].filter((name) => !files.has(name));
  if (newer.length > 0)
    return {
      kind: "newer",
      text: `The database is newer than this program (${newer.join(", ")}).`,
      remedy: "Use the version of Atrio that made it: git pull",
    };
  const changed = [...applied].filter(([name, hash]) => hashOf(files.get(name) ?? "") !== hash);
  if (changed.length > 0)
    return {
      kind: "changed",
      text: `The database is of another version: changed after it was applied: ${changed.map(([name]) => name).join(", ")}.`,
      remedy: "Use the version of Atrio that made it, or begin in an empty home: atrio up --home DIR",
    };
  const open = [...files.keys()].filter((name) => !applied.has(name));
  if (open.length === 0) return undefined;
  return {
    kind: "older",
    text:
      applied.size === 0
        ? "The database is older than this program."
        : `The database is older than this program (not done: ${open.join(", ")}).`,
    remedy: "Bring it up to date: atrio up",
  };
}

/** After all have run. What ran before hashes were kept counts as it is now. `database` connects as the owner. */
export async function keepHashes(database: Asked): Promise<void> {
  const files = [...migrationFiles()];
  await database.query(
    "create table if not exists atrio_migration.applied (name text primary key, sha256 text not null)",
  );
  await database.query("grant usage on schema atrio_migration to atrio_worker");
  await database.query("grant select on atrio_migration.applied to atrio_worker");
  await database.query(
    "insert into atrio_migration.applied select * from unnest($1::text[], $2::text[]) on conflict do nothing",
    [files.map(([name]) => name), files.map(([, text]) => hashOf(text))],
  );
}
