import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type FormOf, calls } from "@atrio/contract";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import { openHandedVault } from "../../../test/registrar.ts";

let panel: TestApp;
let count = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
});
after(() => panel.stop());

type Input = FormOf<(typeof calls)["autoresponderSave"]>;
async function withMailbox() {
  const { id, reference } = await panel.addHolding(`away${++count}.test`);
  const owner = await panel.asUser({ [id]: { servicemail_accounts: "write" } });
  const made = await owner.call("mailboxCreate", {
    params: { id },
    input: { name: "ana", password: "una frase secreta" },
  });
  const params = { id, cid: made.data.correo.id };
  return {
    params,
    address: `ana@${reference}`,
    owner,
    get: async () => (await owner.call("autoresponderGet", { params })).data.autoresponder,
    save: (input: Partial<Input>) =>
      owner.call("autoresponderSave", {
        params,
        input: { enabled: "1", subject: "Fuera", content: "Vuelvo pronto", ...input },
      }),
    answers: async () => (await owner.call("mailboxGet", { params })).data.correo.answers,
    script: async () =>
      (
        await sql<{
          script: string;
        }>`select script from dovecot.sieve where address = ${`ana@${reference}`}`.execute(panel.db)
      ).rows[0]?.script,
  };
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("an autoresponder", () => {
  it("answers from when it is saved on, and is kept when it is switched off", async () => {
    const { get, save, answers, script, params } = await withMailbox();
    assert.deepEqual([await get(), await answers(), await script()], [null, false, undefined]);
    const on = await save({ content: "Hola:\r\n\r\nvuelvo \rpronto\r\n", startsOn: "", endsOn: "" });
    assert.match(on.system.info.join(), /^La respuesta automática de .* está activada$/);
    const wanted = {
      enabled: true,
      subject: "Fuera",
      content: "Hola:\n\nvuelvo \npronto",
      startsOn: null,
      endsOn: null,
    };
    assert.deepEqual([on.data.autoresponder, await get(), await answers()], [wanted, wanted, true]);
    assert.match(
      (await script()) ?? "",
      /vacation :days 1 .*"Fuera" text:\r\nHola:\r\n\r\nvuelvo \r\npronto\r\n\.\r\n;/s,
    );
    const entry = await panel.db
      .selectFrom("atrio.journal")
      .select(["act", "area", "before", "after"])
      .where("id", "=", on.data.undo ?? 0)
      .executeTakeFirstOrThrow();
    assert.deepEqual(entry, {
      act: "autoresponderSave",
      area: "mail",
      before: { mailboxId: params.cid, autoresponder: null },
      after: { mailboxId: params.cid, autoresponder: wanted },
    });
    const same = await save({ content: "Hola:\n\nvuelvo \npronto" });
    assert.deepEqual([same.data.undo, same.system.info], [null, ["Ya estaba así"]]);
    const off = await save({ enabled: "0" });
    assert.deepEqual(
      [off.data.autoresponder?.enabled, await answers(), await script()],
      [false, false, undefined],
    );
  });

  it("answers between its days, both included", async () => {
    const { save, answers, script } = await withMailbox();
    // the day may change while this runs
    for (const [startsOn, endsOn, now] of [
      [day(-1), day(1), true],
      [day(-9), "", true],
      ["", day(9), true],
      [day(2), day(9), false],
      [day(-9), day(-2), false],
    ] as const) {
      const saved = await save({ startsOn, endsOn });
      assert.equal(saved.status, 200, saved.body);
      assert.deepEqual(
        [saved.data.autoresponder?.startsOn ?? "", saved.data.autoresponder?.endsOn ?? ""],
        [startsOn, endsOn],
      );
      assert.deepEqual(
        [await answers(), (await script()) !== undefined],
        [now, now],
        `${startsOn} ${endsOn}`,
      );
    }
  });

  it("is refused by the field that is wrong", async () => {
    const { get, save } = await withMailbox();
    for (const [input, field] of [
      [{ subject: " " }, "subject"],
      [{ subject: "a\r\nBcc: x@example.org" }, "subject"],
      [{ subject: "a\u0000b" }, "subject"],
      [{ subject: "x".repeat(256) }, "subject"],
      [{ content: "" }, "content"],
      [{ content: "a\u0000b" }, "content"],
      [{ content: "x".repeat(10_001) }, "content"],
      [{ startsOn: "2026-02-30" }, "startsOn"],
      [{ startsOn: "0000-01-01" }, "startsOn"],
      [{ endsOn: "tomorrow" }, "endsOn"],
      [{ startsOn: "2026-12-24", endsOn: "2026-12-23" }, "endsOn"],
    ] as const) {
      const { status, system, body } = await save(input);
      assert.deepEqual([status, system.inputs], [422, [field]], `${JSON.stringify(input)} ${body}`);
    }
    assert.equal(await get(), null);
    for (const written of ["😀".repeat(127), '«ñ» \\ "quoted"'])
      assert.equal(
        (await save({ subject: written, content: `.\n${written}` })).data.autoresponder?.subject,
        written,
      );
  });
});
