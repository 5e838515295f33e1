import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp, untilSettled } from "../../test/helpers/app.ts";
import {
  carryOut,
  newJob,
  orderRow,
  place,
  startRegistrar,
  type TestRegistrar,
} from "../../test/registrar.ts";
import { person } from "../../test/registry/target.ts";
import type { RegistryBackend } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";
import { domainParts } from "../registry/parts.ts";

let panel: TestApp;
let registrar: TestRegistrar;
/** Domains at work, and how many were at once; and the orders in which names went to the registry. */
const atWork = new Map<string, number>();
let mostAtOnce = 0;
const asked: string[] = [];

const watched = (local: RegistryBackend): RegistryBackend =>
  new Proxy(local, {
    get(target, member) {
      const method: unknown = Reflect.get(target, member);
      if (typeof method !== "function") return method;
      return async (...args: readonly unknown[]) => {
        const [first] = args;
        const name = typeof first === "object" && first && "name" in first ? String(first.name) : undefined;
        if (name === undefined) return Reflect.apply(method, target, args);
        asked.push(`${String(member)} ${name}`);
        atWork.set(name, (atWork.get(name) ?? 0) + 1);
        assert.equal(atWork.get(name), 1, `${name} is asked about twice at a time`);
        mostAtOnce = Math.max(mostAtOnce, atWork.size);
        try {
          return await Reflect.apply(method, target, args);
        } finally {
          atWork.delete(name);
        }
      };
    },
  });

before(async () => {
  panel = await makeApp();
  registrar = startRegistrar(panel, watched);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

let names = 0;
const addDomain = () => panel.addDomain(`d${++names}.test`, { contacts: { registrant: person } });
const mirror = async (id: number) => (await readMirror(panel.db, id)) ?? assert.fail();
const shown = async (id: number) => (await mirror(id)).nameservers;
const outside = ["ns1.example.net", "ns2.example.net"];
const host = (reference: string, number = 1) => ({
  name: `ns${number}.${reference}`,
  ipv4: [`198.51.100.${number}`],
  ipv6: [],
});
async function entries(id: number) {
  const rows = await panel.db
    .selectFrom("atrio.journal")
    .selectAll()
    .where("holding_id", "=", id)
    .where("area", "=", "domain")
    .orderBy("id")
    .execute();
  return rows.map(({ id: entry, act, item, username, source, before: was, after: is }) => ({
    id: entry,
    act,
    item,
    username,
    source,
    before: was === null ? null : domainParts.parse(was),
    after: is === null ? null : domainParts.parse(is),
  }));
}
const jobRow = (id: number) =>
  panel.db.selectFrom("atrio.job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("an order that the registry carries out", () => {
  it("shows in the mirror, the journal and the job, and can be taken back by its entry", async () => {
    const { id } = await addDomain();
    const jobId = await newJob(panel, id);
    const wanted = { mode: "own", nameservers: outside } as const;
    const order = await carryOut(panel, { holdingId: id, kind: "nameservers", wanted, jobId });
    assert.deepEqual([order.state, order.refusal], ["done", null]);
    const { status, nameservers } = await mirror(id);
    assert.deepEqual([status, nameservers], ["active", { mode: "own", names: outside }]);
    const entry = (await entries(id)).at(-1) ?? assert.fail();
    assert.deepEqual(
      [entry.id, entry.act, entry.item, entry.username, entry.source],
      [order.journal_id, "test.nameservers", "the domain", "ana", "panel"],
    );
    assert.deepEqual(
      [entry.before, entry.after],
      [
        { status: "inactive", nameservers: { mode: "default", names: [] } },
        { status: "active", nameservers: { mode: "own", names: outside } },
      ],
    );
    const { state, progress } = await jobRow(jobId);
    assert.deepEqual([state, progress], ["done", 100]);
    const { domain_status: shown } = await panel.db
      .selectFrom("atrio.holding")
      .select("domain_status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.equal(shown, "active");
  });

  it("leaves no entry where everything was so already", async () => {
    const { id } = await addDomain();
    const lock = { holdingId: id, kind: "transferLock", wanted: { on: true } } as const;
    assert.ok((await carryOut(panel, lock)).journal_id);
    const count = (await entries(id)).length;
    const again = await carryOut(panel, lock);
    assert.deepEqual([again.state, again.journal_id, (await entries(id)).length], ["done", null, count]);
  });

  it("leaves rows that it does not touch as they are, with their ids", async () => {
    const { id, reference } = await addDomain();
    const ds = { kind: "ds", algorithm: 13, digestType: 2, digest: "AB".repeat(32) } as const;
    await carryOut(panel, { holdingId: id, kind: "putHost", wanted: host(reference, 1) });
    await carryOut(panel, {
      holdingId: id,
      kind: "dnssec",
      wanted: {
        add: [
          { ...ds, keyTag: 1 },
          { ...ds, keyTag: 2 },
        ],
        remove: [],
      },
    });
    const rows = () =>
      sql`
      select 'glue' as of, id, xmin::text from atrio.glue where holding_id = ${id} union all
      select 'dnssec', id, xmin::text from atrio.dnssec_record where holding_id = ${id} union all
      select role, 0, xmin::text from atrio.domain_contact where holding_id = ${id} order by 1, 2`.execute(
        panel.db,
      );
    const { rows: first } = await rows();
    await carryOut(panel, { holdingId: id, kind: "putHost", wanted: host(reference, 2) });
    await carryOut(panel, {
      holdingId: id,
      kind: "dnssec",
      wanted: { add: [{ ...ds, keyTag: 3 }], remove: [{ ...ds, keyTag: 1 }] },
    });
    const { rows: then } = await rows();
    assert.equal(first.length, 4);
    const kept = first.filter((row) => then.some((other) => JSON.stringify(other) === JSON.stringify(row)));
    assert.equal(kept.length, 3, JSON.stringify([first, then]));
  });

  it("keeps an auth code sealed, for the domain it is of", async () => {
    const { id } = await addDomain();
    const order = await carryOut(panel, { holdingId: id, kind: "authCode", wanted: {} });
    const secret = await panel.db
      .selectFrom("atrio.domain_secret")
      .selectAll()
      .where("holding_id", "=", id)
      .executeTakeFirstOrThrow();
    assert.match(secret.sealed.toString(), new RegExp(`^domain_secret:${id}:authcode\\|[A-Z2-9]{26}$`));
    assert.ok(secret.expires_at.getTime() > Date.now());
    assert.equal(order.journal_id, null);
    const entry = (await entries(id)).at(-1);
    assert.deepEqual([entry?.act, entry?.after], ["test.authCode", null]);
  });

  it("writes contacts that the registry does not hold, and numbers it has no field for, into the mirror alone", async () => {
    await sql`insert into registry.tld (name, contact_roles) values ('owners', '{registrant}')`.execute(
      panel.db,
    );
    const { id } = await panel.addDomain("contacts.owners", { contacts: { registrant: person } });
    const admin = { ...person, firstName: "Berta" };
    await carryOut(panel, { holdingId: id, kind: "contacts", wanted: { contacts: { admin } } });
    assert.deepEqual((await mirror(id)).contacts, { registrant: person, admin });
    const entry = (await entries(id)).at(-1);
    assert.deepEqual([entry?.before, entry?.after], [{ contacts: { admin: null } }, { contacts: { admin } }]);
  });
});

describe("an order that the registry refuses", () => {
  it("leaves mirror and journal, and tells why", async () => {
    const { id, reference } = await addDomain();
    const jobId = await newJob(panel, id);
    const [was, count] = [await mirror(id), (await entries(id)).length];
    const wanted = { mode: "own", nameservers: [...outside, `ns9.${reference}`] } as const;
    const order = await carryOut(panel, { holdingId: id, kind: "nameservers", wanted, jobId });
    assert.equal(order.state, "refused");
    assert.deepEqual(order.refusal, {
      kind: "policy",
      message: "nameserver.refused",
      fields: [{ name: "nameservers.2", message: "nameserver.needs_address" }],
    });
    assert.deepEqual([await mirror(id), (await entries(id)).length], [was, count]);
    const { state, error } = await jobRow(jobId);
    assert.deepEqual([state, error], ["failed", "nameserver.refused"]);
  });
});

describe("orders that share a job", () => {
  it("end it with the last of them, and say how many were refused", async () => {
    const domains = await Promise.all(Array.from({ length: 8 }, addDomain));
    const jobId = await newJob(panel, domains[0]!.id);
    const [blocked] = domains;
    await carryOut(panel, { holdingId: blocked!.id, kind: "block", wanted: { on: true } });
    mostAtOnce = 0;
    await place(
      panel,
      ...domains.map(({ id }) => ({
        holdingId: id,
        kind: "privacy" as const,
        wanted: { on: true },
        source: "system" as const,
        bulk: true,
        jobId,
      })),
    );
    await Promise.all(domains.map(({ id }) => untilSettled(panel.db, id)));
    const { state, error } = await jobRow(jobId);
    assert.deepEqual(
      [state, error],
      [
        "failed",
        { key: "domain.some_refused", values: { refused: 1, all: 8, names: blocked!.reference, more: 0 } },
      ],
    );
    assert.ok(mostAtOnce > 1, "several domains at once");
    assert.equal((await mirror(domains[1]!.id)).whoisPrivate, true);
  });

  it("of one domain are carried out one after the other, as they were placed", async () => {
    const { id, reference } = await addDomain();
    const [first, second] = [host(reference, 1), host(reference, 2)];
    asked.length = 0;
    const ids = await place(
      panel,
      { holdingId: id, kind: "putHost", wanted: first, subject: first.name },
      { holdingId: id, kind: "putHost", wanted: second, subject: second.name },
      { holdingId: id, kind: "nameservers", wanted: { mode: "own", nameservers: [first.name, second.name] } },
      { holdingId: id, kind: "block", wanted: { on: true } },
    );
    await untilSettled(panel.db, id);
    const states = await Promise.all(ids.map(async (one) => (await orderRow(panel, one)).state));
    assert.deepEqual(states, ["done", "done", "done", "done"]);
    assert.deepEqual(
      asked.filter((one) => one.endsWith(reference) && !one.startsWith("info")),
      [`setNameservers ${reference}`, `setLock ${reference}`].flatMap((one, i) =>
        i === 0 ? [`putHost ${reference}`, `putHost ${reference}`, one] : [one],
      ),
    );
  });
});

const tell = (name: string) => sql`insert into registry.message (domain) values (${name})`.execute(panel.db);
const until = async (isSo: () => Promise<boolean>) => {
  for (const deadline = Date.now() + 10_000; !(await isSo()); await sleep(5))
    if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
};

describe("what the registry does by itself", () => {
  it("shows as soon as it says so, in nobody's name", async () => {
    const { id, reference } = await addDomain();
    await carryOut(panel, {
      holdingId: id,
      kind: "nameservers",
      wanted: { mode: "own", nameservers: outside },
    });
    await sql`
      update registry.domain set statuses = '{serverTransferProhibited,serverHold}' where name = ${reference}`.execute(
      panel.db,
    );
    await sql`delete from registry.delegation where domain = ${reference} and position = 2`.execute(panel.db);
    await tell(reference);
    await until(async () => (await mirror(id)).status === "hold");
    const { transferLockedByRegistry, nameservers } = await mirror(id);
    assert.deepEqual(
      [transferLockedByRegistry, nameservers],
      [true, { mode: "keep", names: outside.slice(0, 1) }],
    );
    const entry = (await entries(id)).at(-1);
    assert.deepEqual([entry?.act, entry?.source, entry?.username], ["domainRefresh", "system", null]);
  });

  for (const approved of [true, false])
    it(`a new owner that it ${approved ? "approves" : "refuses"} ends the order that waits`, async () => {
      const tld = approved ? "yes" : "no";
      await sql`insert into registry.tld (name, owner_change) values (${tld}, 'trade')`.execute(panel.db);
      const { id, reference } = await panel.addDomain(`sold.${tld}`, { contacts: { registrant: person } });
      const jobId = await newJob(panel, id);
      const registrant = { ...person, firstName: "Berta" };
      const [order = 0] = await place(panel, {
        holdingId: id,
        kind: "contacts",
        wanted: { contacts: { registrant } },
        jobId,
      });
      await until(async () => (await orderRow(panel, order)).state === "pending");
      assert.deepEqual((await mirror(id)).contacts.registrant, person);
      assert.equal((await jobRow(jobId)).state, "running");
      await sql`select registry.settle(${reference}, ${approved}, 'no such person')`.execute(panel.db);
      await until(async () => (await orderRow(panel, order)).ended_at !== null);
      const { state, journal_id: entry } = await orderRow(panel, order);
      const { contacts } = await mirror(id);
      assert.deepEqual([state, contacts.registrant], approved ? ["done", registrant] : ["refused", person]);
      assert.equal(entry !== null, approved);
      assert.equal((await jobRow(jobId)).state, approved ? "done" : "failed");
    });
});

describe("the installation's name servers", () => {
  it("get their addresses before anything is delegated to them, and all that follow them do when they change", async () => {
    await sql`insert into registry.tld (name) values ('hosting')`.execute(panel.db);
    const set = (...hosts: readonly string[]) =>
      sql`
      with gone as (delete from atrio.name_server where name <> all (${[...hosts]}::text[]))
      insert into atrio.name_server (position, name, address, port)
        select n, name, '127.0.0.1', 53 from unnest(${[...hosts]}::text[]) with ordinality h (name, n)
        on conflict (position) do update set name = excluded.name`.execute(panel.db);
    await set("ns1.own.hosting", "ns2.own.hosting");
    const own = await panel.addDomain("own.hosting");
    const early = await panel.addDomain("early.hosting");
    for (const { id } of [own, early])
      assert.deepEqual((await mirror(id)).nameservers, { mode: "default", names: [] });
    const customers = await Promise.all([1, 2, 3].map((n) => panel.addHolding(`c${n}.hosting`)));
    await panel.db.transaction().execute(async (transaction) => {
      await sql`
        insert into atrio.domain (holding_id, name, tld, backend, status, expires_at, name_server_mode)
          select id, reference, 'hosting', 'local', 'register-pending', now() + interval '1 year', 'default'
            from atrio.holding where reference like 'c_.hosting'`.execute(transaction);
      await sql`
        insert into atrio.registry_order (holding_id, kind, wanted, act, source)
          select id, 'create', '{"account": "operator", "contacts": {}}', 'test', 'command'
            from atrio.holding where reference like 'c_.hosting'`.execute(transaction);
      for (const number of [1, 2, 3])
        await sql`
          insert into atrio.registry_order (holding_id, kind, subject, wanted, act, source)
            values (${own.id}, 'putHost', ${`ns${number}`}, ${JSON.stringify(host("own.hosting", number))}, 'test', 'command')
        `.execute(transaction);
    });
    await Promise.all(customers.map(({ id }) => untilSettled(panel.db, id)));
    for (const { id } of [own, early]) await until(async () => (await shown(id)).names.length === 2);
    for (const { id } of [...customers, own, early])
      assert.deepEqual(await shown(id), { mode: "default", names: ["ns1.own.hosting", "ns2.own.hosting"] });
    await set("ns1.own.hosting", "ns3.own.hosting");
    await Promise.all([...customers, own].map(({ id }) => untilSettled(panel.db, id)));
    for (const { id } of [...customers, own])
      assert.deepEqual(await shown(id), { mode: "default", names: ["ns1.own.hosting", "ns3.own.hosting"] });
  });
});

describe("a domain that is registered already", () => {
  it("stays the operator's when its holding is added, and keeps what it had", async () => {
    const first = await addDomain();
    const wanted = { mode: "own", nameservers: outside } as const;
    await carryOut(panel, { holdingId: first.id, kind: "nameservers", wanted });
    // as after a copy of the panel's data from before: nothing was deleted at the registry
    await panel.db.updateTable("atrio.domain").set({ status: "register-cancel" }).execute();
    await panel.db.deleteFrom("atrio.holding").where("id", "=", first.id).execute();
    const { id } = await panel.addDomain(first.reference);
    const { status, nameservers, contacts } = await mirror(id);
    assert.deepEqual([status, nameservers], ["active", { mode: "keep", names: outside }]);
    assert.deepEqual(contacts, { registrant: person });
  });
});

describe("a domain from before there were registries", () => {
  it("is registered when a registry has its top-level domain", async () => {
    const { id } = await panel.addHolding("old.late");
    await sql`
      insert into atrio.domain (holding_id, name, tld, backend, status, expires_at)
        values (${id}, 'old.late', 'late', '', 'register-init', now() + interval '1 year')`.execute(panel.db);
    await sql`insert into registry.tld (name) values ('late')`.execute(panel.db);
    for (const deadline = Date.now() + 10_000; (await mirror(id)).status !== "inactive";)
      if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
  });
});
