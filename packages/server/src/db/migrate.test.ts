import assert from "node:assert/strict";
import { after, test } from "node:test";
import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { type TestCluster, startTestCluster } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { openPool } from "./pool.ts";
import { owner } from "./roles.ts";
import { migrationFiles } from "./schema-version.ts";

const cluster: TestCluster = await startTestCluster();
const pools: Pool[] = [];
const open = (database: string): Pool => {
  const pool = openPool(cluster.url(owner, database), { max: 3 });
  pools.push(pool);
  return pool;
};
after(async () => {
  for (const pool of pools) await pool.end();
  await cluster.stop();
});

test("what runs meanwhile and locks the other way round ends no upgrade, and is not ended by it", async () => {
  await open("postgres").query("create database older");
  const pool = open("older");
  await runMigrations({ pgPool: pool });
  const texts = [...migrationFiles()];
  for (const [name, text] of texts) if (name < "0028") await pool.query(text);
  const [upgrade, running] = [await pool.connect(), await pool.connect()];
  try {
    await running.query("begin");
    await running.query("lock table atrio.web_usage in row exclusive mode");
    await upgrade.query("begin");
    const newer = texts.filter(([name]) => name >= "0028").map(([, text]) => text);
    const upgraded = upgrade.query(newer.join("\n"));
    await eventually("the upgrade waits", async () => {
      const { rows } = await pool.query("select from pg_locks where not granted");
      return rows.length > 0;
    });
    for (const table of ["web_service", "company", "platform", "redirection", "holding"])
      await running.query(`select from atrio.${table} limit 1`);
    await running.query("commit");
    await upgraded;
    const { rows } = await upgrade.query("show lock_timeout");
    assert.deepEqual(rows, [{ lock_timeout: "0" }]);
    await upgrade.query("commit");
  } finally {
    upgrade.release(true);
    running.release(true);
  }
});
