import { deletedMailboxDays } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

/** How long what nobody asks for any more is kept. */
const expired = {
  sessions: sql`delete from atrio.session where expires_at < now()`,
  webmailTokens: sql`delete from atrio.webmail_login where expires_at < now()`,
  webmailSessions: sql`
    delete from atrio.webmail_session where edition is not null and seen_at < now() - interval '2 hours'`,
  attempts: sql`delete from atrio.attempt where at < now() - interval '1 day'`,
  captchaAnswers: sql`delete from atrio.captcha_spent where expires_at < now()`,
  firstReplies: sql`delete from atrio.idempotency where created_at < now() - interval '24 hours'`,
  knownDevices: sql`delete from atrio.known_device where last_seen_at < now() - interval '1 year'`,
  sentMessages: sql`delete from atrio.message where sent_at < now() - interval '90 days'`,
  forgottenTests: sql`delete from atrio.message where kind = 'test' and created_at < now() - interval '1 day'`,
  endedOrders: sql`delete from atrio.registry_order where ended_at < now() - interval '30 days'`,
  // their folders are then removed by the worker
  deletedMailboxes: sql`
    delete from atrio.mailbox where deleted_at < now() - ${sql.lit(`${deletedMailboxDays} days`)}::interval`,
  // what is of no use can be taken back for a while: not what ran out, and not without number
  unusedCertificates: sql`
    delete from atrio.certificate c
     where not exists (select from atrio.subdomain s where s.certificate_id = c.id)
       and not exists (select from atrio.acme_host a where a.certificate_id = c.id)
       and (c.not_after < now() - interval '30 days' or 20 <= (
         select count(*) from atrio.certificate n
          where n.holding_id = c.holding_id and n.id > c.id
            and not exists (select from atrio.subdomain s where s.certificate_id = n.id)
            and not exists (select from atrio.acme_host a where a.certificate_id = n.id)))`,
  endedJobs: sql`delete from atrio.job where ended_at < now() - interval '30 days'`,
  failedDeliveries: sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and attempts >= max_attempts and updated_at < now() - interval '30 days'`,
};

/** Reads whole tables. */
const daily = {
  // Dovecot may write of a mailbox that is gone meanwhile
  mailboxUsage: sql`
    delete from atrio.mailbox_usage u where not exists (
      select from atrio.mail_address a where a.address = u.address and a.mailbox_id is not null)`,
  mailGuesses: sql`delete from atrio.mail_guess where at < now() - interval '1 day'`,
  mailClients: sql`delete from atrio.mail_client where seen_at < now() - interval '90 days'`,
  siteErrors: sql`delete from atrio.web_error where at < now() - interval '30 days'`,
  daysOfTraffic: sql`delete from atrio.web_traffic where day < now() - interval '400 days'`,
  hoursOfSending: sql`delete from atrio.mail_sending where hour < now() - interval '1 day'`,
};

/** Deletes what has run out; returns how many rows of what. */
export async function sweep(db: Kysely<DB>, isDaily = false): Promise<Record<string, number>> {
  const swept: Record<string, number> = {};
  for (const [name, statement] of Object.entries(isDaily ? daily : expired)) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    if (numAffectedRows > 0n) swept[name] = Number(numAffectedRows);
  }
  return swept;
}
