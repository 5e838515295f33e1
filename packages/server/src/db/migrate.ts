/** Brings a database to the newest schema: graphile-worker's own migrations, then migrations/*.sql in order. */
import { runMigrations } from "graphile-worker";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool } from "pg";
import { findMisfit, keepHashes, migrationFiles } from "./schema-version.ts";

const readMigrations = (): Record<string, Migration> =>
  Object.fromEntries(
    [...migrationFiles()].map(([file, text]) => [
      file,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
    ]),
  );

/** The database is as it was. */
export class MigrationRefused extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.remedy = remedy;
  }
}

/**
 * Runs what has not run yet, all of it in one transaction and under an advisory lock. `pool` connects as the owner.
 * Returns the names of the migrations that ran.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const misfit = await findMisfit(pool);
  if (misfit && misfit.kind !== "older") throw new MigrationRefused(misfit.text, misfit.remedy);
  await runMigrations({ pgPool: pool });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(readMigrations()) },
    migrationTableSchema: "atrio_migration",
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : "no reason was given";
    throw new MigrationRefused(
      `Migration ${failed ?? ""} failed: ${reason}. The database is as it was.`,
      "Use the version of Atrio that made it, or begin in an empty home: atrio up --home DIR",
      error,
    );
  }
  await keepHashes(pool);
  return results.map((result) => result.migrationName);
}
