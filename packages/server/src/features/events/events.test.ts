import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { addAccount, password, signIn, userOf, withoutCaptcha } from "../../../test/helpers/account.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { superuser } from "../../db/postgres.ts";

interface Pushed {
  readonly event: string;
  readonly data: unknown;
}

/** A browser's tab: one stream over real HTTP. */
class Tab {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next event, within a second; undefined where the stream ended. */
  async next(): Promise<Pushed | undefined> {
    const late = sleep(1000, "late" as const);
    for (;;) {
      const found = /^event: (.+)\ndata: (.+)\n\n/m.exec(this.#text);
      if (found) {
        this.#text = this.#text.slice(found.index + found[0].length);
        return { event: found[1] ?? "", data: JSON.parse(found[2] ?? "null") };
      }
      const chunk = await Promise.race([this.#reader.read(), late]);
      if (chunk === "late") throw new Error(`No event within a second: ${this.#text}`);
      if (chunk.done) return undefined;
      this.#text += this.#decoder.decode(chunk.value, { stream: true });
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

let panel: TestApp;
let url: string;
before(async () => {
  panel = await makeApp();
  url = await panel.app.listen({ port: 0, host: "127.0.0.1" });
});
after(() => panel.stop());

const connect = (user: TestUser, headers: Record<string, string> = {}, owner?: string) =>
  fetch(`${url}/api/events/${owner === undefined ? "" : `?owner=${encodeURIComponent(owner)}`}`, {
    headers: { accept: "text/event-stream", cookie: `session=${user.session.token}`, ...headers },
  });
async function open(user: TestUser): Promise<Tab> {
  const response = await connect(user);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.ok(response.body);
  // Announcements are heard from the moment PostgreSQL was asked to.
  await sleep(50);
  return new Tab(response.body);
}

describe("push", () => {
  it("tells every tab of a user that permissions changed, and nobody else", async () => {
    const holding = await panel.addHolding("push.test");
    const user = await panel.asUser({ [holding.id]: { domain: "read" } });
    const other = await panel.asUser({ [holding.id]: { domain: "read" } });
    const tabs = [await open(user), await open(user)];
    const foreign = await open(other);
    await panel.db
      .updateTable("atrio.holding_grant")
      .set({ permissions: JSON.stringify({ domain: "write" }) })
      .where("user_id", "=", user.id)
      .execute();
    for (const tab of tabs)
      assert.deepEqual(await tab.next(), { event: "permissions", data: { id: holding.id } });
    await assert.rejects(foreign.next(), /No event/);
    await Promise.all([...tabs, foreign].map((tab) => tab.close()));
  });

  it("tells what became of a job, in the user's language", async () => {
    const holding = await panel.addHolding("job.test");
    const user = await panel.asUser({ [holding.id]: { service_dnszone: "write" } });
    const tab = await open(user);
    const { id } = await panel.db
      .insertInto("atrio.job")
      .values({ kind: "dns.proof", holding_id: holding.id, user_id: user.id, subject_id: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    assert.deepEqual(await tab.next(), {
      event: "job",
      data: { id, state: "queued", error: null, progress: 0 },
    });
    const running = { id, state: "running", error: null, progress: 40 };
    await panel.db
      .updateTable("atrio.job")
      .set({ state: "running", progress: 40 })
      .where("id", "=", id)
      .execute();
    assert.deepEqual(await tab.next(), { event: "job", data: running });
    assert.deepEqual((await user.call("jobGet", { params: { id } })).data, { job: running });
    await panel.db
      .updateTable("atrio.job")
      .set({ state: "failed", error: sql`'"main.unavailable"'::jsonb` })
      .where("id", "=", id)
      .execute();
    const error = "El servicio no responde. No se ha cambiado nada";
    assert.deepEqual(await tab.next(), { event: "job", data: { ...running, state: "failed", error } });
    const stranger = await panel.asUser();
    assert.equal((await stranger.call("jobGet", { params: { id } })).status, 404);
    await tab.close();
  });

  it("ends with its session, wherever that was ended, and leaves the user's other sessions", async () => {
    const user = await panel.asUser();
    const elsewhere = await panel.signedIn(user.id, "elsewhere");
    const [tab, otherTab] = [await open(user), await open(elsewhere)];
    await user.call("userLogout", {});
    assert.deepEqual(await tab.next(), { event: "session", data: {} });
    assert.equal(await tab.next(), undefined);
    await assert.rejects(otherTab.next(), /No event/);
    await otherTab.close();
  });

  it("ends without a word when its session gets another token, so that the tab comes back with that one", async () => {
    const account = await addAccount(panel);
    await withoutCaptcha(panel);
    const user = userOf(panel, account, await signIn(panel, account));
    const tab = await open(user);
    const input = { actualPassword: password, password: "violet anchor mosaic thunder" };
    const changed = await user.call("userChangePassword", { input });
    assert.equal(changed.status, 200, changed.body);
    assert.equal(await tab.next(), undefined);
    assert.equal((await connect(user)).status, 401);
    await (await open(userOf(panel, account, changed))).close();
  });

  it("ends when its session runs out", async () => {
    const user = await panel.asUser();
    const tab = await open(user);
    await panel.db
      .updateTable("atrio.session")
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where("id", "=", user.session.sessionId)
      .execute();
    await sleep(300);
    assert.deepEqual(await tab.next(), { event: "session", data: {} });
    assert.equal(await tab.next(), undefined);
  });

  it("is refused to other sites and without a session", async () => {
    const user = await panel.asUser();
    const wrong: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.test" },
      { origin: "null" },
    ];
    for (const headers of wrong) assert.equal((await connect(user, headers)).status, 403);
    const own = await connect(user, { origin: url });
    assert.equal(own.status, 200);
    await own.body?.cancel();
    assert.equal((await panel.anybody().call("eventStream", {})).status, 401);
  });

  it("is opened for its owner alone: a page may outlive the session of its user", async () => {
    const user = await panel.asUser();
    const { data } = await user.call("userInfo", {});
    const owner = `${data.user}@${data.domainName}`;
    const own = await connect(user, {}, owner);
    assert.equal(own.status, 200);
    await own.body?.cancel();
    for (const other of [`another.${owner}`, `${owner}.test`, "@"])
      assert.equal((await connect(user, {}, other)).status, 401);
  });

  it("comes back after PostgreSQL dropped the connection, and has tabs ask anew", async () => {
    const holding = await panel.addHolding("again.test");
    // Without a grant, whose announcement could still be on its way to the tab.
    const user = await panel.asUser();
    const tab = await open(user);
    // The owner of the database may not end others' backends; the cluster's superuser may.
    const admin = panel.cluster.url(superuser, panel.database);
    await endListener(admin);
    await sleep(1200);
    assert.deepEqual(await tab.next(), { event: "permissions", data: { id: null } });
    assert.deepEqual(await tab.next(), { event: "config", data: {} });
    await panel.grant(user.id, holding.id, { domain: "write" });
    assert.equal((await tab.next())?.event, "permissions");
    await tab.close();
  });
});

async function endListener(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and application_name = 'atrio events'`,
    [panel.database],
  );
  assert.equal(rowCount, 1);
  await client.end();
}
