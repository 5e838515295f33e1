import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { MigrationRefused, migrate } from "@atrio/server/db/migrate.ts";
import { openPool } from "@atrio/server/db/pool.ts";
import { owner } from "@atrio/server/db/roles.ts";
import type { Pool } from "pg";
import { type TestCluster, startTestCluster } from "../../server/test/database.ts";
import { asOperator } from "../src/database.ts";
import { Failure } from "../src/failure.ts";
import { openHome } from "../src/home.ts";
import { roleUrlFile } from "../src/install/secrets.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-version-"));
const home = openHome(directory);
const cluster: TestCluster = await startTestCluster();
let pool: Pool | undefined;
beforeEach(async () => {
  await pool?.end();
  const database = await cluster.createDatabase();
  pool = openPool(cluster.url(owner, database), { max: 2 });
  const url = roleUrlFile(home, "atrio_worker");
  mkdirSync(dirname(url), { recursive: true });
  writeFileSync(url, cluster.url("atrio_worker", database));
});
after(async () => {
  await pool?.end();
  await cluster.stop();
  rmSync(directory, { recursive: true });
});

const owned = async (statement: string) => void (await pool!.query(statement));
const ask = () => asOperator(home, ({ db }) => db.selectFrom("atrio.holding").select("id").execute());
const failsWith = (message: RegExp, remedy: RegExp) => (error: unknown) =>
  error instanceof Failure && message.test(error.message) && remedy.test(error.remedy ?? "");

test("commands work on a database of this version", async () => {
  assert.deepEqual(await ask(), []);
  assert.deepEqual(await migrate(pool!), []);
});

test("a migration that was changed after it was applied is named, by atrio up and by every command", async () => {
  await owned("update atrio_migration.applied set sha256 = 'another' where name = '0012-domains.sql'");
  const message = /changed after it was applied: 0012-domains\.sql/;
  await assert.rejects(ask(), failsWith(message, /begin in an empty home/));
  await assert.rejects(
    migrate(pool!),
    (error) => error instanceof MigrationRefused && message.test(error.message),
  );
});

test("a command on a database that is older says what brings it up to date", async () => {
  await owned("delete from atrio_migration.applied where name = '0019-default-name-servers.sql'");
  await assert.rejects(ask(), failsWith(/older.*not done: 0019-default/, /atrio up$/));
});

test("so it does where no hashes were kept yet, and the next atrio up keeps them", async () => {
  await owned("drop table atrio_migration.applied");
  await owned("revoke usage on schema atrio_migration from atrio_worker");
  await assert.rejects(ask(), failsWith(/older than this program\.$/, /atrio up$/));
  await migrate(pool!);
  assert.deepEqual(await ask(), []);
});

test("a command of an older program leaves a newer database alone", async () => {
  await owned("insert into atrio_migration.applied values ('9999-later.sql', 'x')");
  await assert.rejects(ask(), failsWith(/newer than this program \(9999-later\.sql\)/, /git pull/));
});

test("a migration that fails changes nothing and is a refusal with a remedy", async () => {
  // from one on that makes a table, which is there
  for (const table of ["kysely_migration", "applied"])
    await owned(`delete from atrio_migration.${table} where name >= '0042'`);
  await assert.rejects(
    migrate(pool!),
    (error) =>
      error instanceof MigrationRefused &&
      /^Migration 00.* failed: .*already exists.*\. The database is as it was/.test(error.message) &&
      /atrio up --home DIR/.test(error.remedy),
  );
});
