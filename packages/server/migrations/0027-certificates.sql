-- Certificates that the panel orders itself and renews (ACME, RFC 8555). A site with https and no certificate of the customer's
-- is in atrio.acme_site; the service 'acme' takes from there what is due. A row says all that was done of an order, so whatever
-- ends the service, it goes on with that very order.

-- Where they are ordered. No row: nowhere.
create table atrio.acme (
  only_row boolean primary key default true check (only_row),
  directory text not null check (directory ~ '^https://[!-~]+$' and length(directory) <= 2048),
  ca text check (length(ca) <= 65536),              -- PEM; null: whom the system trusts
  contact text not null check (length(contact) <= 254 and contact ~ '^[^\s@<>,;:"?]+@[^\s@<>,;:"?]+$'),
  resolvers text[] not null default '{}',           -- asked where names lead; none: the system's
  terms_accepted_at timestamptz not null default now(),
  account_key_sealed bytea,                         -- by the vault as acme:1:account_key
  account_url text
);

create table atrio.acme_site (
  subdomain_id bigint primary key references atrio.subdomain on delete cascade,
  due_at timestamptz not null default now(),
  failures integer not null default 0,              -- since the last certificate
  fault jsonb,                                      -- a message: why there is none, for the customer
  -- of the order under way
  certificate_id bigint,                            -- of the certificate it will be: its key is sealed for that row
  key_sealed bytea,
  order_url text
);
create index acme_site_due on atrio.acme_site (due_at);

-- What the authority asks for is answered at /.well-known/acme-challenge/, or by a record.
create table atrio.acme_challenge (
  subdomain_id bigint not null references atrio.acme_site on delete cascade,
  token text not null check (token ~ '^[A-Za-z0-9_-]+$' and length(token) <= 512),
  host text not null,
  answer text not null check (answer ~ '^[A-Za-z0-9._-]+$' and length(answer) <= 600),
  dns_record_id bigint references atrio.dns_record on delete set null,
  primary key (subdomain_id, token)
);
create index acme_challenge_token on atrio.acme_challenge (token);
create index acme_challenge_record on atrio.acme_challenge (dns_record_id) where dns_record_id is not null;

-- Orders of the last week: nobody spends what an authority grants to all.
create table atrio.acme_order (
  holding_id bigint not null references atrio.holding on delete cascade,
  host text not null,
  ordered_at timestamptz not null default now()
);
create index acme_order_holding on atrio.acme_order (holding_id);
create index acme_order_time on atrio.acme_order (ordered_at);

-- Which sites ---------------------------------------------------------------------------------------------------------

-- When a third of its life is left, and somewhat before, so that those of one hour are not due at one hour.
create function atrio.certificate_renewal(not_before timestamptz, not_after timestamptz, spread double precision)
returns timestamptz language sql immutable as $$
  select not_after - (not_after - not_before) / 3 - (not_after - not_before) * spread / 20
$$;

-- A site that was there before has its certificate again.
create function atrio.certificate_again() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if new.https and new.certificate_id is null then
    new.certificate_id := (
      select c.id from certificate c
       where c.holding_id = new.holding_id and c.host = new.host and c.source = 'acme'
         and now() < certificate_renewal(c.not_before, c.not_after, 0)
       order by c.not_after desc limit 1);
  end if;
  return new;
end $$;
-- after web_host_made
create trigger z_certificate_again before insert or update of https, certificate_id on atrio.subdomain
  for each row execute function atrio.certificate_again();

create function atrio.acme_site_follows() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  has certificate;
begin
  -- a save of something else begins nothing anew
  if tg_op = 'UPDATE' and (new.https, new.certificate_id) is not distinct from (old.https, old.certificate_id) then return null; end if;
  select * into has from certificate where id = new.certificate_id;
  if not new.https or has.source = 'uploaded' then
    delete from acme_site where subdomain_id = new.id;
  elsif has.id is null then
    insert into acme_site (subdomain_id) values (new.id) on conflict do nothing;
    perform pg_notify('atrio_acme', '');
  else
    insert into acme_site as a (subdomain_id, due_at)
      values (new.id, certificate_renewal(has.not_before, has.not_after, random()))
      on conflict (subdomain_id) do update
        set due_at = excluded.due_at, failures = 0, fault = null, certificate_id = null, key_sealed = null, order_url = null;
  end if;
  return null;
end $$;
create trigger acme_site_follows after insert or update of https, certificate_id on atrio.subdomain
  for each row execute function atrio.acme_site_follows();
insert into atrio.acme_site (subdomain_id) select id from atrio.subdomain where https and certificate_id is null;

-- Another authority or account begins anew with what failed before.
create function atrio.acme_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  update acme_site set due_at = now(), failures = 0, fault = null where failures > 0;
  perform pg_notify('atrio_acme', '');
  return null;
end $$;
create trigger acme_changed after insert or update of directory, ca, contact, resolvers on atrio.acme
  for each row execute function atrio.acme_changed();

-- Challenges in the zone ------------------------------------------------------------------------------------------------

alter table atrio.dns_record
  drop constraint dns_record_dynamic,
  add constraint dns_record_dynamic check (dynamic is null or (dynamic, type) in (
    ('name_server', 'NS'), ('web_ipv4', 'A'), ('web_ipv6', 'AAAA'), ('mail', 'MX'), ('spf', 'TXT'), ('dkim', 'TXT'),
    ('dmarc', 'TXT'), ('imap', 'CNAME'), ('imap', 'SRV'), ('smtp', 'CNAME'), ('smtp', 'SRV'), ('autoconfig', 'CNAME'),
    ('autoconfig', 'SRV'), ('acme', 'TXT')));

-- As in 0005; a challenge under way stays.
create or replace function atrio.dns_zone_restore(zone integer) returns void
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform from dns_zone where id = zone for no key update;
  delete from dns_record r where r.zone_id = zone and r.dynamic is distinct from 'acme' and not exists (
    select from dns_zone_defaults(zone) d
     where (d.name, d.type, d.value, d.priority, d.system, d.dynamic, 0)
       is not distinct from (r.name, r.type, r.value, r.priority, r.system, r.dynamic, r.ttl));
  insert into dns_record (zone_id, holding_id, name, type, value, priority, system, dynamic)
  select z.id, z.holding_id, d.* from dns_zone z, dns_zone_defaults(zone) d where z.id = zone
  on conflict do nothing;
end $$;

create function atrio.acme_challenge_removed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  delete from dns_record where id = old.dns_record_id;
  return null;
end $$;
create trigger acme_challenge_removed after delete on atrio.acme_challenge
  for each row when (old.dns_record_id is not null) execute function atrio.acme_challenge_removed();

-- What the service does -------------------------------------------------------------------------------------------------

create schema acme;

-- RFC 8555, 8.4: a wildcard's is that of the name below it.
create function acme.challenge_name(host text) returns text language sql immutable strict as $$
  select '_acme-challenge.' || regexp_replace(host, '^\*\.', '')
$$;

-- The zone of ours that can have a challenge's record, if there is one.
create function acme.zone_for(holding bigint, host text) returns atrio.dns_zone
language sql stable security definer set search_path = atrio, pg_temp as $$
  select z from dns_zone z
   where z.holding_id = holding and z.record_count < 20000 and dns_is_owner(acme.challenge_name(host))
     and (host = z.name or host like '%.' || z.name)
     and not dns_is_occluded(z.id, z.name, acme.challenge_name(host))
     and not exists (select from dns_record r
                      where r.zone_id = z.id and r.name = acme.challenge_name(host) and r.type in ('CNAME', 'NS'))
$$;

-- The site that has waited longest. A service that expired waits for its renewal.
create function acme.next(busy bigint[])
returns table (site bigint, host text, zone text, certificate_id bigint, key_sealed bytea, order_url text, failures integer)
language sql volatile security definer set search_path = atrio, pg_temp as $$
  with due as (
    select a.subdomain_id from acme_site a
      join subdomain s on s.id = a.subdomain_id join holding h on h.id = s.holding_id
     where a.due_at <= now() and a.subdomain_id <> all (busy) and h.service_expires_at > now()
     order by a.due_at limit 1 for update of a skip locked
  )
  update acme_site a set certificate_id = coalesce(a.certificate_id, nextval('atrio.certificate_id_seq'))
    from due join subdomain s on s.id = due.subdomain_id
   where a.subdomain_id = s.id
  returning s.id, s.host, (acme.zone_for(s.holding_id, s.host)).name, a.certificate_id, a.key_sealed, a.order_url, a.failures
$$;

-- Milliseconds until something is due; null where nothing is.
create function acme.until_next(busy bigint[]) returns double precision
language sql stable security definer set search_path = atrio, pg_temp as $$
  select greatest(0, extract(epoch from min(a.due_at) - now()) * 1000)::double precision
    from acme_site a join subdomain s on s.id = a.subdomain_id join holding h on h.id = s.holding_id
   where a.subdomain_id <> all (busy) and h.service_expires_at > now()
$$;

-- Before an order. Null: it may be placed; else when the next may be. What Let's Encrypt grants: 5 failures an hour for a name,
-- 50 certificates a week for a domain, 300 orders in 3 hours for an account.
create function acme.spend(site bigint) returns timestamptz
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
declare
  s subdomain;
  later timestamptz;
begin
  perform from acme for update;
  select * into strict s from subdomain where id = site;
  delete from acme_order where ordered_at <= now() - interval '7 days';
  select max(free_at) into later from (
    select min(ordered_at) + interval '1 hour' from acme_order o
     where o.holding_id = s.holding_id and o.host = s.host and ordered_at > now() - interval '1 hour' having count(*) >= 4
    union all
    select min(ordered_at) + interval '7 days' from acme_order o where o.holding_id = s.holding_id having count(*) >= 50
    union all
    select min(ordered_at) + interval '3 hours' from acme_order where ordered_at > now() - interval '3 hours' having count(*) >= 250
  ) f (free_at);
  if later is null then
    insert into acme_order (holding_id, host) values (s.holding_id, s.host);
  end if;
  return later;
end $$;

create function acme.begun(site bigint, order_url text, key_sealed bytea) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  update acme_site set order_url = begun.order_url, key_sealed = begun.key_sealed where subdomain_id = site
$$;

-- By http what is served, by DNS the value of the record: where the zone can have none, false.
create function acme.answer(site bigint, token text, answer text, by_dns boolean) returns boolean
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
#variable_conflict use_column
declare
  s subdomain;
  zone dns_zone;
  record bigint;
begin
  select * into s from subdomain where id = site for key share;
  if s.id is null then return false; end if;
  if by_dns then
    perform dns_zone_lock(s.holding_id);
    zone := acme.zone_for(s.holding_id, s.host);
    if zone.id is null then return false; end if;
    insert into dns_record (zone_id, holding_id, name, type, value, system, dynamic)
      values (zone.id, zone.holding_id, acme.challenge_name(s.host), 'TXT', answer, true, 'acme')
      on conflict do nothing returning id into record;
  end if;
  insert into acme_challenge (subdomain_id, token, host, answer, dns_record_id)
    values (site, token, s.host, answer, record)
    on conflict (subdomain_id, token) do update
      set answer = excluded.answer, dns_record_id = coalesce(excluded.dns_record_id, acme_challenge.dns_record_id);
  return true;
end $$;

-- False where nobody wants it any more.
create function acme.done(site bigint, certificate_pem text, chain_pem text, names text[], issuer text, not_before timestamptz,
                          not_after timestamptz) returns boolean
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
#variable_conflict use_column
declare
  s subdomain;
  a acme_site;
begin
  select * into s from subdomain where id = site for no key update;
  select * into a from acme_site where subdomain_id = site for update;
  if a.key_sealed is null or a.certificate_id is null then return false; end if;
  delete from acme_challenge where subdomain_id = site;
  insert into certificate (id, holding_id, host, source, certificate_pem, chain_pem, key_sealed, names, issuer, not_before, not_after)
  overriding system value
    values (a.certificate_id, s.holding_id, s.host, 'acme', done.certificate_pem, done.chain_pem, a.key_sealed, done.names,
            done.issuer, done.not_before, done.not_after);
  update subdomain set certificate_id = a.certificate_id where id = site;
  perform enqueue('web.apply', s.holding_id, null, s.holding_id, null, 'web:' || s.holding_id);
  return true;
end $$;

-- The order is given up; the next is placed after `wait`.
create function acme.failed(site bigint, fault jsonb, wait interval) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  select from subdomain where id = site for key share;
  delete from acme_challenge where subdomain_id = site;
  update acme_site set failures = failures + 1, fault = failed.fault, due_at = now() + wait, key_sealed = null, order_url = null
   where subdomain_id = site
$$;

revoke execute on all functions in schema acme from public;
revoke execute on function atrio.certificate_renewal, atrio.certificate_again, atrio.acme_site_follows, atrio.acme_changed,
  atrio.acme_challenge_removed, atrio.dns_zone_restore from public;
grant execute on function atrio.dns_zone_restore(integer) to atrio_api, atrio_worker;
grant usage on schema atrio, acme to atrio_acme;
grant execute on all functions in schema acme to atrio_acme;
grant select on atrio.acme to atrio_acme;
grant update (account_key_sealed, account_url) on atrio.acme to atrio_acme;
grant select (host, token, answer, dns_record_id) on atrio.acme_challenge to atrio_acme;
grant select on atrio.name_server to atrio_acme;
grant select (web_ipv4, web_ipv6) on atrio.platform to atrio_acme;
grant select (subdomain_id, due_at, fault) on atrio.acme_site to atrio_api, atrio_worker;
grant select (only_row, directory, ca, contact, resolvers, terms_accepted_at, account_url),
  insert (directory, ca, contact, resolvers), delete,
  update (directory, ca, contact, resolvers, terms_accepted_at, account_key_sealed, account_url) on atrio.acme to atrio_worker;
grant select (directory) on atrio.acme to atrio_api;
