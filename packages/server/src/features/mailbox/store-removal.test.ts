/** What is left of mailboxes that are gone: rows are swept, folders removed, and nothing else is touched. */
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import type { DB } from "../../db/schema.gen.ts";
import { sweep } from "../../jobs/housekeeping.ts";
import { removeMailStores } from "./store-removal.ts";

let panel: TestApp;
let pool: Pool;
let worker: Kysely<DB>;
let holding: { id: number; reference: string };
let root: string;
const warnings: unknown[] = [];
const log = { warn: (...line: unknown[]) => void warnings.push(line) };
/** Some account that is not root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

before(async () => {
  panel = await makeApp();
  pool = openPool(panel.cluster.url("atrio_worker", panel.database), { max: 2 });
  worker = openDatabase(pool);
  holding = await panel.addHolding("gone.test");
  root = mkdtempSync(join(tmpdir(), "atrio-mail-"));
  chmodSync(root, 0o755);
});
after(async () => {
  rmSync(root, { recursive: true });
  await pool.end();
  await panel.stop();
});

async function addMailbox(localPart: string): Promise<{ id: number; address: string }> {
  const { rows } = await sql<{ id: number; address: string }>`
    insert into atrio.mailbox (holding_id, local_part, password_hash)
    values (${holding.id}, ${localPart}, '{ARGON2ID}$argon2id$x') returning id, address`.execute(panel.db);
  return rows[0]!;
}
const removals = async (): Promise<number[]> =>
  (await panel.db.selectFrom("atrio.mail_store_removal").select("mailbox_id").execute()).map(
    (row) => row.mailbox_id,
  );
const removeStores = (directory: string) =>
  removeMailStores(worker, { directory, configuration: undefined }, log);

function own(path: string): void {
  if (isRoot) chownSync(path, nobody, nobody);
}

/** A directory of mail, whose owner is not root. */
function makeStore(...mailboxes: readonly number[]): string {
  const store = mkdtempSync(join(root, "store-"));
  own(store);
  for (const id of mailboxes) {
    const folder = join(store, String(id));
    for (const path of [folder, join(folder, "Maildir"), join(folder, "Maildir/new")]) {
      mkdirSync(path);
      own(path);
    }
    writeFileSync(join(folder, "Maildir/new/1"), "Subject: Hello\n");
    own(join(folder, "Maildir/new/1"));
  }
  return store;
}

describe("a deleted mailbox", () => {
  it("is gone for good after 30 days, and so is what Dovecot wrote of one that is not there", async () => {
    const [live, fresh, old] = [await addMailbox("live"), await addMailbox("fresh"), await addMailbox("old")];
    await sql`update atrio.mailbox set deleted_at = now() - interval '29 days' where id = ${fresh.id}`.execute(
      panel.db,
    );
    await sql`update atrio.mailbox set deleted_at = now() - interval '31 days' where id = ${old.id}`.execute(
      panel.db,
    );
    for (const { address } of [live, fresh, old]) {
      await sql`insert into atrio.mailbox_usage (address, bytes) values (${address}, 7)`.execute(panel.db);
    }
    assert.equal((await sweep(worker))["deletedMailboxes"], 1);
    assert.deepEqual(await sweep(worker, true), { mailboxUsage: 2 });
    const left = await panel.db.selectFrom("atrio.mailbox").select("id").orderBy("id").execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      [live.id, fresh.id],
    );
    const usage = await panel.db.selectFrom("atrio.mailbox_usage").select("address").execute();
    assert.deepEqual(usage, [{ address: live.address }]);
    assert.deepEqual(await removals(), [old.id]);
    await panel.db.deleteFrom("atrio.mail_store_removal").execute();
  });

  it("leaves nothing to the next of its address, whatever Dovecot wrote in the meantime", async () => {
    const { address } = await addMailbox("again");
    await sql`update atrio.mailbox set deleted_at = now() where address = ${address}`.execute(panel.db);
    await sql`insert into atrio.mailbox_usage (address, bytes) values (${address}, 7)`.execute(panel.db);
    await addMailbox("again");
    const usage = panel.db.selectFrom("atrio.mailbox_usage").select("bytes").where("address", "=", address);
    assert.deepEqual(await usage.execute(), []);
  });

  it("has its folder removed, and no other", async () => {
    const [gone, stays] = [await addMailbox("gone"), await addMailbox("stays")];
    const store = makeStore(gone.id, stays.id);
    const elsewhere = join(root, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "letter"), "kept");
    symlinkSync(elsewhere, join(store, String(gone.id), "link"));
    await panel.db.deleteFrom("atrio.mailbox").where("id", "=", gone.id).execute();
    assert.equal(await removeStores(store), 1);
    assert.deepEqual(await removals(), []);
    assert.equal(existsSync(join(store, String(gone.id))), false);
    assert.ok(existsSync(join(store, String(stays.id), "Maildir/new/1")));
    assert.ok(existsSync(join(elsewhere, "letter")));
    assert.deepEqual(warnings, []);
  });

  it("whose folder is a link loses the link", async () => {
    const gone = await addMailbox("linked");
    const store = makeStore();
    const elsewhere = makeStore(1);
    symlinkSync(elsewhere, join(store, String(gone.id)));
    await panel.db.deleteFrom("atrio.mailbox").where("id", "=", gone.id).execute();
    assert.equal(await removeStores(store), 1);
    assert.ok(existsSync(join(elsewhere, "1/Maildir/new/1")));
  });

  it("has its folder removed as the account whose mail it is", { skip: !isRoot && "not root" }, async () => {
    const gone = await addMailbox("foreign");
    const store = makeStore(gone.id);
    // what that account may not remove, root does not remove in its place
    chownSync(join(store, String(gone.id), "Maildir"), 0, 0);
    await panel.db.deleteFrom("atrio.mailbox").where("id", "=", gone.id).execute();
    assert.equal(await removeStores(store), 0);
    assert.deepEqual(await removals(), [gone.id]);
    assert.equal(warnings.length, 1);
    chownSync(join(store, String(gone.id), "Maildir"), nobody, nobody);
    chownSync(store, 0, 0);
    assert.equal(await removeStores(store), 0);
    assert.equal(warnings.length, 2);
    chownSync(store, nobody, nobody);
    assert.equal(await removeStores(store), 1);
    assert.deepEqual(await removals(), []);
  });

  it("goes with its service", async () => {
    const { id } = await panel.addHolding("removed.test");
    const { rows } = await sql<{ id: number }>`
      insert into atrio.mailbox (holding_id, local_part, password_hash)
      values (${id}, 'ana', '{ARGON2ID}$argon2id$x') returning id`.execute(panel.db);
    await panel.db.deleteFrom("atrio.holding").where("id", "=", id).execute();
    assert.deepEqual(await removals(), [rows[0]!.id]);
    assert.equal(await removeStores(join(root, "not-there")), 0);
    assert.equal(await removeStores(makeStore()), 1);
  });
});
