-- Mail of a holding: its mailboxes, its aliases, and what one may send. Dovecot and Postfix read it by the views of 0022:
-- what is committed is in force at the next command.

-- What comes with the service. Kept while mail is switched off: nothing is lost.
create table atrio.mail_service (
  holding_id bigint primary key references atrio.holding on delete cascade,
  quota_bytes bigint check (quota_bytes between 1 and 1125899906842624),  -- of all mailboxes together; null: unlimited
  mailboxes_max integer check (mailboxes_max >= 0),                       -- null: unlimited
  aliases_max integer check (aliases_max >= 0),
  recipients_per_hour integer not null default 300 check (recipients_per_hour >= 0)
);

create function atrio.mail_service_wanted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if new.has_mail then insert into mail_service (holding_id) values (new.id) on conflict do nothing; end if;
  return null;
end $$;
create trigger mail_service_wanted after insert or update of has_mail on atrio.holding
  for each row execute function atrio.mail_service_wanted();
insert into atrio.mail_service (holding_id) select id from atrio.holding where has_mail;

-- Addresses -----------------------------------------------------------------------------------------------------------

-- Where mail may be sent on to: an address as Postfix and every server after it reads it, its domain in A-labels.
create function atrio.mail_targets_valid(targets text[]) returns boolean language sql immutable strict parallel safe as $$
  select cardinality(targets) <= 50 and array_position(targets, null) is null
     and cardinality(targets) = (select count(distinct t) from unnest(targets) t)
     and not exists (select from unnest(targets) t where length(t) > 254 or t <> lower(t) or t !~
       '^(?!-)[a-z0-9!#$%&''*/=?^_`{}~+-]+(\.[a-z0-9!#$%&''*/=?^_`{}~+-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
$$;
-- The same without sub-addresses: ana+shop@ is delivered to ana@.
create function atrio.mail_routes(targets text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(regexp_replace(t, '^([^+@]+)\+[^@]*@', '\1@')), '{}') from unnest(targets) t
$$;
-- Them, and the catch-alls that take what they name where there is nothing of that name.
create function atrio.mail_leads(routes text[]) returns text[] language sql immutable strict parallel safe as $$
  select routes || array(select distinct substr(route, position('@' in route)) from unnest(routes) route)
$$;

create table atrio.mailbox (
  id bigint generated always as identity primary key,   -- also the name of the folder its mail lies in
  holding_id bigint not null references atrio.mail_service on delete cascade,
  local_part text not null check (local_part ~ '^[a-z0-9_][a-z0-9_-]*(\.[a-z0-9_-]+)*$' and length(local_part) <= 64),
  address text not null check (length(address) <= 254),  -- local_part@reference, by trigger; it signs in with it
  password_hash text not null check (password_hash ~ '^\{ARGON2ID\}\$argon2id\$'),
  password_sealed bytea,                            -- by the vault; null: cannot be shown
  quota_bytes bigint check (quota_bytes between 1 and 1125899906842624),  -- null: unlimited
  forward_targets text[] not null default '{}' check (atrio.mail_targets_valid(forward_targets)),
  forward_routes text[] not null generated always as (atrio.mail_routes(forward_targets)) stored,
  keeps_copy boolean not null default true check (keeps_copy or forward_targets <> '{}'),
  eliminable boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,                           -- its mail is kept for 30 days from then
  deleted_bytes bigint check ((deleted_bytes is null) = (deleted_at is null)),
  unique (holding_id, id)
);
create index mailbox_address on atrio.mailbox (address) where deleted_at is null;
create index mailbox_leads on atrio.mailbox using gin (atrio.mail_leads(forward_routes)) where forward_targets <> '{}';
create index mailbox_deleted on atrio.mailbox (deleted_at) where deleted_at is not null;

-- '' takes what no other address of the domain takes.
create table atrio.alias (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.mail_service on delete cascade,
  local_part text not null check (local_part ~ '^([a-z0-9_][a-z0-9_-]*(\.[a-z0-9_-]+)*)?$' and length(local_part) <= 64),
  address text not null check (length(address) <= 254),  -- local_part@reference, by trigger
  targets text[] not null check (atrio.mail_targets_valid(targets) and targets <> '{}'),
  routes text[] not null generated always as (atrio.mail_routes(targets)) stored,
  eliminable boolean not null default true,
  created_at timestamptz not null default now(),
  unique (holding_id, id)
);
create index alias_address on atrio.alias (address);
create index alias_leads on atrio.alias using gin (atrio.mail_leads(routes));

-- An address is one thing: a mailbox or an alias.
create table atrio.mail_address (
  address text primary key,
  holding_id bigint not null,
  mailbox_id bigint unique,
  alias_id bigint unique,
  check (num_nonnulls(mailbox_id, alias_id) = 1),
  foreign key (holding_id, mailbox_id) references atrio.mailbox (holding_id, id) on delete cascade,
  foreign key (holding_id, alias_id) references atrio.alias (holding_id, id) on delete cascade
);
create index mail_address_holding on atrio.mail_address (holding_id);

-- Written by Dovecot as it happens. By address, since that is all Dovecot knows: what it writes of one that is gone is swept.
create table atrio.mailbox_usage (
  address text primary key,
  bytes bigint not null default 0,
  messages bigint not null default 0,
  nearly_full boolean not null default false        -- 80 % of its quota and more, by trigger
);
create index mailbox_usage_nearly_full on atrio.mailbox_usage (address) where nearly_full;

create function atrio.mail_address_made() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  select new.local_part || '@' || h.reference into new.address from holding h where h.id = new.holding_id;
  return new;
end $$;
create trigger mail_address_made before insert or update of local_part, holding_id on atrio.mailbox
  for each row execute function atrio.mail_address_made();
create trigger mail_address_made before insert or update of local_part, holding_id on atrio.alias
  for each row execute function atrio.mail_address_made();

-- A deleted mailbox gives its address free, and what it held goes with it; what is under the address next begins at nothing.
create function atrio.mailbox_deleted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.deleted_bytes := coalesce((select bytes from mailbox_usage where address = old.address), 0);
    delete from mailbox_usage where address = old.address;
  elsif new.deleted_at is null and old.deleted_at is not null then
    insert into mailbox_usage (address, bytes) values (new.address, old.deleted_bytes)
      on conflict (address) do update set bytes = excluded.bytes;
    new.deleted_bytes := null;
  end if;
  return new;
end $$;
create trigger mailbox_deleted before update of deleted_at on atrio.mailbox
  for each row execute function atrio.mailbox_deleted();

create function atrio.mail_address_kept() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if tg_table_name = 'alias' then
    insert into mail_address (address, holding_id, alias_id) values (new.address, new.holding_id, new.id);
  elsif new.deleted_at is null then
    insert into mail_address (address, holding_id, mailbox_id) values (new.address, new.holding_id, new.id);
    if tg_op = 'INSERT' then delete from mailbox_usage where address = new.address; end if;
  else
    delete from mail_address where mailbox_id = new.id;
  end if;
  return null;
end $$;
create trigger a_address after insert on atrio.alias for each row execute function atrio.mail_address_kept();
create trigger a_address after insert on atrio.mailbox for each row execute function atrio.mail_address_kept();
create trigger a_address_again after update of deleted_at on atrio.mailbox for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function atrio.mail_address_kept();

-- Where mail goes on to -------------------------------------------------------------------------------------------------

-- What an address of ours leads to: itself, else the catch-all of its domain; null where it leaves us.
create function atrio.mail_node(route text) returns text
language sql stable security definer set search_path = atrio, pg_temp as $$
  select address from mail_address where address in (route, substr(route, position('@' in route)))
   order by length(address) desc limit 1
$$;
-- What they are sent on to: of ours by its node, else as it is. Each as often as it is sent to, of more than 500 the first 501.
create function atrio.mail_next(addresses text[]) returns text[]
language sql stable security definer set search_path = atrio, pg_temp as $$
  select coalesce(array_agg(coalesce(mail_node(route), route)), '{}') from (
    select unnest(routes) as route from unnest(addresses) sent join alias on address = sent
    union all
    select unnest(forward_routes) from unnest(addresses) sent join mailbox on address = sent and deleted_at is null
    limit 501) r
$$;
create function atrio.mail_previous(addresses text[]) returns text[]
language sql stable security definer set search_path = atrio, pg_temp as $$
  select coalesce(array_agg(distinct address), '{}') from (
    select address, routes from alias where mail_leads(routes) && addresses
    union all
    select address, forward_routes from mailbox
     where forward_targets <> '{}' and mail_leads(forward_routes) && addresses and deleted_at is null) p
   where exists (select from unnest(routes) route where mail_node(route) = any (addresses))
$$;

-- Mail must arrive: it never comes back to where it was, takes at most 10 steps and reaches at most 500 addresses, ours and
-- others, each as often as it is sent to. Postfix counts so, and from 1000 on takes nothing (virtual_alias_expansion_limit).
create function atrio.mail_reach_check(start text) returns boolean
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  front text[] := array[start];
  reached integer := 0;
  steps integer := 0;
begin
  loop
    front := mail_next(front);
    exit when front = '{}';
    steps := steps + 1;
    reached := reached + cardinality(front);
    if start = any (front) then
      raise exception 'mail for % would come back to it', start using errcode = 'check_violation', constraint = 'mail_loop';
    end if;
    if steps > 10 or reached > 500 then
      raise exception 'mail for % would go too far', start using errcode = 'check_violation', constraint = 'mail_too_far';
    end if;
  end loop;
  return reached > 0;
end $$;
-- Where it is sent on, also from each address that leads to it.
create function atrio.mail_path_check(start text) returns void
language plpgsql strict security definer set search_path = atrio, pg_temp as $$
declare
  front text[] := array[start];
  seen text[] := front;
begin
  if not mail_reach_check(start) then return; end if;
  loop
    select array_agg(address) into front from unnest(mail_previous(front)) address where address <> all (seen);
    exit when front is null;
    perform mail_reach_check(address) from unnest(front) address;
    seen := seen || front;
  end loop;
end $$;

-- One at a time: two changes that are right alone could make a loop together. An address that goes leads what was sent to it
-- to the catch-all.
create function atrio.mail_path_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_advisory_xact_lock('atrio.alias'::regclass::oid::bigint);
  perform mail_path_check(mail_node(changed.address));
  return null;
end $$;
create trigger b_path after insert or delete or update of targets on atrio.alias
  for each row execute function atrio.mail_path_changed();
create trigger b_path after insert or update of forward_targets, deleted_at on atrio.mailbox
  for each row execute function atrio.mail_path_changed();

-- What the service allows -------------------------------------------------------------------------------------------------

-- Under the service's lock, which every change of its mailboxes and aliases takes first.
create function atrio.mail_lock(holding bigint) returns setof atrio.mail_service
language sql volatile security definer set search_path = atrio, pg_temp as $$
  select s.* from mail_service s join holding h on h.id = s.holding_id and h.has_mail
   where s.holding_id = holding for no key update of s
$$;
create function atrio.mail_limits_check() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  limits mail_service;
begin
  select * into limits from mail_service where holding_id = new.holding_id for no key update;
  if tg_table_name = 'alias' then
    if (select count(*) from alias where holding_id = new.holding_id and local_part <> '') > limits.aliases_max then
      raise exception 'no more aliases' using errcode = 'check_violation', constraint = 'mail_aliases_max';
    end if;
    return null;
  end if;
  if new.deleted_at is not null then return null; end if;
  if (select count(*) from mailbox where holding_id = new.holding_id and deleted_at is null) > limits.mailboxes_max then
    raise exception 'no more mailboxes' using errcode = 'check_violation', constraint = 'mail_mailboxes_max';
  end if;
  if limits.quota_bytes is not null and (new.quota_bytes is null or limits.quota_bytes <
       (select sum(quota_bytes) from mailbox where holding_id = new.holding_id and deleted_at is null)) then
    raise exception 'more than the service''s quota' using errcode = 'check_violation', constraint = 'mail_quota';
  end if;
  return null;
end $$;
-- What is given out to mailboxes is not taken back from them.
create function atrio.mail_service_check() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if exists (select from mailbox where holding_id = new.holding_id and deleted_at is null
              having new.quota_bytes < sum(quota_bytes) or bool_or(quota_bytes is null)) then
    raise exception 'its mailboxes have more' using errcode = 'check_violation', constraint = 'mail_quota';
  end if;
  return null;
end $$;
create trigger c_limits after update of quota_bytes on atrio.mail_service
  for each row when (new.quota_bytes is not null) execute function atrio.mail_service_check();
create trigger c_limits after insert on atrio.alias for each row execute function atrio.mail_limits_check();
create trigger c_limits after insert or update of quota_bytes, deleted_at on atrio.mailbox
  for each row execute function atrio.mail_limits_check();

-- Answers by themselves, between two dates.
create table atrio.autoresponder (
  mailbox_id bigint primary key,
  holding_id bigint not null,
  enabled boolean not null,
  subject text not null check (length(subject) between 1 and 255 and subject !~ '[\x01-\x1f\x7f]'),
  content text not null check (length(content) between 1 and 10000),
  starts_on date,                                   -- in UTC, both included; null: open
  ends_on date check (ends_on >= starts_on),
  version bigint not null generated always as identity,
  foreign key (holding_id, mailbox_id) references atrio.mailbox (holding_id, id) on delete cascade
);
-- Each edition has a number of its own: by it Dovecot knows what it compiled before.
create function atrio.autoresponder_edition() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  new.version := nextval(pg_get_serial_sequence('atrio.autoresponder', 'version'));
  return new;
end $$;
create trigger autoresponder_edition before update on atrio.autoresponder
  for each row execute function atrio.autoresponder_edition();
