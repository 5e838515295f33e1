/** Mailboxes by the API: what a reply says is so, and who is in a mailbox that is no longer theirs is sent out. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { ImapFlow } from "imapflow";
import { tokenHash } from "../../packages/server/src/http/session.ts";
import { until } from "../installation.ts";
import { signIn, subjectsIn, untilSubjects, withMailbox } from "./imap.ts";
import { type MailInstallation, addDomain, password, startMail } from "./installation.ts";
import { askRecipient, deliver } from "./smtp.ts";
import { addUser } from "./webmail-client.ts";

interface Reply {
  readonly data: { readonly correo: { readonly id: number }; readonly password: string } | null;
  readonly system: { readonly valid: boolean; readonly info: string[]; readonly errors: string[] };
}

const ana = "ana@boxes.test";
let mail: MailInstallation;
let cookie: string;
let service: string;

before(async () => {
  mail = await startMail();
  const id = await addDomain(mail.db, "boxes.test");
  service = `/api/service/${id}/correo`;
  const token = randomBytes(32).toString("base64");
  await mail.db.query(
    `insert into atrio.session (token_hash, user_id, ip, expires_at)
     values ($1, $2, '127.0.0.1', now() + interval '1 hour')`,
    [tokenHash(token), (await addUser(mail, id, "boxes")).id],
  );
  cookie = `session=${token}`;
});
after(() => mail?.stop());

/** As the panel asks; the words are English. */
async function call(path: string, form?: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(new URL(`${service}/${path}/`, mail.ready.url), {
    method: form ? "POST" : "GET",
    headers: { cookie, "x-requested-with": "XMLHttpRequest", "accept-language": "en" },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  const reply: Reply = JSON.parse(await response.text());
  assert.ok(reply.system.valid, reply.system.errors.join());
  return reply;
}
async function create(): Promise<number> {
  const { data, system } = await call("create", { name: "ana", password });
  assert.deepEqual(system.info, [`${ana} takes mail`]);
  return data!.correo.id;
}
async function remove(id: number): Promise<void> {
  assert.deepEqual((await call(`${id}/delete`, {})).system.info, [`${ana} takes no more mail`]);
  // Dovecot knows sessions by address: those of the next one under it would end too
  await until("nobody is in it", 60, async () => {
    const open = "select from atrio.job where kind = 'mail.kick' and state in ('queued', 'running')";
    return (await mail.db.query(open)).rowCount === 0;
  });
}
const accepted = async (subject: string): Promise<void> =>
  assert.equal((await deliver(mail.ready.services.smtp, { to: ana, subject })).code, 250);
const refusal = async (): Promise<number> => (await askRecipient(mail.ready.services.smtp, ana)).code;
const isSentOut = (client: ImapFlow) => until("the server ends the session", 60, () => !client.usable);
const folderOf = (id: number) => join(mail.home, "mail", String(id));

test("a new mailbox takes mail when the reply says so; a changed password sends out who is in it", async () => {
  const id = await create();
  await accepted("First");
  await untilSubjects(mail.ready, ana, ["First"]);
  const client = await signIn(mail.ready, ana);
  await call(`${id}/changepassword`, { password: "Another-horse-8" });
  await assert.rejects(signIn(mail.ready, ana));
  await isSentOut(client);
  const again = await signIn(mail.ready, ana, "Another-horse-8");
  await again.logout();
  assert.equal((await call(`${id}/password`)).data?.password, "Another-horse-8");
  await call(`${id}/changepassword`, { password });
  await remove(id);
});

test("a deleted mailbox takes no mail and lets nobody in; it comes back with its mail, a new one without", async () => {
  const id = await create();
  await accepted("Kept");
  await untilSubjects(mail.ready, ana, ["Kept"]);
  const client = await signIn(mail.ready, ana);
  await remove(id);
  assert.equal(await refusal(), 550);
  await assert.rejects(signIn(mail.ready, ana));
  await isSentOut(client);

  const other = await create();
  await accepted("For the new one");
  await untilSubjects(mail.ready, ana, ["For the new one"]);
  await remove(other);

  assert.deepEqual((await call(`${id}/restore`, {})).system.info, [`${ana} takes mail`]);
  assert.deepEqual(await subjectsIn(mail.ready, ana), ["Kept"]);
  await remove(id);
});

test("after 30 days its folder is gone, and no other", async () => {
  const old = await create();
  await accepted("Old");
  await untilSubjects(mail.ready, ana, ["Old"]);
  await remove(old);
  const stays = await create();
  await accepted("Stays");
  await untilSubjects(mail.ready, ana, ["Stays"]);
  assert.ok(existsSync(folderOf(old)));
  await mail.db.query("update atrio.mailbox set deleted_at = now() - interval '31 days' where id = $1", [
    old,
  ]);
  await mail.db.query("select graphile_worker.add_job('housekeeping')");
  await until("the folder is gone", 60, () => !existsSync(folderOf(old)));
  assert.ok(existsSync(folderOf(stays)));
  await withMailbox(mail.ready, ana, async (client) => assert.ok(client.usable));
});

test("a service that loses its mail sends out who is in", async () => {
  const client = await signIn(mail.ready, ana);
  await mail.db.query("update atrio.holding set has_mail = false where reference = 'boxes.test'");
  await isSentOut(client);
  await assert.rejects(signIn(mail.ready, ana));
});
