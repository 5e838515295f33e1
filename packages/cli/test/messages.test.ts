import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { makeApp, type TestApp } from "../../server/test/helpers/app.ts";
import { asOperator } from "../src/database.ts";
import { Failure } from "../src/failure.ts";
import { type Home, openHome } from "../src/home.ts";
import { roleUrlFile } from "../src/install/secrets.ts";
import { untilTried } from "../src/messages.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-messages-"));
let panel: TestApp;
let home: Home;
before(async () => {
  panel = await makeApp();
  home = openHome(directory);
  const file = roleUrlFile(home, "atrio_worker");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, panel.cluster.url("atrio_worker", panel.database));
  await panel.db
    .insertInto("atrio.smtp")
    .values({ host: "127.0.0.1", port: 1, security: "none", from_address: "panel@operator.test" })
    .execute();
});
after(async () => {
  await panel.stop();
  rmSync(directory, { recursive: true });
});

async function write(): Promise<number> {
  const values = { uuid: randomUUID(), kind: "test", recipient: "me@operator.test", contents: "A test" };
  const { id } = await panel.db
    .insertInto("atrio.message")
    .values({ ...values, language: "en" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("what holds all messages up is an answer for each, though only one was tried", async () => {
  const id = await write();
  const tried = asOperator(home, (operator) => untilTried(operator, { id, attempts: 0, lastError: null }));
  await panel.db
    .updateTable("atrio.message")
    .set({ last_error: "421 come back later" })
    .where("id", "=", id)
    .execute();
  assert.equal((await tried).lastError, "421 come back later");
});

test("a command that meets a message being sent says so and ends", { timeout: 20_000 }, async () => {
  const id = await write();
  await panel.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom("atrio.message").select("id").where("id", "=", id).forUpdate().execute();
    const remove = asOperator(home, ({ db }) =>
      db.deleteFrom("atrio.message").where("id", "=", id).execute(),
    );
    await assert.rejects(
      remove,
      (error) => error instanceof Failure && error.exitCode === 75 && /is being sent/.test(error.message),
    );
  });
});
