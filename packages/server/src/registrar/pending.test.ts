/** What registries tell late, early, of domains that are gone, or not at all. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp, untilSettled } from "../../test/helpers/app.ts";
import {
  carryOut,
  orderRow,
  overriding,
  place,
  startRegistrar,
  type TestRegistrar,
} from "../../test/registrar.ts";
import { person } from "../../test/registry/target.ts";
import { RegistryError } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";

let panel: TestApp;
let registrar: TestRegistrar;
before(async () => {
  panel = await makeApp();
  await sql`insert into registry.tld (name, owner_change) values ('trade', 'trade')`.execute(panel.db);
});
afterEach(() => registrar.stop());
after(() => panel.stop());

let names = 0;
const start = (over: Parameters<typeof overriding>[0] = () => ({})) => {
  registrar = startRegistrar(panel, overriding(over));
};
const addDomain = (tld = "test") =>
  panel.addDomain(`p${++names}.${tld}`, { contacts: { registrant: person } });
const mirror = async (id: number) => (await readMirror(panel.db, id)) ?? assert.fail();
const entriesOf = (id: number) =>
  panel.db
    .selectFrom("atrio.journal")
    .select(["id", "act", "username"])
    .where("holding_id", "=", id)
    .where("area", "=", "domain")
    .orderBy("id")
    .execute();
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await isSo()); await sleep(20))
    if (Date.now() > deadline) assert.fail(registrar.lines.join("\n"));
}
const tell = (name: string) => sql`insert into registry.message (domain) values (${name})`.execute(panel.db);
const isHeard = async () =>
  (await panel.db.selectFrom("registry.message").select("id").execute()).length === 0;
const forget = (name: string) => sql`delete from registry.domain where name = ${name}`.execute(panel.db);
const registrant = { ...person, firstName: "Eva" };
const newOwner = (holdingId: number) =>
  place(panel, { holdingId, kind: "contacts", wanted: { contacts: { registrant } } });
/** Not when its time has come: now. */
const followNow = async (order: number) => {
  await sql`update atrio.registry_order set next_attempt_at = now() where id = ${order}`.execute(panel.db);
  await sql`notify atrio_registry_order`.execute(panel.db);
};

describe("a domain that its registry no longer has", () => {
  it("says so, and keeps no message waiting", async () => {
    start();
    const [gone, other] = [await addDomain(), await addDomain()];
    await forget(gone.reference);
    await sql`update registry.domain set statuses = '{serverHold}' where name = ${other.reference}`.execute(
      panel.db,
    );
    await tell(gone.reference);
    await tell(other.reference);
    await until(isHeard);
    assert.deepEqual(
      [(await mirror(gone.id)).status, (await mirror(other.id)).status],
      ["register-cancel", "hold"],
    );
    assert.equal((await entriesOf(gone.id)).at(-1)?.act, "domainRefresh");
  });

  it("ends what was pending there", async () => {
    start();
    const { id, reference } = await addDomain("trade");
    const [order = 0] = await newOwner(id);
    await until(async () => (await orderRow(panel, order)).state === "pending");
    await sql`delete from registry.pending_operation where domain = ${reference}`.execute(panel.db);
    await forget(reference);
    await tell(reference);
    await untilSettled(panel.db, id);
    assert.deepEqual((await orderRow(panel, order)).refusal, {
      kind: "notFound",
      message: "domain.gone",
      fields: [],
    });
  });

  it("is shown again where it comes back", async () => {
    start();
    const { id, reference } = await addDomain();
    const { rows } = await sql`select * from registry.domain where name = ${reference}`.execute(panel.db);
    await forget(reference);
    await tell(reference);
    await until(async () => (await mirror(id)).status === "register-cancel");
    await sql`
      insert into registry.domain (name, account, expires_at)
        select name, account, expires_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          d (name text, account text, expires_at timestamptz)`.execute(panel.db);
    await sql`update atrio.domain set refreshed_at = null where holding_id = ${id}`.execute(panel.db);
    await sql`notify atrio_registry_message`.execute(panel.db);
    await until(async () => (await mirror(id)).status === "inactive");
  });
});

it("a message of a domain that can't be asked about keeps no other waiting: it is asked about later", async () => {
  let troubled = "";
  start((local) => ({
    info: (ref) =>
      ref.name === troubled ? Promise.reject(new RegistryError("temporary", "not now")) : local.info(ref),
  }));
  const [first, second] = [await addDomain(), await addDomain()];
  troubled = first.reference;
  await sql`update registry.domain set statuses = '{serverHold}'`.execute(panel.db);
  await tell(first.reference);
  await tell(second.reference);
  await until(isHeard);
  assert.equal((await mirror(second.id)).status, "hold");
  troubled = "";
  await until(async () => {
    await sql`update atrio.domain set refreshed_at = null where holding_id = ${first.id}`.execute(panel.db);
    await sql`notify atrio_registry_message`.execute(panel.db);
    return (await mirror(first.id)).status === "hold";
  });
});

it("an approval that comes before the order is written as pending ends it in its customer's name", async () => {
  start((local) => ({
    setContacts: async (ref, contacts) => {
      const outcome = await local.setContacts(ref, contacts);
      if (outcome.state === "pending") {
        await sql`select registry.settle(${ref.name}, true, null)`.execute(panel.db);
        await sleep(500);
      }
      return outcome;
    },
  }));
  const { id } = await addDomain("trade");
  const [order = 0] = await newOwner(id);
  await untilSettled(panel.db, id);
  const { state, journal_id: entry } = await orderRow(panel, order);
  const last = (await entriesOf(id)).at(-1);
  assert.deepEqual([state, last?.id, last?.username], ["done", entry, "ana"]);
  assert.equal((await mirror(id)).contacts.registrant?.firstName, "Eva");
});

describe("a registry that has no name for what is pending", () => {
  it("ends it by a message that names the domain alone", async () => {
    start((local) => ({
      status: undefined,
      setContacts: async (ref, contacts) => {
        const outcome = await local.setContacts(ref, contacts);
        return outcome.state === "pending" ? { ...outcome, reference: null } : outcome;
      },
      poll: (handle) =>
        local.poll?.((message) =>
          handle({ ...message, ...(message.ends && { ends: { ...message.ends, reference: null } }) }),
        ) ?? Promise.resolve(),
    }));
    const { id, reference } = await addDomain("trade");
    const [order = 0] = await newOwner(id);
    await until(async () => (await orderRow(panel, order)).state === "pending");
    await sql`select registry.settle(${reference}, false, 'no such person')`.execute(panel.db);
    await untilSettled(panel.db, id);
    assert.deepEqual((await orderRow(panel, order)).refusal, {
      kind: "policy",
      message: "no such person",
      fields: [],
    });
  });

  it("and tells nothing, shows by the domain that it is done", async () => {
    let isDone = false;
    const wishes: [string, boolean][] = [];
    start((local) => ({
      status: undefined,
      poll: undefined,
      setPrivacy: async ({ name }, on) => {
        wishes.push([name, on]);
        return { state: "pending", reference: null };
      },
      info: async (ref) => {
        if (isDone)
          for (const [name, on] of wishes.splice(0)) await local.setPrivacy({ name, remoteId: null }, on);
        return local.info(ref);
      },
    }));
    const { id } = await addDomain();
    const [order = 0] = await place(panel, { holdingId: id, kind: "privacy", wanted: { on: true } });
    await until(async () => (await orderRow(panel, order)).state === "pending");
    isDone = true;
    await followNow(order);
    await untilSettled(panel.db, id);
    const { state, journal_id: entry } = await orderRow(panel, order);
    assert.deepEqual([state, (await mirror(id)).whoisPrivate], ["done", true]);
    assert.equal((await entriesOf(id)).at(-1)?.id, entry);
  });

  it("or never does it, is given up after a month", async () => {
    start((local) => ({
      status: undefined,
      poll: undefined,
      setPrivacy: () => Promise.resolve({ state: "pending", reference: null }),
      info: (ref) => local.info(ref),
    }));
    const { id } = await addDomain();
    const [order = 0] = await place(panel, { holdingId: id, kind: "privacy", wanted: { on: true } });
    await until(async () => (await orderRow(panel, order)).state === "pending");
    await sql`update atrio.registry_order set created_at = now() - interval '29 days' where id = ${order}`.execute(
      panel.db,
    );
    await followNow(order);
    await until(async () => (await orderRow(panel, order)).next_attempt_at.getTime() > Date.now());
    assert.equal((await orderRow(panel, order)).state, "pending");
    await sql`update atrio.registry_order set created_at = now() - interval '31 days' where id = ${order}`.execute(
      panel.db,
    );
    await followNow(order);
    await untilSettled(panel.db, id);
    const { refusal } = await orderRow(panel, order);
    assert.deepEqual(refusal, { kind: "policy", message: "domain.registry_silent", fields: [] });
  });
});

it("what a registry did of a change that it refused shows at once, in its customer's name", async () => {
  start((local) => ({
    setContacts: async (ref, { admin, tech }) => {
      await local.setContacts(ref, { ...(admin && { admin }) });
      if (!tech) return { state: "done" };
      const fields = [{ name: "tech.phone", message: "no such number" }];
      throw new RegistryError("input", "no such number", { fields, changed: true });
    },
  }));
  const { id } = await addDomain();
  const wanted = { contacts: { admin: registrant, tech: person } };
  const { state, attempts } = await carryOut(panel, { holdingId: id, kind: "contacts", wanted });
  assert.deepEqual([state, attempts], ["refused", 0]);
  const { contacts } = await mirror(id);
  assert.deepEqual([contacts.admin?.firstName, contacts.tech], ["Eva", undefined]);
  const last = (await entriesOf(id)).at(-1);
  assert.deepEqual([last?.act, last?.username], ["test.contacts", "ana"]);
});
