/**
 * The real app on a real PostgreSQL, for feature tests:
 *
 *   const panel = await makeApp();                         // a database of its own
 *   const holding = await panel.addHolding("uno.test");
 *   const user = await panel.asUser({ [holding.id]: { service_dnszone: "write" } });
 *   const reply = await user.call("dnsCreate", { params: { id: holding.id }, input: { type: "A", … } });
 *   assert.equal(reply.status, 200);
 *   await panel.stop();
 *
 * Calls go by `inject` as the panel sends them; `sign` says what to send instead of the usual headers.
 */
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Permissions } from "@atrio/contract";
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { type AppOptions, buildApp } from "../../src/app.ts";
import { inChange } from "../../src/db/change.ts";
import type { Actor } from "../../src/db/handles.ts";
import { openDatabase, openPool } from "../../src/db/pool.ts";
import { owner } from "../../src/db/roles.ts";
import type { DB } from "../../src/db/schema.gen.ts";
import { orderRegistration } from "../../src/features/holding/register.ts";
import { standardPorts } from "../../src/features/mail/client-settings.ts";
import { tokenHash } from "../../src/http/session.ts";
import type { RegistryContacts } from "../../src/registry/backend.ts";
import { type Vault, VaultUnavailable } from "../../src/vault/client.ts";
import { startTestCluster, type TestCluster } from "../database.ts";
import { TestUser } from "./user.ts";

export interface NewHolding {
  readonly domainExpiresAt?: Date | null;
  readonly serviceKind?: "hosting" | "parking" | null;
  readonly serviceExpiresAt?: Date | null;
  readonly hasMail?: boolean;
}
export type Grants = Readonly<Record<number, Partial<Permissions>>>;

const nextYear = () => new Date(Date.now() + 365 * 24 * 3600 * 1000);

const noVault: Vault = {
  seal: () => Promise.reject(new VaultUnavailable("There is no vault in this test.")),
  open: () => Promise.reject(new VaultUnavailable("There is no vault in this test.")),
  rewrap: () => Promise.reject(new VaultUnavailable("There is no vault in this test.")),
  ping: () => Promise.reject(new VaultUnavailable("There is no vault in this test.")),
};

export class TestApp {
  readonly app: FastifyInstance;
  /** As the owner of the database: for what tests prepare and look at. */
  readonly db: Kysely<DB>;
  readonly cluster: TestCluster;
  readonly database: string;
  readonly #close: () => Promise<void>;
  #users = 0;

  constructor(
    app: FastifyInstance,
    db: Kysely<DB>,
    cluster: TestCluster,
    database: string,
    close: () => Promise<void>,
  ) {
    this.app = app;
    this.db = db;
    this.cluster = cluster;
    this.database = database;
    this.#close = close;
  }

  /** A hosting with a domain and mail, unless told otherwise; with its DNS zone where the test has name servers. */
  async addHolding(reference: string, given: NewHolding = {}): Promise<{ id: number; reference: string }> {
    const serviceKind = given.serviceKind === undefined ? "hosting" : given.serviceKind;
    const { id } = await this.db
      .insertInto("atrio.holding")
      .values({
        reference,
        domain_expires_at: given.domainExpiresAt === undefined ? nextYear() : given.domainExpiresAt,
        service_kind: serviceKind,
        service_expires_at: serviceKind === null ? null : (given.serviceExpiresAt ?? nextYear()),
        has_mail: given.hasMail ?? serviceKind === "hosting",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (serviceKind !== null)
      await sql`select atrio.dns_zone_create(${id}) where exists (select from atrio.name_server)`.execute(
        this.db,
      );
    return { id, reference };
  }

  /** A holding whose domain is registered: a registrar must be at work (test/registrar.ts). */
  async addDomain(
    reference: string,
    given: NewHolding & { readonly contacts?: RegistryContacts } = {},
  ): Promise<{ id: number; reference: string }> {
    const { contacts = {}, ...holding } = given;
    const { id } = await this.addHolding(reference, holding);
    await inChange(this.db, installer, (change) => {
      change.unchanged();
      const serviceKind = holding.serviceKind === undefined ? "hosting" : holding.serviceKind;
      const wanted = { id, reference, serviceKind, domainExpiresAt: holding.domainExpiresAt ?? nextYear() };
      return orderRegistration(change, wanted, { contacts });
    });
    await untilSettled(this.db, id);
    return { id, reference };
  }

  /** A signed-in user with these grants, who belongs to a holding of its own without being granted it. */
  async asUser(grants: Grants = {}): Promise<TestUser> {
    const name = `user${++this.#users}`;
    const home = await this.addHolding(`${name}.login.test`, { serviceKind: null });
    const { id } = await this.db
      .insertInto("atrio.panel_user")
      .values({ holding_id: home.id, username: name, password_hash: "none" })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [holding, permissions] of Object.entries(grants))
      await this.grant(id, Number(holding), permissions);
    return this.signedIn(id, name);
  }

  /** Another session of a user that exists. */
  async signedIn(id: number, username: string): Promise<TestUser> {
    const token = randomBytes(32).toString("base64");
    const hash = tokenHash(token);
    if (!hash) throw new Error("no token");
    const session = await this.db
      .insertInto("atrio.session")
      .values({ token_hash: hash, user_id: id, ip: "127.0.0.1", expires_at: sql`now() + interval '1 hour'` })
      .returning("id")
      .executeTakeFirstOrThrow();
    return new TestUser(this.app, { id, username, sessionId: session.id, token });
  }

  /** Somebody without a session. */
  anybody(): TestUser {
    return new TestUser(this.app, null);
  }

  /** Levels that are not named are disabled; where none is left, so is the sight of the holding. */
  async grant(userId: number, holdingId: number, levels: Partial<Permissions>): Promise<void> {
    const stored = Object.fromEntries(Object.entries(levels).filter(([, level]) => level !== "disabled"));
    const permissions = JSON.stringify(stored);
    if (permissions === "{}")
      await this.db
        .deleteFrom("atrio.holding_grant")
        .where("user_id", "=", userId)
        .where("holding_id", "=", holdingId)
        .execute();
    else
      await this.db
        .insertInto("atrio.holding_grant")
        .values({ user_id: userId, holding_id: holdingId, permissions })
        .onConflict((conflict) => conflict.columns(["user_id", "holding_id"]).doUpdateSet({ permissions }))
        .execute();
  }

  stop(): Promise<void> {
    return this.#close();
  }
}

interface PoolSize {
  readonly connections?: number;
  readonly waitMilliseconds?: number;
}

const installer: Actor = { source: "command", userId: null, username: "test", ip: null, requestId: null };

/** Until the registrar has ended every order of the holding. */
export async function untilSettled(db: Kysely<DB>, holdingId: number): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const open = await db
      .selectFrom("atrio.registry_order")
      .select("kind")
      .where("holding_id", "=", holdingId)
      .where("state", "in", ["new", "pending"])
      .execute();
    if (open.length === 0) return;
  }
  throw new Error(`The orders of holding ${holdingId} were not carried out.`);
}

let cluster: Promise<TestCluster> | undefined;
let apps = 0;

/** One cluster a test file, one database an app. The last app to stop ends the cluster. */
export async function makeApp(given: Partial<AppOptions> & PoolSize = {}): Promise<TestApp> {
  const { connections = 8, waitMilliseconds = 3_000, ...options } = given;
  apps += 1;
  cluster ??= startTestCluster();
  const running = await cluster;
  const database = await running.createDatabase();
  const url = running.url("atrio_api", database);
  const readPool = openPool(url, { max: connections, readOnly: true, waitMilliseconds });
  const changePool = openPool(url, { max: connections, waitMilliseconds });
  const ownerPool = openPool(running.url(owner, database), { max: 4 });
  const app = await buildApp({
    readPool,
    changePool,
    databaseUrl: url,
    vault: noVault,
    mailPorts: standardPorts,
    smtp: undefined,
    webPorts: undefined,
    webmail: undefined,
    captchaSecret: "a secret of the tests, 32 characters and more",
    basePath: "/api",
    panelDirectory: tmpdir(),
    trustedProxies: [],
    glueAllow: ["192.0.2.0/24", "2001:db8::/32"],
    log: false,
    ...options,
  });
  await app.ready();
  return new TestApp(app, openDatabase(ownerPool), running, database, async () => {
    await app.close();
    await Promise.all([readPool.end(), changePool.end(), ownerPool.end()]);
    apps -= 1;
    if (apps > 0) return;
    cluster = undefined;
    await running.stop();
  });
}

/** Waits until a transaction of this database waits for a lock of another. */
export async function untilOneWaits(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted) as waiting`.execute(db);
    if (rows[0]?.waiting) return;
  }
}
