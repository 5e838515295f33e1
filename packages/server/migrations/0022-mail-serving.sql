-- What the mail daemons see of 0021: a schema of views and functions for each, read by a role that sees nothing else.

-- What mail is signed with on its way out (RFC 6376). Made by policyd where one is missing; the private half leaves it only
-- to be signed with.
create table atrio.dkim_key (
  holding_id bigint primary key references atrio.mail_service on delete cascade,
  selector text not null check (selector ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  private_key text not null,                        -- PKCS #8, PEM
  public_key text not null check (public_key ~ '^[A-Za-z0-9+/]+=*$'),  -- DER, base64: the p= of its record
  created_at timestamptz not null default now()
);
create function atrio.tell_policyd() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform pg_notify('atrio_dkim', '');
  return null;
end $$;
create trigger tell_policyd after insert on atrio.mail_service
  for each statement execute function atrio.tell_policyd();

-- What was sent to how many in each hour of the clock.
create table atrio.mail_sending (
  holding_id bigint not null references atrio.mail_service on delete cascade,
  hour timestamptz not null,
  recipients integer not null default 0 check (recipients >= 0),
  -- to how many outside it was sent on, by aliases and mailboxes that forward: strangers have no say in what a customer may send
  forwarded integer not null default 0 check (forwarded >= 0),
  primary key (holding_id, hour)
);

-- Dovecot -------------------------------------------------------------------------------------------------------------

create schema dovecot;
create view dovecot.mailbox as
  select m.id, m.address, m.password_hash as password, '*:bytes=' || coalesce(m.quota_bytes, 0) as quota_rule
    from atrio.mailbox m join atrio.holding h on h.id = m.holding_id and h.has_mail
   where m.deleted_at is null;

-- A row where the mailbox answers by itself today. To the addresses it is reached by (RFC 5230, 4.5).
create function atrio.sieve_quote(content text) returns text language sql immutable strict parallel safe as $$
  select '"' || replace(replace(content, '\', '\\'), '"', '\"') || '"'
$$;
create view dovecot.sieve as
  select m.address, 'autoresponder'::text as name, a.version::text as id,
         E'require ["vacation"];\r\nvacation :days 1 :addresses [' ||
         (select string_agg(atrio.sieve_quote(own.address), ', ' order by own.address) from (
           select m.address union
           select l.address from atrio.alias l
            where l.holding_id = m.holding_id and l.routes @> array[m.address] and l.local_part <> '') own) ||
         '] :subject ' || atrio.sieve_quote(a.subject) || E' text:\r\n' ||
         regexp_replace(regexp_replace(a.content, E'\r?\n', E'\r\n', 'g'), '^\.', '..', 'gn') || E'\r\n.\r\n;\r\n' as script
    from atrio.autoresponder a join atrio.mailbox m on m.id = a.mailbox_id and m.deleted_at is null
   where a.enabled and current_date between coalesce(a.starts_on, '-infinity') and coalesce(a.ends_on, 'infinity');

create view dovecot.quota_usage as select address, bytes, messages from atrio.mailbox_usage;

-- Postfix -------------------------------------------------------------------------------------------------------------

create schema postfix;
create view postfix.domain as select reference as domain from atrio.holding where has_mail;
create view postfix.mailbox as select address from dovecot.mailbox;
-- A mailbox is its own alias, or the catch-all of its domain would come before it.
create view postfix.alias as
  select a.address, unnest(a.targets) as target
    from atrio.alias a join atrio.holding h on h.id = a.holding_id and h.has_mail
  union all
  select m.address, unnest(m.forward_targets || case when m.keeps_copy then array[m.address] else '{}' end)
    from atrio.mailbox m join atrio.holding h on h.id = m.holding_id and h.has_mail
   where m.deleted_at is null;
-- The addresses a login may send as: its own, and the aliases that reach it.
create view postfix.sender_login as
  select address as sender, address as login from dovecot.mailbox
  union all
  select a.address, m.address
    from atrio.alias a join atrio.holding h on h.id = a.holding_id and h.has_mail
    join atrio.mailbox m on m.holding_id = a.holding_id and m.address = any (a.routes) and m.deleted_at is null
   where a.local_part <> '';
create view postfix.recipient_access as
  select m.address, '552 5.2.2 The mailbox ' || m.address || ' is full' as action
    from atrio.mailbox m join atrio.mailbox_usage u on u.address = m.address
   where u.bytes >= m.quota_bytes and m.keeps_copy and m.deleted_at is null;

-- policyd -------------------------------------------------------------------------------------------------------------

create schema policyd;
create view policyd.dkim as
  select h.reference as domain, k.selector, k.private_key
    from atrio.dkim_key k join atrio.holding h on h.id = k.holding_id and h.has_mail;
create function policyd.dkim_missing(most integer) returns table (holding_id bigint, domain text)
language sql stable security definer set search_path = atrio, pg_temp as $$
  select s.holding_id, h.reference from mail_service s join holding h on h.id = s.holding_id
   where not exists (select from dkim_key k where k.holding_id = s.holding_id)
   order by s.holding_id limit most
$$;
create function policyd.dkim_store(holding bigint, selector text, private_key text, public_key text) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  insert into dkim_key (holding_id, selector, private_key, public_key)
    select s.holding_id, dkim_store.selector, dkim_store.private_key, dkim_store.public_key
      from mail_service s where s.holding_id = holding
    on conflict do nothing
$$;
-- Whose mail a mailbox sends, and the first of these addresses that is not its own. ana+shop@ is an address of ana@'s too.
create function policyd.sender(login text, addresses text[]) returns table (holding_id bigint, refused text)
language sql stable security definer set search_path = atrio, pg_temp as $$
  select m.holding_id, (
      select asked.address from unnest(sender.addresses) with ordinality asked (address, position)
       where not exists (select from postfix.sender_login s
         where s.login = m.address and s.sender = (mail_routes(array[asked.address]))[1])
       order by asked.position limit 1)
    from mailbox m join holding h on h.id = m.holding_id and h.has_mail
   where m.address = sender.login and m.deleted_at is null
$$;
-- Where recipients lead in the end. `origin` is the address of ours that takes `sent` of them, or one elsewhere. What it leads
-- to is a mailbox, outside, or nobody's.
create function policyd.leads(recipients text[])
returns table (origin text, holding_id bigint, sent integer, target text, mailbox_id bigint, outside boolean)
language sql stable security definer set search_path = atrio, pg_temp as $$
  with recursive start (origin, ours, sent) as (
    select coalesce(node, recipient), node is not null, count(*)::integer
      from (select distinct lower(r) as recipient from unnest(recipients) r) r
      cross join lateral (select mail_node((mail_routes(array[recipient]))[1]) as node offset 0) n
     group by 1, 2
  ), step (origin, target, node) as (
    select origin, origin, case when ours then origin end from start
    union
    select s.origin, n.target, mail_node((mail_routes(array[n.target]))[1])
      -- offset 0, here and below: each is looked up by an index
      from step s cross join lateral (select a.target from postfix.alias a where a.address = s.node offset 0) n
  )
  select b.origin, a.holding_id, b.sent, s.target, m.id, not d.here
    from step s join start b using (origin)
    left join lateral (select holding_id from mail_address where b.ours and address = b.origin offset 0) a on true
    cross join lateral (select exists (
      select from postfix.domain where domain = substring(s.target from '[^@]*$')) as here offset 0) d
    left join lateral (
      select id from mailbox where d.here and address = s.target and keeps_copy and deleted_at is null offset 0) m on true
   where s.node is null or m.id is not null or not d.here
$$;
-- What is to be known of a message that comes in: which of these domains are ours, how many addresses outside each service would
-- send it on to, and, where all of it would end in full mailboxes, one of them.
create function policyd.incoming(domains text[], recipients text[], size bigint)
returns table (ours text[], holdings bigint[], outside integer[], full_mailbox text)
language sql stable security definer set search_path = atrio, pg_temp as $$
  with lead as materialized (select * from policyd.leads(recipients)),
  sent_on (holding_id, outside) as (select holding_id, sum(sent)::integer from lead where outside group by 1)
  select array(select asked from unnest(domains) asked
                where exists (select from postfix.domain where domain = asked)),
         array(select holding_id from sent_on order by 1),
         array(select outside from sent_on order by holding_id),
         (select min(m.address)
            from lead
            left join lateral (select address, quota_bytes from mailbox where id = lead.mailbox_id offset 0) m on true
            left join lateral (select bytes from mailbox_usage where address = m.address offset 0) u on true
          having bool_and(coalesce(coalesce(u.bytes, 0) + size > m.quota_bytes, false)))
$$;
-- To how many a service sends with a message to these, `outside` of them elsewhere. An address of another service is one: where it
-- leads outside, that service sends on, to as many.
create function policyd.outgoing(sender bigint, recipients text[])
returns table (own integer, own_outside integer, holdings bigint[], outside integer[])
language sql stable security definer set search_path = atrio, pg_temp as $$
  with lead as materialized (select *, coalesce(holding_id <> sender, false) as of_another from policyd.leads(recipients)),
  sent_on (holding_id, outside) as (select holding_id, sum(sent)::integer from lead where outside and of_another group by 1)
  select (select coalesce(sum(sent), 0) from lead where not of_another)::integer
           + (select coalesce(sum(sent), 0) from (select distinct origin, sent from lead where of_another) other)::integer,
         (select coalesce(sum(sent), 0) from lead where outside and not of_another)::integer,
         array(select holding_id from sent_on order by 1),
         array(select outside from sent_on order by holding_id)
$$;
-- Takes recipients of this hour's from each of these services: of those it sends to, or of those it sends on to. All or nothing:
-- a row is a service that has less left, of `most` of which `taken` are gone. A service stands there once.
create function policyd.take(holdings bigint[], amounts integer[], sent_on boolean[])
returns table (domain text, forwarded boolean, wanted integer, most integer, taken integer)
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
#variable_conflict use_column
declare
  now_hour timestamptz := date_trunc('hour', now());
begin
  insert into mail_sending (holding_id, hour) select holding, now_hour from unnest(holdings) holding order by 1
    on conflict do nothing;
  perform from mail_sending where holding_id = any (holdings) and hour = now_hour order by holding_id for update;
  return query
    select h.reference, w.sent_on, w.wanted, m.recipients_per_hour, case when w.sent_on then s.forwarded else s.recipients end
      from unnest(holdings, amounts, sent_on) w (holding_id, wanted, sent_on)
      join mail_sending s on s.holding_id = w.holding_id and s.hour = now_hour
      join mail_service m on m.holding_id = w.holding_id join holding h on h.id = w.holding_id
     where case when w.sent_on then s.forwarded else s.recipients end + w.wanted > m.recipients_per_hour;
  if found then return; end if;
  update mail_sending s
     set recipients = s.recipients + case when w.sent_on then 0 else w.wanted end,
         forwarded = s.forwarded + case when w.sent_on then w.wanted else 0 end
    from unnest(holdings, amounts, sent_on) w (holding_id, wanted, sent_on)
   where s.holding_id = w.holding_id and s.hour = now_hour;
end $$;

-- Grants ----------------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema policyd from public;
revoke execute on function atrio.mail_service_wanted, atrio.mail_targets_valid, atrio.mail_routes, atrio.mail_leads,
  atrio.mail_address_made, atrio.mailbox_deleted, atrio.mail_address_kept, atrio.mail_node, atrio.mail_next,
  atrio.mail_previous, atrio.mail_reach_check, atrio.mail_path_check, atrio.mail_path_changed, atrio.mail_lock,
  atrio.mail_limits_check, atrio.mail_service_check, atrio.autoresponder_edition, atrio.tell_policyd, atrio.sieve_quote from public;

grant usage on schema dovecot to dovecot_ro, dovecot_usage;
grant select on dovecot.mailbox, dovecot.sieve to dovecot_ro;
grant execute on function atrio.sieve_quote(text) to dovecot_ro;   -- a view's functions run as its reader
grant select, insert, update, delete on dovecot.quota_usage to dovecot_usage;

grant usage on schema postfix to postfix_ro;
grant select on all tables in schema postfix to postfix_ro;

grant usage on schema policyd to atrio_policyd;
grant select on policyd.dkim to atrio_policyd;
grant execute on all functions in schema policyd to atrio_policyd;

grant select on atrio.mail_service, atrio.mailbox, atrio.alias, atrio.mail_address, atrio.autoresponder,
  atrio.mailbox_usage, atrio.mail_sending to atrio_api, atrio_worker;
grant select (holding_id, selector, public_key, created_at) on atrio.dkim_key to atrio_api, atrio_worker;
grant insert (id, holding_id, local_part, password_hash, password_sealed, quota_bytes),
  update (password_hash, password_sealed, quota_bytes, forward_targets, keeps_copy, deleted_at) on atrio.mailbox
  to atrio_api, atrio_worker;
grant delete on atrio.mailbox to atrio_worker;
grant update (eliminable) on atrio.mailbox, atrio.alias to atrio_worker;
-- id: an alias that comes back by undo is the same alias.
grant insert (id, holding_id, local_part, targets), update (targets), delete on atrio.alias to atrio_api, atrio_worker;
grant insert (mailbox_id, holding_id, enabled, subject, content, starts_on, ends_on),
  update (enabled, subject, content, starts_on, ends_on), delete on atrio.autoresponder to atrio_api, atrio_worker;
grant update (quota_bytes, mailboxes_max, aliases_max, recipients_per_hour) on atrio.mail_service to atrio_worker;
grant delete on atrio.mailbox_usage, atrio.mail_sending to atrio_worker;
grant execute on function atrio.mail_lock(bigint) to atrio_api, atrio_worker;
grant execute on function atrio.mail_targets_valid(text[]), atrio.mail_routes(text[]), atrio.mail_leads(text[])
  to atrio_api, atrio_worker;
-- a password is sealed for a row that is to come; an alias that comes back keeps its number
grant usage on sequence atrio.mailbox_id_seq, atrio.alias_id_seq to atrio_api, atrio_worker;
