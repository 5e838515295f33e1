/** On and off, and turning round. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import {
  dsTtl,
  fromParent,
  goOn,
  id,
  jobNow,
  name,
  panel,
  refusal,
  registrar,
  run,
  silent,
  state,
  storedKeys,
  switchOf,
  switchOn,
  toggle,
  user,
  wait,
  work,
} from "../../../test/dnssec-switch.ts";

const set = (values: Record<string, unknown>) =>
  panel.db.updateTable("atrio.domain").set(values).where("holding_id", "=", id).execute();
const expires = (when: string) =>
  sql`update atrio.holding set service_expires_at = now() + ${when}::interval where id = ${id}`.execute(
    panel.db,
  );

describe("on", () => {
  it("signs, waits for the longest TTL, tells the registry, and has arrived when the chain holds", async () => {
    const reply = await toggle(true);
    assert.deepEqual([reply.status, reply.data.status.switch?.step], [200, "signing"], reply.body);
    assert.ok(reply.system.job !== null);
    assert.equal(await work(), 3601, "the SOA's TTL");
    const waiting = await switchOf();
    assert.ok(waiting?.on && waiting.step === "signing");
    assert.ok(Math.abs(waiting.until! - Date.now() / 1000 - 3601) < 10);
    assert.equal((await fromParent()).answers.length, 0, "not before");
    await wait();
    assert.equal(await work(), null);
    const { chain, switch: end, keys } = (await user.call("dnssecStatus", { params: { id } })).data.status;
    assert.deepEqual(
      [chain, end?.on, end?.step, keys.length],
      [{ state: "valid", why: null }, true, "on", 1],
    );
    const { rows } = await sql<{ act: string }>`
      select area || ' ' || act as act from atrio.journal where holding_id = ${id} order by id`.execute(
      panel.db,
    );
    const acts = new Set(rows.map(({ act }) => act));
    for (const act of ["dnssec dnssecToggle", "dns dnssec sign", "domain dnssecToggle"])
      assert.ok(acts.has(act), act);
  });

  it("counts what stood in the zone until a moment ago", async () => {
    const { db } = panel;
    await sql`insert into atrio.journal (source, holding_id, area, act, before, after)
      values ('panel', ${id}, 'dns', 'dnsDelete', '[{"ttl": 43200}]', '[]')`.execute(db);
    await toggle(true);
    assert.equal(await work(), 43_201);
  });

  it("goes no further while a name server does not show the signed zone, and names it", async () => {
    silent.zone = true;
    await toggle(true);
    for (let runs = 0; runs < 2; runs++) await run(await jobNow());
    assert.deepEqual((await state()).problem, {
      key: "dnssec.chain_silent",
      values: { server: "ns2.names.example" },
    });
    assert.match((await switchOf())?.problem ?? "", /ns2\.names\.example/);
    assert.equal((await state()).waitUntil, null);
    silent.zone = false;
    assert.equal(await work(), 3601);
    assert.equal((await state()).problem, null);
  });

  it("shows a registry's refusal and asks again", async () => {
    await toggle(true);
    await work();
    await wait();
    await sql`update registry.domain set statuses = '{serverUpdateProhibited}' where name = ${name}`.execute(
      panel.db,
    );
    assert.equal(await work(), 60);
    const { step, problem } = await state();
    assert.equal(step, "publishing");
    assert.ok(problem);
    await sql`update registry.domain set statuses = '{}' where name = ${name}`.execute(panel.db);
    assert.equal(await work(), null);
  });

  it("gives no DS to a domain that went, or is about to go, to other name servers", async () => {
    await toggle(true);
    await work();
    await wait();
    const { db } = panel;
    await sql`update atrio.domain set name_servers = '{ns1.elsewhere.example}' where holding_id = ${id}`.execute(
      db,
    );
    assert.equal(await work(), 10);
    assert.deepEqual((await state()).problem, {
      key: "dnssec.not_ours",
      values: { servers: "ns1.elsewhere.example" },
    });
    assert.equal((await fromParent()).answers.length, 0);
    await toggle(false);
    assert.equal(await work(), null);
    assert.equal((await storedKeys()).length, 0);
  });

  it("places one order, however often it is cut off", async () => {
    await toggle(true);
    await work();
    await wait();
    await registrar.stop();
    for (let runs = 0; runs < 3; runs++) await run(await jobNow());
    const orders = await panel.db
      .selectFrom("atrio.registry_order")
      .select("state")
      .where("holding_id", "=", id)
      .where("kind", "=", "dnssec")
      .execute();
    assert.deepEqual(orders, [{ state: "new" }]);
    goOn();
    assert.equal(await work(), null);
  });
});

describe("off", () => {
  it("takes the DS away, waits for its TTL, then the keys", async () => {
    await switchOn();
    await toggle(false);
    assert.equal(await work(), dsTtl + 1);
    assert.equal((await state()).step, "withdrawing");
    assert.equal((await storedKeys()).length, 1, "not before");
    await wait();
    assert.equal(await work(), null);
    assert.equal((await storedKeys()).length, 0);
    const { chain, switch: end } = (await user.call("dnssecStatus", { params: { id } })).data.status;
    assert.deepEqual([chain.state, end?.on, end?.step], ["unsigned", false, "off"]);
  });

  it("keeps the keys while the parent does not say that its DS is gone", async () => {
    await switchOn();
    await toggle(false);
    await work();
    silent.parent = true;
    await wait();
    assert.equal(await work(), 10);
    assert.deepEqual(
      [(await state()).problem, (await storedKeys()).length],
      ["dnssec.chain_parent_silent", 1],
    );
  });

  it("needs no wait where no DS ever was: turned round while it signs", async () => {
    await toggle(true);
    await work();
    await toggle(false);
    assert.equal(await work(), null);
    assert.deepEqual([(await state()).step, (await storedKeys()).length], ["off", 0]);
  });

  it("turned round while the DS goes, tells the registry again without a new wait", async () => {
    await switchOn();
    await toggle(false);
    await work();
    await toggle(true);
    assert.equal(await work(), null);
    assert.deepEqual([(await state()).step, (await storedKeys()).length], ["on", 1]);
  });
});

describe("turning it", () => {
  it("to where it is changes nothing; without a value it is turned round", async () => {
    assert.equal((await toggle(false)).system.job, null);
    assert.equal((await toggle()).data.status.switch?.on, true);
    assert.equal((await toggle(true)).system.job, null);
  });

  it("ends the job of the other direction, which then does nothing any more", async () => {
    await toggle(true);
    const first = await jobNow();
    await toggle(false);
    const { rows } = await sql<{ id: number; state: string }>`
      select id, state from atrio.job where holding_id = ${id} and kind = 'dnssec.switch' order by id`.execute(
      panel.db,
    );
    assert.deepEqual(
      rows.map((row) => row.state),
      ["done", "queued"],
    );
    assert.equal(await run(first), undefined);
    assert.equal((await storedKeys()).length, 0);
  });

  it("by many at once leaves one job and one direction", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => toggle(at % 2 === 0)));
    assert.ok(
      replies.every(({ status }) => status === 200),
      replies.map(({ body }) => body).join("\n"),
    );
    const { rows } = await sql<{ id: number }>`
      select id from atrio.job where holding_id = ${id} and kind = 'dnssec.switch' and state = 'queued'`.execute(
      panel.db,
    );
    const { jobId, wanted, step } = await state();
    assert.deepEqual(rows, [{ id: jobId }]);
    assert.equal(step, wanted ? "signing" : "withdrawing");
  });

  it("is refused where it would leave the domain unreachable, or the domain takes no changes", async () => {
    await set({ name_servers: ["ns.elsewhere.example", "ns2.names.example"] });
    assert.match(await refusal(true), /ns\.elsewhere\.example, ns2/);
    assert.equal(await switchOf(), null);
    await set({ name_servers: [] });
    assert.match(await refusal(true), /no DNS servers|no tiene servidores DNS/);
    await set({ name_servers: ["ns1.names.example", "ns2.names.example"], blocked: true });
    assert.match(await refusal(true), /bloqueado|blocked/);
    await set({ blocked: false });
    await expires("-1 day");
    assert.match(await refusal(true), /El servicio caducó|The service expired/);
    await expires("1 year");
    await panel.db
      .insertInto("atrio.dnssec_record")
      .values({
        holding_id: id,
        kind: "ds",
        algorithm: 13,
        key_tag: 1,
        digest_type: 2,
        digest: "AB".repeat(32),
      })
      .execute();
    assert.match(await refusal(true), /no son de las claves|not of this zone/);
    const reader = await panel.asUser({ [id]: { domain: "read", domain_dnssec: "read" } });
    assert.equal((await reader.call("dnssecToggle", { params: { id }, input: { value: "1" } })).status, 403);
    assert.equal((await reader.call("dnssecStatus", { params: { id } })).status, 200);
  });
});
