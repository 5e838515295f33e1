import type { Pool } from "pg";

/** Ten mailboxes and three aliases, one of them the catch-all, in each of the services; none has a zone. */
const fill = `
  insert into atrio.holding (id, reference, service_kind, service_expires_at, has_mail)
    overriding system value
    select 1000000 + n, 'h' || n || '.test', 'hosting', now() + interval '1 year', true from generate_series(0, $services - 1) n;
  insert into atrio.mail_service (holding_id) select 1000000 + n from generate_series(0, $services - 1) n;
  insert into atrio.dkim_key (holding_id, selector, private_key, public_key)
    select 1000000 + n, 'atrio', 'x', 'AAAA' from generate_series(0, $services - 1) n;
  insert into atrio.mailbox (id, holding_id, local_part, address, password_hash, quota_bytes, forward_targets)
    overriding system value
    select 1000000 + n, 1000000 + n / 10, 'm' || n % 10, 'm' || n % 10 || '@h' || n / 10 || '.test', '{ARGON2ID}$argon2id$x', 1073741824,
           case when n % 20 = 0 then array['m1@h' || n / 10 || '.test'] else '{}' end
      from generate_series(0, 10 * $services - 1) n;
  insert into atrio.alias (id, holding_id, local_part, address, targets)
    overriding system value
    select 1000000 + n, 1000000 + n / 3, case n % 3 when 0 then '' else 'a' || n % 3 end,
           case n % 3 when 0 then '' else 'a' || n % 3 end || '@h' || n / 3 || '.test', array['m2@h' || n / 3 || '.test']
      from generate_series(0, 3 * $services - 1) n;
  insert into atrio.mail_address (address, holding_id, mailbox_id)
    select address, holding_id, id from atrio.mailbox where id >= 1000000;
  insert into atrio.mail_address (address, holding_id, alias_id)
    select address, holding_id, id from atrio.alias where id >= 1000000;
  insert into atrio.mailbox_usage (address, bytes, messages, nearly_full)
    select address, 5000000, 10, false from atrio.mailbox where id >= 1000000;
  insert into atrio.mail_sending (holding_id, hour, recipients)
    select 1000000 + n, date_trunc('hour', now()) - h * interval '1 hour', 5
      from generate_series(0, $services - 1) n, generate_series(0, 4) h;`;

const tables = [
  "holding",
  "mail_service",
  "dkim_key",
  "mailbox",
  "alias",
  "mail_address",
  "mailbox_usage",
  "mail_sending",
];
const triggers = (verb: "enable" | "disable"): string =>
  tables.map((table) => `alter table atrio.${table} ${verb} trigger user;`).join("");

/** Without what a change sets going. */
export async function fillMail(db: Pool, services: number): Promise<void> {
  const client = await db.connect();
  try {
    await client.query(`begin; ${triggers("disable")}`);
    await client.query(fill.replaceAll("$services", String(services)));
    await client.query(`${triggers("enable")} commit`);
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
}
