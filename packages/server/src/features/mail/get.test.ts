import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
const webmail = "http://webmail.atrio.test/";
const mailPorts = { imap: 5143, imaps: 5993, submission: 5587, submissions: 5465 };
before(async () => {
  panel = await makeApp({ webmail, mailPorts });
  await panel.db
    .updateTable("atrio.platform")
    .set({ imap_ssl_host: "imap.atrio.test", smtp_ssl_host: "smtp.atrio.test" })
    .execute();
});
after(() => panel.stop());

it("tells limits, what is given out and sent, and how programs are set up", async () => {
  const { id, reference } = await panel.addHolding("uno.test");
  const user = await panel.asUser({ [id]: { servicemail_alias: "read" } });
  const ask = async () => {
    const reply = await user.call("mailGet", { params: { id } });
    assert.equal(reply.status, 200, reply.body);
    return reply.data.mail;
  };
  const client = {
    imap: {
      ssl: { host: "imap.atrio.test", port: 5993 },
      plain: { host: `imap.${reference}`, port: 5143 },
    },
    smtp: {
      ssl: { host: "smtp.atrio.test", port: 5465 },
      plain: { host: `smtp.${reference}`, port: 5587 },
    },
  };
  const unlimited = { quota: null, mailboxesMax: null, aliasesMax: null, recipientsPerHour: 300 };
  const rest = { client, webmail, missingServices: [] };
  assert.deepEqual(await ask(), { ...unlimited, allotted: 0, recipientsThisHour: 0, ...rest });

  await sql`update atrio.mail_service set quota_bytes = 5000000, mailboxes_max = 3, aliases_max = 4,
             recipients_per_hour = 50 where holding_id = ${id}`.execute(panel.db);
  const hash = "{ARGON2ID}$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
  await sql`insert into atrio.mailbox (holding_id, local_part, password_hash, quota_bytes)
            values (${id}, 'ana', ${hash}, 2000000), (${id}, 'eva', ${hash}, 1000000), (${id}, 'luis', ${hash}, 1000000)`.execute(
    panel.db,
  );
  await sql`update atrio.mailbox set deleted_at = now() where local_part = 'luis'`.execute(panel.db);
  await sql`insert into atrio.mail_sending values (${id}, date_trunc('hour', now()), 7),
                                                  (${id}, date_trunc('hour', now()) - interval '1 hour', 30)`.execute(
    panel.db,
  );
  await sql`insert into atrio.missing_service values ('dovecot', 'dovecot-imapd'), ('knot', 'knot')`.execute(
    panel.db,
  );
  assert.deepEqual(await ask(), {
    quota: 5_000_000,
    allotted: 3_000_000,
    mailboxesMax: 3,
    aliasesMax: 4,
    recipientsPerHour: 50,
    recipientsThisHour: 7,
    client,
    webmail,
    missingServices: [{ service: "dovecot", packages: "dovecot-imapd" }],
  });
});

it("is not there without mail, nor for who sees nothing of it", async () => {
  const without = await panel.addHolding("dos.test", { hasMail: false });
  const user = await panel.asUser({ [without.id]: { servicemail: "write" } });
  assert.equal((await user.call("mailGet", { params: { id: without.id } })).status, 404);
  const other = await panel.addHolding("tres.test");
  const dns = await panel.asUser({ [other.id]: { service_dnszone: "write" } });
  assert.equal((await dns.call("mailGet", { params: { id: other.id } })).status, 403);
});
