import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { inChange } from "../../db/change.ts";
import type { Change } from "../../db/handles.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { addCompany, removeCompany } from "../company/change.ts";
import { readCompany } from "../company/store.ts";
import {
  addTestMessage,
  countWaiting,
  findMessage,
  hurryMessages,
  listMessages,
  removeMessage,
  removeTestMessage,
} from "./operator.ts";

const actor = { source: "command", userId: null, username: "ana", ip: null, requestId: null } as const;
const lockMilliseconds = 200;

let panel: TestApp;
let db: ReturnType<typeof openDatabase>;
before(async () => {
  panel = await makeApp();
  const url = panel.cluster.url("atrio_worker", panel.database);
  db = openDatabase(openPool(url, { max: 4, lockMilliseconds }));
});
beforeEach(() => panel.db.deleteFrom("atrio.message").execute());
after(async () => {
  await db.destroy();
  await panel.stop();
});

const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => inChange(db, actor, work);
async function write(companyId: number, sentAt: Date | null = null): Promise<number> {
  const { id } = await panel.db
    .insertInto("atrio.message")
    .values({
      uuid: randomUUID(),
      kind: "contact",
      company_id: companyId,
      domain: "customer.test",
      username: "ana",
      email: "ana@customer.test",
      subject: "A secret",
      contents: "Another",
      language: "es",
      ip: "192.0.2.7",
      sent_at: sentAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const lastEntry = () =>
  panel.db.selectFrom("atrio.journal").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
/** As the mailer does while it sends one. */
const whileSent = (id: number, work: () => Promise<void>) =>
  panel.db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom("atrio.message")
      .select("id")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await work();
  });

describe("operators", () => {
  it("remove a company, and what waits for it goes to the default one under its name", async () => {
    const companyId = await change((act) => addCompany(act, "Brezo", []));
    const [waiting, sent] = [await write(companyId), await write(companyId, new Date())];
    assert.equal(await countWaiting({ db }, companyId), 1);
    const company = await readCompany({ db }, companyId);
    await whileSent(waiting, () =>
      assert.rejects(
        change((act) => removeCompany(act, company)),
        { code: "55P03" },
      ),
    );
    await change((act) => removeCompany(act, company));
    await panel.db.updateTable("atrio.company").set({ contact_address: "help@operator.test" }).execute();
    const rows = await listMessages({ db }, { unsent: false, limit: 9 });
    assert.deepEqual(
      rows.map((row) => [row.id, row.company, row.recipient]),
      [
        [sent, "Brezo", null],
        [waiting, "Brezo", "help@operator.test"],
      ],
    );
  });

  it("have one message tried before the others, and a test before all", async () => {
    const [first, second] = [await write(1), await write(1)];
    await change((act) => hurryMessages(act, undefined));
    assert.equal(await change((act) => hurryMessages(act, second)), 1);
    const test = await change((act) => addTestMessage(act, "me@operator.test", "A test"));
    const hurried = await panel.db
      .selectFrom("atrio.message")
      .select(["id", "hurried"])
      .orderBy("id")
      .execute();
    assert.deepEqual(
      hurried.map(({ id, hurried: isFirst }) => [id, isFirst]),
      [
        [first, false],
        [second, true],
        [test, true],
      ],
    );
    await whileSent(test, async () => void (await removeTestMessage({ db }, test)));
    assert.ok(await findMessage({ db }, test), "one that is being sent is not waited for");
    await removeTestMessage({ db }, test);
    assert.equal(await findMessage({ db }, test), undefined);
  });

  it("remove a message; the journal says that, and nothing of what it said", async () => {
    const id = await write(1);
    await change((act) => removeMessage(act, id));
    assert.equal(await findMessage({ db }, id), undefined);
    const entry = await lastEntry();
    assert.deepEqual([entry.act, entry.item, entry.after], ["messageRemove", String(id), null]);
    assert.doesNotMatch(JSON.stringify(entry), /secret|Another|customer/);
  });
});
