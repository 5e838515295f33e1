import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { readLimits, readUse } from "@atrio/server/features/mail/service.ts";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../server/test/helpers/app.ts";
import { runCommand } from "../src/command.ts";
import { mail } from "../src/commands/mail.ts";
import { Failure } from "../src/failure.ts";
import { openHome } from "../src/home.ts";
import { roleUrlFile } from "../src/install/secrets.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-mail-"));
let panel: TestApp;
let id: number;
before(async () => {
  panel = await makeApp();
  const file = roleUrlFile(openHome(directory), "atrio_worker");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, panel.cluster.url("atrio_worker", panel.database));
  ({ id } = await panel.addHolding("uno.test"));
  await panel.addHolding("dos.test", { hasMail: false });
});
after(async () => {
  await panel.stop();
  rmSync(directory, { recursive: true });
});

const run = (...words: string[]) => runCommand(mail, [...words, "--home", directory]);
const limits = () => readLimits({ db: panel.db }, id);
const gib = 1024 ** 3;

test("the limits that are named are set, with an entry of the journal", async () => {
  assert.equal(await run("uno.test", "--quota", "10G", "--mailboxes", "5"), 0);
  const first = { quota: 10 * gib, mailboxesMax: 5, aliasesMax: null, recipientsPerHour: 300 };
  assert.deepEqual(await limits(), first);
  assert.equal(await run("uno.test", "--mailboxes", "none", "--aliases", "0", "--send-per-hour", "20"), 0);
  const second = { quota: 10 * gib, mailboxesMax: null, aliasesMax: 0, recipientsPerHour: 20 };
  assert.deepEqual(await limits(), second);
  assert.equal(await run("uno.test", "--json"), 0);
  const journal = await panel.db
    .selectFrom("atrio.journal")
    .select(["area", "act", "item", "before", "after", "source"])
    .where("holding_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const entry = { area: "mail", act: "mailSet", item: "uno.test", source: "command" };
  assert.deepEqual(journal, { ...entry, before: first, after: second });
});

test("what is sent and sent on in this hour is told", async () => {
  await sql`insert into atrio.mail_sending (holding_id, hour, recipients, forwarded)
            select ${id}, date_trunc('hour', now()) + n * interval '1 hour', 3, 2 from generate_series(0, 1) n`.execute(
    panel.db,
  );
  const use = { allotted: 0, mailboxes: 0, aliases: 0, recipientsThisHour: 3, forwardedThisHour: 2 };
  assert.deepEqual(await readUse({ db: panel.db }, id), use);
  assert.equal(await run("uno.test"), 0);
});

test("what mailboxes have is not taken from them", async () => {
  const hash = "{ARGON2ID}$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
  await sql`insert into atrio.mailbox (holding_id, local_part, password_hash, quota_bytes)
            values (${id}, 'ana', ${hash}, ${6 * gib})`.execute(panel.db);
  await assert.rejects(
    run("uno.test", "--quota", "5G"),
    (error) => error instanceof Failure && error.exitCode === 65 && /Nothing was changed/.test(error.message),
  );
  assert.equal(await run("uno.test", "--quota", "6G"), 0);
  assert.equal(await run("uno.test", "--quota", "none"), 0);
  await sql`update atrio.mailbox set quota_bytes = null where holding_id = ${id}`.execute(panel.db);
  await assert.rejects(run("uno.test", "--quota", "100G"), Failure);
});

test("a service without mail, or none, is said so", async () => {
  for (const name of ["dos.test", "tres.test"])
    await assert.rejects(
      run(name, "--aliases", "1"),
      (error) => error instanceof Failure && error.exitCode === 66,
    );
});
