-- Certificates by themselves for every name that is served: those of sites (0027), those that only redirect, and those of services
-- that only park. Each is a row; what the service 'acme' does of it stands in 0033.

create table atrio.acme_host (
  id bigint generated always as identity primary key,
  holding_id bigint not null,
  host text not null,                               -- not unique: what is below another holding's name can be of both
  rank smallint not null check (rank in (0, 1, 2)), -- whose turn comes first: a site's, one that is redirected, one that is parked
  certificate_id bigint,                            -- in use; a site's stands with the site
  due_at timestamptz not null default now(),
  failures integer not null default 0,              -- since the last certificate
  failing_since timestamptz,
  fault jsonb,                                      -- a message: why there is none, for the customer
  -- of the order under way
  ordered_id bigint,                                -- of the certificate it will be: its key is sealed for that row
  key_sealed bytea,
  order_url text,
  unique (holding_id, host)
);
-- parked names are many: none of them is passed over on the way to another
create index acme_host_due on atrio.acme_host (due_at) where rank < 2;
create index acme_host_parked on atrio.acme_host (due_at) where rank = 2 and certificate_id is null;
create index acme_host_parked_renewal on atrio.acme_host (due_at) where rank = 2 and certificate_id is not null;
create index acme_host_certificate on atrio.acme_host (certificate_id) where certificate_id is not null;

-- When a name of a holding was last taken up: who has waited longest is next.
create table atrio.acme_turn (
  holding_id bigint primary key references atrio.holding on delete cascade,
  turn_at timestamptz not null default now()
);

-- Which names -----------------------------------------------------------------------------------------------------------

-- The certificate that a name had before, while it is good for a while.
create function atrio.certificate_kept(holding bigint, name text) returns bigint
language sql stable set search_path = atrio, pg_temp as $$
  select c.id from certificate c
   where c.holding_id = holding and c.host = name and c.source = 'acme'
     and now() < certificate_renewal(c.not_before, c.not_after, 0)
   order by c.not_after desc limit 1
$$;
create or replace function atrio.certificate_again() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if new.https and new.certificate_id is null then
    new.certificate_id := certificate_kept(new.holding_id, new.host);
  end if;
  return new;
end $$;

-- The site that serves a name that is none: the certificate of a wildcard reaches one level.
create function atrio.wildcard_above(host text) returns text language sql immutable as $$ select regexp_replace(host, '^[^.]*', '*') $$;

-- `certificate_id`: what it has, or had.
create view atrio.acme_wanted as
  select s.holding_id, s.host, 0::smallint as rank, s.certificate_id
    from atrio.subdomain s join atrio.holding h on h.id = s.holding_id
    left join atrio.certificate c on c.id = s.certificate_id
   where h.service_kind = 'hosting' and s.https and c.source is distinct from 'uploaded'
  union all
  -- where there is a site, its switch says whether it answers by HTTPS, and its certificate is what the customer chose
  select r.holding_id, r.host, 1::smallint, atrio.certificate_kept(r.holding_id, r.host)
    from (select distinct holding_id, host from atrio.redirection) r
    join atrio.holding h on h.id = r.holding_id join atrio.web_service w on w.holding_id = r.holding_id
   where h.service_kind = 'parking' or h.service_kind = 'hosting' and not exists (
           select from atrio.subdomain s
            where s.host in (r.host, atrio.wildcard_above(r.host)) and s.holding_id = r.holding_id)
  union all
  select h.id, n.host, 2::smallint, atrio.certificate_kept(h.id, n.host)
    from atrio.holding h join atrio.web_service w on w.holding_id = h.id
    cross join lateral (values (h.reference), ('www.' || h.reference)) n (host)
   where h.service_kind = 'parking' and atrio.web_host_valid(n.host)
     and not exists (select from atrio.redirection r where r.host = n.host and r.holding_id = h.id);

-- What was done of an order is of no use to another rank.
create function atrio.acme_name_follows(holding bigint, name text) returns void
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  delete from acme_host a
   where a.holding_id = holding and a.host = name and a.rank is distinct from (
           select w.rank from acme_wanted w where w.holding_id = holding and w.host = name);
  insert into acme_host (holding_id, host, rank, certificate_id, due_at)
  select w.holding_id, w.host, w.rank, case when w.rank > 0 then c.id end,
         coalesce(certificate_renewal(c.not_before, c.not_after, random()), now())
    from acme_wanted w left join certificate c on c.id = w.certificate_id
   where w.holding_id = holding and w.host = name
  on conflict do nothing;
  if found then perform pg_notify('atrio_acme', ''); end if;
end $$;

create function atrio.acme_site_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform acme_name_follows(old.holding_id, old.host);
  -- a save of something else begins nothing anew
  elsif tg_op = 'INSERT' or (new.https, new.certificate_id) is distinct from (old.https, old.certificate_id) then
    if new.certificate_id is not null then
      delete from acme_host where holding_id = new.holding_id and host = new.host;
    end if;
    perform acme_name_follows(new.holding_id, new.host);
  end if;
  if tg_op <> 'UPDATE' then
    perform acme_name_follows(r.holding_id, r.host) from (select distinct holding_id, host from redirection) r
     where r.holding_id = coalesce(new.holding_id, old.holding_id) and wildcard_above(r.host) = coalesce(new.host, old.host);
  end if;
  return null;
end $$;
drop trigger acme_site_follows on atrio.subdomain;
drop function atrio.acme_site_follows;
create trigger acme_site_changed after insert or update of https, certificate_id or delete on atrio.subdomain
  for each row execute function atrio.acme_site_changed();

create function atrio.acme_redirection_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform acme_name_follows(old.holding_id, old.host); end if;
  if tg_op <> 'DELETE' then perform acme_name_follows(new.holding_id, new.host); end if;
  return null;
end $$;
create trigger acme_redirection_changed after insert or delete on atrio.redirection
  for each row execute function atrio.acme_redirection_changed();
create trigger acme_redirection_moved after update of name on atrio.redirection
  for each row when (old.host <> new.host) execute function atrio.acme_redirection_changed();

-- By statement: a reseller has 100,000 services.
create function atrio.acme_holdings_added() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  insert into acme_host (holding_id, host, rank)
  select a.id, n.host, 2 from added a cross join lateral (values (a.reference), ('www.' || a.reference)) n (host)
   where a.service_kind = 'parking' and web_host_valid(n.host);
  if found then perform pg_notify('atrio_acme', ''); end if;
  return null;
end $$;
create function atrio.acme_holdings_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  holdings bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
     where (n.service_kind, n.reference) is distinct from (o.service_kind, o.reference));
begin
  if holdings = '{}' then return null; end if;
  delete from acme_host a
   where a.holding_id = any (holdings) and (a.holding_id, a.host, a.rank) not in (
           select w.holding_id, w.host, w.rank from acme_wanted w where w.holding_id = any (holdings));
  insert into acme_host (holding_id, host, rank, certificate_id, due_at)
  select w.holding_id, w.host, w.rank, case when w.rank > 0 then c.id end,
         coalesce(certificate_renewal(c.not_before, c.not_after, random()), now())
    from acme_wanted w left join certificate c on c.id = w.certificate_id
   where w.holding_id = any (holdings)
  on conflict do nothing;
  perform pg_notify('atrio_acme', '');
  return null;
end $$;
create trigger acme_holdings_added after insert on atrio.holding referencing new table as added
  for each statement execute function atrio.acme_holdings_added();
create trigger acme_holdings_changed after update on atrio.holding referencing old table as old_rows new table as new_rows
  for each statement execute function atrio.acme_holdings_changed();

-- What was there before -------------------------------------------------------------------------------------------------

insert into atrio.acme_host (holding_id, host, rank, due_at, failures, failing_since, fault, ordered_id, key_sealed, order_url)
select s.holding_id, s.host, 0, a.due_at, a.failures, case when a.fault is not null then now() end, a.fault, a.certificate_id,
       a.key_sealed, a.order_url
  from atrio.acme_site a join atrio.subdomain s on s.id = a.subdomain_id join atrio.holding h on h.id = s.holding_id
 where h.service_kind = 'hosting';
insert into atrio.acme_host (holding_id, host, rank) select holding_id, host, rank from atrio.acme_wanted where rank > 0;
-- after them: so they are compared all at once
alter table atrio.acme_host
  add foreign key (holding_id) references atrio.web_service on delete cascade,
  add foreign key (holding_id, certificate_id) references atrio.certificate (holding_id, id);

alter table atrio.acme_challenge rename column subdomain_id to host_id;
alter table atrio.acme_challenge drop constraint acme_challenge_subdomain_id_fkey;
delete from atrio.acme_challenge c where not exists (
  select from atrio.subdomain s join atrio.acme_host a on a.holding_id = s.holding_id and a.host = s.host where s.id = c.host_id);
update atrio.acme_challenge c set host_id = a.id
  from atrio.subdomain s join atrio.acme_host a on a.holding_id = s.holding_id and a.host = s.host where s.id = c.host_id;
drop table atrio.acme_site;

create or replace function atrio.acme_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  update acme_host set due_at = now(), failures = 0, failing_since = null, fault = null where failures > 0;
  perform pg_notify('atrio_acme', '');
  return null;
end $$;

-- An order locks a service's web, then its name, then the zone (0033): who removes the holding does the same.
create function atrio.acme_lock(holding bigint) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  select from web_lock(holding);
  select from acme_host a where a.holding_id = holding order by a.id for update of a
$$;

revoke execute on function atrio.acme_lock, atrio.certificate_kept, atrio.wildcard_above, atrio.acme_name_follows, atrio.acme_site_changed,
  atrio.acme_redirection_changed, atrio.acme_holdings_added, atrio.acme_holdings_changed from public;
grant select (holding_id, host, rank, certificate_id, due_at, failing_since, fault) on atrio.acme_host to atrio_api, atrio_worker;
grant execute on function atrio.acme_lock to atrio_worker;
