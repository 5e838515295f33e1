import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { domainToASCII, domainToUnicode } from "node:url";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

const unicodeName = async (names: readonly string[]) =>
  (
    await sql<{ name: string }>`select atrio.unicode_name(name) as name
      from unnest(${names}::text[]) with ordinality n (name, place) order by place`.execute(panel.db)
  ).rows.map(({ name }) => name);

describe("a reference in Unicode", () => {
  it("is what Node makes of it, in every script", async () => {
    const letters = Array.from({ length: 1200 }, (_, n) => String.fromCodePoint(0xa1 + n * 113));
    const names = letters
      .map((letter, n) => domainToASCII(`${["", "a", "pa-ña"][n % 3]}${letter}${letters[n + 7] ?? ""}.b.ñu`))
      .filter((name) => name.length > 0 && name.length < 253);
    assert.ok(names.length > 500, String(names.length));
    assert.deepEqual(await unicodeName(names), names.map(domainToUnicode));
  });

  // Overflows, what is beyond Unicode, halves of surrogate pairs.
  it("is empty where it is the same, and a label that can't be decoded stays", async () => {
    const names = [
      "a.test",
      "xn--.test",
      "xn--a-.test",
      `xn--${"9".repeat(59)}.test`,
      "xn--0000h.xn--ib9b.xn--a-qo7g.test",
    ];
    assert.deepEqual(await unicodeName(names), ["", ...names.slice(1)]);
  });

  it("is found by what it begins with, before what contains it", async () => {
    const grants: Record<number, { domain: "read" }> = {};
    for (let n = 0; n < 9; n++) {
      const { id } = await panel.addHolding(domainToASCII(`a${n}ñu.find.test`));
      grants[id] = { domain: "read" };
    }
    const beginning = await panel.addHolding(domainToASCII("ñu.find.test"));
    const user = await panel.asUser({ ...grants, [beginning.id]: { domain: "read" } });
    const find = async (text: string) =>
      (await user.call("permissionFind", { input: { text } })).data.permissions.map(({ reference }) =>
        domainToUnicode(reference),
      );
    assert.deepEqual((await find("Ñ")).slice(0, 2), ["ñu.find.test", "a0ñu.find.test"]);
    assert.equal((await find("ñu")).length, 8);
    assert.deepEqual(await find("a3ñ"), ["a3ñu.find.test"]);
  });
});

describe("what is listed", () => {
  it("follows when one statement changes a holding and grants it", async () => {
    const { id } = await panel.addHolding("both.test");
    const user = await panel.asUser();
    for (let round = 0; round < 2; round++)
      await sql`with h as (update atrio.holding set has_mail = not has_mail where id = ${id} returning id)
        insert into atrio.holding_grant (user_id, holding_id, permissions)
          select ${user.id}, id, '{"servicemail": "read"}' from h
          on conflict (user_id, holding_id) do update set permissions = excluded.permissions`.execute(
        panel.db,
      );
    const { data } = await user.call("permissionList", { input: { kind: "mail" } });
    assert.deepEqual([data.total, data.permissions.length], [1, 1]);
  });

  it("is changed by nobody who can't see what others change meanwhile", async () => {
    const { id } = await panel.addHolding("snapshot.test");
    const user = await panel.asUser({ [id]: { domain: "read" } });
    for (const level of ["repeatable read", "serializable"] as const)
      await assert.rejects(
        panel.db
          .transaction()
          .setIsolationLevel(level)
          .execute((change) =>
            change.deleteFrom("atrio.holding_grant").where("user_id", "=", user.id).execute(),
          ),
        /read committed/,
      );
    await assert.rejects(sql`truncate atrio.holding cascade`.execute(panel.db), /is not truncated/);
    assert.equal((await user.call("permissionList", {})).data.total, 1);
  });
});
