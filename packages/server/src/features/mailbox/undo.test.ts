import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import type { CallName } from "@atrio/contract";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import { openHandedVault } from "../../../test/registrar.ts";
import type { Reply, TestUser } from "../../../test/helpers/user.ts";

let panel: TestApp;
let id: number;
let user: TestUser;
let services = 0;
before(async () => {
  panel = await makeApp({ vault: openHandedVault });
});
after(() => panel.stop());
beforeEach(async () => {
  ({ id } = await panel.addHolding(`service${++services}.test`));
  user = await panel.asUser({ [id]: { servicemail: "write", servicemail_accounts: "write" } });
});

const ok = <N extends CallName>(reply: Reply<N>): Reply<N>["data"] => {
  assert.equal(reply.status, 200, reply.body);
  return reply.data;
};
const create = async (name: string) =>
  ok(await user.call("mailboxCreate", { params: { id }, input: { name, password: "una frase secreta" } }));
const save = async (cid: number, quota: string) =>
  ok(await user.call("mailboxSave", { params: { id, cid }, input: { quota } }));
const forward = async (cid: number, target: string, keepsCopy: "0" | "1") =>
  ok(await user.call("mailboxForward", { params: { id, cid }, input: { target, keepsCopy } }));
const remove = async (cid: number) => ok(await user.call("mailboxDelete", { params: { id, cid } }));
const undo = (jid: number | null) => user.call("mailboxUndo", { params: { id, jid: jid! } });
const list = async () => ok(await user.call("mailboxList", { params: { id } })).correo;
const deleted = async () => ok(await user.call("deletedMailboxList", { params: { id } })).deleted;
const newest = async () => {
  const { entry } = await panel.db
    .selectFrom("atrio.journal")
    .select((journal) => journal.fn.max("id").as("entry"))
    .where("holding_id", "=", id)
    .executeTakeFirstOrThrow();
  return entry;
};
const mega = 1024 ** 2;

it("of a new mailbox deletes it, and of a deletion brings it back", async () => {
  const { correo, undo: made } = await create("ana");
  ok(await undo(made));
  assert.deepEqual(await list(), []);
  assert.equal((await deleted())[0]?.id, correo.id);
  ok(await undo(await newest()));
  assert.deepEqual(await list(), [correo]);
  const gone = await remove(correo.id);
  ok(await undo(gone.undo));
  assert.deepEqual(await list(), [correo]);
  assert.equal((await undo(gone.undo)).status, 409, "it is there already");
});

it("puts quota and targets back, each where it was not changed since", async () => {
  const { correo } = await create("ana");
  const { id: cid } = correo;
  const quota = await save(cid, String(5 * mega));
  const first = await forward(cid, "eva@world.example", "1");
  const second = await forward(cid, "eva@world.example", "0");
  ok(await undo(quota.undo));
  assert.equal((await undo(first.undo)).status, 409, "whether it keeps a copy was changed since");
  ok(await undo(second.undo));
  assert.deepEqual((await list())[0], first.correo && { ...first.correo, quota: correo.quota });
  ok(await undo(first.undo));
  assert.deepEqual(await list(), [correo]);
  await save(cid, String(6 * mega));
  assert.equal((await undo(quota.undo)).status, 409);
});

it("of a new mailbox leaves one alone that was changed since", async () => {
  const { correo, undo: made } = await create("ana");
  await save(correo.id, String(5 * mega));
  assert.equal((await undo(made)).status, 409);
  assert.equal((await list()).length, 1);
});

it("puts an autoresponder back, or takes it away", async () => {
  const { id: cid } = (await create("ana")).correo;
  const answer = async (subject: string) =>
    ok(
      await user.call("autoresponderSave", {
        params: { id, cid },
        input: { enabled: "1", subject, content: "Vuelvo el lunes.", startsOn: "", endsOn: "2030-12-24" },
      }),
    );
  const now = async () => ok(await user.call("autoresponderGet", { params: { id, cid } })).autoresponder;
  const first = await answer("Fuera");
  const second = await answer("Fuera de la oficina");
  assert.equal((await undo(first.undo)).status, 409);
  ok(await undo(second.undo));
  assert.deepEqual(await now(), first.autoresponder);
  ok(await undo(first.undo));
  assert.equal(await now(), null);
});

it("does not bring a mailbox back beside what has its address, nor above the limits", async () => {
  const { correo } = await create("ana");
  const gone = await remove(correo.id);
  const again = await create("ana");
  assert.equal((await undo(gone.undo)).status, 409);
  await remove(again.correo.id);
  await panel.db
    .updateTable("atrio.mail_service")
    .set({ mailboxes_max: 0 })
    .where("holding_id", "=", id)
    .execute();
  const reply = await undo(gone.undo);
  assert.deepEqual([reply.status, reply.system.inputs], [409, []], reply.body);
});

it("knows no entry of a password, of an alias or of another service", async () => {
  const { correo } = await create("ana");
  const params = { id, cid: correo.id };
  ok(await user.call("mailboxChangePassword", { params, input: { password: "otra frase secreta" } }));
  assert.equal((await undo(await newest())).status, 404);
  const aliases = await panel.asUser({ [id]: { servicemail_alias: "write" } });
  const made = ok(
    await aliases.call("aliasCreate", {
      params: { id },
      input: { name: "info", target: "ana@world.example" },
    }),
  );
  assert.equal((await undo(made.undo)).status, 404);
  const strange = await panel.addHolding(`strange${id}.test`);
  const stranger = await panel.asUser({ [strange.id]: { servicemail_accounts: "write" } });
  const reply = await stranger.call("mailboxUndo", { params: { id: strange.id, jid: await newest() } });
  assert.equal(reply.status, 404);
});
