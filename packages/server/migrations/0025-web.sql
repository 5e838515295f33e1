-- Web hosting of a holding: its sites, its redirections, its certificates. The worker makes nginx and PHP follow what is
-- here, one holding at a time (job 'web.apply').

create table atrio.php_version (
  version text primary key check (version ~ '^[5-9]\.[0-9]$')   -- what runs on this installation
);
alter table atrio.platform add column php_default text not null default '8.2' check (php_default ~ '^[5-9]\.[0-9]$');

-- What comes with the service. Null: unlimited.
create table atrio.web_service (
  holding_id bigint primary key references atrio.holding on delete cascade,
  parking boolean not null default false,
  php_version text check (php_version in ('5.6', '7.0', '7.1', '7.2', '7.3', '7.4', '8.0', '8.1', '8.2', '8.3', '8.4')),  -- null: the platform's
  php_minimum text not null default '5.6' check (php_minimum ~ '^[5-9]\.[0-9]$'),
  space_bytes bigint check (space_bytes >= 0),
  traffic_bytes bigint check (traffic_bytes >= 0),  -- a calendar month
  databases_max integer check (databases_max >= 0),
  database_bytes bigint check (database_bytes >= 0),
  constraint web_service_php_minimum check (php_version >= php_minimum)
);

-- Sites ---------------------------------------------------------------------------------------------------------------

-- Whether a certificate and a server's configuration may say this name.
create function atrio.web_host_valid(host text) returns boolean language sql immutable strict parallel safe as $$
  select length(host) <= 253 and host ~ '^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$'
$$;
-- Below the customer's own folder, `/` being all of it.
create function atrio.web_folder_valid(folder text) returns boolean language sql immutable strict parallel safe as $$
  select length(folder) <= 255 and folder ~ '^(/|(/[A-Za-z0-9._ -]+)+)$' and folder !~ '/\.{1,2}(/|$)' and folder !~ '(/ | (/|$))'
$$;

-- Kept while a site is deleted or has another one: both can be taken back.
create table atrio.certificate (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.web_service on delete cascade,
  host text not null,
  source text not null check (source in ('uploaded', 'acme')),
  certificate_pem text not null check (length(certificate_pem) <= 65536),
  chain_pem text not null default '' check (length(chain_pem) <= 65536),
  key_sealed bytea not null,                        -- by the vault: atrio.certificate, id, key
  names text[] not null,
  issuer text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null default now(),
  unique (holding_id, id)
);
create index certificate_host on atrio.certificate (host);

create table atrio.subdomain (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.web_service on delete cascade,
  name text not null,                               -- '' is the domain itself
  host text not null default '' unique check (atrio.web_host_valid(host)),  -- name.reference, by trigger
  folder text not null check (atrio.web_folder_valid(folder)),
  https boolean not null default false,
  https_only boolean not null default false check (https or not https_only),
  hsts boolean not null default false check (https_only or not hsts),
  certificate_id bigint,
  php_settings jsonb not null default '{}' check (jsonb_typeof(php_settings) = 'object'),
  eliminable boolean not null default true,
  created_at timestamptz not null default now(),
  unique (holding_id, id),
  foreign key (holding_id, certificate_id) references atrio.certificate (holding_id, id)
);
create index subdomain_certificate on atrio.subdomain (certificate_id) where certificate_id is not null;

create table atrio.redirection (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.web_service on delete cascade,
  name text not null check (name !~ '\*'),
  host text not null default '' check (atrio.web_host_valid(host)),  -- name.reference, by trigger
  path text not null check (path = '' or (path ~ '^/[A-Za-z0-9._~!@()*+,=:/-]*[A-Za-z0-9._~!@()*+,=:-]$' and length(path) <= 1024
                            and path !~ '/\.{1,2}(/|$)' and path !~ '//' and path !~ '^/\.(atrio|well-known)(/|$)')),
  url text not null check (url ~ '^https?://[!-~]+$' and length(url) <= 1300),
  type text not null check (type in ('301', '302', 'frame')),
  iframe_title text not null default '' check (length(iframe_title) <= 255),
  iframe_description text not null default '' check (length(iframe_description) <= 1000),
  iframe_keywords text not null default '' check (length(iframe_keywords) <= 1000),
  eliminable boolean not null default true,
  created_at timestamptz not null default now(),
  unique (holding_id, id)
);
-- nginx's maps know no case
create unique index redirection_address on atrio.redirection (host, lower(path));
create index redirection_holding on atrio.redirection (holding_id);

-- A name is one customer's: what is below another holding's domain is that one's, and what the platform answers to is nobody's.
create function atrio.web_host_made() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  own text := (select reference from holding where id = new.holding_id);
  above text;
begin
  new.host := case when new.name = '' then own else new.name || '.' || own end;
  above := new.host;
  while above <> own loop
    if exists (select from holding where reference = above) then
      raise unique_violation using constraint = 'web_host_taken', message = 'the name belongs to another holding';
    end if;
    above := substr(above, position('.' in above) + 1);
  end loop;
  if exists (select from company_host where host = new.host)
     or exists (select from name_server where name_server.name = new.host)
     or exists (select from platform p where new.host = any (p.mail_hosts || array[p.imap_ssl_host, p.smtp_ssl_host, p.autoconfig_host])) then
    raise check_violation using constraint = 'web_host_reserved', message = 'the platform answers to this name';
  end if;
  return new;
end $$;
create trigger web_host_made before insert or update of name, holding_id on atrio.subdomain
  for each row execute function atrio.web_host_made();
create trigger web_host_made before insert or update of name, holding_id on atrio.redirection
  for each row execute function atrio.web_host_made();

-- Every name of a service resolves: the apex and what its zone begins with say www, the rest gets addresses that follow the
-- platform's, where the customer has said nothing else of that name.
create function atrio.web_names(zone_id integer) returns table (name text)
language sql stable set search_path = atrio, pg_temp as $$
  select s.host from dns_zone z join subdomain s on s.holding_id = z.holding_id
   where z.id = zone_id and s.name not in ('', 'www')
  union
  select r.host from dns_zone z join redirection r on r.holding_id = z.holding_id
   where z.id = zone_id and r.name not in ('', 'www')
$$;
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
  select n.name, a.type, a.value, null, false, a.dynamic
    from atrio.web_names(zone_id) n cross join platform p
   cross join lateral (values ('A', host(p.web_ipv4), 'web_ipv4'), ('AAAA', host(p.web_ipv6), 'web_ipv6')) a (type, value, dynamic)
   where a.value is not null
  union all
  select m.name, m.type, m.value, m.priority, false, m.dynamic from mail_record m where m.zone_id = dns_zone_defaults.zone_id
  union all
  select 'www.' || z.name, 'CNAME', z.name, null, false, null from dns_zone z where z.id = zone_id
$$;

create function atrio.web_names_follow() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  zone dns_zone;
  this text := coalesce(new.host, old.host);
begin
  select z.* into zone from dns_zone z where z.holding_id = coalesce(new.holding_id, old.holding_id) for no key update;
  if zone.id is null or this = zone.name or this = 'www.' || zone.name then return null; end if;
  if not exists (select from web_names(zone.id) n where n.name = this) then
    delete from dns_record r where r.zone_id = zone.id and r.name = this and r.dynamic in ('web_ipv4', 'web_ipv6');
  elsif tg_op = 'INSERT' and dns_is_owner(this) and zone.record_count <= 19900 and not dns_is_occluded(zone.id, zone.name, this)
        and not exists (select from dns_record r where r.zone_id = zone.id and r.name = this
                           and r.type in ('A', 'AAAA', 'ANAME', 'CNAME', 'NS')) then
    insert into dns_record (zone_id, holding_id, name, type, value, priority, dynamic)
    select zone.id, zone.holding_id, d.name, d.type, d.value, d.priority, d.dynamic
      from dns_zone_defaults(zone.id) d where d.name = this and d.dynamic in ('web_ipv4', 'web_ipv6');
  end if;
  return null;
end $$;
create trigger web_names_follow after insert or delete on atrio.subdomain
  for each row execute function atrio.web_names_follow();
create trigger web_names_follow after insert or delete on atrio.redirection
  for each row execute function atrio.web_names_follow();

-- What a service begins with ------------------------------------------------------------------------------------------

-- Without what no server can be asked for: a name that is too long, or the zone of which will be refused.
create function atrio.web_first_names(reference text) returns table (name text) language sql immutable set search_path = atrio, pg_temp as $$
  select n from unnest(array['', 'www']) n where web_host_valid(case n when '' then reference else n || '.' || reference end)
$$;
create function atrio.web_service_wanted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if new.service_kind is null then return null; end if;
  insert into web_service (holding_id, parking) values (new.id, new.service_kind = 'parking') on conflict do nothing;
  if new.service_kind = 'hosting' then
    insert into subdomain (holding_id, name, folder, eliminable)
    select new.id, n.name, '/public_html', false from web_first_names(new.reference) n
     where not exists (select from subdomain s where s.holding_id = new.id and s.name = n.name);
  end if;
  return null;
end $$;
create trigger web_service_wanted after insert or update of service_kind on atrio.holding
  for each row execute function atrio.web_service_wanted();
insert into atrio.web_service (holding_id, parking) select id, service_kind = 'parking' from atrio.holding where service_kind is not null;
insert into atrio.subdomain (holding_id, name, folder, eliminable)
select h.id, n.name, '/public_html', false
  from atrio.holding h cross join lateral atrio.web_first_names(h.reference) n where h.service_kind = 'hosting';

-- Every change begins with it: what one has and may have stays so until the commit.
create function atrio.web_lock(holding bigint) returns setof atrio.web_service
language sql volatile security definer set search_path = atrio, pg_temp as $$
  select s.* from web_service s where s.holding_id = holding for no key update of s
$$;

insert into atrio.job_kind (kind, delay, max_attempts, shown_with) values ('web.apply', '0 seconds', 6, 'service');

-- A name that is given back is free at once, on the web server too.
create function atrio.web_service_gone() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job('web.gone', job_key => 'web.gone');
  return null;
end $$;
create trigger web_service_gone after delete on atrio.web_service
  for each statement execute function atrio.web_service_gone();

revoke execute on function atrio.web_service_gone, atrio.web_host_made, atrio.web_names, atrio.web_names_follow, atrio.web_first_names, atrio.web_service_wanted,
  atrio.web_lock, atrio.web_host_valid, atrio.web_folder_valid from public;
grant execute on function atrio.web_lock to atrio_api, atrio_worker;
grant delete on atrio.certificate to atrio_worker;
grant execute on function atrio.web_host_valid, atrio.web_folder_valid, atrio.web_names to atrio_api, atrio_worker;
grant select on atrio.php_version, atrio.web_service, atrio.certificate, atrio.subdomain, atrio.redirection to atrio_api, atrio_worker;
grant update (parking, php_version) on atrio.web_service to atrio_api, atrio_worker;
grant update (php_minimum, space_bytes, traffic_bytes, databases_max, database_bytes) on atrio.web_service to atrio_worker;
grant insert (id, holding_id, host, source, certificate_pem, chain_pem, key_sealed, names, issuer, not_before, not_after)
  on atrio.certificate to atrio_api;
grant insert (id, holding_id, name, folder, https, https_only, hsts, certificate_id, php_settings),
  update (folder, https, https_only, hsts, certificate_id, php_settings), delete on atrio.subdomain to atrio_api, atrio_worker;
grant insert (id, holding_id, name, path, url, type, iframe_title, iframe_description, iframe_keywords),
  update (name, path, url, type, iframe_title, iframe_description, iframe_keywords), delete on atrio.redirection to atrio_api, atrio_worker;
grant usage on sequence atrio.certificate_id_seq, atrio.subdomain_id_seq, atrio.redirection_id_seq to atrio_api, atrio_worker;
