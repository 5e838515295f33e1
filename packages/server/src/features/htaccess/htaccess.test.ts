import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";

let panel: TestApp;
let id: number;
let user: TestUser;

before(async () => {
  panel = await makeApp();
  ({ id } = await panel.addHolding("uno.test"));
  user = await panel.asUser({ [id]: { service: "read" } });
});
after(() => panel.stop());

const listed = async (language = "en") => {
  const reply = await user.call("serviceHtaccess", {
    params: { id },
    headers: { "accept-language": language },
  });
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const check = async (holding = id, who = user) =>
  (await who.call("serviceHtaccessCheck", { params: { id: holding } })).system.job;
const found = (problems: unknown, ago = "0 s", took = "0 s") =>
  sql`
  insert into atrio.htaccess values (${id}, now() - ${ago}::interval, ${took}::interval, ${JSON.stringify(problems)}::jsonb, true)
  on conflict (holding_id) do update
     set checked_at = excluded.checked_at, took = excluded.took, problems = excluded.problems`.execute(
    panel.db,
  );

describe("what is wrong", () => {
  it("is not known before anybody looked", async () => {
    assert.deepEqual(await listed(), { checkedAt: null, problems: [], more: false });
  });

  it("is told in Apache's words, and of what it can't read in the reader's", async () => {
    await found([
      { file: "/a/.htaccess", line: 3, message: "Invalid command 'Blah'" },
      { file: "/b/.htaccess", line: null, message: "Permission denied" },
    ]);
    const { checkedAt, problems, more } = await listed();
    assert.ok(Math.abs((checkedAt ?? 0) - Date.now() / 1000) < 60);
    assert.equal(more, true);
    assert.deepEqual(
      problems.map(({ file, line }) => [file, line]),
      [
        ["/a/.htaccess", 3],
        ["/b/.htaccess", null],
      ],
    );
    assert.equal(problems[0]?.message, "Invalid command 'Blah'");
    assert.match(
      (await listed("es")).problems[1]?.message ?? "",
      /^El servidor no puede leerlo \(Permission denied\)/,
    );
  });

  it("is not known where it was stored in other words", async () => {
    await found([{ file: "/a/.htaccess", line: 3, directive: "Blah", reason: "unknown" }]);
    assert.deepEqual(await listed(), { checkedAt: null, problems: [], more: false });
  });

  it("is of whoever has a service, and so is the wish to look again", async () => {
    const { id: without } = await panel.addHolding("tres.test", { serviceKind: null });
    const reader = await panel.asUser({ [without]: { service: "read" } });
    for (const name of ["serviceHtaccess", "serviceHtaccessCheck"] as const)
      assert.equal((await reader.call(name, { params: { id: without } })).status, 404);
  });
});

describe("a service is looked through", () => {
  it("when that is asked for, one time for all who ask before it begins", async () => {
    await found([], "1 hour");
    const job = await check();
    assert.ok(job);
    assert.equal(await check(), job);
  });

  it("again after a while that is longer where it takes longer, and never more than a minute", async () => {
    await found([], "5 s", "2 s");
    assert.equal(await check(), null);
    await found([], "5 s", "0.2 s");
    assert.ok(await check());
    await found([], "59 s", "20 s");
    assert.equal(await check(), null);
    await found([], "61 s", "20 s");
    assert.ok(await check());
  });

  it("where it has sites", async () => {
    const parking = await panel.addHolding("parking.test", { serviceKind: "parking" });
    assert.equal(await check(parking.id, await panel.asUser({ [parking.id]: { service: "read" } })), null);
  });
});
