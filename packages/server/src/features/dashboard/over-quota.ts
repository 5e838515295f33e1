/** What has used 80 % of a limit or more. Each kind is found by an index of those that have, however many holdings there are. */
import type { Dashboard } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import { type Counted, few, shown } from "./store.ts";

/** The constraints dns_zone_quota and dns_zone_long_octets; a zone is nearly full from 80 % of either (migrations/0009). */
const zoneRecordsMax = sql.lit(20_000);
const zoneSizeMax = sql.lit(12_000);

const zones = (userId: number) => sql`
  select l.holding_id as id, l.reference, u.resource, null as mailbox, u.used, u.maximum
    from atrio.dns_zone z
      join atrio.listed_holding l on l.holding_id = z.holding_id and l.user_id = ${userId} and l.dns_level >= 1
      cross join lateral (values ('zoneRecords', z.record_count, ${zoneRecordsMax}),
                                 ('zoneSize', z.long_octets, ${zoneSizeMax})) u (resource, used, maximum)
   where z.nearly_full and u.used >= 0.8 * u.maximum`;

/** A service with a limit is nearly full only where one of its mailboxes is (migrations/0024). */
const fullMailboxes = (userId: number) => sql`
  select h.id, h.reference, m.local_part, u.bytes, m.quota_bytes, g.permissions
    from atrio.mailbox_usage u
      join atrio.mail_address a on a.address = u.address
      join atrio.mailbox m on m.id = a.mailbox_id
      join atrio.holding h on h.id = a.holding_id and h.has_mail
      join atrio.holding_grant g on g.holding_id = h.id and g.user_id = ${userId}
   where u.nearly_full`;
const mailboxes = sql`
  select id, reference, 'mailboxSize', local_part, bytes, quota_bytes
    from full_mailbox where permissions ? 'servicemail_accounts'`;
const mailServices = sql`
  select f.id, f.reference, 'mailSpace', null, u.used, s.quota_bytes
    from (select distinct id, reference from full_mailbox
           where permissions ?| array['servicemail', 'servicemail_accounts']) f
      join atrio.mail_service s on s.holding_id = f.id
      cross join lateral (select sum(u.bytes)::bigint as used
                            from atrio.mailbox m join atrio.mailbox_usage u on u.address = m.address
                           where m.holding_id = f.id and m.deleted_at is null) u
   where u.used >= 0.8 * s.quota_bytes`;

/** Traffic is of this month (migrations/0026). */
const webServices = (userId: number) => sql`
  select h.id, h.reference, l.resource, null, l.used, l.maximum
    from atrio.web_usage u
      join atrio.web_service w on w.holding_id = u.holding_id
      join atrio.holding h on h.id = u.holding_id and h.service_kind is not null
      join atrio.holding_grant g on g.holding_id = h.id and g.user_id = ${userId} and g.permissions ? 'service'
      cross join lateral (values
        ('webSpace', u.bytes, w.space_bytes),
        ('webTraffic', case when u.month = date_trunc('month', now() at time zone 'UTC') then u.traffic_bytes else 0 end,
         w.traffic_bytes)) l (resource, used, maximum)
   where u.nearly_full and l.used >= 0.8 * l.maximum`;

export async function listOverQuota({ db }: Read, userId: number): Promise<Dashboard["overQuota"]> {
  const { rows } = await sql<Counted<Dashboard["overQuota"]["items"][number]>>`
    with full_mailbox as (${fullMailboxes(userId)}),
         full_one as (${zones(userId)} union all ${mailboxes} union all ${mailServices} union all ${webServices(userId)})
    select id, reference, resource, mailbox, used, maximum as limit, count(*) over () as total
      from full_one
     order by used::float / nullif(maximum, 0) desc, reference, resource, mailbox limit ${shown}`.execute(db);
  return few(rows, ({ id, reference, resource, mailbox, used, limit }) => ({
    id,
    reference,
    resource,
    mailbox,
    used,
    limit,
  }));
}
