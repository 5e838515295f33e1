/** The rules of migration 0021, whoever writes. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

let services = 0;
let own: { id: number; reference: string };
const addService = () => panel.addHolding(`service${++services}.test`);
beforeEach(async () => {
  own = await addService();
});

const hash = "{ARGON2ID}$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
type Writer = Pick<TestApp, "db">["db"];
interface Service {
  readonly id: number;
  readonly reference: string;
}

/** `to` are addresses, or local parts of the same service. */
const addressesIn = (service: Service, to: readonly string[]) =>
  to.map((target) => (target.includes("@") ? target : `${target}@${service.reference}`));
const addAlias = (localPart: string, to: readonly string[], service = own, db: Writer = panel.db) =>
  sql`insert into atrio.alias (holding_id, local_part, targets)
      values (${service.id}, ${localPart}, ${addressesIn(service, to)}::text[])`.execute(db);
const saveAlias = (localPart: string, to: readonly string[], service = own, db: Writer = panel.db) =>
  sql`update atrio.alias set targets = ${addressesIn(service, to)}::text[]
       where holding_id = ${service.id} and local_part = ${localPart}`.execute(db);
const deleteAlias = (localPart: string, service = own) =>
  sql`delete from atrio.alias where holding_id = ${service.id} and local_part = ${localPart}`.execute(
    panel.db,
  );
const addMailbox = (localPart: string, service = own, quota: number | null = null, db: Writer = panel.db) =>
  sql`insert into atrio.mailbox (holding_id, local_part, password_hash, quota_bytes)
      values (${service.id}, ${localPart}, ${hash}, ${quota})`.execute(db);
const forward = (localPart: string, to: readonly string[], service = own) =>
  sql`update atrio.mailbox set forward_targets = ${addressesIn(service, to)}::text[]
       where holding_id = ${service.id} and local_part = ${localPart} and deleted_at is null`.execute(
    panel.db,
  );
const setDeleted = (localPart: string, is: boolean) =>
  sql`update atrio.mailbox set deleted_at = case when ${is} then now() end
       where holding_id = ${own.id} and local_part = ${localPart}`.execute(panel.db);
const limit = (column: string, value: number | null) =>
  sql`update atrio.mail_service set ${sql.ref(column)} = ${value} where holding_id = ${own.id}`.execute(
    panel.db,
  );

const refuses = (constraint: string, writing: Promise<unknown>) => assert.rejects(writing, { constraint });

describe("an address", () => {
  it("is a mailbox or an alias, and one of them", async () => {
    await addMailbox("ana");
    await refuses("mail_address_pkey", addAlias("ana", ["x@world.example"]));
    await refuses("mail_address_pkey", addMailbox("ana"));
    await addAlias("info", ["ana"]);
    await refuses("mail_address_pkey", addMailbox("info"));
  });

  it("is free once its mailbox is deleted, and not again once it comes back", async () => {
    await addMailbox("ana");
    await setDeleted("ana", true);
    await addAlias("ana", ["x@world.example"]);
    await refuses("mail_address_pkey", setDeleted("ana", false));
    await deleteAlias("ana");
    await setDeleted("ana", false);
    await refuses("mail_address_pkey", addAlias("ana", ["x@world.example"]));
  });

  it("is taken once by two at the same time", async () => {
    const both = await Promise.allSettled([addMailbox("ana"), addAlias("ana", ["x@world.example"])]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });
});

describe("mail does not come back", () => {
  it("by an alias to itself, with a sub-address too", async () => {
    await refuses("mail_loop", addAlias("a", ["a"]));
    await refuses("mail_loop", addAlias("a", ["x@world.example", "a+shop"]));
  });

  it("by aliases in a ring", async () => {
    await addAlias("a", ["b"]);
    await addAlias("b", ["c"]);
    await refuses("mail_loop", addAlias("c", ["x@world.example", "a+shop"]));
    await addAlias("c", ["x@world.example"]);
    await refuses("mail_loop", saveAlias("c", ["a"]));
  });

  it("by another customer's alias", async () => {
    const other = await addService();
    await addAlias("a", [`b@${other.reference}`]);
    await refuses("mail_loop", addAlias("b", [`a@${own.reference}`], other));
  });

  it("by a mailbox that sends on", async () => {
    await addMailbox("ana");
    await addMailbox("luis");
    await refuses("mail_loop", forward("ana", ["ana"]));
    await forward("ana", ["luis"]);
    await refuses("mail_loop", forward("luis", ["x@world.example", "ana"]));
    await addAlias("team", ["ana"]);
    await refuses("mail_loop", forward("luis", ["team"]));
  });

  it("by the catch-all", async () => {
    await addAlias("a", ["nobody"]);
    await refuses("mail_loop", addAlias("", ["a"]));
    await refuses("mail_loop", addAlias("", ["nobody"]));
    await addMailbox("ana");
    await addAlias("", ["ana"]);
    await refuses("mail_loop", forward("ana", ["nobody"]));
  });

  it("when an address goes, so that the catch-all takes its mail", async () => {
    await addAlias("a", ["b"]);
    await addMailbox("b");
    await addAlias("", ["a"]);
    await refuses("mail_loop", setDeleted("b", true));
    await saveAlias("", ["x@world.example"]);
    await setDeleted("b", true);
    await refuses("mail_loop", saveAlias("", ["a"]));
  });

  it("when a mailbox comes back with what it sends on to", async () => {
    await addMailbox("ana");
    await forward("ana", ["luis"]);
    await setDeleted("ana", true);
    await addAlias("luis", ["ana"]);
    await refuses("mail_loop", setDeleted("ana", false));
  });

  it("by two changes at the same time that are right alone", async () => {
    const other = await addService();
    for (let round = 0; round < 5; round++) {
      const both = await Promise.allSettled([
        addAlias(`a${round}`, [`b${round}@${other.reference}`]),
        addAlias(`b${round}`, [`a${round}@${own.reference}`], other),
      ]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    }
  });

  it("where a target is of the same name elsewhere it is no loop", async () => {
    await addAlias("a", ["a@world.example"]);
    await addMailbox("ana");
    await addAlias("info", ["ana", "ana+info"]);
  });
});

const outside = (many: number) => Array.from({ length: many }, (_, n) => `x${n}@world.example`);

describe("mail does not go too far", () => {
  it("by more than ten steps, from either end", async () => {
    for (let n = 1; n <= 10; n++) await addAlias(`a${n}`, [`a${n + 1}`]);
    await addMailbox("a11");
    await refuses("mail_too_far", addAlias("a0", ["a1"]));
    await addMailbox("a12");
    await refuses("mail_too_far", forward("a11", ["a12"]));
  });

  it("to more than five hundred addresses", async () => {
    const groups = Array.from({ length: 10 }, (_, n) => `group${n}`);
    await panel.db.transaction().execute(async (db) => {
      for (const group of groups) {
        const names = Array.from({ length: 49 }, (_, n) => `${group}.${n}`);
        for (const name of names) await addMailbox(name, own, null, db);
        await addAlias(group, names, own, db);
      }
    });
    await addAlias("all", groups);
    await addAlias("one", ["group0.0"]);
    await refuses("mail_too_far", saveAlias("all", [...groups, "one"]));
  });

  it("to addresses elsewhere, changed at either end", async () => {
    const groups = Array.from({ length: 10 }, (_, n) => `group${n}`);
    for (const group of groups) await addAlias(group, outside(49));
    await addAlias("all", groups);
    await refuses("mail_too_far", saveAlias("all", [...groups, "x@world.example"]));
    await refuses("mail_too_far", saveAlias("group0", outside(50)));
    await saveAlias("group0", outside(48));
    await saveAlias("group1", outside(50));
  });

  it("by the catch-all, as often as it takes something", async () => {
    const nobody = Array.from({ length: 20 }, (_, n) => `nobody${n}`);
    await addAlias("a", nobody);
    await addMailbox("nobody0");
    await refuses("mail_too_far", addAlias("", outside(50)));
    await addAlias("", outside(25)); // 20 + 19 × 25
    await refuses("mail_too_far", saveAlias("", outside(26)));
    await refuses("mail_too_far", setDeleted("nobody0", true));
    await saveAlias("", outside(24));
    await setDeleted("nobody0", true);
  });

  it("and a list is of fifty at most, each once", async () => {
    await refuses("alias_targets_check", addAlias("a", outside(51)));
    await addAlias("a", outside(50));
    await refuses("alias_targets_check", addAlias("b", ["x@world.example", "x@world.example"]));
    await refuses("alias_targets_check", addAlias("b", []));
  });
});

const done = (all: PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === "fulfilled").length;

describe("the service's limits", () => {
  it("hold for several at the same time", async () => {
    await limit("aliases_max", 2);
    await limit("mailboxes_max", 2);
    const five = [1, 2, 3, 4, 5];
    assert.equal(done(await Promise.allSettled(five.map((n) => addAlias(`a${n}`, ["x@world.example"])))), 2);
    assert.equal(done(await Promise.allSettled(five.map((n) => addMailbox(`m${n}`)))), 2);
    await refuses("mail_aliases_max", addAlias("more", ["x@world.example"]));
    await refuses("mail_mailboxes_max", addMailbox("more"));
    await addAlias("", ["x@world.example"]); // the catch-all is none of them
  });

  it("count no mailbox that is deleted, and it does not come back above them", async () => {
    await limit("mailboxes_max", 1);
    await addMailbox("ana");
    await setDeleted("ana", true);
    await addMailbox("luis");
    await refuses("mail_mailboxes_max", setDeleted("ana", false));
  });

  it("are divided between the mailboxes", async () => {
    const mega = 1024 ** 2;
    await limit("quota_bytes", 10 * mega);
    await refuses("mail_quota", addMailbox("ana"));
    await addMailbox("ana", own, 6 * mega);
    await refuses("mail_quota", addMailbox("luis", own, 5 * mega));
    const both = await Promise.allSettled([
      addMailbox("luis", own, 3 * mega),
      addMailbox("eva", own, 3 * mega),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });
});
