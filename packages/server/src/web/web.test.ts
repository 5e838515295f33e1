/** Web as the worker has it, with a database and without nginx: a service that parks needs no more. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, type KyselyPlugin, sql } from "kysely";
import type { Pool } from "pg";
import { type TestCluster, startTestCluster } from "../../test/database.ts";
import { openDatabase, openPool } from "../db/pool.ts";
import type { DB } from "../db/schema.gen.ts";
import { VaultUnavailable } from "../vault/client.ts";
import { type Php, type PhpWanted, Web, type WebPlace } from "./web.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-web-"));
let cluster: TestCluster;
let pool: Pool;
let db: Kysely<DB>;
let web: Web;

const unused = (): never => assert.fail("Nobody asks for this here.");

const noVault = { seal: unused, open: unused, rewrap: unused, ping: unused };

function makeWeb(php: Partial<Php> = {}, { log, vault }: Partial<Pick<WebPlace, "log" | "vault">> = {}): Web {
  return new Web({
    directory,
    configuration: join(directory, "nginx.conf"),
    pidFile: join(directory, "pid"),
    command: ["true"],
    uid: 0,
    account: "nobody",
    gid: 0,
    vault: vault ?? noVault,
    php: { apply: unused, remove: async () => {}, known: async () => new Set(), ...php },
    log: log ?? { warn() {} },
  });
}

before(async () => {
  cluster = await startTestCluster();
  pool = openPool(cluster.url("atrio", await cluster.createDatabase()), { max: 4 });
  db = openDatabase(pool);
  for (const name of ["srv", "brands", "certificates", "frames"]) mkdirSync(join(directory, name));
  web = makeWeb();
});
after(async () => {
  await pool.end();
  await cluster.stop();
  rmSync(directory, { recursive: true });
});

const redirections = () => readFileSync(join(directory, "live/maps/redirect-host.map"), "utf8");

/** Answers when it is let. */
function slow(): { readonly db: Kysely<DB>; readonly asked: Promise<void>; answer(): void } {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      asked.resolve();
      await answered.promise;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), asked: asked.promise, answer: answered.resolve };
}

async function addService(reference: string, kind = "parking"): Promise<number> {
  const holding = { reference, service_kind: kind, service_expires_at: new Date("2099-01-01") };
  const { id } = await db
    .insertInto("atrio.holding")
    .values(holding)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const redirect = (holdingId: number, name: string) =>
  db
    .insertInto("atrio.redirection")
    .values({ holding_id: holdingId, name, path: "", url: "https://world.example/", type: "301" })
    .execute();

test("what was read before a change is not carried out after it", async () => {
  const id = await addService("late.test");
  await web.start(db);
  const old = slow();
  const first = web.apply({ db: old.db, subjectId: id });
  await old.asked;
  await redirect(id, "new");
  const second = web.apply({ db, subjectId: id });
  await Promise.race([second, sleep(200)]);
  old.answer();
  await Promise.all([first, second]);
  assert.match(redirections(), /new\.late\.test/);
});

test("a holding that goes while it is carried out is served to nobody", async () => {
  const id = await addService("gone.test");
  await redirect(id, "away");
  const old = slow();
  const first = web.apply({ db: old.db, subjectId: id });
  await old.asked;
  await db.deleteFrom("atrio.holding").where("id", "=", id).execute();
  const removed = web.removeGone(db);
  await Promise.race([removed, sleep(200)]);
  old.answer();
  await Promise.all([first, removed, web.removeGone(db)]);
  assert.doesNotMatch(redirections(), /gone\.test/);
});

test("phpd is told at the start of each service that it does not know, as after a restore", async () => {
  const [known, unknown] = [
    await addService("known.test", "hosting"),
    await addService("back.test", "hosting"),
  ];
  const told: PhpWanted[] = [];
  const php = {
    known: async () => new Set([known]),
    apply: async (wanted: PhpWanted) => void told.push(wanted),
  };
  await makeWeb(php).start(db);
  assert.deepEqual(told, [{ holdingId: unknown, version: "8.2", readOnly: false }]);
});

async function addCertificate(holdingId: number, host: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with c as (
      insert into atrio.certificate
        (holding_id, host, source, certificate_pem, key_sealed, names, issuer, not_before, not_after)
      values (${holdingId}, ${host}, 'acme', 'x', 'x', ${[host]}, 'x', now(), now()) returning id)
    insert into atrio.acme_host (holding_id, host, rank, certificate_id)
    select ${holdingId}, ${host}, 2, id from c on conflict (holding_id, host)
    do update set certificate_id = excluded.certificate_id returning certificate_id as id`.execute(db);
  return rows[0]!.id;
}

test("the start waits for a vault that begins later: keys of a restored home are all made then", async () => {
  const id = await addCertificate(await addService("keys.test"), "keys.test");
  let asked = 0;
  const opened: number[] = [];
  const vault = {
    ...noVault,
    ping: async () => {
      asked += 1;
      if (asked < 3) throw new VaultUnavailable("not yet");
    },
    open: async ({ row }: { readonly row: number }) => {
      if (asked >= 3) opened.push(row);
      throw new VaultUnavailable("seen");
    },
  };
  await makeWeb({ apply: async () => {} }, { vault }).start(db);
  assert.deepEqual(opened, [id]);
  await db.deleteFrom("atrio.acme_host").where("certificate_id", "=", id).execute();
});

test("services that fail each time keep nobody from his turn", async () => {
  const ids = await Promise.all(
    Array.from({ length: 210 }, (_, place) => addService(`turn-${place}.test`, "hosting")),
  );
  for (const id of ids) mkdirSync(join(directory, `srv/${id}/tmp`), { recursive: true });
  const tried: number[] = [];
  const php = {
    known: async () => new Set<number>(),
    apply: async ({ holdingId }: PhpWanted) => {
      tried.push(holdingId);
      throw new Error("refused");
    },
  };
  const own = makeWeb(php);
  await own.start(db);
  tried.length = 0;
  assert.equal((await own.tidy(db))["made"], 200);
  const [first, last] = [tried[0], tried.at(-1)!];
  await own.tidy(db);
  assert.ok(tried[200]! > last, "behind the last");
  assert.ok(ids.every((id) => tried.includes(id)));
  assert.ok(tried.slice(200).includes(first!), "and from the beginning again");
});
