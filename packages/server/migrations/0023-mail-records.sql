-- What the zone of a service with mail says about it. Default records as those of 0005: the panel keeps their values until
-- a customer edits them.

alter table atrio.platform
  -- What every zone with a service lets send its mail (RFC 7208); with a relay it names the relay's.
  add column spf text not null default 'v=spf1 a mx ~all'
    check (spf ~ '^v=spf1( [\x21-\x7e]+)*$' and length(spf) <= 255),
  -- Where mail programs are told their settings: a name of the panel's. Empty: nowhere.
  add column autoconfig_host text not null default '' check (autoconfig_host = '' or atrio.dns_is_host(autoconfig_host));

alter table atrio.dns_record
  drop constraint dns_record_dynamic,
  add constraint dns_record_dynamic check (dynamic is null or (dynamic, type) in (
    ('name_server', 'NS'), ('web_ipv4', 'A'), ('web_ipv6', 'AAAA'), ('mail', 'MX'), ('spf', 'TXT'), ('dkim', 'TXT'),
    ('dmarc', 'TXT'), ('imap', 'CNAME'), ('imap', 'SRV'), ('smtp', 'CNAME'), ('smtp', 'SRV'), ('autoconfig', 'CNAME'),
    ('autoconfig', 'SRV')));

-- One record a name and type. The services are those of RFC 6186 and 8314: with TLS from the first octet before STARTTLS. No name
-- is its own alias: where the platform's host is the very name, it has an address there.
create view atrio.mail_record as
  select z.id as zone_id, z.holding_id, coalesce(d.label || '.', '') || z.name as name, d.type, d.value, d.priority, d.dynamic
    from atrio.dns_zone z
    join atrio.holding h on h.id = z.holding_id and h.service_kind = 'hosting'
    cross join atrio.platform p
    left join atrio.dkim_key k on k.holding_id = h.id
    cross join lateral (values
      (null, 'TXT', case when p.mail_hosts <> '{}' then p.spf end, null::integer, 'spf'),
      (k.selector || '._domainkey', 'TXT', 'v=DKIM1; k=rsa; p=' || k.public_key, null, 'dkim'),
      ('_dmarc', 'TXT', 'v=DMARC1; p=none', null, 'dmarc'),
      ('imap', 'CNAME', nullif(p.imap_ssl_host, ''), null, 'imap'),
      ('_imaps._tcp', 'SRV', '1 993 ' || nullif(p.imap_ssl_host, ''), 0, 'imap'),
      ('_imap._tcp', 'SRV', '1 143 ' || nullif(p.imap_ssl_host, ''), 10, 'imap'),
      ('smtp', 'CNAME', nullif(p.smtp_ssl_host, ''), null, 'smtp'),
      ('_submissions._tcp', 'SRV', '1 465 ' || nullif(p.smtp_ssl_host, ''), 0, 'smtp'),
      ('_submission._tcp', 'SRV', '1 587 ' || nullif(p.smtp_ssl_host, ''), 10, 'smtp'),
      ('autoconfig', 'CNAME', nullif(p.autoconfig_host, ''), null, 'autoconfig'),
      ('autodiscover', 'CNAME', nullif(p.autoconfig_host, ''), null, 'autoconfig'),
      ('_autodiscover._tcp', 'SRV', '1 443 ' || nullif(p.autoconfig_host, ''), 0, 'autoconfig')
    ) d (label, type, value, priority, dynamic)
   where d.value is not null and (h.has_mail or d.dynamic = 'spf')
     and length(coalesce(d.label, '')) + 1 + length(z.name) <= 253 and d.value <> coalesce(d.label || '.', '') || z.name;

create or replace function atrio.dns_zone_defaults(zone_id integer)
returns table (name text, type text, value text, priority integer, system boolean, dynamic text)
language sql stable set search_path = atrio, pg_temp as $$
  select z.name, d.*
    from dns_zone z join holding h on h.id = z.holding_id cross join platform p cross join lateral (
      select 'NS', s.name, null::integer, true, 'name_server' from name_server s
      union all
      select 'A', host(p.web_ipv4), null, false, 'web_ipv4' where p.web_ipv4 is not null
      union all
      select 'AAAA', host(p.web_ipv6), null, false, 'web_ipv6' where p.web_ipv6 is not null
      union all
      select 'MX', m.host, (10 * least(m.position, 10))::integer, false, 'mail'
        from unnest(p.mail_hosts) with ordinality as m(host, position) where h.service_kind = 'hosting'
    ) d
   where z.id = zone_id
  union all
  select m.name, m.type, m.value, m.priority, false, m.dynamic from mail_record m where m.zone_id = dns_zone_defaults.zone_id
  union all
  select 'www.' || z.name, 'CNAME', z.name, null, false, null from dns_zone z where z.id = zone_id
$$;

-- Whether a customer's records leave no room for one of these: it would stand beside one of its own kind or beside an alias,
-- below a cut, or in the place of what a wildcard says; and where mail goes elsewhere, programs are told nothing of here.
create function atrio.mail_record_in_the_way(apex text, wanted atrio.mail_record) returns boolean
language plpgsql stable set search_path = atrio, pg_temp as $$
begin
  return exists (
           select from dns_record r where r.zone_id = wanted.zone_id and r.name = wanted.name
              and (wanted.type = 'CNAME' or r.type in (wanted.type, 'CNAME', 'NS')))
      or (wanted.type = 'CNAME' and exists (
           select from dns_record r where r.zone_id = wanted.zone_id and r.name = '*.' || apex
              and r.type in ('A', 'AAAA', 'ANAME', 'CNAME')))
      or (wanted.dynamic in ('imap', 'smtp', 'autoconfig') and exists (
           select from dns_record r
            where r.zone_id = wanted.zone_id and r.name = apex and r.type = 'MX' and r.dynamic is null))
      or dns_is_occluded(wanted.zone_id, apex, wanted.name);
end $$;

-- Makes the kept records of these kinds say what is right now; with `added` also those that a zone does not have. Each zone is
-- locked before any record of it is.
create function atrio.mail_records_follow(zones integer[], kinds text[], added boolean) returns void
language plpgsql set search_path = atrio, pg_temp set enable_seqscan = off as $$
begin
  perform from dns_zone where id = any (zones) order by id for no key update;
  -- what is a default no more
  delete from dns_record r where r.zone_id = any (zones) and r.dynamic = any (kinds) and not exists (
    select from mail_record m
     where m.zone_id = any (zones) and (m.zone_id, m.name, m.type, m.dynamic) = (r.zone_id, r.name, r.type, r.dynamic));
  -- what would become the same as one of the customer's own
  delete from dns_record r using mail_record m, dns_record twin
   where m.zone_id = any (zones) and m.dynamic = any (kinds)
     and (r.zone_id, r.name, r.type, r.dynamic) = (m.zone_id, m.name, m.type, m.dynamic) and r.value <> m.value
     and (twin.zone_id, twin.name, twin.type, twin.value) = (m.zone_id, m.name, m.type, m.value)
     and twin.priority is not distinct from r.priority;
  update dns_record r set value = m.value from mail_record m
   where m.zone_id = any (zones) and m.dynamic = any (kinds)
     and (r.zone_id, r.name, r.type, r.dynamic) = (m.zone_id, m.name, m.type, m.dynamic) and r.value <> m.value;
  if added then
    insert into dns_record (zone_id, holding_id, name, type, value, priority, dynamic)
    select m.zone_id, m.holding_id, m.name, m.type, m.value, m.priority, m.dynamic
      from mail_record m join dns_zone z on z.id = m.zone_id
     where m.zone_id = any (zones) and m.dynamic = any (kinds) and z.record_count <= 19900
       and not mail_record_in_the_way(z.name, m);
  end if;
end $$;

-- What concerns all zones that there are: each step is a transaction of the worker's, so that no customer's change waits for
-- another's zone. It goes on where it was, whatever ended it.
create table atrio.mail_records_due (
  id bigint generated always as identity primary key,
  kinds text[] not null,
  added boolean not null,
  zone_done integer not null default 0,
  zone_last integer not null,                       -- what is made after the change has it from the start
  asked_at timestamptz not null default now()
);
create function atrio.mail_records_follow_everywhere(kinds text[], added boolean) returns void
language sql volatile set search_path = atrio, pg_temp as $$
  insert into mail_records_due (kinds, added, zone_last) select kinds, added, max(id) from dns_zone having max(id) is not null;
  select from graphile_worker.add_job('mail.records', queue_name => 'mail.records', job_key => 'mail.records')
   where exists (select from mail_records_due);
$$;
-- One step; false: nothing is left.
create function atrio.mail_records_follow_next() returns boolean
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  due mail_records_due;
  zones integer[];
begin
  select * into due from mail_records_due order by id limit 1 for update;
  if not found then return false; end if;
  zones := array(select id from dns_zone where id > due.zone_done and id <= due.zone_last order by id limit 200);
  if zones = '{}' then
    delete from mail_records_due where id = due.id;
  else
    perform mail_records_follow(zones, due.kinds, due.added);
    update mail_records_due set zone_done = zones[cardinality(zones)] where id = due.id;
  end if;
  return true;
end $$;

-- Mail that is switched on or off.
create function atrio.mail_records_of_holding() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform mail_records_follow(array_agg(z.id), '{dkim,dmarc,imap,smtp,autoconfig}', true)
    from new_rows n join old_rows o using (id) join dns_zone z on z.holding_id = n.id
   where n.has_mail <> o.has_mail having count(*) > 0;
  return null;
end $$;
create trigger mail_records_of_holding after update on atrio.holding
  referencing old table as old_rows new table as new_rows
  for each statement execute function atrio.mail_records_of_holding();

-- A zone that is being made does not see the key yet, nor this one that zone: the holding's lock lets one go first.
create function atrio.mail_records_of_key() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform from holding h join new_rows n on n.holding_id = h.id for update of h;
  perform mail_records_follow(array_agg(z.id), '{dkim}', true)
    from new_rows n join dns_zone z using (holding_id) having count(*) > 0;
  return null;
end $$;
create trigger mail_records_of_key after insert on atrio.dkim_key referencing new table as new_rows
  for each statement execute function atrio.mail_records_of_key();

-- A host the platform did not have before is a record that no customer can have deleted: all zones get it.
create function atrio.mail_records_of_platform() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  is_new text[] := array_remove(array[
    case when old.imap_ssl_host = '' then 'imap' end, case when old.smtp_ssl_host = '' then 'smtp' end,
    case when old.autoconfig_host = '' then 'autoconfig' end], null);
begin
  perform mail_records_follow_everywhere('{spf,imap,smtp,autoconfig}', false);
  perform mail_records_follow_everywhere(is_new, true) where is_new <> '{}';
  return null;
end $$;
create trigger mail_records_of_platform after update on atrio.platform
  for each row when ((old.spf, old.imap_ssl_host, old.smtp_ssl_host, old.autoconfig_host)
                     is distinct from (new.spf, new.imap_ssl_host, new.smtp_ssl_host, new.autoconfig_host))
  execute function atrio.mail_records_of_platform();

-- Zones of before: the SPF record that they began with is kept from now on, unless it has company.
update atrio.dns_record r set dynamic = 'spf'
  from atrio.dns_zone z join atrio.holding h on h.id = z.holding_id and h.service_kind = 'hosting'
 where r.zone_id = z.id and r.name = z.name and r.type = 'TXT' and r.value = 'v=spf1 a mx ~all' and r.ttl = 0
   and exists (select from atrio.platform where mail_hosts <> '{}')
   and not exists (
     select from atrio.dns_record o where o.zone_id = z.id and o.name = z.name and o.type = 'TXT' and o.id <> r.id
        and o.value ~* '^v=spf1( |$)');
select atrio.mail_records_follow_everywhere('{dmarc,imap,smtp,autoconfig}', true);

revoke execute on function atrio.dns_zone_defaults, atrio.mail_record_in_the_way, atrio.mail_records_follow,
  atrio.mail_records_follow_everywhere, atrio.mail_records_follow_next,
  atrio.mail_records_of_holding, atrio.mail_records_of_key, atrio.mail_records_of_platform from public;
grant select on atrio.mail_record to atrio_api, atrio_worker;
grant execute on function atrio.dns_zone_defaults(integer) to atrio_api, atrio_worker;
grant execute on function atrio.mail_records_follow_next() to atrio_worker;
