/** Brings a database to the newest schema: graphile-worker's own migrations, then migrations/*.sql in order. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool } from "pg";

const directory = join(import.meta.dirname, "../../migrations");

function readMigrations(): Record<string, Migration> {
  const files = readdirSync(directory).filter((file) => file.endsWith(".sql"));
  return Object.fromEntries(
    files.map((file) => {
      const text = readFileSync(join(directory, file), "utf8");
      return [file, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }];
    }),
  );
}

/**
 * Runs what has not run yet, all of it in one transaction and under an advisory lock. `pool` connects as the owner.
 * Returns the names of the migrations that ran.
 */
export async function migrate(pool: Pool): Promise<string[]> {
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
    throw new Error(`Migration ${failed ?? ""} failed: ${reason}`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}
