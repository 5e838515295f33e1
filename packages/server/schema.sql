-- PostgreSQL database dump

-- Name: atrio; Type: SCHEMA; Schema: -; Owner: -

CREATE SCHEMA atrio;

-- Name: pdns; Type: SCHEMA; Schema: -; Owner: -

CREATE SCHEMA pdns;

-- Name: registry; Type: SCHEMA; Schema: -; Owner: -

CREATE SCHEMA registry;

-- Name: registry_dns; Type: SCHEMA; Schema: -; Owner: -

CREATE SCHEMA registry_dns;

-- Name: dns_node_change; Type: TYPE; Schema: atrio; Owner: -

CREATE TYPE atrio.dns_node_change AS (
	zone_id integer,
	name text,
	records integer,
	cnames integer,
	anames integer,
	addresses integer,
	delegations integer,
	octets integer,
	long_octets integer
);

-- Name: dns_node_key; Type: TYPE; Schema: atrio; Owner: -

CREATE TYPE atrio.dns_node_key AS (
	zone_id integer,
	name text
);

-- Name: dns_zone; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_zone (
    id integer NOT NULL,
    holding_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    catalog_id integer GENERATED ALWAYS AS (((id % 16) + 1)) STORED NOT NULL,
    member_label text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
    member_name text GENERATED ALWAYS AS ((((member_label || '.zones.c'::text) || (((id % 16) + 1))::text) || '.catalog.atrio'::text)) STORED NOT NULL COLLATE pg_catalog."C",
    serial bigint DEFAULT (EXTRACT(epoch FROM now()))::bigint NOT NULL,
    primary_ns text NOT NULL,
    hostmaster text NOT NULL,
    record_count integer DEFAULT 0 NOT NULL,
    long_octets integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    nearly_full boolean GENERATED ALWAYS AS (((record_count >= 16000) OR (long_octets >= 9600))) STORED NOT NULL,
    CONSTRAINT dns_zone_long_octets CHECK (((long_octets >= 0) AND (long_octets <= 12000))),
    CONSTRAINT dns_zone_quota CHECK (((record_count >= 0) AND (record_count <= 20000))),
    CONSTRAINT dns_zone_serial_check CHECK (((serial >= 1) AND (serial <= '4294967295'::bigint)))
)
WITH (fillfactor='70');

-- Name: acme_challenge_removed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_challenge_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  delete from dns_record where id = old.dns_record_id;
  return null;
end $$;

-- Name: acme_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  update acme_host set due_at = now(), failures = 0, failing_since = null, fault = null where failures > 0;
  perform pg_notify('atrio_acme', '');
  return null;
end $$;

-- Name: acme_holdings_added(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_holdings_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  insert into acme_host (holding_id, host, rank)
  select a.id, n.host, 2 from added a cross join lateral (values (a.reference), ('www.' || a.reference)) n (host)
   where a.service_kind = 'parking' and web_host_valid(n.host);
  if found then perform pg_notify('atrio_acme', ''); end if;
  return null;
end $$;

-- Name: acme_holdings_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_holdings_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: acme_lock(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_lock(holding bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select from web_lock(holding);
  select from acme_host a where a.holding_id = holding order by a.id for update of a
$$;

-- Name: acme_name_follows(bigint, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_name_follows(holding bigint, name text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: acme_redirection_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_redirection_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if tg_op <> 'INSERT' then perform acme_name_follows(old.holding_id, old.host); end if;
  if tg_op <> 'DELETE' then perform acme_name_follows(new.holding_id, new.host); end if;
  return null;
end $$;

-- Name: acme_site_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.acme_site_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: autoresponder_edition(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.autoresponder_edition() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  new.version := nextval(pg_get_serial_sequence('atrio.autoresponder', 'version'));
  return new;
end $$;

-- Name: can_follow_default_name_servers(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.can_follow_default_name_servers() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform follow_default_name_servers(new.holding_id);
  return null;
end $$;

-- Name: certificate_again(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.certificate_again() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if new.https and new.certificate_id is null then
    new.certificate_id := certificate_kept(new.holding_id, new.host);
  end if;
  return new;
end $$;

-- Name: certificate_kept(bigint, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.certificate_kept(holding bigint, name text) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select c.id from certificate c
   where c.holding_id = holding and c.host = name and c.source = 'acme'
     and now() < certificate_renewal(c.not_before, c.not_after, 0)
   order by c.not_after desc limit 1
$$;

-- Name: certificate_renewal(timestamp with time zone, timestamp with time zone, double precision); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.certificate_renewal(not_before timestamp with time zone, not_after timestamp with time zone, spread double precision) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    AS $$
  select not_after - (not_after - not_before) / 3 - (not_after - not_before) * spread / 20
$$;

-- Name: company_default_stays(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.company_default_stays() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if not exists (select from company where id < old.id) then
    raise exception 'the first company answers for every host name that is nobody''s'
      using errcode = 'restrict_violation', constraint = 'company_default_stays', schema = 'atrio', table = 'company';
  end if;
  return old;
end $$;

-- Name: contact_spread_on(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.contact_spread_on() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  s atrio.contact_spread;
  o atrio.registry_order;
  at_once constant integer := 8;
  room integer := 1;
  is_again boolean := false;
  target bigint;
begin
  select * into s from atrio.contact_spread where job_id = new.job_id for update;
  if not found then return null; end if;
  if new.id = s.order_id then
    if new.state = 'refused' then return null; end if;
    room := at_once;
    -- an earlier change of the same contact does not overtake this one
    update atrio.contact_spread set after_holding = 9223372036854775807, missed = false
      where user_id = s.user_id and role = s.role and job_id < s.job_id;
  end if;
  select * into o from atrio.registry_order where id = s.order_id;
  while room > 0 loop
    select t.holding_id into target
      from atrio.contact_targets(s.user_id, s.role, o.wanted #> array['contacts', s.role]) t
      where t.holding_id > s.after_holding and t.holding_id <> o.holding_id and not t.closed and not exists (
        select from atrio.registry_order p where p.holding_id = t.holding_id and p.job_id = s.job_id and p.bulk)
      order by t.holding_id limit 1;
    if not found then
      exit when is_again or not s.missed;
      is_again := true;
      s.missed := false;
      s.after_holding := 0;
      continue;
    end if;
    s.after_holding := target;
    begin
      insert into atrio.registry_order (holding_id, kind, subject, wanted, job_id, act, item, source, user_id, username, ip,
                                        request_id, bulk)
        select target, o.kind, o.subject, o.wanted, o.job_id, o.act, d.name, o.source, o.user_id, o.username, o.ip,
               o.request_id, true
          from atrio.domain d where d.holding_id = target
        on conflict do nothing;
      if found then
        room := room - 1;
        s.placed := s.placed + 1;
      else
        s.missed := true;
      end if;
    exception when check_violation then null;       -- blocked meanwhile
    end;
  end loop;
  update atrio.contact_spread set placed = s.placed, after_holding = s.after_holding, missed = s.missed
    where job_id = s.job_id;
  update atrio.job set progress = least(99, 100 * s.placed / s.total)
    where id = s.job_id and progress < least(99, 100 * s.placed / s.total);
  return null;
end $$;

-- Name: contact_targets(bigint, text, jsonb); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.contact_targets(panel_user bigint, contact_role text, wanted jsonb) RETURNS TABLE(holding_id bigint, closed boolean)
    LANGUAGE sql STABLE
    AS $$
  select g.holding_id,
         d.blocked or d.closed_by_registry or d.status like 'register-%' or atrio.has_expired(d.status)
    from atrio.holding_grant g
    join atrio.domain d on d.holding_id = g.holding_id
    left join atrio.domain_contact c on c.holding_id = d.holding_id and c.role = contact_role
   where g.user_id = panel_user and g.permissions ->> 'domain_contacts' = 'write'
     and (c.organization, c.first_name, c.last_name, c.identification_number, c.email, c.phone, c.address,
          c.postal_code, c.city, c.state, c.country)
         is distinct from
         (wanted ->> 'organization', wanted ->> 'firstName', wanted ->> 'lastName', wanted ->> 'identificationNumber',
          wanted ->> 'email', wanted ->> 'phone', wanted ->> 'address', wanted ->> 'postalCode', wanted ->> 'city',
          wanted ->> 'state', wanted ->> 'country')
$$;

-- Name: default_name_servers_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.default_name_servers_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  insert into registry_order (holding_id, kind, wanted, act, item, source, bulk)
    select holding_id, 'nameservers', '{"mode": "default"}', 'nameserverDefault', name, 'system', true
      from domain where name_server_mode = 'default' and status not in ('register-init', 'register-cancel')
    on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing;
  return null;
end $$;

-- Name: default_name_servers_known(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.default_name_servers_known() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if not exists (select from name_server where name = new.name) or exists (
       select from name_server n join domain d on n.name like '%.' || d.name
        where not exists (select from glue where name = n.name)) then
    return null;
  end if;
  insert into registry_order (holding_id, kind, wanted, act, item, source, bulk)
    select holding_id, 'nameservers', '{"mode": "default"}', 'nameserverDefault', name, 'system', true
      from domain where name_server_mode = 'default' and name_servers = '{}' and status not like 'register-%'
    on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing;
  return null;
end $$;

-- Name: dns_aname_affected(text[], text, integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_aname_affected(zones text[], after text, batch integer) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
  with recursive reached(low, high) as (
    -- '/' is what follows the dot
    select reverse(z) collate "C" || dot, reverse(z) collate "C" || slash
      from unnest(zones) z, (values ('', ''), ('.', '/')) suffix(dot, slash)
    union
    select case when r.name like '*.%' then reverse(substr(r.name, 3)) || '.' else reverse(r.name) end,
           case when r.name like '*.%' then reverse(substr(r.name, 3)) || '/' else reverse(r.name) end
      from reached, lateral (select name from dns_record where type in ('ANAME', 'CNAME')
                                and reverse(value) collate "C" between low and high offset 0) r
  )
  select target from (
    select r.value collate "C" as target
      from reached, lateral (select value from dns_record where type = 'ANAME'
                                and reverse(value) collate "C" between low and high offset 0) r
    union
    select r.value from dns_zone z join dns_record r on r.zone_id = z.id and r.type = 'ANAME'
      left join dns_aname a on a.record_id = r.id left join dns_target t on t.name = r.value
     where z.name = any (zones) and (t.name is null or (a.target, a.found_at) is distinct from (t.name, t.found_at))
  ) s where target > after order by target limit batch
$$;

-- Name: dns_aname_due(integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_aname_due(batch integer) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  (select name from dns_target where ask_again_at <= now() order by ask_again_at limit batch)
  union
  (select r.value from dns_record r left join dns_aname a on a.record_id = r.id left join dns_target t on t.name = r.value
    where r.type = 'ANAME'
      and (t.name is null or t.found_at is not null and (a.target, a.found_at) is distinct from (t.name, t.found_at))
    limit batch)
$$;

-- Name: dns_aname_outdated(text, timestamp with time zone); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_aname_outdated(asked text, found timestamp with time zone) RETURNS TABLE(record_id bigint, zone_id integer)
    LANGUAGE sql STABLE
    AS $$
  select r.id, r.zone_id from atrio.dns_record r left join atrio.dns_aname a on a.record_id = r.id
   where r.type = 'ANAME' and reverse(r.value) collate "C" = reverse(asked) and found is not null
     and (a.target, a.found_at) is distinct from (asked, found)
$$;

-- Name: dns_aname_spread(text[], integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_aname_spread(targets text[], batch integer) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  share integer := greatest(1, batch / cardinality(targets));
  records bigint[];
  free integer[];
  changed integer[];
begin
  select array_agg(o.record_id) into records
    from dns_target t, lateral (select record_id from dns_aname_outdated(t.name, t.found_at) limit share) o
   where t.name = any (targets);
  if records is null then return; end if;
  free := array(select z.id from dns_zone z where z.id in (select zone_id from dns_record where id = any (records))
                 order by z.id for no key update skip locked);
  with outdated as materialized (
    select r.id, r.zone_id, t.name, t.found_at, t.addresses
      from dns_record r join dns_target t on t.name = r.value and t.found_at is not null
     where r.id = any (records) and r.type = 'ANAME' and r.zone_id = any (free)
  ), kept as (
    insert into dns_aname (record_id, target, found_at) select id, name, found_at from outdated
    on conflict (record_id) do update set target = excluded.target, found_at = excluded.found_at
  ), gone as (
    delete from dns_aname_address a using outdated o
     where a.record_id = o.id and a.address <> all (o.addresses) returning o.zone_id
  ), come as (
    insert into dns_aname_address select o.id, a from outdated o, unnest(o.addresses) a
    on conflict do nothing returning record_id
  )
  select array_agg(zone_id) into changed
    from (select zone_id from gone union select o.zone_id from come join outdated o on o.id = record_id) s;
  if changed is not null then perform dns_zones_touch(changed); end if;
  return query select t.name from dns_target t
    where t.name = any (targets) and exists (select from dns_aname_outdated(t.name, t.found_at));
end $$;

-- Name: dns_catalogs_touch(integer[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_catalogs_touch(catalog_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  -- in one order, so that two statements never wait for each other
  perform from dns_catalog where id = any(catalog_ids) order by id for no key update;
  update dns_catalog set serial = dns_next_serial(serial) where id = any (catalog_ids);
  perform pg_notify('atrio_dns', name) from dns_catalog where id = any (catalog_ids);
end $$;

-- Name: dns_follow(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_follow(target text, OUT leads_to text, OUT addresses inet[]) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
declare
  here text := target;
  seen text[] := '{}';
  path text[];
  zone integer;
  apex text;
  owner text;
  alias text;
begin
  while not here = any (seen) and cardinality(seen) < 16 loop
    seen := seen || here;
    path := array(select p.name from dns_path(here, '') p);
    select z.id, z.name into zone, apex from dns_zone z where z.name = any (path);
    if not found then leads_to := here; return; end if;
    path := array(select p.name from dns_path(here, apex) p) || apex;
    if exists (select from dns_node n where n.zone_id = zone and n.name = any (path) and n.delegations > 0) then
      leads_to := here; return;
    end if;
    -- RFC 4592: where the name doesn't exist, the wildcard below its closest encloser answers
    select n.name into owner from dns_node n where n.zone_id = zone and n.name = any (path) order by length(n.name) desc limit 1;
    if owner <> here then owner := '*.' || owner; end if;
    alias := (select r.value from dns_record r where r.zone_id = zone and r.name = owner and r.type in ('ANAME', 'CNAME'));
    if alias is null then
      addresses := array(select r.value::inet from dns_record r
                          where r.zone_id = zone and r.name = owner and r.type in ('A', 'AAAA'));
      return;
    end if;
    here := alias;
  end loop;
  addresses := '{}';
end $$;

-- Name: dns_is_dynamic(text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_dynamic(type text, dynamic text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  return dynamic || ' ' || type = any ('{name_server NS,web_ipv4 A,web_ipv6 AAAA,mail MX,spf TXT,dkim TXT,dmarc TXT,imap CNAME,imap SRV,
    smtp CNAME,smtp SRV,autoconfig CNAME,autoconfig SRV,acme TXT}'::text[]);
end $$;

-- Name: dns_is_host(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_host(name text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $_$
begin
  return length(name) <= 253 and name !~ '[^a-z0-9_.-]|(^|\.)(-|\.|$)|-(\.|$)|[^.]{64}';
end $_$;

-- Name: dns_is_ipv6(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_ipv6(value text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
begin
  return value ~ '^[0-9a-f:.]{2,45}$' and family(value::inet) = 6;
exception when invalid_text_representation then
  return false;
end $_$;

-- Name: dns_is_occluded(integer, text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_occluded(zone integer, apex text, owner text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return exists (select from dns_node where zone_id = zone and delegations > 0
                    and name = any (array(select parent from dns_path(owner, apex))));
end $$;

-- Name: dns_is_owner(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_owner(name text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  return length(name) <= 253 and atrio.dns_is_host(regexp_replace(name, '^\*\.', ''));
end $$;

-- Name: dns_is_owner_of(text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_owner_of(type text, name text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  return length(name) <= 253 and atrio.dns_is_owner(
    case type when 'SRV' then regexp_replace(name, '^(_[^.]+\._[^.]+\.)\*\.', '\1') else name end);
end $$;

-- Name: dns_is_uint16(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_is_uint16(digits text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select case when digits ~ '^(0|[1-9]\d{0,4})$' then digits::int <= 65535 else false end
$_$;

-- Name: dns_key_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_key_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform dns_zones_touch(array[coalesce(new.zone_id, old.zone_id)]);
  return null;
end $$;

-- Name: dns_key_rdata(integer, integer, bytea); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_key_rdata(flags integer, algorithm integer, public_key bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select set_byte(set_byte(set_byte('\x00000300', 0, flags >> 8), 1, flags & 255), 3, algorithm) || public_key
$$;

-- Name: dns_key_tag(bytea); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_key_tag(rdata bytea) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select ((s.ac + ((s.ac >> 16) & 65535)) & 65535)::integer
    from (select sum(get_byte(rdata, i) << case i % 2 when 0 then 8 else 0 end) as ac
            from generate_series(0, octet_length(rdata) - 1) i) s
$$;

-- Name: dns_mail_hosts_changed(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_mail_hosts_changed(hosts text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  followers integer[] := array(select distinct zone_id from dns_record where dynamic = 'mail');
begin
  delete from dns_record r where r.dynamic = 'mail' and not exists (
    select from unnest(hosts) with ordinality as m(host, position)
     where m.host = r.value and 10 * least(m.position, 10) = r.priority);
  insert into dns_record (zone_id, holding_id, name, type, value, priority, dynamic)
  select z.id, z.holding_id, z.name, 'MX', m.host, 10 * least(m.position, 10), 'mail'
    from dns_zone z, unnest(hosts) with ordinality as m(host, position) where z.id = any(followers)
  on conflict do nothing;
end $$;

-- Name: dns_name_servers_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_name_servers_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  first_name text := (select name from name_server order by position limit 1);
begin
  if first_name is null then return null; end if;
  perform dns_zones_touch(array_agg(id)) from dns_zone where primary_ns <> first_name;
  update dns_zone set primary_ns = first_name where primary_ns <> first_name;
  delete from dns_record where dynamic = 'name_server' and value not in (select name from name_server);
  insert into dns_record (zone_id, holding_id, name, type, value, system, dynamic)
  select z.id, z.holding_id, z.name, 'NS', s.name, true, 'name_server' from dns_zone z, name_server s
  on conflict do nothing;
  return null;
end $$;

-- Name: dns_next_serial(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_next_serial(serial bigint) RETURNS bigint
    LANGUAGE plpgsql STRICT
    AS $$
begin
  return greatest(serial + 1, extract(epoch from clock_timestamp())::bigint);
end $$;

-- Name: dns_node_change_of(integer, text, text, text, boolean, text, integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_node_change_of(zone_id integer, name text, type text, value text, kept boolean, apex text, sign integer) RETURNS atrio.dns_node_change
    LANGUAGE sql IMMUTABLE
    AS $$
  select (zone_id, name, sign, sign * (type = 'CNAME')::int, sign * (type = 'ANAME')::int,
          sign * (type in ('A', 'AAAA'))::int, sign * (type = 'NS' and name <> apex)::int,
          case when kept then 0 else sign * (16 + atrio.dns_rdata_octets(type, value)) end,
          case when kept then 0
               else sign * greatest(0, octet_length(name) + 12 + atrio.dns_rdata_octets(type, value) - 500) end
         )::atrio.dns_node_change
$$;

-- Name: dns_nodes_change(atrio.dns_node_change[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_nodes_change(changes atrio.dns_node_change[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  known bigint;
  cuts atrio.dns_node_key[];
  empty atrio.dns_node_key[];
begin
  with counted as (
    update dns_node n set
        records = n.records + c.records, cnames = n.cnames + c.cnames, anames = n.anames + c.anames,
        addresses = n.addresses + c.addresses, delegations = n.delegations + c.delegations,
        octets = n.octets + c.octets
      from unnest(changes) c where n.zone_id = c.zone_id and n.name = c.name
    returning n.*, c.delegations as gained
  )
  select count(*),
         array_agg((zone_id, name)::dns_node_key) filter (where (delegations > 0) <> (delegations - gained > 0)),
         array_agg((zone_id, name)::dns_node_key) filter (where records = 0 and parent is not null)
    into known, cuts, empty from counted;
  if known < cardinality(changes) then
    perform dns_nodes_grow(changes);
    -- names that came in the same statement don't see a delegation above them
    cuts := nullif(cuts || array(select (zone_id, name)::dns_node_key from unnest(changes) where delegations > 0), '{}');
  end if;
  if cuts is not null then perform dns_nodes_occlude(cuts); end if;
  if empty is not null then perform dns_nodes_prune(empty); end if;
end $$;

-- Name: dns_nodes_grow(atrio.dns_node_change[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_nodes_grow(changes atrio.dns_node_change[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  parents atrio.dns_node_key[];
begin
  with path as (
    select c.zone_id, z.name as apex, p.name, p.parent,
           sum(case when p.name = c.name then c.records else 0 end) as records,
           sum(case when p.name = c.name then c.cnames else 0 end) as cnames,
           sum(case when p.name = c.name then c.anames else 0 end) as anames,
           sum(case when p.name = c.name then c.addresses else 0 end) as addresses,
           sum(case when p.name = c.name then c.delegations else 0 end) as delegations,
           sum(case when p.name = c.name then c.octets else 0 end) as octets
      from unnest(changes) c join dns_zone z on z.id = c.zone_id, dns_path(c.name, z.name) p
     where c.records > 0 group by 1, 2, 3, 4
  ), grown as (
    insert into dns_node (zone_id, name, parent, ordername, occluded, records, cnames, anames, addresses, delegations, octets)
    select p.zone_id, p.name, p.parent, dns_nsec3_hash(p.name), dns_is_occluded(p.zone_id, p.apex, p.name),
           p.records, p.cnames, p.anames, p.addresses, p.delegations, p.octets
      from path p where not exists (select from dns_node n where n.zone_id = p.zone_id and n.name = p.name)
    returning zone_id, parent
  )
  select array_agg((zone_id, parent)::dns_node_key) into parents from grown;
  update dns_node n set children = n.children + g.children
    from (select zone_id, name, count(*) as children from unnest(parents) group by 1, 2) g
   where n.zone_id = g.zone_id and n.name = g.name;
end $$;

-- Name: dns_nodes_occlude(atrio.dns_node_key[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_nodes_occlude(cuts atrio.dns_node_key[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  with recursive below as (
    select n.zone_id, n.name from unnest(cuts) c join dns_node n on n.zone_id = c.zone_id and n.parent = c.name
    union
    select n.zone_id, n.name from below b join dns_node n on n.zone_id = b.zone_id and n.parent = b.name
  ), state as (
    select b.zone_id, b.name, dns_is_occluded(b.zone_id, z.name, b.name) as occluded
      from below b join dns_zone z on z.id = b.zone_id
  )
  update dns_node n set occluded = s.occluded from state s
   where n.zone_id = s.zone_id and n.name = s.name and n.occluded <> s.occluded;
end $$;

-- Name: dns_nodes_prune(atrio.dns_node_key[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_nodes_prune(candidates atrio.dns_node_key[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  while candidates is not null loop
    with gone as (
      delete from dns_node n using unnest(candidates) c
       where n.zone_id = c.zone_id and n.name = c.name and n.records = 0 and n.children = 0
      returning n.zone_id, n.parent
    ), shrunk as (
      update dns_node n set children = n.children - g.children
        from (select zone_id, parent, count(*) as children from gone group by 1, 2) g
       where n.zone_id = g.zone_id and n.name = g.parent
      returning n.*
    )
    select array_agg((zone_id, name)::dns_node_key) into candidates
      from shrunk where records = 0 and children = 0 and parent is not null;
  end loop;
end $$;

-- Name: dns_nsec3_hash(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_nsec3_hash(name text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  bits bit(160) := ('x' || encode(atrio.sha1(atrio.dns_wire(name)), 'hex'))::bit(160);
  hash text := '';
begin
  for i in 0 .. 31 loop
    hash := hash || substr('0123456789abcdefghijklmnopqrstuv', substring(bits from 5 * i + 1 for 5)::bit(5)::int + 1, 1);
  end loop;
  return hash;
end $$;

-- Name: dns_path(text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_path(owner text, apex text) RETURNS TABLE(name text, parent text)
    LANGUAGE plpgsql IMMUTABLE STRICT ROWS 3 PARALLEL SAFE
    AS $$
begin
  name := owner;
  while name <> apex and strpos(name, '.') > 0 loop
    parent := substr(name, strpos(name, '.') + 1);
    return next;
    name := parent;
  end loop;
end $$;

-- Name: dns_platform_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_platform_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if new.hostmaster <> old.hostmaster then
    update dns_zone set hostmaster = new.hostmaster;
    perform dns_zones_touch(array_agg(id)) from dns_zone;
  end if;
  if new.web_ipv4 is null then
    delete from dns_record where dynamic = 'web_ipv4';
  elsif old.web_ipv4 is null then
    perform dns_web_address_added('web_ipv4', 'web_ipv6', 'A', new.web_ipv4);
  elsif new.web_ipv4 <> old.web_ipv4 then
    perform dns_web_address_changed('web_ipv4', new.web_ipv4);
  end if;
  if new.web_ipv6 is null then
    delete from dns_record where dynamic = 'web_ipv6';
  elsif old.web_ipv6 is null then
    perform dns_web_address_added('web_ipv6', 'web_ipv4', 'AAAA', new.web_ipv6);
  elsif new.web_ipv6 <> old.web_ipv6 then
    perform dns_web_address_changed('web_ipv6', new.web_ipv6);
  end if;
  if new.mail_hosts <> old.mail_hosts then
    perform dns_mail_hosts_changed(new.mail_hosts);
  end if;
  return null;
end $$;

-- Name: dns_published(inet[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_published(found inet[]) RETURNS inet[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select array(
    select address from (
      select address, row_number() over (partition by family(address) order by address) as place
        from (select distinct unnest(found) as address) f
       where not address <<= any ('{0.0.0.0/8,127.0.0.0/8,169.254.0.0/16,224.0.0.0/4,255.255.255.255/32,
                                    ::/128,::1/128,::ffff:0:0/96,fe80::/10,ff00::/8}'::inet[])
       order by place, family(address) limit 32) chosen
     order by address)
$$;

-- Name: dns_quote(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_quote(content text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select '"' || replace(replace(replace(content, '\', '\\'), '"', '\"'), E'\n', '" "') || '"'
$$;

-- Name: dns_rdata_octets(text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_rdata_octets(type text, value text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case type
    when 'A' then 4
    when 'AAAA' then 16
    -- a length for each string: of several, the line feeds stand for all lengths but one
    when 'TXT' then octet_length(value)
      + case when strpos(value, E'\n') > 0 then 1 else (octet_length(value) + 254) / 255 end
    when 'CAA' then octet_length(value)             -- flag, quotes and spaces take more than their octets on the wire
    when 'ANAME' then octet_length(value) + 4       -- a name and its two octets; numbers are longer as text, but MX's
    when 'CNAME' then octet_length(value) + 4
    when 'MX' then octet_length(value) + 4
    when 'NS' then octet_length(value) + 4
    when 'SRV' then octet_length(value) + 4
    else ('no octets are known of type ' || type)::integer
  end
$$;

-- Name: dns_record_before(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_record_before() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  apex text;
begin
  if tg_op = 'DELETE' then
    perform from dns_zone where id = old.zone_id for no key update;
    return old;
  end if;
  select name into apex from dns_zone where id = new.zone_id for no key update;
  if new.name <> apex and right(new.name, length(apex) + 1) <> '.' || apex then
    raise check_violation using constraint = 'dns_record_in_zone', table = 'dns_record', schema = 'atrio',
      message = format('%s is not a name in zone %s', new.name, apex);
  end if;
  -- Each label may be a name of the tree: few bound what a zone's deletion costs.
  if cardinality(string_to_array(new.name, '.')) - cardinality(string_to_array(apex, '.')) > 16 then
    raise check_violation using constraint = 'dns_record_depth', table = 'dns_record', schema = 'atrio',
      message = format('%s has more than 16 labels below %s', new.name, apex);
  end if;
  if new.type = 'NS' and new.name = apex and not new.system then
    raise check_violation using constraint = 'dns_record_ns_apex', table = 'dns_record', schema = 'atrio',
      message = format('the name servers of %s are the platform''s', apex);
  end if;
  if tg_op = 'UPDATE' then new.changed_at := now(); end if;
  return new;
end $$;

-- Name: dns_record_deleted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_record_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
  perform dns_records_changed(
      array_agg(dns_node_change_of(r.zone_id, r.name, r.type, r.value, r.dynamic is not null, z.name, -1)),
      array_agg(distinct r.zone_id))
    from old_rows r join dns_zone z on z.id = r.zone_id;
  return null;
end $$;

-- Name: dns_record_inserted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_record_inserted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
  perform dns_records_changed(
      array_agg(dns_node_change_of(r.zone_id, r.name, r.type, r.value, r.dynamic is not null, z.name, 1)),
      array_agg(distinct r.zone_id))
    from new_rows r join dns_zone z on z.id = r.zone_id;
  if exists (select from new_rows n join dns_record o using (zone_id, name, type) where o.ttl <> n.ttl) then
    update dns_record o set ttl = n.ttl
      from (select distinct on (zone_id, name, type) * from new_rows order by zone_id, name, type, id desc) n
     where o.zone_id = n.zone_id and o.name = n.name and o.type = n.type and o.ttl <> n.ttl;
  end if;
  return null;
end $$;

-- Name: dns_record_updated(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_record_updated() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  rows atrio.dns_node_change[];
  touched integer[];
begin
  -- what is the same before and after cancels out
  with changed as (
    select zone_id, name, type, value, dynamic, sum(sign)::integer as sign
      from (select *, -1 as sign from old_rows union all select *, 1 from new_rows) s
     group by id, zone_id, name, type, value, priority, ttl, dynamic having sum(sign) <> 0
  )
  select array_agg(dns_node_change_of(c.zone_id, c.name, c.type, c.value, c.dynamic is not null, z.name, c.sign)),
         array_agg(distinct z.id)
    into rows, touched from changed c join dns_zone z on z.id = c.zone_id;
  if touched is null then return null; end if;
  perform dns_records_changed(rows, touched);
  if exists (select from new_rows n join dns_record o using (zone_id, name, type) where o.ttl <> n.ttl) then
    update dns_record o set ttl = n.ttl
      from (select distinct on (zone_id, name, type) * from new_rows order by zone_id, name, type, id desc) n
     where o.zone_id = n.zone_id and o.name = n.name and o.type = n.type and o.ttl <> n.ttl;
  end if;
  return null;
end $$;

-- Name: dns_records_changed(atrio.dns_node_change[], integer[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_records_changed(rows atrio.dns_node_change[], touched integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  changes atrio.dns_node_change[];
begin
  if touched is null then return; end if;               -- nothing changed, or the zone itself is going
  select array_agg((zone_id, name, records, cnames, anames, addresses, delegations, octets, long_octets)::dns_node_change)
    into changes
    from (select zone_id, name, sum(records) as records, sum(cnames) as cnames, sum(anames) as anames,
                 sum(addresses) as addresses, sum(delegations) as delegations, sum(octets) as octets,
                 sum(long_octets) as long_octets from unnest(rows) group by 1, 2) s
   where (records, cnames, anames, addresses, delegations, octets, long_octets) <> (0, 0, 0, 0, 0, 0, 0);
  if changes is null then
    perform dns_zones_touch(touched);
    return;
  end if;
  -- the quotas first: what is refused costs nothing more
  update dns_zone z set record_count = z.record_count + s.records, long_octets = z.long_octets + s.long_octets,
                        serial = dns_next_serial(z.serial)
    from (select t.id, coalesce(sum(c.records), 0) as records, coalesce(sum(c.long_octets), 0) as long_octets
            from unnest(touched) t (id) left join unnest(changes) c on c.zone_id = t.id group by 1) s
   where z.id = s.id;
  perform dns_nodes_change(changes);
  perform dns_zones_tell(touched);
end $$;

-- Name: dns_target_found(text, text, inet[], integer[], integer, timestamp with time zone); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_target_found(asked text, elsewhere text, answered inet[], families integer[], ttl integer, began timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  known inet[] := (select addresses from dns_target where name = asked);
  wanted inet[] := dns_published(answered || array(select a from unnest(known) a where family(a) <> all (families)));
begin
  if wanted = '{}' and not families @> '{4,6}' then wanted := known; end if;
  insert into dns_target as t (name, leads_to, addresses, found_at, looked_at, ask_again_at)
  values (asked, elsewhere, wanted, case when wanted is not null then began end, began, now() + make_interval(secs => ttl))
  on conflict (name) do update set leads_to = excluded.leads_to, addresses = excluded.addresses,
      looked_at = excluded.looked_at, ask_again_at = excluded.ask_again_at,
      found_at = case when t.addresses is not distinct from excluded.addresses then t.found_at else excluded.found_at end
    where t.looked_at <= excluded.looked_at;
end $$;

-- Name: dns_targets_look(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_targets_look(targets text[]) RETURNS TABLE(target text, leads_to text, looked_at text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  began timestamptz := clock_timestamp();
begin
  delete from dns_target t where t.name = any (targets) and not exists (
    select from dns_record r where r.type = 'ANAME' and reverse(r.value) collate "C" = reverse(t.name));
  return query
  with wanted as materialized (
    select n.name, f.leads_to, dns_published(f.addresses) as addresses
      from (select distinct unnest(targets) as name) n, dns_follow(n.name) f
     where exists (select from dns_record r where r.type = 'ANAME' and reverse(r.value) collate "C" = reverse(n.name))
  ), own as (
    insert into dns_target as t (name, addresses, found_at, looked_at, ask_again_at)
    select w.name, w.addresses, began, began, began + interval '5 minutes' from wanted w where w.leads_to is null order by w.name
    on conflict (name) do update set leads_to = null, addresses = excluded.addresses, looked_at = excluded.looked_at,
        ask_again_at = excluded.ask_again_at,
        found_at = case when t.addresses = excluded.addresses then t.found_at else excluded.found_at end
      where t.looked_at <= excluded.looked_at
    returning t.name, t.found_at
  ), elsewhere as (
    select w.name, w.leads_to, t.found_at, t.leads_to = w.leads_to and t.ask_again_at > began as fresh
      from wanted w left join dns_target t on t.name = w.name where w.leads_to is not null
  )
  select o.name, null::text, began::text from own o where exists (select from dns_aname_outdated(o.name, o.found_at))
  union all
  select e.name, case when e.fresh then null else e.leads_to end, began::text from elsewhere e
   where e.fresh is not true or exists (select from dns_aname_outdated(e.name, e.found_at));
end $$;

-- Name: dns_txt_valid(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_txt_valid(value text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  strings text[] := string_to_array(value, E'\n');
  longest integer;
begin
  if octet_length(value) > 4096 or value !~ '[^\n]' or value ~ '[\x01-\x09\x0b-\x1f\x7f-\x9f]' then return false; end if;
  if cardinality(strings) = 1 then return true; end if;
  select max(octet_length(s)) into longest from unnest(strings) s;
  return longest <= 255 and (
    strings[cardinality(strings)] = ''
    or exists (select from unnest(trim_array(strings, 1)) s where octet_length(s) < 255));
end $$;

-- Name: dns_value_valid(text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_value_valid(type text, value text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $_$
begin
  return case type
    when 'A' then value ~ '^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$'
    when 'AAAA' then atrio.dns_is_ipv6(value)
    when 'ANAME' then atrio.dns_is_host(value)
    when 'CNAME' then atrio.dns_is_host(value)
    when 'NS' then atrio.dns_is_host(value)
    when 'MX' then value = '.' or atrio.dns_is_host(value)
    when 'SRV' then value ~ '^\S+ \S+ \S+$'
      and atrio.dns_is_uint16(split_part(value, ' ', 1)) and atrio.dns_is_uint16(split_part(value, ' ', 2))
      and (split_part(value, ' ', 3) = '.' or atrio.dns_is_host(split_part(value, ' ', 3)))
    when 'CAA' then length(value) <= 300
      and value ~ '^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d) (issue|issuewild|iodef) "[\x20\x21\x23-\x5b\x5d-\x7e]*"$'
    when 'TXT' then atrio.dns_txt_valid(value)
    else false
  end;
end $_$;

-- Name: dns_web_address_added(text, text, text, inet); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_web_address_added(role text, sibling text, type text, address inet) RETURNS void
    LANGUAGE sql
    AS $_$
  insert into atrio.dns_record (zone_id, holding_id, name, type, value, dynamic)
  select zone_id, holding_id, name, $3, host(address), role from atrio.dns_record where dynamic = sibling
  on conflict do nothing
$_$;

-- Name: dns_web_address_changed(text, inet); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_web_address_changed(role text, address inet) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  delete from dns_record r using dns_record twin
   where r.dynamic = role and twin.zone_id = r.zone_id and twin.name = r.name and twin.type = r.type
     and twin.value = host(address) and twin.id <> r.id;
  update dns_record set value = host(address) where dynamic = role and value <> host(address);
end $$;

-- Name: dns_wire(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_wire(name text) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  label text;
  wire bytea := '';
begin
  foreach label in array string_to_array(name, '.') loop
    wire := wire || set_byte('\x00', 0, octet_length(label)) || label::bytea;
  end loop;
  return wire || '\x00';
end $$;

-- Name: dns_zone_before(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_before() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $_$
declare
  broken text := case
    when not dns_is_host(new.name) then 'dns_zone_name_check'
    when new.name ~ '(^|\.)(catalog\.atrio|arpa|localhost|invalid|onion|local|\d+)$' then 'dns_zone_reserved'
    when not dns_is_host(new.hostmaster) then 'dns_zone_hostmaster_check'
    when not dns_is_host(new.primary_ns) then 'dns_zone_primary_ns_check'
    when new.member_label !~ '^[0-9a-f]{32}$' then 'dns_zone_member_label_check'
  end;
begin
  if broken is null then return new; end if;
  raise check_violation using constraint = broken, table = 'dns_zone', schema = 'atrio',
    message = format('zone %s violates check constraint "%s"', new.name, broken);
end $_$;

-- Name: dns_zone_create(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_create(holding bigint) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  zone dns_zone;
begin
  insert into dns_zone (holding_id, name, primary_ns, hostmaster)
  select h.id, h.reference, s.name, p.hostmaster
    from holding h, platform p, lateral (select name from name_server order by position limit 1) s
   where h.id = holding
  returning * into zone;
  if zone.id is null then
    raise object_not_in_prerequisite_state using message =
      case when exists (select from name_server) then format('there is no holding %s', holding)
           else 'a zone needs name servers: atrio.name_server is empty' end;
  end if;
  insert into dns_record (zone_id, holding_id, name, type, value, priority, system, dynamic)
  select zone.id, holding, d.* from dns_zone_defaults(zone.id) d;
  return zone.id;
end $$;

-- Name: dns_zone_defaults(integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_defaults(zone_id integer) RETURNS TABLE(name text, type text, value text, priority integer, system boolean, dynamic text)
    LANGUAGE sql STABLE
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: dns_zone_deleted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform dns_catalogs_touch(array_agg(distinct catalog_id)) from old_rows;
  perform pg_notify('atrio_dns', name) from old_rows;
  return null;
end $$;

-- Name: dns_zone_ds(integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_ds(zone integer) RETURNS TABLE(key_id integer, key_tag integer, algorithm integer, digest_type integer, digest text, flags integer, public_key text, created_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select k.id, dns_key_tag(r.rdata), k.algorithm, 2, encode(sha256(dns_wire(z.name) || r.rdata), 'hex'),
         k.flags, translate(encode(k.public_key, 'base64'), E'\n', ''), k.created_at
    from dns_key k join dns_zone z on z.id = k.zone_id,
         lateral (select dns_key_rdata(k.flags, k.algorithm, k.public_key) as rdata) r
   where z.id = zone and k.active order by k.id
$$;

-- Name: dns_zone_inserted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_inserted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform dns_zones_apart(array_agg(id)) from new_rows;
  insert into dns_node (zone_id, name, ordername) select id, name, dns_nsec3_hash(name) from new_rows;
  perform dns_catalogs_touch(array_agg(distinct catalog_id)) from new_rows;
  return null;
end $$;

-- Name: dns_zone_lock(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_lock(holding bigint) RETURNS TABLE(id integer, name text, serial bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  return query select z.id, z.name::text, z.serial from dns_zone z where z.holding_id = holding for no key update;
end $$;

-- Name: dns_zone_longest_ttl(integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_longest_ttl(zone integer) RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select max(t.ttl) from (
    select coalesce(r.ttl, 3600) from pdns.records r where r.domain_id = zone and r.content is not null
    union all
    select split_part(s.content, ' ', 7)::integer from pdns.soa s where s.domain_id = zone
    union all
    select coalesce(nullif((b.record ->> 'ttl')::integer, 0), 3600)
      from dns_zone z join journal j on j.holding_id = z.holding_id,
           lateral jsonb_array_elements(case jsonb_typeof(j.before) when 'array' then j.before end) as b (record)
     where z.id = zone and j.area = 'dns' and j.at > now() - interval '1 day' and b.record ? 'ttl'
  ) as t (ttl)
$$;

-- Name: dns_zone_restore(integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zone_restore(zone integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: dns_zones_apart(integer[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zones_apart(zone_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
declare
  added text;
  found text;
begin
  perform pg_advisory_xact_lock('dns_zone'::regclass::oid::bigint);
  for added in select name from dns_zone where id = any (zone_ids) loop
    select z.name into found from dns_zone z
     where z.name = any (array(select parent from dns_path(added, '')))
        or reverse(z.name) > reverse(added) || '.' and reverse(z.name) < reverse(added) || '/'
     limit 1;
    if found is not null then
      raise check_violation using constraint = 'dns_zone_overlap', table = 'dns_zone', schema = 'atrio',
        message = format('%s and %s: one zone is within the other', added, found), detail = found;
    end if;
  end loop;
end $$;

-- Name: dns_zones_tell(integer[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zones_tell(zone_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  channel text := case current_setting('atrio.is_async', true) when 'true' then 'atrio_dns_async' else 'atrio_dns' end;
begin
  perform pg_notify(channel, name) from dns_zone where id = any (zone_ids);
end $$;

-- Name: dns_zones_touch(integer[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dns_zones_touch(zone_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  update dns_zone set serial = dns_next_serial(serial) where id = any (zone_ids);
  perform dns_zones_tell(zone_ids);
end $$;

-- Name: dnssec_switch_turn(bigint, bigint, boolean); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.dnssec_switch_turn(holding bigint, panel_user bigint, turn_on boolean) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  zone integer := (select id from dns_zone where holding_id = holding);
  was dnssec_switch;
  new_job bigint;
begin
  insert into dnssec_switch (holding_id, wanted, step) values (holding, false, 'off') on conflict do nothing;
  select * into was from dnssec_switch where holding_id = holding for update;
  update job set state = 'done', progress = 100, ended_at = now()
    where id = was.job_id and state in ('queued', 'running');
  perform graphile_worker.remove_job('job:' || was.job_id);
  new_job := enqueue('dnssec.switch', holding, panel_user, holding, 'dnssec:' || holding);
  update dnssec_switch
     set wanted = turn_on, step = case when turn_on then 'signing' else 'withdrawing' end, wait_until = null,
         signed_since = case when was.step in ('signing', 'publishing', 'withdrawing') or was.step = 'on' and not turn_on
                             then was.signed_since end,
         ds_ttl = case when was.step <> 'off' then was.ds_ttl
                       when exists (select from dns_key where zone_id = zone) then 86400 else 0 end,
         problem = null, order_id = null, job_id = new_job
   where holding_id = holding;
  return new_job;
end $$;

-- Name: domain_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.domain_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  update holding set domain_expires_at = new.expires_at, domain_status = new.status
   where id = new.holding_id and (domain_expires_at, domain_status) is distinct from (new.expires_at, new.status);
  return null;
end $$;

-- Name: domain_given_up(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.domain_given_up() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if old.status like 'register-%' and not exists (
       select from registry_order where holding_id = old.holding_id and kind = 'create' and state = 'pending') then
    return old;
  end if;
  insert into domain_deletion (name, holding_id, backend, remote_id)
    values (old.name, old.holding_id, old.backend, old.remote_id)
    on conflict (name) do update set holding_id = excluded.holding_id, backend = excluded.backend,
      remote_id = excluded.remote_id, asked_at = excluded.asked_at, attempts = 0, next_attempt_at = excluded.next_attempt_at;
  return old;
end $$;

-- Name: enqueue(text, bigint, bigint, bigint, text, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text DEFAULT NULL::text, job_key text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
declare k atrio.job_kind; j record; joined bigint;
begin
  if enqueue.job_key is not null then
    select id into joined from atrio.job w
      where w.kind = enqueue.kind and w.job_key = enqueue.job_key and w.state = 'queued' and w.user_id is not distinct from panel_user
      for share;
    if found then return joined; end if;
  end if;
  select * into k from atrio.job_kind where job_kind.kind = enqueue.kind;
  if not found then raise exception 'no such kind of job: %', enqueue.kind using errcode = 'invalid_parameter_value'; end if;
  insert into atrio.job as waiting (kind, holding_id, user_id, subject_id, job_key)
    values (enqueue.kind, holding, panel_user, subject, enqueue.job_key)
    on conflict (kind, job_key) where state = 'queued' do update set user_id = excluded.user_id
    returning id, xmax = 0 as is_new into j;
  if j.is_new then
    perform graphile_worker.add_job(enqueue.kind, json_build_object('job', j.id), queue, now() + k.delay, k.max_attempts,
                                    'job:' || j.id);
  end if;
  return j.id;
end $$;

-- Name: follow_default_name_servers(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.follow_default_name_servers(holding bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  insert into registry_order (holding_id, kind, wanted, act, item, source, bulk)
    select d.holding_id, 'nameservers', '{"mode": "default"}', 'nameserverDefault', d.name, 'system', true
      from domain d, (select array_agg(name) as names from name_server) i
     where d.holding_id = holding and d.name_server_mode = 'default' and d.status not like 'register-%'
       and not (d.blocked or d.closed_by_registry or has_expired(d.status))
       and not (d.name_servers @> i.names and d.name_servers <@ i.names)
    on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing
$$;

-- Name: follow_default_name_servers_again(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.follow_default_name_servers_again(holding bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select follow_default_name_servers(holding)
   where not exists (
     select from registry_order where holding_id = holding and kind = 'nameservers' and state = 'refused'
        and wanted ->> 'mode' = 'default' and ended_at > now() - interval '20 hours')
$$;

-- Name: hand_over(bigint, jsonb); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.hand_over(order_id bigint, everything jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  o registry_order;
  losing jsonb;
begin
  select * into strict o from registry_order where id = order_id and kind = 'transfer';
  select jsonb_object_agg(u.username || '@' || h.reference, g.permissions) into losing
    from holding_grant g join panel_user u on u.id = g.user_id join holding h on h.id = u.holding_id
   where g.holding_id = o.holding_id;
  delete from holding_grant where holding_id = o.holding_id;
  insert into holding_grant (user_id, holding_id, permissions)
    values (o.gaining, o.holding_id, everything);
  update registry_order set gaining = null where id = order_id;
  delete from domain_secret where holding_id = o.holding_id;
  insert into journal (source, user_id, username, ip, request_id, holding_id, area, act, item, before, after)
    values (o.source, o.user_id, o.username, o.ip, o.request_id, o.holding_id, 'grant', o.act, o.item, losing,
            jsonb_build_object(o.wanted ->> 'account', everything));
  with removed as (
    delete from panel_user u
     where u.holding_id = o.holding_id and not exists (select from holding_grant g where g.user_id = u.id)
    returning u.username
  )
  insert into journal (source, user_id, username, ip, request_id, holding_id, area, act, item, before)
    select o.source, o.user_id, o.username, o.ip, o.request_id, o.holding_id, 'user', o.act, r.username,
           jsonb_build_object('username', r.username) from removed r;
end $$;

-- Name: has_expired(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.has_expired(status text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (status = ANY (ARRAY['expired-redemption'::text, 'expired-pendingdelete'::text]));

-- Name: holding_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.holding_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  changed bigint[];
begin
  select array_agg(n.id) into changed from new_rows n join old_rows o on o.id = n.id
   where (n.reference, n.domain_expires_at, n.domain_status, n.service_kind, n.service_expires_at, n.has_mail)
         is distinct from
         (o.reference, o.domain_expires_at, o.domain_status, o.service_kind, o.service_expires_at, o.has_mail);
  if changed is null then return null; end if;
  delete from listed_holding where holding_id = any (changed);
  insert into listed_holding select * from listed_holding_defined where holding_id = any (changed);
  return null;
end $$;

-- Name: holding_grant_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.holding_grant_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
begin
  if tg_op <> 'INSERT' then
    delete from listed_holding l using old_rows o where l.holding_id = o.holding_id and l.user_id = o.user_id;
  end if;
  if tg_op <> 'DELETE' then
    -- A statement that changed the holding too may have listed the grant already.
    delete from listed_holding l using new_rows n where l.holding_id = n.holding_id and l.user_id = n.user_id;
    insert into listed_holding
      select d.* from new_rows n
        join listed_holding_defined d on d.user_id = n.user_id and d.holding_id = n.holding_id;
    perform push_permissions(array_agg(user_id), array_agg(holding_id)) from new_rows;
  else
    perform push_permissions(array_agg(user_id), array_agg(holding_id)) from old_rows;
  end if;
  return null;
end $$;

-- Name: host_name_valid(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.host_name_valid(name text) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select length(name) <= 253
    and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
$_$;

-- Name: journal_is_append_only(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.journal_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin raise exception 'the journal is append-only' using errcode = 'insufficient_privilege'; end $$;

-- Name: keep_transfer_key(bigint, bytea, bytea); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.keep_transfer_key(holding bigint, new_sealed bytea, new_hash bytea) RETURNS bytea
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  insert into domain_secret (holding_id, kind, sealed, hash, expires_at)
    values (holding, 'transferkey', new_sealed, new_hash, now() + interval '7 days')
    on conflict (holding_id, kind) do update
      set sealed = excluded.sealed, hash = excluded.hash, expires_at = excluded.expires_at
      where domain_secret.expires_at <= now();
  return (select sealed from domain_secret where holding_id = holding and kind = 'transferkey');
end $$;

-- Name: letter_pairs(bigint, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.letter_pairs(user_id bigint, letters text) RETURNS bigint[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  octets bytea := convert_to(letters, 'UTF8');
  pairs bigint[] := '{}';
begin
  for i in 0 .. length(octets) - 2 loop
    pairs := pairs || ((user_id << 16) | (get_byte(octets, i) << 8) | get_byte(octets, i + 1));
  end loop;
  return pairs;
end $$;

-- Name: listed_holding; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.listed_holding (
    user_id bigint NOT NULL,
    holding_id bigint NOT NULL,
    reference text NOT NULL COLLATE pg_catalog."C",
    unicode_name text NOT NULL COLLATE pg_catalog."C",
    has_domain boolean NOT NULL,
    has_service boolean NOT NULL,
    has_mail boolean NOT NULL,
    domain_level smallint NOT NULL,
    service_level smallint NOT NULL,
    mail_level smallint NOT NULL,
    dns_level smallint NOT NULL,
    domain_expires_at timestamp with time zone,
    service_expires_at timestamp with time zone,
    domain_status text
);

-- Name: listed_areas(atrio.listed_holding); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.listed_areas(l atrio.listed_holding) RETURNS TABLE(area text, level smallint)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select * from (values ('all', 0::smallint), ('domain', case when l.has_domain then l.domain_level end),
    ('service', case when l.has_service then l.service_level end), ('mail', case when l.has_mail then l.mail_level end),
    ('dns', nullif(l.dns_level, 0::smallint))) a (area, level) where level is not null
$$;

-- Name: listed_holding_deleted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.listed_holding_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
begin
  update listed_total t set holdings = t.holdings - o.holdings, readable = t.readable - o.readable,
                            writable = t.writable - o.writable
    from (select r.user_id, a.area, count(*) as holdings, count(*) filter (where a.level >= 1) as readable,
                 count(*) filter (where a.level = 2) as writable
            from old_rows r cross join lateral listed_areas(r) a group by r.user_id, a.area) o
   where t.user_id = o.user_id and t.area = o.area;
  return null;
end $$;

-- Name: listed_holding_inserted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.listed_holding_inserted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  insert into listed_total as t
    select r.user_id, a.area, count(*), count(*) filter (where a.level >= 1), count(*) filter (where a.level = 2)
      from new_rows r cross join lateral listed_areas(r) a group by r.user_id, a.area
    on conflict (user_id, area) do update set holdings = t.holdings + excluded.holdings,
      readable = t.readable + excluded.readable, writable = t.writable + excluded.writable;
  return null;
end $$;

-- Name: listing_lock(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.listing_lock() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'grants and holdings change in transactions that are read committed'
      using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock('dns_zone'::regclass::oid::bigint);
  return null;
end $$;

-- Name: domain; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.domain (
    holding_id bigint NOT NULL,
    name text NOT NULL,
    tld text NOT NULL,
    backend text NOT NULL,
    remote_id text,
    status text NOT NULL,
    registered_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    name_server_mode text DEFAULT 'keep'::text NOT NULL,
    name_servers text[] DEFAULT '{}'::text[] NOT NULL,
    blocked boolean DEFAULT false NOT NULL,
    transfer_locked boolean DEFAULT false NOT NULL,
    transfer_locked_by_registry boolean DEFAULT false NOT NULL,
    closed_by_registry boolean DEFAULT false NOT NULL,
    whois_private boolean DEFAULT false NOT NULL,
    refreshed_at timestamp with time zone,
    CONSTRAINT domain_name_server_mode_check CHECK ((name_server_mode = ANY (ARRAY['keep'::text, 'default'::text, 'own'::text]))),
    CONSTRAINT domain_name_servers_check CHECK ((cardinality(name_servers) <= 13)),
    CONSTRAINT domain_status_check CHECK ((status = ANY (ARRAY['register-init'::text, 'register-pending'::text, 'register-cancel'::text, 'transfer-init'::text, 'transfer-pending'::text, 'transfer-cancel'::text, 'inactive'::text, 'active'::text, 'renewed'::text, 'hold'::text, 'expired-renewgrace'::text, 'expired-redemption'::text, 'expired-pendingdelete'::text])))
);

-- Name: lock_domain(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.lock_domain(holding bigint) RETURNS SETOF atrio.domain
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select * from domain where holding_id = holding for share
$$;

-- Name: lock_grant(bigint, bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.lock_grant(p_session bigint, p_holding bigint) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare granted jsonb;
begin
  select g.permissions into granted
  from atrio.session s
    join atrio.panel_user u on u.id = s.user_id
    join atrio.holding_grant g on g.user_id = s.user_id and g.holding_id = p_holding
  where s.id = p_session and s.expires_at > now() and u.disabled_at is null
  for share of g for key share of s;
  return granted;
end $$;

-- Name: mail_address_kept(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_address_kept() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: mail_address_made(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_address_made() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  select new.local_part || '@' || h.reference into new.address from holding h where h.id = new.holding_id;
  return new;
end $$;

-- Name: mail_client_of(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_client_of(address text) RETURNS cidr
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select case when ip << '127.0.0.0/8' then '127.0.0.0/8'
         else network(set_masklen(ip, case family(ip) when 4 then 32 else 64 end)) end
    from (select regexp_replace(address, '^::ffff:(?=\d+\.)', '', 'i')::inet as ip) a
$$;

-- Name: mail_guess_waits(bytea, cidr, text, boolean); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_guess_waits(who bytea, from_client cidr, this_guess text, known boolean) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  with limits (account_is_under_attack, since) as (
    select not known and 30 = (
      select count(*) from (
        select from mail_guess where account = who and client <> from_client and at > now() - interval '15 minutes' limit 30) g),
      now() - interval '15 minutes'
  )
  select exists (
      select from mail_guess
       where account = who and client = from_client and guess = this_guess and times >= 30 and at > now() - interval '5 minutes')
    or case when account_is_under_attack then 2 else 10 end <= (
      select count(*) from mail_guess where account = who and client = from_client and at > since)
    or not known and 30 = (
      select count(*) from (
        select from mail_guess where client = from_client and at > since limit 30) g)
    from limits
$$;

-- Name: mail_leads(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_leads(routes text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select routes || array(select distinct substr(route, position('@' in route)) from unnest(routes) route)
$$;

-- Name: mail_limits_check(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_limits_check() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: mail_service; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_service (
    holding_id bigint NOT NULL,
    quota_bytes bigint,
    mailboxes_max integer,
    aliases_max integer,
    recipients_per_hour integer DEFAULT 300 NOT NULL,
    CONSTRAINT mail_service_aliases_max_check CHECK ((aliases_max >= 0)),
    CONSTRAINT mail_service_mailboxes_max_check CHECK ((mailboxes_max >= 0)),
    CONSTRAINT mail_service_quota_bytes_check CHECK (((quota_bytes >= 1) AND (quota_bytes <= '1125899906842624'::bigint))),
    CONSTRAINT mail_service_recipients_per_hour_check CHECK ((recipients_per_hour >= 0))
);

-- Name: mail_lock(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_lock(holding bigint) RETURNS SETOF atrio.mail_service
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select s.* from mail_service s join holding h on h.id = s.holding_id and h.has_mail
   where s.holding_id = holding for no key update of s
$$;

-- Name: mail_next(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_next(addresses text[]) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select coalesce(array_agg(coalesce(mail_node(route), route)), '{}') from (
    select unnest(routes) as route from unnest(addresses) sent join alias on address = sent
    union all
    select unnest(forward_routes) from unnest(addresses) sent join mailbox on address = sent and deleted_at is null
    limit 501) r
$$;

-- Name: mail_node(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_node(route text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select address from mail_address where address in (route, substr(route, position('@' in route)))
   order by length(address) desc limit 1
$$;

-- Name: mail_path_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_path_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_advisory_xact_lock('atrio.alias'::regclass::oid::bigint);
  perform mail_path_check(mail_node(changed.address));
  return null;
end $$;

-- Name: mail_path_check(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_path_check(start text) RETURNS void
    LANGUAGE plpgsql STRICT SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: mail_previous(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_previous(addresses text[]) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select coalesce(array_agg(distinct address), '{}') from (
    select address, routes from alias where mail_leads(routes) && addresses
    union all
    select address, forward_routes from mailbox
     where forward_targets <> '{}' and mail_leads(forward_routes) && addresses and deleted_at is null) p
   where exists (select from unnest(routes) route where mail_node(route) = any (addresses))
$$;

-- Name: mail_reach_check(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_reach_check(start text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: dkim_key; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dkim_key (
    holding_id bigint NOT NULL,
    selector text NOT NULL,
    private_key text NOT NULL,
    public_key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT dkim_key_public_key_check CHECK ((public_key ~ '^[A-Za-z0-9+/]+=*$'::text)),
    CONSTRAINT dkim_key_selector_check CHECK ((selector ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text))
);

-- Name: holding; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.holding (
    id bigint NOT NULL,
    reference text NOT NULL,
    domain_expires_at timestamp with time zone,
    service_kind text,
    service_expires_at timestamp with time zone,
    has_mail boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    domain_status text,
    CONSTRAINT holding_check CHECK (((service_kind IS NULL) = (service_expires_at IS NULL))),
    CONSTRAINT holding_check1 CHECK (((domain_expires_at IS NOT NULL) OR (service_kind IS NOT NULL))),
    CONSTRAINT holding_check2 CHECK (((NOT has_mail) OR (service_kind = 'hosting'::text))),
    CONSTRAINT holding_reference_check CHECK (((reference = lower(reference)) AND (reference ~ '^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9])?$'::text))),
    CONSTRAINT holding_service_kind_check CHECK ((service_kind = ANY (ARRAY['hosting'::text, 'parking'::text])))
);

-- Name: platform; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.platform (
    only_row boolean DEFAULT true NOT NULL,
    hostmaster text DEFAULT 'hostmaster.atrio.test'::text NOT NULL,
    web_ipv4 inet,
    web_ipv6 inet,
    mail_hosts text[] DEFAULT '{}'::text[] NOT NULL,
    imap_ssl_host text DEFAULT ''::text NOT NULL,
    smtp_ssl_host text DEFAULT ''::text NOT NULL,
    spf text DEFAULT 'v=spf1 a mx ~all'::text NOT NULL,
    autoconfig_host text DEFAULT ''::text NOT NULL,
    php_default text DEFAULT '8.2'::text NOT NULL,
    CONSTRAINT platform_autoconfig_host_check CHECK (((autoconfig_host = ''::text) OR atrio.dns_is_host(autoconfig_host))),
    CONSTRAINT platform_only_row_check CHECK (only_row),
    CONSTRAINT platform_php_default_check CHECK ((php_default ~ '^[5-9]\.[0-9]$'::text)),
    CONSTRAINT platform_spf_check CHECK (((spf ~ '^v=spf1( [\x21-\x7e]+)*$'::text) AND (length(spf) <= 255))),
    CONSTRAINT platform_web_ipv4_check CHECK ((family(web_ipv4) = 4)),
    CONSTRAINT platform_web_ipv6_check CHECK ((family(web_ipv6) = 6))
);

-- Name: mail_record; Type: VIEW; Schema: atrio; Owner: -

CREATE VIEW atrio.mail_record AS
 SELECT z.id AS zone_id,
    z.holding_id,
    (COALESCE((d.label || '.'::text), ''::text) || z.name) AS name,
    d.type,
    d.value,
    d.priority,
    d.dynamic
   FROM ((((atrio.dns_zone z
     JOIN atrio.holding h ON (((h.id = z.holding_id) AND (h.service_kind = 'hosting'::text))))
     CROSS JOIN atrio.platform p)
     LEFT JOIN atrio.dkim_key k ON ((k.holding_id = h.id)))
     CROSS JOIN LATERAL ( VALUES (NULL::text,'TXT'::text,
                CASE
                    WHEN (p.mail_hosts <> '{}'::text[]) THEN p.spf
                    ELSE NULL::text
                END,NULL::integer,'spf'::text), ((k.selector || '._domainkey'::text),'TXT'::text,('v=DKIM1; k=rsa; p='::text || k.public_key),NULL::integer,'dkim'::text), ('_dmarc'::text,'TXT'::text,'v=DMARC1; p=none'::text,NULL::integer,'dmarc'::text), ('imap'::text,'CNAME'::text,NULLIF(p.imap_ssl_host, ''::text),NULL::integer,'imap'::text), ('_imaps._tcp'::text,'SRV'::text,('1 993 '::text || NULLIF(p.imap_ssl_host, ''::text)),0,'imap'::text), ('_imap._tcp'::text,'SRV'::text,('1 143 '::text || NULLIF(p.imap_ssl_host, ''::text)),10,'imap'::text), ('smtp'::text,'CNAME'::text,NULLIF(p.smtp_ssl_host, ''::text),NULL::integer,'smtp'::text), ('_submissions._tcp'::text,'SRV'::text,('1 465 '::text || NULLIF(p.smtp_ssl_host, ''::text)),0,'smtp'::text), ('_submission._tcp'::text,'SRV'::text,('1 587 '::text || NULLIF(p.smtp_ssl_host, ''::text)),10,'smtp'::text), ('autoconfig'::text,'CNAME'::text,NULLIF(p.autoconfig_host, ''::text),NULL::integer,'autoconfig'::text), ('autodiscover'::text,'CNAME'::text,NULLIF(p.autoconfig_host, ''::text),NULL::integer,'autoconfig'::text), ('_autodiscover._tcp'::text,'SRV'::text,('1 443 '::text || NULLIF(p.autoconfig_host, ''::text)),0,'autoconfig'::text)) d(label, type, value, priority, dynamic))
  WHERE ((d.value IS NOT NULL) AND (h.has_mail OR (d.dynamic = 'spf'::text)) AND (((length(COALESCE(d.label, ''::text)) + 1) + length(z.name)) <= 253) AND (d.value <> (COALESCE((d.label || '.'::text), ''::text) || z.name)));

-- Name: mail_record_in_the_way(text, atrio.mail_record); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_record_in_the_way(apex text, wanted atrio.mail_record) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: mail_records_follow(integer[], text[], boolean); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_records_follow(zones integer[], kinds text[], added boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'atrio', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
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

-- Name: mail_records_follow_everywhere(text[], boolean); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_records_follow_everywhere(kinds text[], added boolean) RETURNS void
    LANGUAGE sql
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  insert into mail_records_due (kinds, added, zone_last) select kinds, added, max(id) from dns_zone having max(id) is not null;
  select from graphile_worker.add_job('mail.records', queue_name => 'mail.records', job_key => 'mail.records')
   where exists (select from mail_records_due);
$$;

-- Name: mail_records_follow_next(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_records_follow_next() RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: mail_records_of_holding(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_records_of_holding() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform mail_records_follow(array_agg(z.id), '{dkim,dmarc,imap,smtp,autoconfig}', true)
    from new_rows n join old_rows o using (id) join dns_zone z on z.holding_id = n.id
   where n.has_mail <> o.has_mail having count(*) > 0;
  return null;
end $$;

-- Name: mail_records_of_key(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_records_of_key() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform from holding h join new_rows n on n.holding_id = h.id for update of h;
  perform mail_records_follow(array_agg(z.id), '{dkim}', true)
    from new_rows n join dns_zone z using (holding_id) having count(*) > 0;
  return null;
end $$;

-- Name: mail_records_of_platform(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_records_of_platform() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  is_new text[] := array_remove(array[
    case when old.imap_ssl_host = '' then 'imap' end, case when old.smtp_ssl_host = '' then 'smtp' end,
    case when old.autoconfig_host = '' then 'autoconfig' end], null);
begin
  perform mail_records_follow_everywhere('{spf,imap,smtp,autoconfig}', false);
  perform mail_records_follow_everywhere(is_new, true) where is_new <> '{}';
  return null;
end $$;

-- Name: mail_routes(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_routes(targets text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select coalesce(array_agg(regexp_replace(t, '^([^+@]+)\+[^@]*@', '\1@')), '{}') from unnest(targets) t
$$;

-- Name: mail_service_check(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_service_check() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if exists (select from mailbox where holding_id = new.holding_id and deleted_at is null
              having new.quota_bytes < sum(quota_bytes) or bool_or(quota_bytes is null)) then
    raise exception 'its mailboxes have more' using errcode = 'check_violation', constraint = 'mail_quota';
  end if;
  return null;
end $$;

-- Name: mail_service_wanted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_service_wanted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if new.has_mail then insert into mail_service (holding_id) values (new.id) on conflict do nothing; end if;
  return null;
end $$;

-- Name: mail_store_given_up(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_store_given_up() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  insert into mail_store_removal (mailbox_id, address) values (old.id, old.address);
  delete from mailbox_usage where address = old.address and old.deleted_at is null;
  return null;
end $$;

-- Name: mail_switched_off(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_switched_off() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  delete from webmail_session w using mailbox m where m.holding_id = new.id and w.mailbox_id = m.id;
  perform enqueue('mail.kick', new.id, null, m.id, null, 'mailbox:' || m.id)
    from mailbox m where m.holding_id = new.id and m.deleted_at is null;
  return null;
end $$;

-- Name: mail_targets_valid(text[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mail_targets_valid(targets text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  select cardinality(targets) <= 50 and array_position(targets, null) is null
     and cardinality(targets) = (select count(distinct t) from unnest(targets) t)
     and not exists (select from unnest(targets) t where length(t) > 254 or t <> lower(t) or t !~
       '^(?!-)[a-z0-9!#$%&''*/=?^_`{}~+-]+(\.[a-z0-9!#$%&''*/=?^_`{}~+-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
$_$;

-- Name: mailbox_deleted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mailbox_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: mailbox_usage_again(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mailbox_usage_again() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  update mailbox_usage set bytes = bytes where address = new.address;
  return null;
end $$;

-- Name: mailbox_usage_counted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.mailbox_usage_counted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  new.nearly_full := exists (
    select from mail_address a join mailbox m on m.id = a.mailbox_id
     where a.address = new.address and new.bytes >= 0.8 * m.quota_bytes);
  return new;
end $$;

-- Name: message_retry_wait(integer, timestamp with time zone); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.message_retry_wait(attempts integer, created_at timestamp with time zone) RETURNS interval
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select case
    when created_at < now() - interval '5 days' then interval '1 day'
    else least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour')
  end
$$;

-- Name: pass_messages_on(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.pass_messages_on() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  fallback bigint := (select min(id) from company where id <> old.id);
begin
  update message
     set company_id = case when sent_at is null then fallback end, company_name = coalesce(company_name, old.name)
   where company_id = old.id;
  return old;
end $$;

-- Name: permissions_valid(jsonb); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.permissions_valid(p jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select jsonb_typeof(p) = 'object' and not exists (
    select from jsonb_each_text(p) e where e.value not in ('read', 'write') or e.key not in (
      'domain', 'domain_ownercontacts', 'domain_contacts', 'domain_dns', 'domain_gluerecords', 'domain_dnssec',
      'domain_transferblock', 'domain_authcode', 'domain_others', 'service', 'service_ftp', 'service_subdomains',
      'service_redirects', 'service_ddbb', 'service_dnszone', 'service_parking', 'servicemail',
      'servicemail_accounts', 'servicemail_alias'))
$$;

-- Name: php_chosen(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.php_chosen() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  followed text;
begin
  if new.php_version is not null then
    if new.php_version is distinct from old.php_version then
      perform from php_version v where v.version = new.php_version for key share;
      if not found then
        raise foreign_key_violation using constraint = 'web_service_php_missing', message = 'this version of PHP is not installed';
      end if;
    end if;
  else
    select p.php_default into followed from platform p for share;
    if followed < new.php_minimum then
      raise check_violation using constraint = 'web_service_php_default', message = 'the platform''s PHP is below the service''s minimum';
    end if;
  end if;
  return null;
end $$;

-- Name: php_default_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.php_default_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform from php_version v where v.version = new.php_default for key share;
  if not found then
    raise foreign_key_violation using constraint = 'platform_php_missing', message = 'this version of PHP is not installed';
  end if;
  if exists (select from web_service s where s.php_version is null and s.php_minimum > new.php_default) then
    raise check_violation using constraint = 'platform_php_minimum', message = 'services that follow it need a newer PHP';
  end if;
  perform graphile_worker.add_job('php.follow', queue_name => 'php.follow', job_key => 'php.follow');
  return null;
end $$;

-- Name: proof_seen(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.proof_seen(job bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare j atrio.job;
begin
  select * into j from atrio.job w where w.id = proof_seen.job and w.kind = 'dns.proof' and w.state = 'queued'
    for update skip locked;                       -- locked: a change is joining it, or the worker has it
  if not found or exists (
    select from atrio.journal e where e.holding_id = j.holding_id and e.area = 'dns' and e.id > j.subject_id) then return; end if;
  update atrio.job w set state = 'done', progress = 100, ended_at = now() where w.id = j.id;
  perform graphile_worker.remove_job('job:' || j.id);
end $$;

-- Name: push(text, bigint[], jsonb); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push(event text, users bigint[], payload jsonb) RETURNS void
    LANGUAGE sql
    AS $$
  select pg_notify('atrio_push', jsonb_build_object('event', event, 'users', users, 'data', payload)::text)
$$;

-- Name: push_config(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_config() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform atrio.push('config', '{}', '{}');
  return null;
end $$;

-- Name: push_job(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_job() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  if new.user_id is not null then
    perform atrio.push('job', array[new.user_id], jsonb_build_object(
      'id', new.id, 'state', new.state, 'error', new.error, 'progress', new.progress));
  end if;
  return null;
end $$;

-- Name: push_permissions(bigint[], bigint[]); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_permissions(users bigint[], holdings bigint[]) RETURNS void
    LANGUAGE sql
    AS $$
  select atrio.push('permissions', array[user_id], jsonb_build_object('id', id))
    from (select user_id, case when count(*) over (partition by user_id) <= 20 then holding_id end as id
            from unnest(users, holdings) c (user_id, holding_id)) c
   group by user_id, id
$$;

-- Name: push_session_end(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_session_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform atrio.push('session', array[old.user_id], jsonb_build_object('session', old.id));
  return null;
end $$;

-- Name: push_session_renewed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_session_renewed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform atrio.push('session', array[new.user_id], jsonb_build_object('session', new.id, 'renewed', true));
  return null;
end $$;

-- Name: refuse_truncate(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.refuse_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '%.% is not truncated: lists and totals follow from what is deleted', tg_table_schema, tg_table_name;
end $$;

-- Name: registry_job(bigint, bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.registry_job(holding bigint, panel_user bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  insert into job (kind, holding_id, user_id, subject_id) values ('registry.order', holding, panel_user, holding) returning id
$$;

-- Name: registry_order_allowed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.registry_order_allowed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  is_blocked boolean;
  word text;
begin
  select blocked, status into is_blocked, word from domain where holding_id = new.holding_id for share;
  if is_blocked and not (new.kind = 'block' and new.wanted = '{"on": false}') then
    raise exception using errcode = 'check_violation', constraint = 'registry_order_blocked', schema = 'atrio',
      table = 'registry_order',
      message = 'the domain is blocked';
  end if;
  if has_expired(word) then
    raise exception using errcode = 'check_violation', constraint = 'registry_order_expired', schema = 'atrio',
      table = 'registry_order',
      message = 'the domain has expired';
  end if;
  return new;
end $$;

-- Name: registry_order_beside_switch(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.registry_order_beside_switch() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  is_turned_on boolean;
begin
  select wanted into is_turned_on from dnssec_switch
    where holding_id = new.holding_id and step not in ('off', 'on') for share;
  if is_turned_on or (is_turned_on is not null and new.kind = 'dnssec') then
    raise exception using errcode = 'check_violation', constraint = 'registry_order_beside_switch', schema = 'atrio',
      table = 'registry_order',
      message = 'the DNSSEC switch is at work';
  end if;
  return new;
end $$;

-- Name: sha1(bytea); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.sha1(bytes bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$select ext.digest(bytes, 'sha1')$$;

-- Name: sieve_quote(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.sieve_quote(content text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select '"' || replace(replace(content, '\', '\\'), '"', '\"') || '"'
$$;

-- Name: tell_mailer(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.tell_mailer() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform pg_notify('atrio_message', case when tg_table_name = 'message' then '' else 'all' end);
  return null;
end $$;

-- Name: tell_policyd(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.tell_policyd() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform pg_notify('atrio_dkim', '');
  return null;
end $$;

-- Name: tell_registrar(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.tell_registrar() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform pg_notify('atrio_registry_order', '');
  return null;
end $$;

-- Name: transfer_key_fits(bigint, bytea); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.transfer_key_fits(holding bigint, key_hash bytea) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select exists (
    select from domain_secret
     where holding_id = holding and kind = 'transferkey' and hash = key_hash and expires_at > now() for share)
$$;

-- Name: unicode_label(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.unicode_label(label text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
declare
  parts text[] := regexp_match(label, '^xn--(?:(.*)-)?([a-z0-9]+)$');
  decoded text := coalesce(parts[1], '');
  -- As the RFC names them.
  n bigint := 128;
  i bigint := 0;
  bias bigint := 72;
  at integer := 1;
  old_i bigint; w bigint; k bigint; digit bigint; t bigint; points bigint; delta bigint;
begin
  if parts is null then return label; end if;
  while at <= length(parts[2]) loop
    old_i := i; w := 1; k := 36;
    loop
      if at > length(parts[2]) then return label; end if;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(parts[2], at, 1)) - 1;
      at := at + 1;
      i := i + digit * w;
      t := least(greatest(k - bias, 1), 26);
      exit when digit < t;
      w := w * (36 - t);
      if greatest(i, w) > 2147483647 then return label; end if;
      k := k + 36;
    end loop;
    points := length(decoded) + 1;
    delta := (i - old_i) / case when old_i = 0 then 700 else 2 end;
    delta := delta + delta / points;
    k := 0;
    while delta > 455 loop
      delta := delta / 35; k := k + 36;
    end loop;
    bias := k + 36 * delta / (delta + 38);
    n := n + i / points;
    i := i % points;
    if n > 1114111 or n between 55296 and 57343 then return label; end if;
    decoded := left(decoded, i::integer) || chr(n::integer) || substr(decoded, i::integer + 1);
    i := i + 1;
  end loop;
  return decoded;
end $_$;

-- Name: unicode_name(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.unicode_name(reference text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select case when strpos(reference, 'xn--') = 0 then '' else (
    select string_agg(atrio.unicode_label(label), '.' order by place)
      from unnest(string_to_array(reference, '.')) with ordinality l (label, place)) end
$$;

-- Name: web_brands_follow(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_brands_follow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform graphile_worker.add_job('web.brands', queue_name => 'web.brands', job_key => 'web.brands');
  return null;
end $$;

-- Name: web_first_names(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_first_names(reference text) RETURNS TABLE(name text)
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select n from unnest(array['', 'www']) n where web_host_valid(case n when '' then reference else n || '.' || reference end)
$$;

-- Name: web_folder_valid(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_folder_valid(folder text) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  select length(folder) <= 255 and folder ~ '^(/|(/[A-Za-z0-9._ -]+)+)$' and folder !~ '/\.{1,2}(/|$)' and folder !~ '(/ | (/|$))'
$_$;

-- Name: web_host_made(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_host_made() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: web_host_valid(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_host_valid(host text) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  select length(host) <= 253 and host ~ '^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$'
$_$;

-- Name: web_limits_changed(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_limits_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  update web_usage set bytes = bytes where holding_id = new.holding_id;
  return null;
end $$;

-- Name: web_service; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.web_service (
    holding_id bigint NOT NULL,
    parking boolean DEFAULT false NOT NULL,
    php_version text,
    php_minimum text DEFAULT '5.6'::text NOT NULL,
    space_bytes bigint,
    traffic_bytes bigint,
    databases_max integer,
    database_bytes bigint,
    company_id bigint,
    files_max integer DEFAULT 2000000 NOT NULL,
    CONSTRAINT web_service_database_bytes_check CHECK ((database_bytes >= 0)),
    CONSTRAINT web_service_databases_max_check CHECK ((databases_max >= 0)),
    CONSTRAINT web_service_files_max_check CHECK ((files_max > 0)),
    CONSTRAINT web_service_php_minimum CHECK ((php_version >= php_minimum)),
    CONSTRAINT web_service_php_minimum_check CHECK ((php_minimum ~ '^[5-9]\.[0-9]$'::text)),
    CONSTRAINT web_service_php_version_check CHECK ((php_version = ANY (ARRAY['5.6'::text, '7.0'::text, '7.1'::text, '7.2'::text, '7.3'::text, '7.4'::text, '8.0'::text, '8.1'::text, '8.2'::text, '8.3'::text, '8.4'::text]))),
    CONSTRAINT web_service_space_bytes_check CHECK ((space_bytes >= 0)),
    CONSTRAINT web_service_traffic_bytes_check CHECK ((traffic_bytes >= 0))
);

-- Name: web_lock(bigint); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_lock(holding bigint) RETURNS SETOF atrio.web_service
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select s.* from web_service s where s.holding_id = holding for no key update of s
$$;

-- Name: web_name_come(atrio.dns_zone, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_name_come(zone atrio.dns_zone, come text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  insert into dns_record (zone_id, holding_id, name, type, value, priority, dynamic)
  select zone.id, zone.holding_id, d.name, d.type, d.value, d.priority, d.dynamic
    from dns_zone_defaults(zone.id) d
   where d.name = come and d.dynamic in ('web_ipv4', 'web_ipv6')
     and come not in (zone.name, 'www.' || zone.name)
     and dns_is_owner(come) and zone.record_count <= 19900 and not dns_is_occluded(zone.id, zone.name, come)
     and not exists (select from dns_record r where r.zone_id = zone.id and r.name = come
                        and r.type in ('A', 'AAAA', 'ANAME', 'CNAME', 'NS'))
$$;

-- Name: web_name_gone(atrio.dns_zone, text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_name_gone(zone atrio.dns_zone, gone text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  delete from dns_record r
   where r.zone_id = zone.id and r.name = gone and r.dynamic in ('web_ipv4', 'web_ipv6')
     and gone not in (zone.name, 'www.' || zone.name)
     and not exists (select from web_names(zone.id) n where n.name = gone)
$$;

-- Name: web_names(integer); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_names(zone_id integer) RETURNS TABLE(name text)
    LANGUAGE sql STABLE
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
  select s.host from dns_zone z join subdomain s on s.holding_id = z.holding_id
   where z.id = zone_id and s.name not in ('', 'www')
  union
  select r.host from dns_zone z join redirection r on r.holding_id = z.holding_id
   where z.id = zone_id and r.name not in ('', 'www')
$$;

-- Name: web_names_follow(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_names_follow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  zone dns_zone;
begin
  select z.* into zone from dns_zone z where z.holding_id = coalesce(new.holding_id, old.holding_id) for no key update;
  if zone.id is null then return null; end if;
  if tg_op <> 'INSERT' then perform web_name_gone(zone, old.host); end if;
  if tg_op <> 'DELETE' then perform web_name_come(zone, new.host); end if;
  return null;
end $$;

-- Name: web_service_gone(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_service_gone() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform graphile_worker.add_job('web.gone', job_key => 'web.gone');
  return null;
end $$;

-- Name: web_service_wanted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_service_wanted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
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

-- Name: web_usage_counted(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_usage_counted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
declare
  s web_service;
begin
  select * into s from web_service where holding_id = new.holding_id;
  if new.month < date_trunc('month', now() at time zone 'UTC')::date then
    new.month := date_trunc('month', now() at time zone 'UTC')::date;
    new.traffic_bytes := 0;
  end if;
  new.space_over := coalesce(new.bytes > s.space_bytes, false) or coalesce(new.files > s.files_max, false)
                 or new.cut_offs = 2;
  new.traffic_over := coalesce(new.traffic_bytes > s.traffic_bytes, false);
  new.nearly_full := coalesce(new.bytes >= 0.8 * s.space_bytes, false)
                  or coalesce(new.files >= 0.8 * s.files_max, false)
                  or coalesce(new.traffic_bytes >= 0.8 * s.traffic_bytes, false);
  return new;
end $$;

-- Name: web_usage_enforced(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.web_usage_enforced() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio', 'pg_temp'
    AS $$
begin
  perform enqueue('web.apply', new.holding_id, null, new.holding_id, null, 'web:' || new.holding_id);
  return null;
end $$;

-- Name: webmail_user_follows(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.webmail_user_follows() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  put_away text := 'deleted ' || old.id;
begin
  if to_regclass('roundcube.users') is null then return null; end if;
  if tg_op = 'DELETE' then
    execute 'delete from roundcube.users where username = $1'
      using case when old.deleted_at is null then old.address else put_away end;
  elsif new.deleted_at is null then
    execute 'update roundcube.users set username = $1 where username = $2' using new.address, put_away;
  else
    execute 'update roundcube.users set username = $2 where username = $1' using old.address, put_away;
  end if;
  return null;
end $_$;

-- Name: wildcard_above(text); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.wildcard_above(host text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$ select regexp_replace(host, '^[^.]*', '*') $$;

-- Name: domain_placed(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.domain_placed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $$
begin
  perform from tld where name = new.name;
  if found then raise unique_violation using constraint = 'domain_is_tld', message = 'a TLD has this name'; end if;
  return new;
end $$;

-- Name: host_placed(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.host_placed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $_$
begin
  new.superordinate := (
    select substring(left(new.name, -length(t.name) - 1) from '[^.]+$') || '.' || t.name
      from tld t where right(new.name, length(t.name) + 1) = '.' || t.name order by length(t.name) desc limit 1);
  return new;
end $_$;

-- Name: move_serial(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.move_serial() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $$
begin
  update server set serial = atrio.dns_next_serial(serial), changed_by = pg_current_xact_id()
   where changed_by is distinct from pg_current_xact_id();
  return null;
end $$;

-- Name: settle(text, boolean, text); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.settle(which text, approved boolean, why text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $$
declare
  done pending_operation;
begin
  perform from domain where name = which for update;
  update pending_operation set state = case when approved then 'done' else 'refused' end, reason = why, ended_at = now()
   where domain = which and state = 'pending' returning * into done;
  if not found then return null; end if;
  update domain set statuses = array_remove(statuses, 'pendingUpdate'),
         contacts = case when approved then contacts || done.contacts else contacts end
   where name = which;
  insert into message (domain, reference, state, reason) values (which, done.reference, done.state, why);
  return done.reference;
end $$;

-- Name: tell_registrar(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.tell_registrar() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform pg_notify('atrio_registry_message', '');
  return null;
end $$;

-- Name: tld_kept(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.tld_kept() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $_$
begin
  lock table tld in share row exclusive mode;
  perform from tld where substring(name from '\.(.+)$') = old.name;
  if found then raise foreign_key_violation using constraint = 'tld_below', message = 'a TLD is below it'; end if;
  return old;
end $_$;

-- Name: tld_mode_kept(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.tld_mode_kept() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $$
begin
  if exists (select from domain d join sec_dns s on s.domain = d.name
              where d.tld = new.name and s.kind <> new.mode) then
    raise check_violation using constraint = 'tld_mode', message = 'domains have data of the other kind';
  end if;
  return new;
end $$;

-- Name: tld_placed(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.tld_placed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $_$
begin
  lock table tld in share row exclusive mode;
  lock table domain in share mode;                  -- domains that are being made are seen, or see this TLD
  perform from domain where name = new.name;
  if found then raise unique_violation using constraint = 'tld_is_domain', message = 'a domain has this name'; end if;
  if exists (select from tld below join tld above on below.name like '%.' || above.name
              where not exists (select from tld t where t.name = substring(below.name from '\.(.+)$'))) then
    raise check_violation using constraint = 'tld_nesting', message = 'a TLD below another is one label below it';
  end if;
  return null;
end $_$;

-- Name: within_limits(); Type: FUNCTION; Schema: registry; Owner: -

CREATE FUNCTION registry.within_limits() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'registry', 'pg_temp'
    AS $$
declare
  owner text := to_jsonb(new) ->> case tg_table_name when 'host' then 'superordinate' else 'domain' end;
  t tld;
  used bigint;
  allowed integer;
begin
  perform from domain where name = owner for no key update;
  select tld.* into t from domain d join tld on tld.name = d.tld where d.name = owner;
  if not found then return new; end if;
  if tg_table_name = 'host' then
    select count(*), t.max_hosts into used, allowed from host where superordinate = owner;
  elsif tg_table_name = 'delegation' then
    select count(*), t.max_name_servers into used, allowed from delegation where domain = owner;
  else
    if to_jsonb(new) ->> 'kind' <> t.mode then
      raise check_violation using constraint = 'sec_dns_mode', message = 'the TLD takes the other kind';
    end if;
    select count(*), t.max_sec_dns into used, allowed from sec_dns where domain = owner;
  end if;
  if used >= allowed then
    raise check_violation using constraint = tg_table_name || '_limit', message = 'no more than ' || allowed;
  end if;
  return new;
end $$;

-- Name: acme; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.acme (
    only_row boolean DEFAULT true NOT NULL,
    directory text NOT NULL,
    ca text,
    contact text NOT NULL,
    resolvers text[] DEFAULT '{}'::text[] NOT NULL,
    terms_accepted_at timestamp with time zone DEFAULT now() NOT NULL,
    account_key_sealed bytea,
    account_url text,
    CONSTRAINT acme_ca_check CHECK ((length(ca) <= 65536)),
    CONSTRAINT acme_contact_check CHECK (((length(contact) <= 254) AND (contact ~ '^[^\s@<>,;:"?]+@[^\s@<>,;:"?]+$'::text))),
    CONSTRAINT acme_directory_check CHECK (((directory ~ '^https://[!-~]+$'::text) AND (length(directory) <= 2048))),
    CONSTRAINT acme_only_row_check CHECK (only_row)
);

-- Name: acme_challenge; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.acme_challenge (
    host_id bigint NOT NULL,
    token text NOT NULL,
    host text NOT NULL,
    answer text NOT NULL,
    dns_record_id bigint,
    CONSTRAINT acme_challenge_answer_check CHECK (((answer ~ '^[A-Za-z0-9._-]+$'::text) AND (length(answer) <= 600))),
    CONSTRAINT acme_challenge_token_check CHECK (((token ~ '^[A-Za-z0-9_-]+$'::text) AND (length(token) <= 512)))
);

-- Name: acme_host; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.acme_host (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    host text NOT NULL,
    rank smallint NOT NULL,
    certificate_id bigint,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    fault jsonb,
    ordered_id bigint,
    key_sealed bytea,
    order_url text,
    CONSTRAINT acme_host_rank_check CHECK ((rank = ANY (ARRAY[0, 1, 2])))
);

-- Name: acme_host_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.acme_host ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.acme_host_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: acme_order; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.acme_order (
    holding_id bigint NOT NULL,
    host text NOT NULL,
    ordered_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: acme_turn; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.acme_turn (
    holding_id bigint NOT NULL,
    turn_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: certificate; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.certificate (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    host text NOT NULL,
    source text NOT NULL,
    certificate_pem text NOT NULL,
    chain_pem text DEFAULT ''::text NOT NULL,
    key_sealed bytea NOT NULL,
    names text[] NOT NULL,
    issuer text NOT NULL,
    not_before timestamp with time zone NOT NULL,
    not_after timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT certificate_certificate_pem_check CHECK ((length(certificate_pem) <= 65536)),
    CONSTRAINT certificate_chain_pem_check CHECK ((length(chain_pem) <= 65536)),
    CONSTRAINT certificate_source_check CHECK ((source = ANY (ARRAY['uploaded'::text, 'acme'::text])))
);

-- Name: redirection; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.redirection (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    name text NOT NULL,
    host text DEFAULT ''::text NOT NULL,
    path text NOT NULL,
    url text NOT NULL,
    type text NOT NULL,
    iframe_title text DEFAULT ''::text NOT NULL,
    iframe_description text DEFAULT ''::text NOT NULL,
    iframe_keywords text DEFAULT ''::text NOT NULL,
    eliminable boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    keep_path boolean DEFAULT false NOT NULL,
    CONSTRAINT redirection_host_check CHECK (atrio.web_host_valid(host)),
    CONSTRAINT redirection_iframe_description_check CHECK ((length(iframe_description) <= 1000)),
    CONSTRAINT redirection_iframe_keywords_check CHECK ((length(iframe_keywords) <= 1000)),
    CONSTRAINT redirection_iframe_title_check CHECK ((length(iframe_title) <= 255)),
    CONSTRAINT redirection_keep_path_check CHECK (((NOT keep_path) OR ((url !~ '[?#]'::text) AND (type <> 'frame'::text)))),
    CONSTRAINT redirection_name_check CHECK ((name !~ '\*'::text)),
    CONSTRAINT redirection_path_check CHECK (((path = ''::text) OR ((octet_length(path) <= 1024) AND (path ~ '^/([^\u0001-\u001f"#$%&'';<>?[\\\]^`{|}\u007f-\u00a0]*[^\u0001-\u0020"#$%&''/;<>?[\\\]^`{|}\u007f-\u00a0](\?[A-Za-z0-9._~!@()*+,=:/&;[\]%-]+)?|\?[A-Za-z0-9._~!@()*+,=:/&;[\]%-]+)$'::text) AND (split_part(path, '?'::text, 1) !~ '/(/|\.{1,2}(/|$))'::text) AND (path !~ '^/\.(atrio|well-known)([/?]|$)'::text)))),
    CONSTRAINT redirection_type_check CHECK ((type = ANY (ARRAY['301'::text, '302'::text, 'frame'::text]))),
    CONSTRAINT redirection_url_check CHECK (((url ~ '^https?://[!-~]+$'::text) AND (length(url) <= 1300)))
);

-- Name: subdomain; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.subdomain (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    name text NOT NULL,
    host text DEFAULT ''::text NOT NULL,
    folder text NOT NULL,
    https boolean DEFAULT false NOT NULL,
    https_only boolean DEFAULT false NOT NULL,
    hsts boolean DEFAULT false NOT NULL,
    certificate_id bigint,
    php_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    eliminable boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT subdomain_check CHECK ((https OR (NOT https_only))),
    CONSTRAINT subdomain_check1 CHECK ((https_only OR (NOT hsts))),
    CONSTRAINT subdomain_folder_check CHECK (atrio.web_folder_valid(folder)),
    CONSTRAINT subdomain_host_check CHECK (atrio.web_host_valid(host)),
    CONSTRAINT subdomain_php_settings_check CHECK ((jsonb_typeof(php_settings) = 'object'::text))
);

-- Name: acme_wanted; Type: VIEW; Schema: atrio; Owner: -

CREATE VIEW atrio.acme_wanted AS
 SELECT s.holding_id,
    s.host,
    (0)::smallint AS rank,
    s.certificate_id
   FROM ((atrio.subdomain s
     JOIN atrio.holding h ON ((h.id = s.holding_id)))
     LEFT JOIN atrio.certificate c ON ((c.id = s.certificate_id)))
  WHERE ((h.service_kind = 'hosting'::text) AND s.https AND (c.source IS DISTINCT FROM 'uploaded'::text))
UNION ALL
 SELECT r.holding_id,
    r.host,
    (1)::smallint AS rank,
    atrio.certificate_kept(r.holding_id, r.host) AS certificate_id
   FROM ((( SELECT DISTINCT redirection.holding_id,
            redirection.host
           FROM atrio.redirection) r
     JOIN atrio.holding h ON ((h.id = r.holding_id)))
     JOIN atrio.web_service w ON ((w.holding_id = r.holding_id)))
  WHERE ((h.service_kind = 'parking'::text) OR ((h.service_kind = 'hosting'::text) AND (NOT (EXISTS ( SELECT
           FROM atrio.subdomain s
          WHERE ((s.host = ANY (ARRAY[r.host, atrio.wildcard_above(r.host)])) AND (s.holding_id = r.holding_id)))))))
UNION ALL
 SELECT h.id AS holding_id,
    n.host,
    (2)::smallint AS rank,
    atrio.certificate_kept(h.id, n.host) AS certificate_id
   FROM ((atrio.holding h
     JOIN atrio.web_service w ON ((w.holding_id = h.id)))
     CROSS JOIN LATERAL ( VALUES (h.reference), (('www.'::text || h.reference))) n(host))
  WHERE ((h.service_kind = 'parking'::text) AND atrio.web_host_valid(n.host) AND (NOT (EXISTS ( SELECT
           FROM atrio.redirection r
          WHERE ((r.host = n.host) AND (r.holding_id = h.id))))));

-- Name: alias; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.alias (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    local_part text NOT NULL,
    address text NOT NULL,
    targets text[] NOT NULL,
    routes text[] GENERATED ALWAYS AS (atrio.mail_routes(targets)) STORED NOT NULL,
    eliminable boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alias_address_check CHECK ((length(address) <= 254)),
    CONSTRAINT alias_local_part_check CHECK (((local_part ~ '^([a-z0-9_][a-z0-9_-]*(\.[a-z0-9_-]+)*)?$'::text) AND (length(local_part) <= 64))),
    CONSTRAINT alias_targets_check CHECK ((atrio.mail_targets_valid(targets) AND (targets <> '{}'::text[])))
);

-- Name: alias_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.alias ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.alias_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: attempt; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.attempt (
    subject text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: autoresponder; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.autoresponder (
    mailbox_id bigint NOT NULL,
    holding_id bigint NOT NULL,
    enabled boolean NOT NULL,
    subject text NOT NULL,
    content text NOT NULL,
    starts_on date,
    ends_on date,
    version bigint NOT NULL,
    CONSTRAINT autoresponder_check CHECK ((ends_on >= starts_on)),
    CONSTRAINT autoresponder_content_check CHECK (((length(content) >= 1) AND (length(content) <= 10000))),
    CONSTRAINT autoresponder_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 255)) AND (subject !~ '[\x01-\x1f\x7f]'::text)))
);

-- Name: autoresponder_version_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.autoresponder ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.autoresponder_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: captcha_spent; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.captcha_spent (
    challenge_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

-- Name: certificate_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.certificate ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.certificate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: city; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.city (
    parent text NOT NULL,
    name text NOT NULL,
    folded text NOT NULL COLLATE pg_catalog."C"
);

-- Name: company; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.company (
    id bigint NOT NULL,
    name text NOT NULL,
    color text DEFAULT 'indigo'::text NOT NULL,
    surface text DEFAULT 'zinc'::text NOT NULL,
    color_selectable boolean DEFAULT true NOT NULL,
    force_language boolean DEFAULT false NOT NULL,
    captcha_provider text DEFAULT 'altcha'::text NOT NULL,
    captcha_site_key text DEFAULT ''::text NOT NULL,
    captcha_secret_sealed bytea,
    contact_address text,
    privacy_url text,
    imap_ssl_host text,
    smtp_ssl_host text,
    website text,
    CONSTRAINT company_captcha_provider_check CHECK ((captcha_provider = ANY (ARRAY['altcha'::text, 'recaptcha'::text, 'hcaptcha'::text, 'turnstile'::text, 'none'::text]))),
    CONSTRAINT company_captcha_secret_sealed_check CHECK ((octet_length(captcha_secret_sealed) <= 4096)),
    CONSTRAINT company_captcha_site_key_check CHECK ((length(captcha_site_key) <= 200)),
    CONSTRAINT company_captcha_whole CHECK (((captcha_provider = ANY (ARRAY['altcha'::text, 'none'::text])) OR ((captcha_site_key <> ''::text) AND (captcha_secret_sealed IS NOT NULL)))),
    CONSTRAINT company_check CHECK (((color ~ '^[a-z]{1,20}$'::text) AND (surface ~ '^[a-z]{1,20}$'::text))),
    CONSTRAINT company_contact_address_check CHECK (((length(contact_address) <= 254) AND (contact_address ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'::text))),
    CONSTRAINT company_imap_ssl_host_check CHECK (atrio.host_name_valid(imap_ssl_host)),
    CONSTRAINT company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT company_name_check1 CHECK (((name = btrim(name)) AND (name !~ '[[:cntrl:]]'::text))),
    CONSTRAINT company_privacy_url_check CHECK (((length(privacy_url) <= 2000) AND (privacy_url ~ '^https?://[^\s"<>]+$'::text))),
    CONSTRAINT company_smtp_ssl_host_check CHECK (atrio.host_name_valid(smtp_ssl_host)),
    CONSTRAINT company_website_check CHECK (((length(website) <= 2000) AND (website ~ '^https://[^\s"<>]+$'::text)))
);

-- Name: company_host; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.company_host (
    host text NOT NULL,
    company_id bigint NOT NULL,
    CONSTRAINT company_host_host_check CHECK ((atrio.host_name_valid(host) OR ((host ~ '^[0-9a-f:]{2,39}$'::text) AND (host ~ ':.*:'::text))))
);

-- Name: company_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.company ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.company_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: company_logo; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.company_logo (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    media_type text NOT NULL,
    image bytea NOT NULL,
    file_name text GENERATED ALWAYS AS (("left"(encode(sha256(image), 'hex'::text), 32) ||
CASE media_type
    WHEN 'image/svg+xml'::text THEN '.svg'::text
    WHEN 'image/png'::text THEN '.png'::text
    WHEN 'image/webp'::text THEN '.webp'::text
    ELSE '.jpg'::text
END)) STORED NOT NULL,
    CONSTRAINT company_logo_image_check CHECK (((octet_length(image) >= 1) AND (octet_length(image) <= 100000))),
    CONSTRAINT company_logo_kind_check CHECK ((kind = ANY (ARRAY['logo'::text, 'logo_mini'::text]))),
    CONSTRAINT company_logo_media_type_check CHECK ((media_type = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text, 'image/webp'::text, 'image/jpeg'::text])))
);

-- Name: company_text; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.company_text (
    company_id bigint NOT NULL,
    language text NOT NULL,
    legal text DEFAULT ''::text NOT NULL,
    privacy_title text DEFAULT ''::text NOT NULL,
    privacy_text text DEFAULT ''::text NOT NULL,
    CONSTRAINT company_text_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text]))),
    CONSTRAINT company_text_legal_check CHECK ((octet_length(legal) <= 100000)),
    CONSTRAINT company_text_privacy_text_check CHECK ((octet_length(privacy_text) <= 100000)),
    CONSTRAINT company_text_privacy_title_check CHECK ((length(privacy_title) <= 200))
);

-- Name: contact_spread; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.contact_spread (
    job_id bigint NOT NULL,
    order_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role text NOT NULL,
    total integer NOT NULL,
    placed integer DEFAULT 0 NOT NULL,
    after_holding bigint DEFAULT 0 NOT NULL,
    missed boolean DEFAULT false NOT NULL,
    CONSTRAINT contact_spread_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'billing'::text, 'tech'::text]))),
    CONSTRAINT contact_spread_total_check CHECK ((total > 0))
);

-- Name: dns_aname; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_aname (
    record_id bigint NOT NULL,
    target text NOT NULL,
    found_at timestamp with time zone NOT NULL
);

-- Name: dns_aname_address; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_aname_address (
    record_id bigint NOT NULL,
    address inet NOT NULL,
    CONSTRAINT dns_aname_address_address_check CHECK ((masklen(address) =
CASE family(address)
    WHEN 4 THEN 32
    ELSE 128
END))
);

-- Name: dns_catalog; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_catalog (
    id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    serial bigint DEFAULT (EXTRACT(epoch FROM now()))::bigint NOT NULL,
    CONSTRAINT dns_catalog_id_check CHECK (((id >= 1) AND (id <= 16))),
    CONSTRAINT dns_catalog_serial_check CHECK (((serial >= 1) AND (serial <= '4294967295'::bigint)))
)
WITH (fillfactor='50');

-- Name: dns_key; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_key (
    id integer NOT NULL,
    zone_id integer NOT NULL,
    flags integer DEFAULT 257 NOT NULL,
    algorithm integer DEFAULT 13 NOT NULL,
    active boolean DEFAULT true NOT NULL,
    published boolean DEFAULT true NOT NULL,
    private_key text NOT NULL,
    public_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT dns_key_algorithm_check CHECK ((algorithm = 13)),
    CONSTRAINT dns_key_flags_check CHECK ((flags = ANY (ARRAY[256, 257]))),
    CONSTRAINT dns_key_private_key_check CHECK ((private_key ~~ 'Private-key-format: v1.2%'::text)),
    CONSTRAINT dns_key_public_key_check CHECK ((octet_length(public_key) = 64))
);

-- Name: dns_key_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.dns_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.dns_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: dns_node; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_node (
    zone_id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    parent text COLLATE pg_catalog."C",
    ordername text NOT NULL COLLATE pg_catalog."C",
    children integer DEFAULT 0 NOT NULL,
    records integer DEFAULT 0 NOT NULL,
    cnames integer DEFAULT 0 NOT NULL,
    anames integer DEFAULT 0 NOT NULL,
    addresses integer DEFAULT 0 NOT NULL,
    delegations integer DEFAULT 0 NOT NULL,
    octets integer DEFAULT 0 NOT NULL,
    occluded boolean DEFAULT false NOT NULL,
    CONSTRAINT dns_aname_alone CHECK (((anames = 0) OR ((anames = 1) AND (addresses = 0)))),
    CONSTRAINT dns_cname_alone CHECK (((cnames = 0) OR ((cnames = 1) AND (records = 1)))),
    CONSTRAINT dns_cname_apex CHECK (((cnames = 0) OR (parent IS NOT NULL))),
    CONSTRAINT dns_node_children_check CHECK ((children >= 0)),
    CONSTRAINT dns_node_delegations_check CHECK ((delegations >= 0)),
    CONSTRAINT dns_node_octets CHECK (((octets >= 0) AND (octets <= 32768))),
    CONSTRAINT dns_node_records_check CHECK ((records >= 0))
)
WITH (fillfactor='90');

-- Name: dns_record; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_record (
    id bigint NOT NULL,
    zone_id integer NOT NULL,
    holding_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    value text NOT NULL,
    priority integer,
    ttl integer DEFAULT 0 NOT NULL,
    system boolean DEFAULT false NOT NULL,
    dynamic text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT dns_record_dynamic CHECK (((dynamic IS NULL) OR atrio.dns_is_dynamic(type, dynamic))),
    CONSTRAINT dns_record_name CHECK (atrio.dns_is_owner_of(type, name)),
    CONSTRAINT dns_record_ns_wildcard CHECK (((type <> 'NS'::text) OR (name !~~ '*%'::text))),
    CONSTRAINT dns_record_priority CHECK (
CASE
    WHEN (type = ANY (ARRAY['MX'::text, 'SRV'::text])) THEN ((priority IS NOT NULL) AND ((priority >= 0) AND (priority <= 65535)))
    ELSE (priority IS NULL)
END),
    CONSTRAINT dns_record_self CHECK (((type <> ALL (ARRAY['CNAME'::text, 'ANAME'::text, 'NS'::text])) OR (value <> name))),
    CONSTRAINT dns_record_ttl CHECK ((ttl = ANY (ARRAY[0, 600, 1800, 3600, 21600, 43200, 86400]))),
    CONSTRAINT dns_record_type CHECK ((type = ANY (ARRAY['A'::text, 'AAAA'::text, 'ANAME'::text, 'CAA'::text, 'CNAME'::text, 'MX'::text, 'NS'::text, 'SRV'::text, 'TXT'::text]))),
    CONSTRAINT dns_record_value CHECK (atrio.dns_value_valid(type, value))
);

-- Name: dns_record_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.dns_record ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.dns_record_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: dns_target; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_target (
    name text NOT NULL COLLATE pg_catalog."C",
    leads_to text,
    addresses inet[],
    found_at timestamp with time zone,
    looked_at timestamp with time zone NOT NULL,
    ask_again_at timestamp with time zone NOT NULL,
    CONSTRAINT dns_target_check CHECK (((addresses IS NULL) = (found_at IS NULL)))
);

-- Name: dns_tsig; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dns_tsig (
    name text NOT NULL,
    algorithm text DEFAULT 'hmac-sha256'::text NOT NULL,
    secret text NOT NULL,
    CONSTRAINT dns_tsig_algorithm_check CHECK ((algorithm = ANY (ARRAY['hmac-sha256'::text, 'hmac-sha384'::text, 'hmac-sha512'::text]))),
    CONSTRAINT dns_tsig_name_check CHECK (atrio.dns_is_host(name)),
    CONSTRAINT dns_tsig_secret_check CHECK ((secret ~ '^[A-Za-z0-9+/]{43,}=*$'::text))
);

-- Name: dns_zone_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.dns_zone ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.dns_zone_id_seq
    START WITH 1000
    INCREMENT BY 1
    MINVALUE 1000
    NO MAXVALUE
    CACHE 1
);

-- Name: dnssec_record; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dnssec_record (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    kind text NOT NULL,
    algorithm smallint NOT NULL,
    key_tag integer NOT NULL,
    digest_type smallint,
    digest text,
    flags integer,
    protocol smallint,
    public_key text,
    CONSTRAINT dnssec_record_algorithm_check CHECK (((algorithm >= 0) AND (algorithm <= 255))),
    CONSTRAINT dnssec_record_check CHECK (
CASE kind
    WHEN 'ds'::text THEN ((num_nonnulls(digest_type, digest) = 2) AND (num_nonnulls(flags, protocol, public_key) = 0))
    ELSE ((num_nonnulls(digest_type, digest) = 0) AND (num_nonnulls(flags, protocol, public_key) = 3))
END),
    CONSTRAINT dnssec_record_digest_check CHECK ((digest ~ '^([0-9A-F]{2}){1,64}$'::text)),
    CONSTRAINT dnssec_record_digest_type_check CHECK (((digest_type >= 0) AND (digest_type <= 255))),
    CONSTRAINT dnssec_record_flags_check CHECK (((flags >= 0) AND (flags <= 65535))),
    CONSTRAINT dnssec_record_key_tag_check CHECK (((key_tag >= 0) AND (key_tag <= 65535))),
    CONSTRAINT dnssec_record_kind_check CHECK ((kind = ANY (ARRAY['ds'::text, 'key'::text]))),
    CONSTRAINT dnssec_record_protocol_check CHECK ((protocol = 3)),
    CONSTRAINT dnssec_record_public_key_check CHECK (((length(public_key) >= 4) AND (length(public_key) <= 4096)))
);

-- Name: dnssec_record_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.dnssec_record ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.dnssec_record_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: dnssec_switch; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.dnssec_switch (
    holding_id bigint NOT NULL,
    wanted boolean NOT NULL,
    step text NOT NULL,
    wait_until timestamp with time zone,
    signed_since timestamp with time zone,
    ds_ttl integer DEFAULT 86400 NOT NULL,
    problem jsonb,
    order_id bigint,
    job_id bigint,
    CONSTRAINT dnssec_switch_check CHECK (((step <> ALL (ARRAY['off'::text, 'on'::text])) OR ((wait_until IS NULL) AND (wanted = (step = 'on'::text))))),
    CONSTRAINT dnssec_switch_ds_ttl_check CHECK (((ds_ttl >= 0) AND (ds_ttl <= 2147483647))),
    CONSTRAINT dnssec_switch_step_check CHECK ((step = ANY (ARRAY['off'::text, 'signing'::text, 'publishing'::text, 'on'::text, 'withdrawing'::text, 'unsigning'::text])))
);

-- Name: domain_contact; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.domain_contact (
    holding_id bigint NOT NULL,
    role text NOT NULL,
    organization text,
    first_name text NOT NULL,
    last_name text NOT NULL,
    identification_number text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    address text NOT NULL,
    postal_code text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    country text NOT NULL,
    CONSTRAINT domain_contact_address_check CHECK ((length(address) <= 255)),
    CONSTRAINT domain_contact_city_check CHECK ((length(city) <= 255)),
    CONSTRAINT domain_contact_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT domain_contact_email_check CHECK ((length(email) <= 254)),
    CONSTRAINT domain_contact_first_name_check CHECK ((length(first_name) <= 120)),
    CONSTRAINT domain_contact_identification_number_check CHECK ((length(identification_number) <= 40)),
    CONSTRAINT domain_contact_last_name_check CHECK ((length(last_name) <= 120)),
    CONSTRAINT domain_contact_organization_check CHECK ((length(organization) <= 255)),
    CONSTRAINT domain_contact_phone_check CHECK ((phone ~ '^\+\d{1,3}\.\d{1,14}$'::text)),
    CONSTRAINT domain_contact_postal_code_check CHECK ((length(postal_code) <= 16)),
    CONSTRAINT domain_contact_role_check CHECK ((role = ANY (ARRAY['registrant'::text, 'admin'::text, 'billing'::text, 'tech'::text]))),
    CONSTRAINT domain_contact_state_check CHECK ((length(state) <= 255))
);

-- Name: domain_deletion; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.domain_deletion (
    name text NOT NULL,
    holding_id bigint NOT NULL,
    backend text NOT NULL,
    remote_id text,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: domain_secret; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.domain_secret (
    holding_id bigint NOT NULL,
    kind text NOT NULL,
    sealed bytea NOT NULL,
    hash bytea,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT domain_secret_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT domain_secret_kind_check CHECK ((kind = ANY (ARRAY['authcode'::text, 'transferkey'::text])))
);

-- Name: geography_edition; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.geography_edition (
    only_row boolean DEFAULT true NOT NULL,
    edition text NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT geography_edition_only_row_check CHECK (only_row)
);

-- Name: glue; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.glue (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    name text NOT NULL,
    ipv4 inet[] DEFAULT '{}'::inet[] NOT NULL,
    ipv6 inet[] DEFAULT '{}'::inet[] NOT NULL,
    CONSTRAINT glue_check CHECK ((((cardinality(ipv4) + cardinality(ipv6)) >= 1) AND ((cardinality(ipv4) + cardinality(ipv6)) <= 26))),
    CONSTRAINT glue_name_check CHECK ((name = lower(name)))
);

-- Name: glue_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.glue ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.glue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: holding_grant; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.holding_grant (
    user_id bigint NOT NULL,
    holding_id bigint NOT NULL,
    permissions jsonb NOT NULL,
    CONSTRAINT holding_grant_permissions_check CHECK ((atrio.permissions_valid(permissions) AND (permissions <> '{}'::jsonb)))
);

-- Name: holding_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.holding ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.holding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: htaccess; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.htaccess (
    holding_id bigint NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    took interval NOT NULL,
    problems jsonb NOT NULL,
    more boolean NOT NULL,
    CONSTRAINT htaccess_problems_check CHECK (
CASE jsonb_typeof(problems)
    WHEN 'array'::text THEN (jsonb_array_length(problems) <= 500)
    ELSE false
END)
);

-- Name: idempotency; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.idempotency (
    user_id bigint NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    reply jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
    CONSTRAINT idempotency_request_hash_check CHECK ((octet_length(request_hash) = 32))
);

-- Name: installation; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.installation (
    only_row boolean DEFAULT true NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT installation_only_row_check CHECK (only_row)
);

-- Name: job; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.job (
    id bigint NOT NULL,
    kind text NOT NULL,
    holding_id bigint NOT NULL,
    user_id bigint,
    subject_id bigint NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    error jsonb,
    progress smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    job_key text,
    CONSTRAINT job_job_key_check CHECK (((length(job_key) >= 1) AND (length(job_key) <= 200))),
    CONSTRAINT job_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- Name: job_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.job ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: job_kind; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.job_kind (
    kind text NOT NULL,
    delay interval NOT NULL,
    max_attempts smallint NOT NULL,
    shown_with text,
    done_by text DEFAULT 'worker'::text NOT NULL,
    CONSTRAINT job_kind_done_by_check CHECK ((done_by = ANY (ARRAY['worker'::text, 'registrar'::text]))),
    CONSTRAINT job_kind_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 25))),
    CONSTRAINT job_kind_shown_with_check CHECK (
CASE
    WHEN (shown_with IS NOT NULL) THEN atrio.permissions_valid(jsonb_build_object(shown_with, 'read'))
    ELSE NULL::boolean
END)
);

-- Name: journal; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.journal (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    source text NOT NULL,
    user_id bigint,
    username text,
    ip inet,
    request_id text,
    holding_id bigint,
    area text NOT NULL,
    act text NOT NULL,
    item text,
    before jsonb,
    after jsonb,
    CONSTRAINT journal_source_check CHECK ((source = ANY (ARRAY['panel'::text, 'command'::text, 'system'::text])))
);

-- Name: journal_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.journal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.journal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: known_device; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.known_device (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT known_device_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

-- Name: listed_holding_defined; Type: VIEW; Schema: atrio; Owner: -

CREATE VIEW atrio.listed_holding_defined AS
 SELECT g.user_id,
    g.holding_id,
    (h.reference COLLATE "C") AS reference,
    (atrio.unicode_name(h.reference) COLLATE "C") AS unicode_name,
    s.has_domain,
    s.has_service,
    s.has_mail,
    l.domain_level,
    l.service_level,
    l.mail_level,
    l.dns_level,
        CASE
            WHEN s.has_domain THEN h.domain_expires_at
            ELSE NULL::timestamp with time zone
        END AS domain_expires_at,
        CASE
            WHEN s.has_service THEN h.service_expires_at
            ELSE NULL::timestamp with time zone
        END AS service_expires_at,
        CASE
            WHEN s.has_domain THEN NULLIF(h.domain_status, 'active'::text)
            ELSE NULL::text
        END AS domain_status
   FROM (((((atrio.holding_grant g
     JOIN atrio.holding h ON ((h.id = g.holding_id)))
     CROSS JOIN ( SELECT '{read,write}'::text[] AS levels) w)
     CROSS JOIN LATERAL ( SELECT ((h.domain_expires_at IS NOT NULL) AND (g.permissions ?| '{domain,domain_ownercontacts,domain_contacts,domain_dns,domain_gluerecords,domain_dnssec,domain_transferblock,domain_authcode,domain_others}'::text[])) AS has_domain,
            ((h.service_kind IS NOT NULL) AND (g.permissions ?| '{service,service_ftp,service_subdomains,service_redirects,service_ddbb,service_dnszone,service_parking}'::text[])) AS has_service,
            (h.has_mail AND (g.permissions ?| '{servicemail,servicemail_accounts,servicemail_alias}'::text[])) AS has_mail) s)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN s.has_domain THEN array_position(w.levels, (g.permissions ->> 'domain'::text))
                    ELSE NULL::integer
                END AS domain,
                CASE
                    WHEN s.has_service THEN array_position(w.levels, (g.permissions ->> 'service'::text))
                    ELSE NULL::integer
                END AS service,
                CASE
                    WHEN s.has_mail THEN array_position(w.levels, (g.permissions ->> 'servicemail'::text))
                    ELSE NULL::integer
                END AS mail,
                CASE
                    WHEN s.has_service THEN array_position(w.levels, (g.permissions ->> 'service_dnszone'::text))
                    ELSE NULL::integer
                END AS dns) a)
     CROSS JOIN LATERAL ( SELECT (COALESCE(a.domain, 0))::smallint AS domain_level,
            (COALESCE(a.service, 0))::smallint AS service_level,
            (COALESCE(a.mail, 0))::smallint AS mail_level,
            (COALESCE(a.dns, 0))::smallint AS dns_level) l);

-- Name: listed_total; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.listed_total (
    user_id bigint NOT NULL,
    area text NOT NULL,
    holdings integer NOT NULL,
    readable integer NOT NULL,
    writable integer NOT NULL,
    CONSTRAINT listed_total_area_check CHECK ((area = ANY (ARRAY['all'::text, 'domain'::text, 'service'::text, 'mail'::text, 'dns'::text]))),
    CONSTRAINT listed_total_check CHECK (((readable >= 0) AND (readable <= holdings))),
    CONSTRAINT listed_total_check1 CHECK (((writable >= 0) AND (writable <= readable))),
    CONSTRAINT listed_total_holdings_check CHECK ((holdings >= 0))
);

-- Name: mail_address; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_address (
    address text NOT NULL,
    holding_id bigint NOT NULL,
    mailbox_id bigint,
    alias_id bigint,
    CONSTRAINT mail_address_check CHECK ((num_nonnulls(mailbox_id, alias_id) = 1))
);

-- Name: mail_client; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_client (
    mailbox_id bigint NOT NULL,
    client cidr NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: mail_guess; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_guess (
    id bigint NOT NULL,
    account bytea NOT NULL,
    client cidr NOT NULL,
    guess text NOT NULL,
    times smallint DEFAULT 1 NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT mail_guess_account_check CHECK ((octet_length(account) = 32)),
    CONSTRAINT mail_guess_guess_check CHECK ((length(guess) <= 8)),
    CONSTRAINT mail_guess_times_check CHECK ((times > 0))
);

-- Name: mail_guess_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.mail_guess ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.mail_guess_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: mail_records_due; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_records_due (
    id bigint NOT NULL,
    kinds text[] NOT NULL,
    added boolean NOT NULL,
    zone_done integer DEFAULT 0 NOT NULL,
    zone_last integer NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: mail_records_due_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.mail_records_due ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.mail_records_due_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: mail_sending; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_sending (
    holding_id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    recipients integer DEFAULT 0 NOT NULL,
    forwarded integer DEFAULT 0 NOT NULL,
    CONSTRAINT mail_sending_forwarded_check CHECK ((forwarded >= 0)),
    CONSTRAINT mail_sending_recipients_check CHECK ((recipients >= 0))
);

-- Name: mail_store_removal; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mail_store_removal (
    mailbox_id bigint NOT NULL,
    address text NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: mailbox; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mailbox (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    local_part text NOT NULL,
    address text NOT NULL,
    password_hash text NOT NULL,
    password_sealed bytea,
    quota_bytes bigint,
    forward_targets text[] DEFAULT '{}'::text[] NOT NULL,
    forward_routes text[] GENERATED ALWAYS AS (atrio.mail_routes(forward_targets)) STORED NOT NULL,
    keeps_copy boolean DEFAULT true NOT NULL,
    eliminable boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    deleted_bytes bigint,
    CONSTRAINT mailbox_address_check CHECK ((length(address) <= 254)),
    CONSTRAINT mailbox_check CHECK ((keeps_copy OR (forward_targets <> '{}'::text[]))),
    CONSTRAINT mailbox_check1 CHECK (((deleted_bytes IS NULL) = (deleted_at IS NULL))),
    CONSTRAINT mailbox_forward_targets_check CHECK (atrio.mail_targets_valid(forward_targets)),
    CONSTRAINT mailbox_local_part_check CHECK (((local_part ~ '^[a-z0-9_][a-z0-9_-]*(\.[a-z0-9_-]+)*$'::text) AND (length(local_part) <= 64))),
    CONSTRAINT mailbox_password_hash_check CHECK ((password_hash ~ '^\{ARGON2ID\}\$argon2id\$'::text)),
    CONSTRAINT mailbox_quota_bytes_check CHECK (((quota_bytes >= 1) AND (quota_bytes <= '1125899906842624'::bigint)))
);

-- Name: mailbox_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.mailbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.mailbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: mailbox_usage; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.mailbox_usage (
    address text NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    messages bigint DEFAULT 0 NOT NULL,
    nearly_full boolean DEFAULT false NOT NULL
);

-- Name: message; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.message (
    id bigint NOT NULL,
    uuid uuid NOT NULL,
    kind text NOT NULL,
    company_id bigint,
    company_name text,
    recipient text,
    user_id bigint,
    domain text,
    username text,
    name text,
    email text,
    subject text,
    contents text NOT NULL,
    language text NOT NULL,
    ip inet,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    hurried boolean DEFAULT false NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    CONSTRAINT message_check CHECK (((kind = 'test'::text) = (recipient IS NOT NULL))),
    CONSTRAINT message_check1 CHECK (((kind = 'test'::text) OR ((domain IS NOT NULL) AND (username IS NOT NULL) AND (email IS NOT NULL) AND (ip IS NOT NULL)))),
    CONSTRAINT message_check2 CHECK (((kind = 'contact'::text) = (subject IS NOT NULL))),
    CONSTRAINT message_company_name_check CHECK ((length(company_name) <= 80)),
    CONSTRAINT message_contents_check CHECK ((length(contents) <= 10000)),
    CONSTRAINT message_domain_check CHECK (((length(domain) <= 255) AND (domain !~ '[[:cntrl:]]'::text))),
    CONSTRAINT message_email_check CHECK (((length(email) <= 254) AND (email !~ '[[:cntrl:][:space:]]'::text))),
    CONSTRAINT message_kind_check CHECK ((kind = ANY (ARRAY['contact'::text, 'request'::text, 'test'::text]))),
    CONSTRAINT message_language_check CHECK ((language = ANY (ARRAY['es'::text, 'en'::text]))),
    CONSTRAINT message_name_check CHECK (((length(name) <= 255) AND (name !~ '[[:cntrl:]]'::text))),
    CONSTRAINT message_recipient_check CHECK ((length(recipient) <= 254)),
    CONSTRAINT message_subject_check CHECK (((length(subject) <= 200) AND (subject !~ '[[:cntrl:]]'::text))),
    CONSTRAINT message_username_check CHECK (((length(username) <= 64) AND (username !~ '[[:cntrl:]]'::text)))
);

-- Name: message_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.message ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: missing_service; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.missing_service (
    service text NOT NULL,
    packages text NOT NULL
);

-- Name: name_server; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.name_server (
    "position" smallint NOT NULL,
    name text NOT NULL,
    address inet NOT NULL,
    port integer NOT NULL,
    CONSTRAINT name_server_name_check CHECK (((name = lower(name)) AND (name !~ '\.$'::text))),
    CONSTRAINT name_server_port_check CHECK (((port >= 1) AND (port <= 65535)))
);

-- Name: panel_user; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.panel_user (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    disabled_at timestamp with time zone,
    last_login_at timestamp with time zone,
    previous_login_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT panel_user_username_check CHECK ((username ~ '^[a-z0-9][a-z0-9._-]{0,63}$'::text))
);

-- Name: panel_user_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.panel_user ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.panel_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: php_version; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.php_version (
    version text NOT NULL,
    CONSTRAINT php_version_version_check CHECK ((version ~ '^[5-9]\.[0-9]$'::text))
);

-- Name: postal_code; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.postal_code (
    country text NOT NULL,
    folded text NOT NULL,
    code text NOT NULL,
    state_key text,
    CONSTRAINT postal_code_code_check CHECK (((length(code) >= 1) AND (length(code) <= 16)))
);

-- Name: postal_country; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.postal_country (
    country text NOT NULL,
    file text NOT NULL,
    codes integer NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT postal_country_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

-- Name: redirection_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.redirection ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.redirection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: registry_order; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.registry_order (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    kind text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    wanted jsonb DEFAULT '{}'::jsonb NOT NULL,
    job_id bigint,
    act text NOT NULL,
    item text,
    source text NOT NULL,
    user_id bigint,
    username text,
    ip inet,
    request_id text,
    gaining bigint,
    bulk boolean DEFAULT false NOT NULL,
    state text DEFAULT 'new'::text NOT NULL,
    reference text,
    refusal jsonb,
    journal_id bigint,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT registry_order_check CHECK (((state = ANY (ARRAY['done'::text, 'refused'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT registry_order_check1 CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
    CONSTRAINT registry_order_gaining CHECK (
CASE
    WHEN ((kind = 'transfer'::text) AND (ended_at IS NULL)) THEN (gaining IS NOT NULL)
    ELSE ((kind = 'transfer'::text) OR (gaining IS NULL))
END),
    CONSTRAINT registry_order_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'nameservers'::text, 'transferLock'::text, 'block'::text, 'privacy'::text, 'dnssec'::text, 'putHost'::text, 'deleteHost'::text, 'contacts'::text, 'authCode'::text, 'transfer'::text, 'refresh'::text]))),
    CONSTRAINT registry_order_source_check CHECK ((source = ANY (ARRAY['panel'::text, 'command'::text, 'system'::text]))),
    CONSTRAINT registry_order_state_check CHECK ((state = ANY (ARRAY['new'::text, 'pending'::text, 'done'::text, 'refused'::text])))
);

-- Name: registry_order_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.registry_order ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.registry_order_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: registry_server; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.registry_server (
    backend text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    port integer NOT NULL,
    CONSTRAINT registry_server_name_check CHECK (atrio.dns_is_host(name)),
    CONSTRAINT registry_server_port_check CHECK (((port >= 1) AND (port <= 65535)))
);

-- Name: registry_tld; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.registry_tld (
    tld text NOT NULL,
    backend text NOT NULL,
    "position" integer DEFAULT 1 NOT NULL,
    capabilities jsonb NOT NULL,
    CONSTRAINT registry_tld_tld_check CHECK (((tld = lower(tld)) AND (tld ~ '^[a-z0-9-]+(\.[a-z0-9-]+)*$'::text)))
);

-- Name: session; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.session (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    ip inet NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

-- Name: session_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.session ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: smtp; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.smtp (
    only_row boolean DEFAULT true NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    security text NOT NULL,
    username text,
    password_sealed bytea,
    ca text,
    from_address text NOT NULL,
    CONSTRAINT smtp_ca_check CHECK ((length(ca) <= 65536)),
    CONSTRAINT smtp_check CHECK (((username IS NULL) = (password_sealed IS NULL))),
    CONSTRAINT smtp_from_address_check CHECK (((length(from_address) <= 254) AND (from_address ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'::text))),
    CONSTRAINT smtp_host_check CHECK ((((length(host) >= 1) AND (length(host) <= 253)) AND (host !~ '[[:cntrl:][:space:]]'::text))),
    CONSTRAINT smtp_only_row_check CHECK (only_row),
    CONSTRAINT smtp_port_check CHECK (((port >= 1) AND (port <= 65535))),
    CONSTRAINT smtp_security_check CHECK ((security = ANY (ARRAY['none'::text, 'starttls'::text, 'tls'::text]))),
    CONSTRAINT smtp_username_check CHECK (((length(username) >= 1) AND (length(username) <= 254)))
);

-- Name: state; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.state (
    key text NOT NULL,
    country text GENERATED ALWAYS AS ("left"(key, 2)) STORED NOT NULL,
    name text NOT NULL,
    folded text[] NOT NULL,
    CONSTRAINT state_key_check CHECK ((key ~ '^[A-Z]{2}-.{1,20}$'::text))
);

-- Name: subdomain_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.subdomain ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.subdomain_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: web_error; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.web_error (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    host text DEFAULT ''::text NOT NULL,
    level text NOT NULL,
    message text,
    left_out integer,
    CONSTRAINT web_error_check CHECK ((num_nonnulls(message, left_out) = 1)),
    CONSTRAINT web_error_host_check CHECK ((length(host) <= 253)),
    CONSTRAINT web_error_left_out_check CHECK ((left_out > 0)),
    CONSTRAINT web_error_level_check CHECK ((level = ANY (ARRAY['error'::text, 'warning'::text, 'notice'::text, 'info'::text]))),
    CONSTRAINT web_error_message_check CHECK ((((length(message) >= 1) AND (length(message) <= 2000)) AND (message !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]'::text)))
);

-- Name: web_error_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.web_error ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.web_error_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: web_traffic; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.web_traffic (
    holding_id bigint NOT NULL,
    day date NOT NULL,
    bytes bigint NOT NULL,
    requests bigint NOT NULL,
    CONSTRAINT web_traffic_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT web_traffic_requests_check CHECK ((requests >= 0))
);

-- Name: web_usage; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.web_usage (
    holding_id bigint NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    files bigint DEFAULT 0 NOT NULL,
    measured_at timestamp with time zone,
    month date DEFAULT (date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text)))::date NOT NULL,
    traffic_bytes bigint DEFAULT 0 NOT NULL,
    space_over boolean DEFAULT false NOT NULL,
    traffic_over boolean DEFAULT false NOT NULL,
    nearly_full boolean DEFAULT false NOT NULL,
    grown_bytes bigint DEFAULT 0 NOT NULL,
    took_milliseconds integer DEFAULT 0 NOT NULL,
    cut_offs smallint DEFAULT 0 NOT NULL,
    cut_off_at timestamp with time zone,
    CONSTRAINT web_usage_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT web_usage_cut_offs_check CHECK ((cut_offs = ANY (ARRAY[0, 1, 2]))),
    CONSTRAINT web_usage_files_check CHECK ((files >= 0)),
    CONSTRAINT web_usage_took_milliseconds_check CHECK ((took_milliseconds >= 0)),
    CONSTRAINT web_usage_traffic_bytes_check CHECK ((traffic_bytes >= 0))
);

-- Name: webmail_login; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.webmail_login (
    token_hash bytea NOT NULL,
    holding_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    session_id bigint,
    company text,
    expires_at timestamp with time zone NOT NULL,
    edition text,
    CONSTRAINT webmail_login_begun_by CHECK (((num_nonnulls(session_id, edition) = 1) AND ((session_id IS NULL) = (company IS NULL)))),
    CONSTRAINT webmail_login_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

-- Name: webmail_session; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.webmail_session (
    id text NOT NULL,
    secret_hash bytea NOT NULL,
    holding_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    session_id bigint,
    edition text,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webmail_session_begun_by CHECK ((num_nonnulls(session_id, edition) = 1)),
    CONSTRAINT webmail_session_id_check CHECK ((id ~ '^[0-9a-f]{32}$'::text)),
    CONSTRAINT webmail_session_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);

-- Name: webmail_open; Type: VIEW; Schema: atrio; Owner: -

CREATE VIEW atrio.webmail_open AS
 SELECT w.id,
    w.secret_hash,
    m.address
   FROM ((atrio.webmail_session w
     JOIN atrio.mailbox m ON (((m.id = w.mailbox_id) AND (m.deleted_at IS NULL))))
     JOIN atrio.holding h ON (((h.id = w.holding_id) AND h.has_mail)))
  WHERE (((w.edition = encode(sha256(convert_to(((m.id || ' '::text) || m.password_hash), 'UTF8'::name)), 'hex'::text)) AND (w.seen_at > (now() - '02:00:00'::interval))) OR (EXISTS ( SELECT
           FROM ((atrio.session s
             JOIN atrio.panel_user u ON (((u.id = s.user_id) AND (u.disabled_at IS NULL))))
             JOIN atrio.holding_grant g ON (((g.user_id = s.user_id) AND (g.holding_id = w.holding_id) AND ((g.permissions ->> 'servicemail_accounts'::text) = 'write'::text))))
          WHERE ((s.id = w.session_id) AND (s.expires_at > now())))));

-- Name: comments; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.comments AS
 SELECT NULL::integer AS id,
    NULL::integer AS domain_id,
    NULL::text AS name,
    NULL::text AS type,
    NULL::integer AS modified_at,
    NULL::text AS account,
    NULL::text AS comment
  WHERE false;

-- Name: cryptokeys; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.cryptokeys AS
 SELECT dns_key.id,
    dns_key.zone_id AS domain_id,
    dns_key.flags,
    dns_key.active,
    dns_key.published,
    dns_key.private_key AS content
   FROM atrio.dns_key;

-- Name: domainmetadata; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.domainmetadata AS
 SELECT 0 AS id,
    z.id AS domain_id,
    z.name,
    m.kind,
    m.content
   FROM (atrio.dns_zone z
     CROSS JOIN ( VALUES ('NSEC3PARAM'::text,'1 0 0 -'::text), ('SOA-EDIT'::text,'INCEPTION-EPOCH'::text), ('PUBLISH-CDS'::text,'2'::text), ('PUBLISH-CDNSKEY'::text,'1'::text)) m(kind, content))
  WHERE (EXISTS ( SELECT
           FROM atrio.dns_key k
          WHERE (k.zone_id = z.id)))
UNION ALL
 SELECT 0 AS id,
    z.id AS domain_id,
    z.name,
    'TSIG-ALLOW-AXFR'::text AS kind,
    t.name AS content
   FROM (atrio.dns_zone z
     CROSS JOIN atrio.dns_tsig t)
UNION ALL
 SELECT 0 AS id,
    c.id AS domain_id,
    c.name,
    'TSIG-ALLOW-AXFR'::text AS kind,
    t.name AS content
   FROM (atrio.dns_catalog c
     CROSS JOIN atrio.dns_tsig t);

-- Name: domains; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.domains AS
 SELECT dns_zone.id,
    dns_zone.name,
    NULL::text AS master,
    NULL::integer AS last_check,
    'MASTER'::text AS type,
    NULL::bigint AS notified_serial,
    NULL::text AS account,
    NULL::text AS options,
    NULL::text AS catalog
   FROM atrio.dns_zone
UNION ALL
 SELECT dns_catalog.id,
    dns_catalog.name,
    NULL::text AS master,
    NULL::integer AS last_check,
    'MASTER'::text AS type,
    NULL::bigint AS notified_serial,
    NULL::text AS account,
    NULL::text AS options,
    NULL::text AS catalog
   FROM atrio.dns_catalog;

-- Name: nsec3; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.nsec3 AS
 SELECT dns_node.zone_id AS domain_id,
    dns_node.name,
    dns_node.ordername
   FROM atrio.dns_node
  WHERE (NOT dns_node.occluded);

-- Name: soa; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.soa AS
 SELECT dns_zone.id AS domain_id,
    dns_zone.name,
    'SOA'::text AS type,
    (((((dns_zone.primary_ns || ' '::text) || dns_zone.hostmaster) || ' '::text) || dns_zone.serial) || ' 3600 600 1209600 300'::text) AS content,
    3600 AS ttl,
    NULL::integer AS prio,
    false AS disabled,
    true AS auth
   FROM atrio.dns_zone
UNION ALL
 SELECT dns_catalog.id AS domain_id,
    dns_catalog.name,
    'SOA'::text AS type,
    (('invalid invalid '::text || dns_catalog.serial) || ' 60 60 2147483646 0'::text) AS content,
    0 AS ttl,
    NULL::integer AS prio,
    false AS disabled,
    true AS auth
   FROM atrio.dns_catalog;

-- Name: records; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.records AS
 SELECT (s.domain_id)::bigint AS id,
    s.domain_id,
    s.name,
    s.type,
    s.content,
    s.ttl,
    s.prio,
    s.disabled,
    n.ordername,
    s.auth
   FROM (pdns.soa s
     LEFT JOIN atrio.dns_node n ON (((n.zone_id = s.domain_id) AND (n.name = s.name))))
UNION ALL
 SELECT r.id,
    r.zone_id AS domain_id,
    r.name,
    r.type,
        CASE r.type
            WHEN 'TXT'::text THEN atrio.dns_quote(r.value)
            ELSE r.value
        END AS content,
    NULLIF(r.ttl, 0) AS ttl,
    r.priority AS prio,
    false AS disabled,
        CASE
            WHEN ((NOT n.occluded) AND (NOT ((n.delegations > 0) AND (r.type = ANY (ARRAY['A'::text, 'AAAA'::text]))))) THEN n.ordername
            ELSE NULL::text
        END AS ordername,
    ((NOT n.occluded) AND (n.delegations = 0)) AS auth
   FROM (atrio.dns_record r
     JOIN atrio.dns_node n ON (((n.zone_id = r.zone_id) AND (n.name = r.name))))
  WHERE (r.type <> 'ANAME'::text)
UNION ALL
 SELECT r.id,
    r.zone_id AS domain_id,
    r.name,
        CASE family(a.address)
            WHEN 4 THEN 'A'::text
            ELSE 'AAAA'::text
        END AS type,
    host(a.address) AS content,
        CASE
            WHEN (r.ttl = 0) THEN 300
            ELSE LEAST(r.ttl, 300)
        END AS ttl,
    NULL::integer AS prio,
    false AS disabled,
        CASE
            WHEN ((NOT n.occluded) AND (n.delegations = 0)) THEN n.ordername
            ELSE NULL::text
        END AS ordername,
    ((NOT n.occluded) AND (n.delegations = 0)) AS auth
   FROM ((atrio.dns_record r
     JOIN atrio.dns_node n ON (((n.zone_id = r.zone_id) AND (n.name = r.name))))
     JOIN atrio.dns_aname_address a ON ((a.record_id = r.id)))
  WHERE (r.type = 'ANAME'::text)
UNION ALL
 SELECT r.id,
    r.zone_id AS domain_id,
    r.name,
    NULL::text AS type,
    NULL::text AS content,
    NULL::integer AS ttl,
    NULL::integer AS prio,
    false AS disabled,
        CASE
            WHEN (NOT n.occluded) THEN n.ordername
            ELSE NULL::text
        END AS ordername,
    (NOT n.occluded) AS auth
   FROM (atrio.dns_record r
     JOIN atrio.dns_node n ON (((n.zone_id = r.zone_id) AND (n.name = r.name))))
  WHERE ((r.type = 'ANAME'::text) AND (n.records = 1) AND (NOT (EXISTS ( SELECT
           FROM atrio.dns_aname_address a
          WHERE (a.record_id = r.id)))))
UNION ALL
 SELECT 0 AS id,
    dns_node.zone_id AS domain_id,
    dns_node.name,
    NULL::text AS type,
    NULL::text AS content,
    NULL::integer AS ttl,
    NULL::integer AS prio,
    false AS disabled,
        CASE
            WHEN (NOT dns_node.occluded) THEN dns_node.ordername
            ELSE NULL::text
        END AS ordername,
    (NOT dns_node.occluded) AS auth
   FROM atrio.dns_node
  WHERE ((dns_node.records = 0) AND (dns_node.parent IS NOT NULL))
UNION ALL
 SELECT 0 AS id,
    dns_zone.catalog_id AS domain_id,
    dns_zone.member_name AS name,
    'PTR'::text AS type,
    dns_zone.name AS content,
    0 AS ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM atrio.dns_zone
UNION ALL
 SELECT 0 AS id,
    dns_catalog.id AS domain_id,
    dns_catalog.name,
    'NS'::text AS type,
    'invalid'::text AS content,
    0 AS ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM atrio.dns_catalog
UNION ALL
 SELECT 0 AS id,
    dns_catalog.id AS domain_id,
    ('version.'::text || dns_catalog.name) AS name,
    'TXT'::text AS type,
    '"2"'::text AS content,
    0 AS ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM atrio.dns_catalog;

-- Name: supermasters; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.supermasters AS
 SELECT NULL::inet AS ip,
    NULL::text AS nameserver,
    NULL::text AS account
  WHERE false;

-- Name: tsigkeys; Type: VIEW; Schema: pdns; Owner: -

CREATE VIEW pdns.tsigkeys AS
 SELECT 0 AS id,
    dns_tsig.name,
    dns_tsig.algorithm,
    dns_tsig.secret
   FROM atrio.dns_tsig;

-- Name: delegation; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.delegation (
    domain text NOT NULL COLLATE pg_catalog."C",
    "position" smallint NOT NULL,
    host text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT delegation_position_check CHECK ((("position" >= 1) AND ("position" <= 13)))
);

-- Name: domain; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.domain (
    name text NOT NULL COLLATE pg_catalog."C",
    tld text GENERATED ALWAYS AS (substr(name, (strpos(name, '.'::text) + 1))) STORED NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL,
    registered_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    statuses text[] DEFAULT '{}'::text[] NOT NULL,
    resolves boolean GENERATED ALWAYS AS ((NOT (statuses && '{clientHold,serverHold,pendingCreate,pendingDelete,redemptionPeriod,pendingRestore}'::text[]))) STORED NOT NULL,
    auth_hash bytea,
    auth_expires_at timestamp with time zone,
    used_hash bytea,
    private boolean DEFAULT false NOT NULL,
    contacts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT domain_auth CHECK (((auth_hash IS NULL) = (auth_expires_at IS NULL))),
    CONSTRAINT domain_auth_hash_check CHECK ((octet_length(auth_hash) = 32)),
    CONSTRAINT domain_contacts_check CHECK (((jsonb_typeof(contacts) = 'object'::text) AND ((contacts - '{registrant,admin,billing,tech}'::text[]) = '{}'::jsonb))),
    CONSTRAINT domain_name CHECK ((name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.'::text)),
    CONSTRAINT domain_reserved CHECK ((name !~~ 'nic.%'::text)),
    CONSTRAINT domain_statuses CHECK ((statuses <@ '{clientDeleteProhibited,clientHold,clientRenewProhibited,clientTransferProhibited,clientUpdateProhibited,serverDeleteProhibited,serverHold,serverRenewProhibited,serverTransferProhibited,serverUpdateProhibited,pendingCreate,pendingDelete,pendingRenew,pendingTransfer,pendingUpdate,addPeriod,autoRenewPeriod,renewPeriod,transferPeriod,redemptionPeriod,pendingRestore}'::text[]))
);

-- Name: host; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.host (
    name text NOT NULL COLLATE pg_catalog."C",
    superordinate text COLLATE pg_catalog."C",
    ipv4 inet[] DEFAULT '{}'::inet[] NOT NULL,
    ipv6 inet[] DEFAULT '{}'::inet[] NOT NULL,
    CONSTRAINT host_address CHECK (((superordinate IS NULL) = ((cardinality(ipv4) + cardinality(ipv6)) = 0))),
    CONSTRAINT host_below CHECK ((name <> superordinate)),
    CONSTRAINT host_ipv4_check CHECK ((cardinality(ipv4) <= 13)),
    CONSTRAINT host_ipv6_check CHECK ((cardinality(ipv6) <= 13)),
    CONSTRAINT host_name CHECK (((length(name) <= 253) AND (name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)))
);

-- Name: message; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.message (
    id bigint NOT NULL,
    domain text NOT NULL,
    reference text,
    state text,
    reason text,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT message_check CHECK (((reference IS NULL) = (state IS NULL))),
    CONSTRAINT message_state_check CHECK ((state = ANY (ARRAY['done'::text, 'refused'::text])))
);

-- Name: message_id_seq; Type: SEQUENCE; Schema: registry; Owner: -

ALTER TABLE registry.message ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME registry.message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: pending_operation; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.pending_operation (
    id bigint NOT NULL,
    reference text GENERATED ALWAYS AS (('local-'::text || (id)::text)) STORED NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    contacts jsonb NOT NULL,
    account text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT pending_operation_check CHECK (((state = 'pending'::text) = (ended_at IS NULL))),
    CONSTRAINT pending_operation_contacts_check CHECK (((jsonb_typeof(contacts) = 'object'::text) AND ((contacts - '{registrant,admin,billing,tech}'::text[]) = '{}'::jsonb))),
    CONSTRAINT pending_operation_reason_check CHECK ((length(reason) <= 500)),
    CONSTRAINT pending_operation_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'refused'::text])))
);

-- Name: pending_operation_id_seq; Type: SEQUENCE; Schema: registry; Owner: -

ALTER TABLE registry.pending_operation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME registry.pending_operation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: sec_dns; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.sec_dns (
    id bigint NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    algorithm smallint NOT NULL,
    key_tag integer,
    digest_type smallint,
    digest text,
    flags integer,
    public_key bytea,
    CONSTRAINT sec_dns_algorithm_check CHECK (((algorithm >= 0) AND (algorithm <= 255))),
    CONSTRAINT sec_dns_digest_check CHECK ((digest ~ '^([0-9A-F]{2}){1,64}$'::text)),
    CONSTRAINT sec_dns_digest_type_check CHECK (((digest_type >= 0) AND (digest_type <= 255))),
    CONSTRAINT sec_dns_flags_check CHECK (((flags >= 0) AND (flags <= 65535))),
    CONSTRAINT sec_dns_key_tag_check CHECK (((key_tag >= 0) AND (key_tag <= 65535))),
    CONSTRAINT sec_dns_kind CHECK (
CASE kind
    WHEN 'ds'::text THEN ((num_nonnulls(key_tag, digest_type, digest) = 3) AND (num_nonnulls(flags, public_key) = 0))
    ELSE ((num_nonnulls(key_tag, digest_type, digest) = 0) AND (num_nonnulls(flags, public_key) = 2))
END),
    CONSTRAINT sec_dns_kind_check CHECK ((kind = ANY (ARRAY['ds'::text, 'key'::text]))),
    CONSTRAINT sec_dns_public_key_check CHECK (((octet_length(public_key) >= 3) AND (octet_length(public_key) <= 3072)))
);

-- Name: sec_dns_id_seq; Type: SEQUENCE; Schema: registry; Owner: -

ALTER TABLE registry.sec_dns ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME registry.sec_dns_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: server; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.server (
    only_row boolean DEFAULT true NOT NULL,
    addresses inet[] DEFAULT '{127.0.0.1}'::inet[] NOT NULL,
    serial bigint DEFAULT (EXTRACT(epoch FROM now()))::bigint NOT NULL,
    changed_by xid8,
    CONSTRAINT server_addresses_check CHECK (((cardinality(addresses) >= 1) AND (cardinality(addresses) <= 13))),
    CONSTRAINT server_only_row_check CHECK (only_row),
    CONSTRAINT server_serial_check CHECK (((serial >= 1) AND (serial <= '4294967295'::bigint)))
)
WITH (fillfactor='50');

-- Name: tld; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.tld (
    id integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    mode text DEFAULT 'ds'::text NOT NULL,
    algorithms smallint[] DEFAULT '{8,10,13,14,15,16}'::smallint[] NOT NULL,
    digest_types smallint[] DEFAULT '{2,4}'::smallint[] NOT NULL,
    flags integer[] DEFAULT '{256,257}'::integer[] NOT NULL,
    max_sec_dns smallint DEFAULT 8 NOT NULL,
    min_name_servers smallint DEFAULT 2 NOT NULL,
    max_name_servers smallint DEFAULT 7 NOT NULL,
    glue_ipv4 text DEFAULT 'optional'::text NOT NULL,
    glue_ipv6 boolean DEFAULT true NOT NULL,
    max_hosts smallint DEFAULT 50 NOT NULL,
    transfer_lock boolean DEFAULT true NOT NULL,
    block boolean DEFAULT true NOT NULL,
    privacy boolean DEFAULT true NOT NULL,
    contact_roles text[] DEFAULT '{registrant,admin,billing,tech}'::text[] NOT NULL,
    owner_change text DEFAULT 'update'::text NOT NULL,
    auth_code text DEFAULT 'generate'::text NOT NULL,
    ttl integer DEFAULT 300 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tld_auth_code_check CHECK ((auth_code = ANY (ARRAY['generate'::text, 'none'::text]))),
    CONSTRAINT tld_contact_roles_check CHECK ((contact_roles <@ '{registrant,admin,billing,tech}'::text[])),
    CONSTRAINT tld_glue_ipv4_check CHECK ((glue_ipv4 = ANY (ARRAY['required'::text, 'optional'::text]))),
    CONSTRAINT tld_max_hosts_check CHECK (((max_hosts >= 1) AND (max_hosts <= 1000))),
    CONSTRAINT tld_max_name_servers_check CHECK ((max_name_servers <= 13)),
    CONSTRAINT tld_max_sec_dns_check CHECK (((max_sec_dns >= 1) AND (max_sec_dns <= 13))),
    CONSTRAINT tld_min_name_servers_check CHECK (((min_name_servers >= 1) AND (min_name_servers <= 13))),
    CONSTRAINT tld_mode_check CHECK ((mode = ANY (ARRAY['ds'::text, 'key'::text, 'none'::text]))),
    CONSTRAINT tld_name_servers CHECK ((min_name_servers <= max_name_servers)),
    CONSTRAINT tld_name_valid CHECK (((length(name) <= 180) AND (name !~~ 'nic.%'::text) AND (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$'::text))),
    CONSTRAINT tld_owner_change_check CHECK ((owner_change = ANY (ARRAY['update'::text, 'trade'::text, 'none'::text]))),
    CONSTRAINT tld_ttl_check CHECK (((ttl >= 1) AND (ttl <= 86400)))
);

-- Name: tld_id_seq; Type: SEQUENCE; Schema: registry; Owner: -

ALTER TABLE registry.tld ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME registry.tld_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: zone_key; Type: TABLE; Schema: registry; Owner: -

CREATE TABLE registry.zone_key (
    id integer NOT NULL,
    tld_id integer NOT NULL,
    flags integer DEFAULT 257 NOT NULL,
    algorithm integer DEFAULT 13 NOT NULL,
    private_key text NOT NULL,
    public_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT zone_key_algorithm_check CHECK ((algorithm = 13)),
    CONSTRAINT zone_key_flags_check CHECK ((flags = 257)),
    CONSTRAINT zone_key_private_key_check CHECK ((private_key ~~ 'Private-key-format: v1.2%'::text)),
    CONSTRAINT zone_key_public_key_check CHECK ((octet_length(public_key) = 64))
);

-- Name: zone_key_id_seq; Type: SEQUENCE; Schema: registry; Owner: -

ALTER TABLE registry.zone_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME registry.zone_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: comments; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.comments AS
 SELECT comments.id,
    comments.domain_id,
    comments.name,
    comments.type,
    comments.modified_at,
    comments.account,
    comments.comment
   FROM pdns.comments;

-- Name: cryptokeys; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.cryptokeys AS
 SELECT zone_key.id,
    zone_key.tld_id AS domain_id,
    zone_key.flags,
    true AS active,
    true AS published,
    zone_key.private_key AS content
   FROM registry.zone_key;

-- Name: domainmetadata; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.domainmetadata AS
 SELECT 0 AS id,
    t.id AS domain_id,
    t.name,
    m.kind,
    m.content
   FROM (registry.tld t
     CROSS JOIN ( VALUES ('NSEC3PARAM'::text,'1 0 0 -'::text), ('NSEC3NARROW'::text,'1'::text)) m(kind, content))
  WHERE (EXISTS ( SELECT
           FROM registry.zone_key k
          WHERE (k.tld_id = t.id)));

-- Name: domains; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.domains AS
 SELECT tld.id,
    tld.name,
    NULL::text AS master,
    NULL::integer AS last_check,
    'NATIVE'::text AS type,
    NULL::bigint AS notified_serial,
    NULL::text AS account,
    NULL::text AS options,
    NULL::text AS catalog
   FROM registry.tld;

-- Name: ds; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.ds AS
 SELECT s.domain AS name,
    ((((((s.key_tag || ' '::text) || s.algorithm) || ' '::text) || s.digest_type) || ' '::text) || s.digest) AS content
   FROM registry.sec_dns s
  WHERE (s.kind = 'ds'::text)
UNION ALL
 SELECT s.domain AS name,
    ((((atrio.dns_key_tag(k.rdata) || ' '::text) || s.algorithm) || ' 2 '::text) || encode(sha256((atrio.dns_wire(s.domain) || k.rdata)), 'hex'::text)) AS content
   FROM registry.sec_dns s,
    LATERAL ( SELECT atrio.dns_key_rdata(s.flags, (s.algorithm)::integer, s.public_key) AS rdata) k
  WHERE (s.kind = 'key'::text);

-- Name: published; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.published AS
 SELECT t.id AS domain_id,
    d.name,
    t.ttl
   FROM (registry.domain d
     JOIN registry.tld t ON ((t.name = d.tld)))
  WHERE (d.resolves AND (d.expires_at > now()) AND (EXISTS ( SELECT
           FROM registry.delegation n
          WHERE (n.domain = d.name))));

-- Name: soa; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.soa AS
 SELECT t.id AS domain_id,
    t.name,
    'SOA'::text AS type,
    (((((('nic.'::text || t.name) || ' hostmaster.nic.'::text) || t.name) || ' '::text) || s.serial) || ' 3600 600 1209600 30'::text) AS content,
    t.ttl,
    NULL::integer AS prio,
    false AS disabled,
    true AS auth
   FROM (registry.tld t
     CROSS JOIN registry.server s);

-- Name: records; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.records AS
 SELECT (0)::bigint AS id,
    soa.domain_id,
    soa.name,
    soa.type,
    soa.content,
    soa.ttl,
    soa.prio,
    soa.disabled,
    NULL::text AS ordername,
    soa.auth
   FROM registry_dns.soa
UNION ALL
 SELECT 0 AS id,
    t.id AS domain_id,
    t.name,
    'NS'::text AS type,
    ('nic.'::text || t.name) AS content,
    t.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM registry.tld t
UNION ALL
 SELECT 0 AS id,
    t.id AS domain_id,
    ('nic.'::text || t.name) AS name,
        CASE family(a.a)
            WHEN 4 THEN 'A'::text
            ELSE 'AAAA'::text
        END AS type,
    host(a.a) AS content,
    t.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM ((registry.tld t
     CROSS JOIN registry.server s)
     CROSS JOIN LATERAL unnest(s.addresses) a(a))
UNION ALL
 SELECT 0 AS id,
    above.id AS domain_id,
    t.name,
    'NS'::text AS type,
    ('nic.'::text || t.name) AS content,
    above.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    false AS auth
   FROM (registry.tld t
     JOIN registry.tld above ON ((above.name = "substring"(t.name, '\.(.+)$'::text))))
UNION ALL
 SELECT 0 AS id,
    above.id AS domain_id,
    ('nic.'::text || t.name) AS name,
        CASE family(a.a)
            WHEN 4 THEN 'A'::text
            ELSE 'AAAA'::text
        END AS type,
    host(a.a) AS content,
    above.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    false AS auth
   FROM (((registry.tld t
     JOIN registry.tld above ON ((above.name = "substring"(t.name, '\.(.+)$'::text))))
     CROSS JOIN registry.server s)
     CROSS JOIN LATERAL unnest(s.addresses) a(a))
UNION ALL
 SELECT 0 AS id,
    above.id AS domain_id,
    t.name,
    'DS'::text AS type,
    ((((atrio.dns_key_tag(r.rdata) || ' '::text) || k.algorithm) || ' 2 '::text) || encode(sha256((atrio.dns_wire(t.name) || r.rdata)), 'hex'::text)) AS content,
    above.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM ((registry.tld t
     JOIN registry.tld above ON ((above.name = "substring"(t.name, '\.(.+)$'::text))))
     JOIN registry.zone_key k ON ((k.tld_id = t.id))),
    LATERAL ( SELECT atrio.dns_key_rdata(k.flags, k.algorithm, k.public_key) AS rdata) r
UNION ALL
 SELECT 0 AS id,
    p.domain_id,
    p.name,
    'NS'::text AS type,
    n.host AS content,
    p.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    false AS auth
   FROM (registry_dns.published p
     JOIN registry.delegation n ON ((n.domain = p.name)))
UNION ALL
 SELECT 0 AS id,
    p.domain_id,
    p.name,
    'DS'::text AS type,
    s.content,
    p.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    true AS auth
   FROM (registry_dns.published p
     JOIN registry_dns.ds s ON ((s.name = p.name)))
UNION ALL
 SELECT 0 AS id,
    p.domain_id,
    h.name,
        CASE family(a.a)
            WHEN 4 THEN 'A'::text
            ELSE 'AAAA'::text
        END AS type,
    host(a.a) AS content,
    p.ttl,
    NULL::integer AS prio,
    false AS disabled,
    NULL::text AS ordername,
    false AS auth
   FROM ((registry.host h
     JOIN registry_dns.published p ON ((p.name = h.superordinate)))
     CROSS JOIN LATERAL unnest((h.ipv4 || h.ipv6)) a(a))
  WHERE (EXISTS ( SELECT
           FROM (registry.delegation n
             JOIN registry_dns.published u ON ((u.name = n.domain)))
          WHERE (n.host = h.name)));

-- Name: supermasters; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.supermasters AS
 SELECT supermasters.ip,
    supermasters.nameserver,
    supermasters.account
   FROM pdns.supermasters;

-- Name: tsigkeys; Type: VIEW; Schema: registry_dns; Owner: -

CREATE VIEW registry_dns.tsigkeys AS
 SELECT 0 AS id,
    ''::text AS name,
    ''::text AS algorithm,
    ''::text AS secret
  WHERE false;

-- Name: acme_challenge acme_challenge_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_challenge
    ADD CONSTRAINT acme_challenge_pkey PRIMARY KEY (host_id, token);

-- Name: acme_host acme_host_holding_id_host_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_host
    ADD CONSTRAINT acme_host_holding_id_host_key UNIQUE (holding_id, host);

-- Name: acme_host acme_host_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_host
    ADD CONSTRAINT acme_host_pkey PRIMARY KEY (id);

-- Name: acme acme_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme
    ADD CONSTRAINT acme_pkey PRIMARY KEY (only_row);

-- Name: acme_turn acme_turn_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_turn
    ADD CONSTRAINT acme_turn_pkey PRIMARY KEY (holding_id);

-- Name: alias alias_holding_id_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.alias
    ADD CONSTRAINT alias_holding_id_id_key UNIQUE (holding_id, id);

-- Name: alias alias_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.alias
    ADD CONSTRAINT alias_pkey PRIMARY KEY (id);

-- Name: autoresponder autoresponder_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.autoresponder
    ADD CONSTRAINT autoresponder_pkey PRIMARY KEY (mailbox_id);

-- Name: captcha_spent captcha_spent_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.captcha_spent
    ADD CONSTRAINT captcha_spent_pkey PRIMARY KEY (challenge_hash);

-- Name: certificate certificate_holding_id_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.certificate
    ADD CONSTRAINT certificate_holding_id_id_key UNIQUE (holding_id, id);

-- Name: certificate certificate_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.certificate
    ADD CONSTRAINT certificate_pkey PRIMARY KEY (id);

-- Name: city city_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.city
    ADD CONSTRAINT city_pkey PRIMARY KEY (parent, folded, name);

-- Name: company_host company_host_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company_host
    ADD CONSTRAINT company_host_pkey PRIMARY KEY (host);

-- Name: company_logo company_logo_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company_logo
    ADD CONSTRAINT company_logo_pkey PRIMARY KEY (company_id, kind);

-- Name: company company_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company
    ADD CONSTRAINT company_pkey PRIMARY KEY (id);

-- Name: company_text company_text_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company_text
    ADD CONSTRAINT company_text_pkey PRIMARY KEY (company_id, language);

-- Name: contact_spread contact_spread_order_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.contact_spread
    ADD CONSTRAINT contact_spread_order_id_key UNIQUE (order_id);

-- Name: contact_spread contact_spread_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.contact_spread
    ADD CONSTRAINT contact_spread_pkey PRIMARY KEY (job_id);

-- Name: dkim_key dkim_key_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dkim_key
    ADD CONSTRAINT dkim_key_pkey PRIMARY KEY (holding_id);

-- Name: dns_aname_address dns_aname_address_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_aname_address
    ADD CONSTRAINT dns_aname_address_pkey PRIMARY KEY (record_id, address);

-- Name: dns_aname dns_aname_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_aname
    ADD CONSTRAINT dns_aname_pkey PRIMARY KEY (record_id);

-- Name: dns_catalog dns_catalog_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_catalog
    ADD CONSTRAINT dns_catalog_name_key UNIQUE (name);

-- Name: dns_catalog dns_catalog_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_catalog
    ADD CONSTRAINT dns_catalog_pkey PRIMARY KEY (id);

-- Name: dns_key dns_key_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_key
    ADD CONSTRAINT dns_key_pkey PRIMARY KEY (id);

-- Name: dns_node dns_node_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_node
    ADD CONSTRAINT dns_node_pkey PRIMARY KEY (zone_id, name);

-- Name: dns_record dns_record_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_record
    ADD CONSTRAINT dns_record_pkey PRIMARY KEY (id);

-- Name: dns_target dns_target_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_target
    ADD CONSTRAINT dns_target_pkey PRIMARY KEY (name);

-- Name: dns_tsig dns_tsig_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_tsig
    ADD CONSTRAINT dns_tsig_pkey PRIMARY KEY (name);

-- Name: dns_zone dns_zone_holding_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_holding_id_key UNIQUE (holding_id);

-- Name: dns_zone dns_zone_id_holding_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_id_holding_id_key UNIQUE (id, holding_id);

-- Name: dns_zone dns_zone_member_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_member_name_key UNIQUE (member_name);

-- Name: dns_zone dns_zone_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_name_key UNIQUE (name);

-- Name: dns_zone dns_zone_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_pkey PRIMARY KEY (id);

-- Name: dnssec_record dnssec_record_holding_id_kind_key_tag_algorithm_digest_type_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_record
    ADD CONSTRAINT dnssec_record_holding_id_kind_key_tag_algorithm_digest_type_key UNIQUE NULLS NOT DISTINCT (holding_id, kind, key_tag, algorithm, digest_type, digest, flags, protocol, public_key);

-- Name: dnssec_record dnssec_record_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_record
    ADD CONSTRAINT dnssec_record_pkey PRIMARY KEY (id);

-- Name: dnssec_switch dnssec_switch_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_switch
    ADD CONSTRAINT dnssec_switch_pkey PRIMARY KEY (holding_id);

-- Name: domain_contact domain_contact_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain_contact
    ADD CONSTRAINT domain_contact_pkey PRIMARY KEY (holding_id, role);

-- Name: domain_deletion domain_deletion_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain_deletion
    ADD CONSTRAINT domain_deletion_pkey PRIMARY KEY (name);

-- Name: domain domain_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain
    ADD CONSTRAINT domain_name_key UNIQUE (name);

-- Name: domain domain_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain
    ADD CONSTRAINT domain_pkey PRIMARY KEY (holding_id);

-- Name: domain_secret domain_secret_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain_secret
    ADD CONSTRAINT domain_secret_pkey PRIMARY KEY (holding_id, kind);

-- Name: geography_edition geography_edition_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.geography_edition
    ADD CONSTRAINT geography_edition_pkey PRIMARY KEY (only_row);

-- Name: glue glue_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.glue
    ADD CONSTRAINT glue_name_key UNIQUE (name);

-- Name: glue glue_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.glue
    ADD CONSTRAINT glue_pkey PRIMARY KEY (id);

-- Name: holding_grant holding_grant_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding_grant
    ADD CONSTRAINT holding_grant_pkey PRIMARY KEY (user_id, holding_id);

-- Name: holding holding_id_reference_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding
    ADD CONSTRAINT holding_id_reference_key UNIQUE (id, reference);

-- Name: holding holding_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding
    ADD CONSTRAINT holding_pkey PRIMARY KEY (id);

-- Name: holding holding_reference_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding
    ADD CONSTRAINT holding_reference_key UNIQUE (reference);

-- Name: htaccess htaccess_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.htaccess
    ADD CONSTRAINT htaccess_pkey PRIMARY KEY (holding_id);

-- Name: idempotency idempotency_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (user_id, key);

-- Name: installation installation_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (only_row);

-- Name: job_kind job_kind_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job_kind
    ADD CONSTRAINT job_kind_pkey PRIMARY KEY (kind);

-- Name: job job_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);

-- Name: journal journal_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

-- Name: known_device known_device_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (user_id, token_hash);

-- Name: listed_holding listed_holding_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.listed_holding
    ADD CONSTRAINT listed_holding_pkey PRIMARY KEY (holding_id, user_id);

-- Name: listed_total listed_total_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.listed_total
    ADD CONSTRAINT listed_total_pkey PRIMARY KEY (user_id, area);

-- Name: mail_address mail_address_alias_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_address
    ADD CONSTRAINT mail_address_alias_id_key UNIQUE (alias_id);

-- Name: mail_address mail_address_mailbox_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_address
    ADD CONSTRAINT mail_address_mailbox_id_key UNIQUE (mailbox_id);

-- Name: mail_address mail_address_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_address
    ADD CONSTRAINT mail_address_pkey PRIMARY KEY (address);

-- Name: mail_client mail_client_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_client
    ADD CONSTRAINT mail_client_pkey PRIMARY KEY (mailbox_id, client);

-- Name: mail_guess mail_guess_account_client_guess_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_guess
    ADD CONSTRAINT mail_guess_account_client_guess_key UNIQUE (account, client, guess);

-- Name: mail_guess mail_guess_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_guess
    ADD CONSTRAINT mail_guess_pkey PRIMARY KEY (id);

-- Name: mail_records_due mail_records_due_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_records_due
    ADD CONSTRAINT mail_records_due_pkey PRIMARY KEY (id);

-- Name: mail_sending mail_sending_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_sending
    ADD CONSTRAINT mail_sending_pkey PRIMARY KEY (holding_id, hour);

-- Name: mail_service mail_service_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_service
    ADD CONSTRAINT mail_service_pkey PRIMARY KEY (holding_id);

-- Name: mail_store_removal mail_store_removal_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_store_removal
    ADD CONSTRAINT mail_store_removal_pkey PRIMARY KEY (mailbox_id);

-- Name: mailbox mailbox_holding_id_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mailbox
    ADD CONSTRAINT mailbox_holding_id_id_key UNIQUE (holding_id, id);

-- Name: mailbox mailbox_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mailbox
    ADD CONSTRAINT mailbox_pkey PRIMARY KEY (id);

-- Name: mailbox_usage mailbox_usage_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mailbox_usage
    ADD CONSTRAINT mailbox_usage_pkey PRIMARY KEY (address);

-- Name: message message_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);

-- Name: message message_uuid_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.message
    ADD CONSTRAINT message_uuid_key UNIQUE (uuid);

-- Name: missing_service missing_service_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.missing_service
    ADD CONSTRAINT missing_service_pkey PRIMARY KEY (service);

-- Name: name_server name_server_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.name_server
    ADD CONSTRAINT name_server_name_key UNIQUE (name);

-- Name: name_server name_server_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.name_server
    ADD CONSTRAINT name_server_pkey PRIMARY KEY ("position");

-- Name: panel_user panel_user_holding_id_username_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.panel_user
    ADD CONSTRAINT panel_user_holding_id_username_key UNIQUE (holding_id, username);

-- Name: panel_user panel_user_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.panel_user
    ADD CONSTRAINT panel_user_pkey PRIMARY KEY (id);

-- Name: php_version php_version_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.php_version
    ADD CONSTRAINT php_version_pkey PRIMARY KEY (version);

-- Name: platform platform_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.platform
    ADD CONSTRAINT platform_pkey PRIMARY KEY (only_row);

-- Name: postal_code postal_code_country_folded_code_state_key_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.postal_code
    ADD CONSTRAINT postal_code_country_folded_code_state_key_key UNIQUE NULLS NOT DISTINCT (country, folded, code, state_key);

-- Name: postal_country postal_country_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.postal_country
    ADD CONSTRAINT postal_country_pkey PRIMARY KEY (country);

-- Name: redirection redirection_holding_id_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.redirection
    ADD CONSTRAINT redirection_holding_id_id_key UNIQUE (holding_id, id);

-- Name: redirection redirection_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.redirection
    ADD CONSTRAINT redirection_pkey PRIMARY KEY (id);

-- Name: registry_order registry_order_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.registry_order
    ADD CONSTRAINT registry_order_pkey PRIMARY KEY (id);

-- Name: registry_server registry_server_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.registry_server
    ADD CONSTRAINT registry_server_pkey PRIMARY KEY (backend, name);

-- Name: registry_tld registry_tld_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.registry_tld
    ADD CONSTRAINT registry_tld_pkey PRIMARY KEY (tld, backend);

-- Name: session session_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

-- Name: session session_token_hash_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.session
    ADD CONSTRAINT session_token_hash_key UNIQUE (token_hash);

-- Name: smtp smtp_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.smtp
    ADD CONSTRAINT smtp_pkey PRIMARY KEY (only_row);

-- Name: state state_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.state
    ADD CONSTRAINT state_pkey PRIMARY KEY (key);

-- Name: subdomain subdomain_holding_id_id_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.subdomain
    ADD CONSTRAINT subdomain_holding_id_id_key UNIQUE (holding_id, id);

-- Name: subdomain subdomain_host_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.subdomain
    ADD CONSTRAINT subdomain_host_key UNIQUE (host);

-- Name: subdomain subdomain_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.subdomain
    ADD CONSTRAINT subdomain_pkey PRIMARY KEY (id);

-- Name: web_error web_error_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_error
    ADD CONSTRAINT web_error_pkey PRIMARY KEY (id);

-- Name: web_service web_service_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_service
    ADD CONSTRAINT web_service_pkey PRIMARY KEY (holding_id);

-- Name: web_traffic web_traffic_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_traffic
    ADD CONSTRAINT web_traffic_pkey PRIMARY KEY (holding_id, day);

-- Name: web_usage web_usage_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_usage
    ADD CONSTRAINT web_usage_pkey PRIMARY KEY (holding_id);

-- Name: webmail_login webmail_login_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.webmail_login
    ADD CONSTRAINT webmail_login_pkey PRIMARY KEY (token_hash);

-- Name: webmail_session webmail_session_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.webmail_session
    ADD CONSTRAINT webmail_session_pkey PRIMARY KEY (id);

-- Name: delegation delegation_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.delegation
    ADD CONSTRAINT delegation_pkey PRIMARY KEY (domain, "position");

-- Name: delegation delegation_twice; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.delegation
    ADD CONSTRAINT delegation_twice UNIQUE (domain, host);

-- Name: domain domain_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.domain
    ADD CONSTRAINT domain_pkey PRIMARY KEY (name);

-- Name: host host_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.host
    ADD CONSTRAINT host_pkey PRIMARY KEY (name);

-- Name: message message_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);

-- Name: pending_operation pending_operation_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.pending_operation
    ADD CONSTRAINT pending_operation_pkey PRIMARY KEY (id);

-- Name: pending_operation pending_operation_reference_key; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.pending_operation
    ADD CONSTRAINT pending_operation_reference_key UNIQUE (reference);

-- Name: sec_dns sec_dns_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.sec_dns
    ADD CONSTRAINT sec_dns_pkey PRIMARY KEY (id);

-- Name: sec_dns sec_dns_twice; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.sec_dns
    ADD CONSTRAINT sec_dns_twice UNIQUE NULLS NOT DISTINCT (domain, algorithm, key_tag, digest_type, digest, flags, public_key);

-- Name: server server_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.server
    ADD CONSTRAINT server_pkey PRIMARY KEY (only_row);

-- Name: tld tld_name; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.tld
    ADD CONSTRAINT tld_name UNIQUE (name);

-- Name: tld tld_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.tld
    ADD CONSTRAINT tld_pkey PRIMARY KEY (id);

-- Name: zone_key zone_key_pkey; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.zone_key
    ADD CONSTRAINT zone_key_pkey PRIMARY KEY (id);

-- Name: zone_key zone_key_tld_id_key; Type: CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.zone_key
    ADD CONSTRAINT zone_key_tld_id_key UNIQUE (tld_id);

-- Name: acme_challenge_record; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_challenge_record ON atrio.acme_challenge USING btree (dns_record_id) WHERE (dns_record_id IS NOT NULL);

-- Name: acme_challenge_token; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_challenge_token ON atrio.acme_challenge USING btree (token);

-- Name: acme_host_certificate; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_host_certificate ON atrio.acme_host USING btree (certificate_id) WHERE (certificate_id IS NOT NULL);

-- Name: acme_host_due; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_host_due ON atrio.acme_host USING btree (due_at) WHERE (rank < 2);

-- Name: acme_host_parked; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_host_parked ON atrio.acme_host USING btree (due_at) WHERE ((rank = 2) AND (certificate_id IS NULL));

-- Name: acme_host_parked_renewal; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_host_parked_renewal ON atrio.acme_host USING btree (due_at) WHERE ((rank = 2) AND (certificate_id IS NOT NULL));

-- Name: acme_order_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_order_holding ON atrio.acme_order USING btree (holding_id);

-- Name: acme_order_time; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX acme_order_time ON atrio.acme_order USING btree (ordered_at);

-- Name: alias_address; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX alias_address ON atrio.alias USING btree (address);

-- Name: alias_leads; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX alias_leads ON atrio.alias USING gin (atrio.mail_leads(routes));

-- Name: attempt_at; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX attempt_at ON atrio.attempt USING btree (at);

-- Name: attempt_subject; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX attempt_subject ON atrio.attempt USING btree (subject, at);

-- Name: certificate_host; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX certificate_host ON atrio.certificate USING btree (host);

-- Name: company_host_company; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX company_host_company ON atrio.company_host USING btree (company_id);

-- Name: company_logo_file_name; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX company_logo_file_name ON atrio.company_logo USING btree (file_name);

-- Name: contact_spread_user; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX contact_spread_user ON atrio.contact_spread USING btree (user_id, role);

-- Name: dns_key_zone; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_key_zone ON atrio.dns_key USING btree (zone_id);

-- Name: dns_node_cut; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_node_cut ON atrio.dns_node USING btree (zone_id, name) WHERE (delegations > 0);

-- Name: dns_node_order; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_node_order ON atrio.dns_node USING btree (zone_id, ordername) WHERE (NOT occluded);

-- Name: dns_node_parent; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_node_parent ON atrio.dns_node USING btree (parent);

-- Name: dns_record_alias; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_record_alias ON atrio.dns_record USING btree (reverse(value) COLLATE "C") WHERE (type = ANY (ARRAY['ANAME'::text, 'CNAME'::text]));

-- Name: dns_record_aname; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_record_aname ON atrio.dns_record USING btree (zone_id) WHERE (type = 'ANAME'::text);

-- Name: dns_record_duplicate; Type: INDEX; Schema: atrio; Owner: -

CREATE UNIQUE INDEX dns_record_duplicate ON atrio.dns_record USING btree (zone_id, name, type, decode(md5(value), 'hex'::text), priority) NULLS NOT DISTINCT;

-- Name: dns_record_dynamic; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_record_dynamic ON atrio.dns_record USING btree (dynamic) WHERE (dynamic IS NOT NULL);

-- Name: dns_target_due; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_target_due ON atrio.dns_target USING btree (ask_again_at);

-- Name: dns_zone_below; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_zone_below ON atrio.dns_zone USING btree (reverse(name));

-- Name: dns_zone_catalog; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_zone_catalog ON atrio.dns_zone USING btree (catalog_id);

-- Name: dns_zone_nearly_full; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dns_zone_nearly_full ON atrio.dns_zone USING btree (holding_id) WHERE nearly_full;

-- Name: dnssec_switch_job; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dnssec_switch_job ON atrio.dnssec_switch USING btree (job_id) WHERE (job_id IS NOT NULL);

-- Name: dnssec_switch_order; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX dnssec_switch_order ON atrio.dnssec_switch USING btree (order_id) WHERE (order_id IS NOT NULL);

-- Name: domain_name_servers; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX domain_name_servers ON atrio.domain USING gin (name_servers);

-- Name: domain_refreshed; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX domain_refreshed ON atrio.domain USING btree (refreshed_at NULLS FIRST);

-- Name: domain_secret_hash; Type: INDEX; Schema: atrio; Owner: -

CREATE UNIQUE INDEX domain_secret_hash ON atrio.domain_secret USING btree (hash);

-- Name: glue_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX glue_holding ON atrio.glue USING btree (holding_id);

-- Name: holding_grant_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX holding_grant_holding ON atrio.holding_grant USING btree (holding_id);

-- Name: idempotency_created; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX idempotency_created ON atrio.idempotency USING btree (created_at);

-- Name: job_done; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX job_done ON atrio.job USING btree (holding_id, kind, ended_at) WHERE (state = 'done'::text);

-- Name: job_ended; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX job_ended ON atrio.job USING btree (ended_at) WHERE (ended_at IS NOT NULL);

-- Name: job_failed; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX job_failed ON atrio.job USING btree (ended_at) WHERE (state = 'failed'::text);

-- Name: job_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX job_holding ON atrio.job USING btree (holding_id);

-- Name: job_waiting; Type: INDEX; Schema: atrio; Owner: -

CREATE UNIQUE INDEX job_waiting ON atrio.job USING btree (kind, job_key) WHERE (state = 'queued'::text);

-- Name: journal_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX journal_holding ON atrio.journal USING btree (holding_id, id);

-- Name: listed_holding_domain; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_domain ON atrio.listed_holding USING btree (user_id, reference) INCLUDE (unicode_name) WHERE has_domain;

-- Name: listed_holding_domain_expiry; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_domain_expiry ON atrio.listed_holding USING btree (user_id, domain_expires_at) WHERE (domain_expires_at IS NOT NULL);

-- Name: listed_holding_mail; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_mail ON atrio.listed_holding USING btree (user_id, reference) INCLUDE (unicode_name) WHERE has_mail;

-- Name: listed_holding_page; Type: INDEX; Schema: atrio; Owner: -

CREATE UNIQUE INDEX listed_holding_page ON atrio.listed_holding USING btree (user_id, reference) INCLUDE (unicode_name);

-- Name: listed_holding_pairs; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_pairs ON atrio.listed_holding USING gin (((atrio.letter_pairs(user_id, reference) || atrio.letter_pairs(user_id, unicode_name)))) WITH (gin_pending_list_limit='512');

-- Name: listed_holding_service; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_service ON atrio.listed_holding USING btree (user_id, reference) INCLUDE (unicode_name) WHERE has_service;

-- Name: listed_holding_service_expiry; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_service_expiry ON atrio.listed_holding USING btree (user_id, service_expires_at) WHERE (service_expires_at IS NOT NULL);

-- Name: listed_holding_unicode_name; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX listed_holding_unicode_name ON atrio.listed_holding USING btree (user_id, unicode_name) WHERE (unicode_name <> ''::text);

-- Name: mail_address_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mail_address_holding ON atrio.mail_address USING btree (holding_id);

-- Name: mail_guess_account; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mail_guess_account ON atrio.mail_guess USING btree (account, at);

-- Name: mail_guess_client; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mail_guess_client ON atrio.mail_guess USING btree (client, at);

-- Name: mailbox_address; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mailbox_address ON atrio.mailbox USING btree (address) WHERE (deleted_at IS NULL);

-- Name: mailbox_deleted; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mailbox_deleted ON atrio.mailbox USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

-- Name: mailbox_leads; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mailbox_leads ON atrio.mailbox USING gin (atrio.mail_leads(forward_routes)) WHERE (forward_targets <> '{}'::text[]);

-- Name: mailbox_usage_nearly_full; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX mailbox_usage_nearly_full ON atrio.mailbox_usage USING btree (address) WHERE nearly_full;

-- Name: message_company; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX message_company ON atrio.message USING btree (company_id);

-- Name: message_sent; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX message_sent ON atrio.message USING btree (sent_at) WHERE (sent_at IS NOT NULL);

-- Name: message_unsent; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX message_unsent ON atrio.message USING btree (next_attempt_at) WHERE (sent_at IS NULL);

-- Name: message_user; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX message_user ON atrio.message USING btree (user_id);

-- Name: postal_code_code; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX postal_code_code ON atrio.postal_code USING btree (country, code);

-- Name: redirection_address; Type: INDEX; Schema: atrio; Owner: -

CREATE UNIQUE INDEX redirection_address ON atrio.redirection USING btree (host, lower((path COLLATE "C")));

-- Name: redirection_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX redirection_holding ON atrio.redirection USING btree (holding_id);

-- Name: registry_order_bulk; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX registry_order_bulk ON atrio.registry_order USING btree (job_id, holding_id) WHERE bulk;

-- Name: registry_order_due; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX registry_order_due ON atrio.registry_order USING btree (bulk, ((source = 'system'::text)), next_attempt_at, id) WHERE (state = ANY (ARRAY['new'::text, 'pending'::text]));

-- Name: registry_order_ended; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX registry_order_ended ON atrio.registry_order USING btree (ended_at) WHERE (ended_at IS NOT NULL);

-- Name: registry_order_gaining; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX registry_order_gaining ON atrio.registry_order USING btree (gaining) WHERE (gaining IS NOT NULL);

-- Name: registry_order_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX registry_order_holding ON atrio.registry_order USING btree (holding_id);

-- Name: registry_order_job; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX registry_order_job ON atrio.registry_order USING btree (job_id, state);

-- Name: registry_order_open; Type: INDEX; Schema: atrio; Owner: -

CREATE UNIQUE INDEX registry_order_open ON atrio.registry_order USING btree (holding_id, kind, subject) WHERE (state = ANY (ARRAY['new'::text, 'pending'::text]));

-- Name: session_expires_at; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX session_expires_at ON atrio.session USING btree (expires_at);

-- Name: session_user_id; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX session_user_id ON atrio.session USING btree (user_id);

-- Name: state_country; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX state_country ON atrio.state USING btree (country);

-- Name: subdomain_certificate; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX subdomain_certificate ON atrio.subdomain USING btree (certificate_id) WHERE (certificate_id IS NOT NULL);

-- Name: web_error_at; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_error_at ON atrio.web_error USING btree (at);

-- Name: web_error_newest; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_error_newest ON atrio.web_error USING btree (holding_id, id DESC);

-- Name: web_service_company; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_service_company ON atrio.web_service USING btree (company_id) WHERE (company_id IS NOT NULL);

-- Name: web_service_php_followed; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_service_php_followed ON atrio.web_service USING btree (holding_id) WHERE (php_version IS NULL);

-- Name: web_traffic_day; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_traffic_day ON atrio.web_traffic USING btree (day);

-- Name: web_usage_measured; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_usage_measured ON atrio.web_usage USING btree (measured_at);

-- Name: web_usage_nearly_full; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX web_usage_nearly_full ON atrio.web_usage USING btree (holding_id) WHERE nearly_full;

-- Name: webmail_login_session; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX webmail_login_session ON atrio.webmail_login USING btree (session_id);

-- Name: webmail_session_mailbox; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX webmail_session_mailbox ON atrio.webmail_session USING btree (mailbox_id);

-- Name: webmail_session_seen; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX webmail_session_seen ON atrio.webmail_session USING btree (seen_at) WHERE (edition IS NOT NULL);

-- Name: webmail_session_session; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX webmail_session_session ON atrio.webmail_session USING btree (session_id);

-- Name: delegation_host; Type: INDEX; Schema: registry; Owner: -

CREATE INDEX delegation_host ON registry.delegation USING btree (host);

-- Name: domain_tld; Type: INDEX; Schema: registry; Owner: -

CREATE INDEX domain_tld ON registry.domain USING btree (tld);

-- Name: host_superordinate; Type: INDEX; Schema: registry; Owner: -

CREATE INDEX host_superordinate ON registry.host USING btree (superordinate);

-- Name: pending_operation_open; Type: INDEX; Schema: registry; Owner: -

CREATE UNIQUE INDEX pending_operation_open ON registry.pending_operation USING btree (domain) WHERE (state = 'pending'::text);

-- Name: alias a_address; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER a_address AFTER INSERT ON atrio.alias FOR EACH ROW EXECUTE FUNCTION atrio.mail_address_kept();

-- Name: mailbox a_address; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER a_address AFTER INSERT ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.mail_address_kept();

-- Name: mailbox a_address_again; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER a_address_again AFTER UPDATE OF deleted_at ON atrio.mailbox FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION atrio.mail_address_kept();

-- Name: acme_challenge acme_challenge_removed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_challenge_removed AFTER DELETE ON atrio.acme_challenge FOR EACH ROW WHEN ((old.dns_record_id IS NOT NULL)) EXECUTE FUNCTION atrio.acme_challenge_removed();

-- Name: acme acme_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_changed AFTER INSERT OR UPDATE OF directory, ca, contact, resolvers ON atrio.acme FOR EACH ROW EXECUTE FUNCTION atrio.acme_changed();

-- Name: holding acme_holdings_added; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_holdings_added AFTER INSERT ON atrio.holding REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION atrio.acme_holdings_added();

-- Name: holding acme_holdings_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_holdings_changed AFTER UPDATE ON atrio.holding REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.acme_holdings_changed();

-- Name: redirection acme_redirection_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_redirection_changed AFTER INSERT OR DELETE ON atrio.redirection FOR EACH ROW EXECUTE FUNCTION atrio.acme_redirection_changed();

-- Name: redirection acme_redirection_moved; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_redirection_moved AFTER UPDATE OF name ON atrio.redirection FOR EACH ROW WHEN ((old.host <> new.host)) EXECUTE FUNCTION atrio.acme_redirection_changed();

-- Name: subdomain acme_site_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER acme_site_changed AFTER INSERT OR DELETE OR UPDATE OF https, certificate_id ON atrio.subdomain FOR EACH ROW EXECUTE FUNCTION atrio.acme_site_changed();

-- Name: autoresponder autoresponder_edition; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER autoresponder_edition BEFORE UPDATE ON atrio.autoresponder FOR EACH ROW EXECUTE FUNCTION atrio.autoresponder_edition();

-- Name: alias b_path; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER b_path AFTER INSERT OR DELETE OR UPDATE OF targets ON atrio.alias FOR EACH ROW EXECUTE FUNCTION atrio.mail_path_changed();

-- Name: mailbox b_path; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER b_path AFTER INSERT OR UPDATE OF forward_targets, deleted_at ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.mail_path_changed();

-- Name: alias c_limits; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER c_limits AFTER INSERT ON atrio.alias FOR EACH ROW EXECUTE FUNCTION atrio.mail_limits_check();

-- Name: mail_service c_limits; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER c_limits AFTER UPDATE OF quota_bytes ON atrio.mail_service FOR EACH ROW WHEN ((new.quota_bytes IS NOT NULL)) EXECUTE FUNCTION atrio.mail_service_check();

-- Name: mailbox c_limits; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER c_limits AFTER INSERT OR UPDATE OF quota_bytes, deleted_at ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.mail_limits_check();

-- Name: domain can_follow_default_name_servers; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER can_follow_default_name_servers AFTER UPDATE OF blocked, closed_by_registry, status ON atrio.domain FOR EACH ROW WHEN (((old.blocked OR old.closed_by_registry OR atrio.has_expired(old.status)) AND (NOT (new.blocked OR new.closed_by_registry OR atrio.has_expired(new.status))))) EXECUTE FUNCTION atrio.can_follow_default_name_servers();

-- Name: registry_order can_follow_default_name_servers; Type: TRIGGER; Schema: atrio; Owner: -

CREATE CONSTRAINT TRIGGER can_follow_default_name_servers AFTER UPDATE OF state ON atrio.registry_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'nameservers'::text) AND (new.state = 'refused'::text) AND ((new.wanted ->> 'mode'::text) <> 'default'::text))) EXECUTE FUNCTION atrio.can_follow_default_name_servers();

-- Name: company company_default_stays; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER company_default_stays BEFORE DELETE ON atrio.company FOR EACH ROW EXECUTE FUNCTION atrio.company_default_stays();

-- Name: registry_order contact_spread_on; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER contact_spread_on AFTER UPDATE OF state ON atrio.registry_order FOR EACH ROW WHEN (((new.kind = 'contacts'::text) AND (old.state = 'new'::text) AND (new.state <> 'new'::text))) EXECUTE FUNCTION atrio.contact_spread_on();

-- Name: mailbox d_usage; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER d_usage AFTER UPDATE OF quota_bytes, deleted_at ON atrio.mailbox FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION atrio.mailbox_usage_again();

-- Name: name_server default_name_servers_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER default_name_servers_changed AFTER INSERT OR DELETE OR UPDATE OF name ON atrio.name_server FOR EACH STATEMENT EXECUTE FUNCTION atrio.default_name_servers_changed();

-- Name: glue default_name_servers_known; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER default_name_servers_known AFTER INSERT ON atrio.glue FOR EACH ROW EXECUTE FUNCTION atrio.default_name_servers_known();

-- Name: dns_key dns_key_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_key_changed AFTER INSERT OR DELETE OR UPDATE ON atrio.dns_key FOR EACH ROW EXECUTE FUNCTION atrio.dns_key_changed();

-- Name: name_server dns_name_servers_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_name_servers_changed AFTER INSERT OR DELETE OR UPDATE ON atrio.name_server FOR EACH STATEMENT EXECUTE FUNCTION atrio.dns_name_servers_changed();

-- Name: platform dns_platform_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_platform_changed AFTER UPDATE ON atrio.platform FOR EACH ROW EXECUTE FUNCTION atrio.dns_platform_changed();

-- Name: dns_record dns_record_before; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_record_before BEFORE INSERT OR DELETE OR UPDATE ON atrio.dns_record FOR EACH ROW EXECUTE FUNCTION atrio.dns_record_before();

-- Name: dns_record dns_record_deleted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_record_deleted AFTER DELETE ON atrio.dns_record REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.dns_record_deleted();

-- Name: dns_record dns_record_inserted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_record_inserted AFTER INSERT ON atrio.dns_record REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.dns_record_inserted();

-- Name: dns_record dns_record_updated; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_record_updated AFTER UPDATE ON atrio.dns_record REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.dns_record_updated();

-- Name: dns_zone dns_zone_before; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_zone_before BEFORE INSERT OR UPDATE OF name, hostmaster, primary_ns, member_label ON atrio.dns_zone FOR EACH ROW EXECUTE FUNCTION atrio.dns_zone_before();

-- Name: dns_zone dns_zone_deleted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_zone_deleted AFTER DELETE ON atrio.dns_zone REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.dns_zone_deleted();

-- Name: dns_zone dns_zone_inserted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER dns_zone_inserted AFTER INSERT ON atrio.dns_zone REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.dns_zone_inserted();

-- Name: domain domain_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER domain_changed AFTER INSERT OR UPDATE OF expires_at, status ON atrio.domain FOR EACH ROW EXECUTE FUNCTION atrio.domain_changed();

-- Name: domain domain_given_up; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER domain_given_up BEFORE DELETE ON atrio.domain FOR EACH ROW EXECUTE FUNCTION atrio.domain_given_up();

-- Name: holding holding_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER holding_changed AFTER UPDATE ON atrio.holding REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.holding_changed();

-- Name: holding_grant holding_grant_deleted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER holding_grant_deleted AFTER DELETE ON atrio.holding_grant REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.holding_grant_changed();

-- Name: holding_grant holding_grant_inserted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER holding_grant_inserted AFTER INSERT ON atrio.holding_grant REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.holding_grant_changed();

-- Name: holding_grant holding_grant_updated; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER holding_grant_updated AFTER UPDATE ON atrio.holding_grant REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.holding_grant_changed();

-- Name: holding_grant is_deleted_from; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER is_deleted_from BEFORE TRUNCATE ON atrio.holding_grant FOR EACH STATEMENT EXECUTE FUNCTION atrio.refuse_truncate();

-- Name: journal journal_is_append_only; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER journal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON atrio.journal FOR EACH STATEMENT EXECUTE FUNCTION atrio.journal_is_append_only();

-- Name: listed_holding listed_holding_deleted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER listed_holding_deleted AFTER DELETE ON atrio.listed_holding REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.listed_holding_deleted();

-- Name: listed_holding listed_holding_inserted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER listed_holding_inserted AFTER INSERT ON atrio.listed_holding REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.listed_holding_inserted();

-- Name: holding listing_lock; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER listing_lock BEFORE DELETE OR UPDATE OF reference, domain_expires_at, domain_status, service_kind, service_expires_at, has_mail ON atrio.holding FOR EACH STATEMENT EXECUTE FUNCTION atrio.listing_lock();

-- Name: holding_grant listing_lock; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER listing_lock BEFORE INSERT OR DELETE OR UPDATE ON atrio.holding_grant FOR EACH STATEMENT EXECUTE FUNCTION atrio.listing_lock();

-- Name: panel_user listing_lock; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER listing_lock BEFORE DELETE ON atrio.panel_user FOR EACH STATEMENT EXECUTE FUNCTION atrio.listing_lock();

-- Name: alias mail_address_made; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_address_made BEFORE INSERT OR UPDATE OF local_part, holding_id ON atrio.alias FOR EACH ROW EXECUTE FUNCTION atrio.mail_address_made();

-- Name: mailbox mail_address_made; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_address_made BEFORE INSERT OR UPDATE OF local_part, holding_id ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.mail_address_made();

-- Name: holding mail_records_of_holding; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_records_of_holding AFTER UPDATE ON atrio.holding REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.mail_records_of_holding();

-- Name: dkim_key mail_records_of_key; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_records_of_key AFTER INSERT ON atrio.dkim_key REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION atrio.mail_records_of_key();

-- Name: platform mail_records_of_platform; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_records_of_platform AFTER UPDATE ON atrio.platform FOR EACH ROW WHEN (((((old.spf IS DISTINCT FROM new.spf) OR (old.imap_ssl_host IS DISTINCT FROM new.imap_ssl_host)) OR (old.smtp_ssl_host IS DISTINCT FROM new.smtp_ssl_host)) OR (old.autoconfig_host IS DISTINCT FROM new.autoconfig_host))) EXECUTE FUNCTION atrio.mail_records_of_platform();

-- Name: holding mail_service_wanted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_service_wanted AFTER INSERT OR UPDATE OF has_mail ON atrio.holding FOR EACH ROW EXECUTE FUNCTION atrio.mail_service_wanted();

-- Name: mailbox mail_store_given_up; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_store_given_up AFTER DELETE ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.mail_store_given_up();

-- Name: holding mail_switched_off; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mail_switched_off AFTER UPDATE OF has_mail ON atrio.holding FOR EACH ROW WHEN ((old.has_mail AND (NOT new.has_mail))) EXECUTE FUNCTION atrio.mail_switched_off();

-- Name: mailbox mailbox_deleted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mailbox_deleted BEFORE UPDATE OF deleted_at ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.mailbox_deleted();

-- Name: mailbox_usage mailbox_usage_counted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER mailbox_usage_counted BEFORE INSERT OR UPDATE OF bytes ON atrio.mailbox_usage FOR EACH ROW EXECUTE FUNCTION atrio.mailbox_usage_counted();

-- Name: company pass_messages_on; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER pass_messages_on BEFORE DELETE ON atrio.company FOR EACH ROW EXECUTE FUNCTION atrio.pass_messages_on();

-- Name: web_service php_chosen; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER php_chosen AFTER UPDATE OF php_version, php_minimum ON atrio.web_service FOR EACH ROW WHEN (((new.php_version IS DISTINCT FROM old.php_version) OR (new.php_minimum <> old.php_minimum))) EXECUTE FUNCTION atrio.php_chosen();

-- Name: platform php_default_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER php_default_changed AFTER UPDATE OF php_default ON atrio.platform FOR EACH ROW WHEN ((new.php_default <> old.php_default)) EXECUTE FUNCTION atrio.php_default_changed();

-- Name: company push_config; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_config AFTER INSERT OR DELETE OR UPDATE ON atrio.company FOR EACH STATEMENT EXECUTE FUNCTION atrio.push_config();

-- Name: company_host push_config; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_config AFTER INSERT OR DELETE OR UPDATE ON atrio.company_host FOR EACH STATEMENT EXECUTE FUNCTION atrio.push_config();

-- Name: company_logo push_config; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_config AFTER INSERT OR DELETE OR UPDATE ON atrio.company_logo FOR EACH STATEMENT EXECUTE FUNCTION atrio.push_config();

-- Name: company_text push_config; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_config AFTER INSERT OR DELETE OR UPDATE ON atrio.company_text FOR EACH STATEMENT EXECUTE FUNCTION atrio.push_config();

-- Name: platform push_config; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_config AFTER UPDATE OF imap_ssl_host, smtp_ssl_host, autoconfig_host ON atrio.platform FOR EACH STATEMENT EXECUTE FUNCTION atrio.push_config();

-- Name: job push_job; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_job AFTER INSERT OR UPDATE OF state, progress ON atrio.job FOR EACH ROW EXECUTE FUNCTION atrio.push_job();

-- Name: session push_session_end; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_session_end AFTER DELETE ON atrio.session FOR EACH ROW EXECUTE FUNCTION atrio.push_session_end();

-- Name: session push_session_renewed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_session_renewed AFTER UPDATE OF token_hash ON atrio.session FOR EACH ROW EXECUTE FUNCTION atrio.push_session_renewed();

-- Name: registry_order registry_order_allowed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER registry_order_allowed BEFORE INSERT ON atrio.registry_order FOR EACH ROW WHEN ((new.source = 'panel'::text)) EXECUTE FUNCTION atrio.registry_order_allowed();

-- Name: registry_order registry_order_beside_switch; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER registry_order_beside_switch BEFORE INSERT ON atrio.registry_order FOR EACH ROW WHEN (((new.source = 'panel'::text) AND ((new.kind = 'dnssec'::text) OR ((new.kind = 'nameservers'::text) AND ((new.wanted ->> 'mode'::text) <> 'default'::text))))) EXECUTE FUNCTION atrio.registry_order_beside_switch();

-- Name: company tell_mailer; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER tell_mailer AFTER DELETE OR UPDATE OF contact_address ON atrio.company FOR EACH STATEMENT EXECUTE FUNCTION atrio.tell_mailer();

-- Name: message tell_mailer; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER tell_mailer AFTER INSERT ON atrio.message FOR EACH STATEMENT EXECUTE FUNCTION atrio.tell_mailer();

-- Name: smtp tell_mailer; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER tell_mailer AFTER INSERT OR UPDATE ON atrio.smtp FOR EACH STATEMENT EXECUTE FUNCTION atrio.tell_mailer();

-- Name: mail_service tell_policyd; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER tell_policyd AFTER INSERT ON atrio.mail_service FOR EACH STATEMENT EXECUTE FUNCTION atrio.tell_policyd();

-- Name: domain_deletion tell_registrar; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER tell_registrar AFTER INSERT OR UPDATE OF holding_id ON atrio.domain_deletion FOR EACH STATEMENT EXECUTE FUNCTION atrio.tell_registrar();

-- Name: registry_order tell_registrar; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER tell_registrar AFTER INSERT ON atrio.registry_order FOR EACH STATEMENT EXECUTE FUNCTION atrio.tell_registrar();

-- Name: company web_brands_follow; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_brands_follow AFTER INSERT OR DELETE OR UPDATE OF name, color, surface, website ON atrio.company FOR EACH STATEMENT EXECUTE FUNCTION atrio.web_brands_follow();

-- Name: company_logo web_brands_follow; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_brands_follow AFTER INSERT OR DELETE OR UPDATE ON atrio.company_logo FOR EACH STATEMENT EXECUTE FUNCTION atrio.web_brands_follow();

-- Name: redirection web_host_made; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_host_made BEFORE INSERT OR UPDATE OF name, holding_id ON atrio.redirection FOR EACH ROW EXECUTE FUNCTION atrio.web_host_made();

-- Name: subdomain web_host_made; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_host_made BEFORE INSERT OR UPDATE OF name, holding_id ON atrio.subdomain FOR EACH ROW EXECUTE FUNCTION atrio.web_host_made();

-- Name: web_service web_limits_changed; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_limits_changed AFTER UPDATE OF space_bytes, traffic_bytes, files_max ON atrio.web_service FOR EACH ROW EXECUTE FUNCTION atrio.web_limits_changed();

-- Name: redirection web_names_follow; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_names_follow AFTER INSERT OR DELETE ON atrio.redirection FOR EACH ROW EXECUTE FUNCTION atrio.web_names_follow();

-- Name: subdomain web_names_follow; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_names_follow AFTER INSERT OR DELETE ON atrio.subdomain FOR EACH ROW EXECUTE FUNCTION atrio.web_names_follow();

-- Name: redirection web_names_move; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_names_move AFTER UPDATE ON atrio.redirection FOR EACH ROW WHEN ((old.host <> new.host)) EXECUTE FUNCTION atrio.web_names_follow();

-- Name: web_service web_service_gone; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_service_gone AFTER DELETE ON atrio.web_service FOR EACH STATEMENT EXECUTE FUNCTION atrio.web_service_gone();

-- Name: holding web_service_wanted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_service_wanted AFTER INSERT OR UPDATE OF service_kind ON atrio.holding FOR EACH ROW EXECUTE FUNCTION atrio.web_service_wanted();

-- Name: web_usage web_usage_counted; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_usage_counted BEFORE INSERT OR UPDATE ON atrio.web_usage FOR EACH ROW EXECUTE FUNCTION atrio.web_usage_counted();

-- Name: web_usage web_usage_enforced; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_usage_enforced AFTER INSERT ON atrio.web_usage FOR EACH ROW WHEN ((new.space_over OR new.traffic_over)) EXECUTE FUNCTION atrio.web_usage_enforced();

-- Name: web_usage web_usage_enforced_again; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER web_usage_enforced_again AFTER UPDATE ON atrio.web_usage FOR EACH ROW WHEN (((old.space_over <> new.space_over) OR (old.traffic_over <> new.traffic_over))) EXECUTE FUNCTION atrio.web_usage_enforced();

-- Name: mailbox webmail_user_follows; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER webmail_user_follows AFTER DELETE ON atrio.mailbox FOR EACH ROW EXECUTE FUNCTION atrio.webmail_user_follows();

-- Name: mailbox webmail_user_follows_again; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER webmail_user_follows_again AFTER UPDATE OF deleted_at ON atrio.mailbox FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION atrio.webmail_user_follows();

-- Name: subdomain z_certificate_again; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER z_certificate_again BEFORE INSERT OR UPDATE OF https, certificate_id ON atrio.subdomain FOR EACH ROW EXECUTE FUNCTION atrio.certificate_again();

-- Name: domain domain_placed; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER domain_placed BEFORE INSERT ON registry.domain FOR EACH ROW EXECUTE FUNCTION registry.domain_placed();

-- Name: host host_placed; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER host_placed BEFORE INSERT OR UPDATE ON registry.host FOR EACH ROW EXECUTE FUNCTION registry.host_placed();

-- Name: delegation move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER INSERT OR DELETE OR UPDATE ON registry.delegation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: domain move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER UPDATE OF statuses, expires_at ON registry.domain DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: host move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER UPDATE OF ipv4, ipv6 ON registry.host DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: sec_dns move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER INSERT OR DELETE OR UPDATE ON registry.sec_dns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: server move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER UPDATE OF addresses ON registry.server DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: tld move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER INSERT OR DELETE OR UPDATE ON registry.tld DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: zone_key move_serial; Type: TRIGGER; Schema: registry; Owner: -

CREATE CONSTRAINT TRIGGER move_serial AFTER INSERT OR DELETE ON registry.zone_key DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry.move_serial();

-- Name: message tell_registrar; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER tell_registrar AFTER INSERT ON registry.message FOR EACH STATEMENT EXECUTE FUNCTION registry.tell_registrar();

-- Name: tld tell_registrar; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER tell_registrar AFTER INSERT OR DELETE OR UPDATE ON registry.tld FOR EACH STATEMENT EXECUTE FUNCTION registry.tell_registrar();

-- Name: tld tld_kept; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER tld_kept BEFORE DELETE ON registry.tld FOR EACH ROW EXECUTE FUNCTION registry.tld_kept();

-- Name: tld tld_mode_kept; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER tld_mode_kept BEFORE UPDATE OF mode ON registry.tld FOR EACH ROW WHEN ((old.mode <> new.mode)) EXECUTE FUNCTION registry.tld_mode_kept();

-- Name: tld tld_placed; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER tld_placed AFTER INSERT ON registry.tld FOR EACH ROW EXECUTE FUNCTION registry.tld_placed();

-- Name: delegation within_limits; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER within_limits BEFORE INSERT ON registry.delegation FOR EACH ROW EXECUTE FUNCTION registry.within_limits();

-- Name: host within_limits; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER within_limits BEFORE INSERT ON registry.host FOR EACH ROW EXECUTE FUNCTION registry.within_limits();

-- Name: sec_dns within_limits; Type: TRIGGER; Schema: registry; Owner: -

CREATE TRIGGER within_limits BEFORE INSERT ON registry.sec_dns FOR EACH ROW EXECUTE FUNCTION registry.within_limits();

-- Name: acme_challenge acme_challenge_dns_record_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_challenge
    ADD CONSTRAINT acme_challenge_dns_record_id_fkey FOREIGN KEY (dns_record_id) REFERENCES atrio.dns_record(id) ON DELETE SET NULL;

-- Name: acme_challenge acme_challenge_host_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_challenge
    ADD CONSTRAINT acme_challenge_host_id_fkey FOREIGN KEY (host_id) REFERENCES atrio.acme_host(id) ON DELETE CASCADE;

-- Name: acme_host acme_host_holding_id_certificate_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_host
    ADD CONSTRAINT acme_host_holding_id_certificate_id_fkey FOREIGN KEY (holding_id, certificate_id) REFERENCES atrio.certificate(holding_id, id);

-- Name: acme_host acme_host_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_host
    ADD CONSTRAINT acme_host_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: acme_order acme_order_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_order
    ADD CONSTRAINT acme_order_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: acme_turn acme_turn_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.acme_turn
    ADD CONSTRAINT acme_turn_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: alias alias_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.alias
    ADD CONSTRAINT alias_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.mail_service(holding_id) ON DELETE CASCADE;

-- Name: autoresponder autoresponder_holding_id_mailbox_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.autoresponder
    ADD CONSTRAINT autoresponder_holding_id_mailbox_id_fkey FOREIGN KEY (holding_id, mailbox_id) REFERENCES atrio.mailbox(holding_id, id) ON DELETE CASCADE;

-- Name: certificate certificate_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.certificate
    ADD CONSTRAINT certificate_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: company_host company_host_company_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company_host
    ADD CONSTRAINT company_host_company_id_fkey FOREIGN KEY (company_id) REFERENCES atrio.company(id) ON DELETE CASCADE;

-- Name: company_logo company_logo_company_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company_logo
    ADD CONSTRAINT company_logo_company_id_fkey FOREIGN KEY (company_id) REFERENCES atrio.company(id) ON DELETE CASCADE;

-- Name: company_text company_text_company_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company_text
    ADD CONSTRAINT company_text_company_id_fkey FOREIGN KEY (company_id) REFERENCES atrio.company(id) ON DELETE CASCADE;

-- Name: contact_spread contact_spread_job_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.contact_spread
    ADD CONSTRAINT contact_spread_job_id_fkey FOREIGN KEY (job_id) REFERENCES atrio.job(id) ON DELETE CASCADE;

-- Name: contact_spread contact_spread_order_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.contact_spread
    ADD CONSTRAINT contact_spread_order_id_fkey FOREIGN KEY (order_id) REFERENCES atrio.registry_order(id) ON DELETE CASCADE;

-- Name: contact_spread contact_spread_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.contact_spread
    ADD CONSTRAINT contact_spread_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: dkim_key dkim_key_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dkim_key
    ADD CONSTRAINT dkim_key_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.mail_service(holding_id) ON DELETE CASCADE;

-- Name: dns_aname_address dns_aname_address_record_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_aname_address
    ADD CONSTRAINT dns_aname_address_record_id_fkey FOREIGN KEY (record_id) REFERENCES atrio.dns_record(id) ON DELETE CASCADE;

-- Name: dns_aname dns_aname_record_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_aname
    ADD CONSTRAINT dns_aname_record_id_fkey FOREIGN KEY (record_id) REFERENCES atrio.dns_record(id) ON DELETE CASCADE;

-- Name: dns_key dns_key_zone_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_key
    ADD CONSTRAINT dns_key_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES atrio.dns_zone(id) ON DELETE CASCADE;

-- Name: dns_node dns_node_zone_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_node
    ADD CONSTRAINT dns_node_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES atrio.dns_zone(id) ON DELETE CASCADE;

-- Name: dns_record dns_record_zone_id_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_record
    ADD CONSTRAINT dns_record_zone_id_holding_id_fkey FOREIGN KEY (zone_id, holding_id) REFERENCES atrio.dns_zone(id, holding_id) ON DELETE CASCADE;

-- Name: dns_zone dns_zone_catalog_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_catalog_id_fkey FOREIGN KEY (catalog_id) REFERENCES atrio.dns_catalog(id);

-- Name: dns_zone dns_zone_holding_id_name_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dns_zone
    ADD CONSTRAINT dns_zone_holding_id_name_fkey FOREIGN KEY (holding_id, name) REFERENCES atrio.holding(id, reference) ON DELETE CASCADE;

-- Name: dnssec_record dnssec_record_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_record
    ADD CONSTRAINT dnssec_record_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.domain(holding_id) ON DELETE CASCADE;

-- Name: dnssec_switch dnssec_switch_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_switch
    ADD CONSTRAINT dnssec_switch_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.domain(holding_id) ON DELETE CASCADE;

-- Name: dnssec_switch dnssec_switch_job_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_switch
    ADD CONSTRAINT dnssec_switch_job_id_fkey FOREIGN KEY (job_id) REFERENCES atrio.job(id) ON DELETE SET NULL;

-- Name: dnssec_switch dnssec_switch_order_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.dnssec_switch
    ADD CONSTRAINT dnssec_switch_order_id_fkey FOREIGN KEY (order_id) REFERENCES atrio.registry_order(id) ON DELETE SET NULL;

-- Name: domain_contact domain_contact_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain_contact
    ADD CONSTRAINT domain_contact_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.domain(holding_id) ON DELETE CASCADE;

-- Name: domain domain_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain
    ADD CONSTRAINT domain_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: domain_secret domain_secret_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.domain_secret
    ADD CONSTRAINT domain_secret_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.domain(holding_id) ON DELETE CASCADE;

-- Name: glue glue_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.glue
    ADD CONSTRAINT glue_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.domain(holding_id) ON DELETE CASCADE;

-- Name: holding_grant holding_grant_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding_grant
    ADD CONSTRAINT holding_grant_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: holding_grant holding_grant_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding_grant
    ADD CONSTRAINT holding_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: htaccess htaccess_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.htaccess
    ADD CONSTRAINT htaccess_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: idempotency idempotency_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.idempotency
    ADD CONSTRAINT idempotency_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: job job_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: job job_kind_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_kind_fkey FOREIGN KEY (kind) REFERENCES atrio.job_kind(kind);

-- Name: job job_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE SET NULL;

-- Name: known_device known_device_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.known_device
    ADD CONSTRAINT known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: listed_total listed_total_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.listed_total
    ADD CONSTRAINT listed_total_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: mail_address mail_address_holding_id_alias_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_address
    ADD CONSTRAINT mail_address_holding_id_alias_id_fkey FOREIGN KEY (holding_id, alias_id) REFERENCES atrio.alias(holding_id, id) ON DELETE CASCADE;

-- Name: mail_address mail_address_holding_id_mailbox_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_address
    ADD CONSTRAINT mail_address_holding_id_mailbox_id_fkey FOREIGN KEY (holding_id, mailbox_id) REFERENCES atrio.mailbox(holding_id, id) ON DELETE CASCADE;

-- Name: mail_client mail_client_mailbox_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_client
    ADD CONSTRAINT mail_client_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES atrio.mailbox(id) ON DELETE CASCADE;

-- Name: mail_sending mail_sending_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_sending
    ADD CONSTRAINT mail_sending_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.mail_service(holding_id) ON DELETE CASCADE;

-- Name: mail_service mail_service_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mail_service
    ADD CONSTRAINT mail_service_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: mailbox mailbox_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.mailbox
    ADD CONSTRAINT mailbox_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.mail_service(holding_id) ON DELETE CASCADE;

-- Name: message message_company_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.message
    ADD CONSTRAINT message_company_id_fkey FOREIGN KEY (company_id) REFERENCES atrio.company(id) ON DELETE SET NULL;

-- Name: message message_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.message
    ADD CONSTRAINT message_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE SET NULL;

-- Name: panel_user panel_user_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.panel_user
    ADD CONSTRAINT panel_user_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: postal_code postal_code_country_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.postal_code
    ADD CONSTRAINT postal_code_country_fkey FOREIGN KEY (country) REFERENCES atrio.postal_country(country) ON DELETE CASCADE;

-- Name: redirection redirection_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.redirection
    ADD CONSTRAINT redirection_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: registry_order registry_order_gaining_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.registry_order
    ADD CONSTRAINT registry_order_gaining_fkey FOREIGN KEY (gaining) REFERENCES atrio.panel_user(id) DEFERRABLE INITIALLY DEFERRED;

-- Name: registry_order registry_order_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.registry_order
    ADD CONSTRAINT registry_order_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.domain(holding_id) ON DELETE CASCADE;

-- Name: registry_order registry_order_job_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.registry_order
    ADD CONSTRAINT registry_order_job_id_fkey FOREIGN KEY (job_id) REFERENCES atrio.job(id) ON DELETE SET NULL;

-- Name: session session_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: subdomain subdomain_holding_id_certificate_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.subdomain
    ADD CONSTRAINT subdomain_holding_id_certificate_id_fkey FOREIGN KEY (holding_id, certificate_id) REFERENCES atrio.certificate(holding_id, id);

-- Name: subdomain subdomain_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.subdomain
    ADD CONSTRAINT subdomain_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: web_error web_error_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_error
    ADD CONSTRAINT web_error_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: web_service web_service_company_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_service
    ADD CONSTRAINT web_service_company_id_fkey FOREIGN KEY (company_id) REFERENCES atrio.company(id) ON DELETE SET NULL;

-- Name: web_service web_service_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_service
    ADD CONSTRAINT web_service_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: web_traffic web_traffic_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_traffic
    ADD CONSTRAINT web_traffic_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: web_usage web_usage_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.web_usage
    ADD CONSTRAINT web_usage_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.web_service(holding_id) ON DELETE CASCADE;

-- Name: webmail_login webmail_login_holding_id_mailbox_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.webmail_login
    ADD CONSTRAINT webmail_login_holding_id_mailbox_id_fkey FOREIGN KEY (holding_id, mailbox_id) REFERENCES atrio.mailbox(holding_id, id) ON DELETE CASCADE;

-- Name: webmail_login webmail_login_session_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.webmail_login
    ADD CONSTRAINT webmail_login_session_id_fkey FOREIGN KEY (session_id) REFERENCES atrio.session(id) ON DELETE CASCADE;

-- Name: webmail_session webmail_session_holding_id_mailbox_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.webmail_session
    ADD CONSTRAINT webmail_session_holding_id_mailbox_id_fkey FOREIGN KEY (holding_id, mailbox_id) REFERENCES atrio.mailbox(holding_id, id) ON DELETE CASCADE;

-- Name: webmail_session webmail_session_session_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.webmail_session
    ADD CONSTRAINT webmail_session_session_id_fkey FOREIGN KEY (session_id) REFERENCES atrio.session(id) ON DELETE CASCADE;

-- Name: delegation delegation_domain_fkey; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.delegation
    ADD CONSTRAINT delegation_domain_fkey FOREIGN KEY (domain) REFERENCES registry.domain(name) ON DELETE CASCADE;

-- Name: delegation delegation_host_in_use; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.delegation
    ADD CONSTRAINT delegation_host_in_use FOREIGN KEY (host) REFERENCES registry.host(name);

-- Name: domain domain_tld; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.domain
    ADD CONSTRAINT domain_tld FOREIGN KEY (tld) REFERENCES registry.tld(name);

-- Name: host host_superordinate; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.host
    ADD CONSTRAINT host_superordinate FOREIGN KEY (superordinate) REFERENCES registry.domain(name);

-- Name: pending_operation pending_operation_domain_fkey; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.pending_operation
    ADD CONSTRAINT pending_operation_domain_fkey FOREIGN KEY (domain) REFERENCES registry.domain(name) ON DELETE CASCADE;

-- Name: sec_dns sec_dns_domain_fkey; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.sec_dns
    ADD CONSTRAINT sec_dns_domain_fkey FOREIGN KEY (domain) REFERENCES registry.domain(name) ON DELETE CASCADE;

-- Name: zone_key zone_key_tld_id_fkey; Type: FK CONSTRAINT; Schema: registry; Owner: -

ALTER TABLE ONLY registry.zone_key
    ADD CONSTRAINT zone_key_tld_id_fkey FOREIGN KEY (tld_id) REFERENCES registry.tld(id) ON DELETE CASCADE;

-- Name: dns_record; Type: ROW SECURITY; Schema: atrio; Owner: -

ALTER TABLE atrio.dns_record ENABLE ROW LEVEL SECURITY;

-- Name: dns_record dns_record_delete; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY dns_record_delete ON atrio.dns_record FOR DELETE USING ((NOT system));

-- Name: dns_record dns_record_insert; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY dns_record_insert ON atrio.dns_record FOR INSERT WITH CHECK ((NOT system));

-- Name: dns_record dns_record_read; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY dns_record_read ON atrio.dns_record FOR SELECT USING (true);

-- Name: dns_record dns_record_update; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY dns_record_update ON atrio.dns_record FOR UPDATE USING ((NOT system)) WITH CHECK ((NOT system));

-- Name: journal; Type: ROW SECURITY; Schema: atrio; Owner: -

ALTER TABLE atrio.journal ENABLE ROW LEVEL SECURITY;

-- Name: journal journal_panel; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY journal_panel ON atrio.journal FOR INSERT TO atrio_api WITH CHECK ((source = 'panel'::text));

-- Name: journal journal_read; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY journal_read ON atrio.journal FOR SELECT USING (true);

-- Name: journal journal_registrar; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY journal_registrar ON atrio.journal FOR INSERT TO atrio_registrar WITH CHECK ((area = 'domain'::text));

-- Name: journal journal_worker; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY journal_worker ON atrio.journal FOR INSERT TO atrio_worker WITH CHECK (true);

-- Name: registry_order; Type: ROW SECURITY; Schema: atrio; Owner: -

ALTER TABLE atrio.registry_order ENABLE ROW LEVEL SECURITY;

-- Name: registry_order registry_order_ours; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY registry_order_ours ON atrio.registry_order TO atrio_worker, atrio_registrar USING (true) WITH CHECK (true);

-- Name: registry_order registry_order_panel; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY registry_order_panel ON atrio.registry_order FOR INSERT TO atrio_api WITH CHECK (((source = 'panel'::text) AND (user_id IS NOT NULL) AND (kind = ANY (ARRAY['nameservers'::text, 'transferLock'::text, 'block'::text, 'privacy'::text, 'dnssec'::text, 'putHost'::text, 'deleteHost'::text, 'contacts'::text, 'authCode'::text]))));

-- Name: registry_order registry_order_read; Type: POLICY; Schema: atrio; Owner: -

CREATE POLICY registry_order_read ON atrio.registry_order FOR SELECT USING (true);

-- Name: SCHEMA atrio; Type: ACL; Schema: -; Owner: -

GRANT USAGE ON SCHEMA atrio TO atrio_api;
GRANT USAGE ON SCHEMA atrio TO atrio_worker;
GRANT USAGE ON SCHEMA atrio TO atrio_dnsd;
GRANT USAGE ON SCHEMA atrio TO atrio_mailer;
GRANT USAGE ON SCHEMA atrio TO atrio_registrar;
GRANT USAGE ON SCHEMA atrio TO registry_ro;
GRANT USAGE ON SCHEMA atrio TO atrio_acme;

-- Name: SCHEMA pdns; Type: ACL; Schema: -; Owner: -

GRANT USAGE ON SCHEMA pdns TO pdns_ro;

-- Name: SCHEMA registry; Type: ACL; Schema: -; Owner: -

GRANT USAGE ON SCHEMA registry TO atrio_registrar;
GRANT USAGE ON SCHEMA registry TO atrio_worker;

-- Name: SCHEMA registry_dns; Type: ACL; Schema: -; Owner: -

GRANT USAGE ON SCHEMA registry_dns TO registry_ro;

-- Name: TABLE dns_zone; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.dns_zone TO atrio_api;
GRANT SELECT ON TABLE atrio.dns_zone TO atrio_worker;
GRANT SELECT ON TABLE atrio.dns_zone TO atrio_dnsd;
GRANT SELECT ON TABLE atrio.dns_zone TO atrio_registrar;

-- Name: FUNCTION acme_challenge_removed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_challenge_removed() FROM PUBLIC;

-- Name: FUNCTION acme_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_changed() FROM PUBLIC;

-- Name: FUNCTION acme_holdings_added(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_holdings_added() FROM PUBLIC;

-- Name: FUNCTION acme_holdings_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_holdings_changed() FROM PUBLIC;

-- Name: FUNCTION acme_lock(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_lock(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.acme_lock(holding bigint) TO atrio_worker;

-- Name: FUNCTION acme_name_follows(holding bigint, name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_name_follows(holding bigint, name text) FROM PUBLIC;

-- Name: FUNCTION acme_redirection_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_redirection_changed() FROM PUBLIC;

-- Name: FUNCTION acme_site_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.acme_site_changed() FROM PUBLIC;

-- Name: FUNCTION autoresponder_edition(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.autoresponder_edition() FROM PUBLIC;

-- Name: FUNCTION can_follow_default_name_servers(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.can_follow_default_name_servers() FROM PUBLIC;

-- Name: FUNCTION certificate_again(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.certificate_again() FROM PUBLIC;

-- Name: FUNCTION certificate_kept(holding bigint, name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.certificate_kept(holding bigint, name text) FROM PUBLIC;

-- Name: FUNCTION certificate_renewal(not_before timestamp with time zone, not_after timestamp with time zone, spread double precision); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.certificate_renewal(not_before timestamp with time zone, not_after timestamp with time zone, spread double precision) FROM PUBLIC;

-- Name: FUNCTION company_default_stays(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.company_default_stays() FROM PUBLIC;

-- Name: FUNCTION contact_spread_on(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.contact_spread_on() FROM PUBLIC;

-- Name: FUNCTION contact_targets(panel_user bigint, contact_role text, wanted jsonb); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.contact_targets(panel_user bigint, contact_role text, wanted jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.contact_targets(panel_user bigint, contact_role text, wanted jsonb) TO atrio_api;

-- Name: FUNCTION default_name_servers_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.default_name_servers_changed() FROM PUBLIC;

-- Name: FUNCTION default_name_servers_known(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.default_name_servers_known() FROM PUBLIC;

-- Name: FUNCTION dns_aname_affected(zones text[], after text, batch integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_aname_affected(zones text[], after text, batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_aname_affected(zones text[], after text, batch integer) TO atrio_dnsd;

-- Name: FUNCTION dns_aname_due(batch integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_aname_due(batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_aname_due(batch integer) TO atrio_dnsd;

-- Name: FUNCTION dns_aname_outdated(asked text, found timestamp with time zone); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_aname_outdated(asked text, found timestamp with time zone) FROM PUBLIC;

-- Name: FUNCTION dns_aname_spread(targets text[], batch integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_aname_spread(targets text[], batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_aname_spread(targets text[], batch integer) TO atrio_dnsd;

-- Name: FUNCTION dns_catalogs_touch(catalog_ids integer[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_catalogs_touch(catalog_ids integer[]) FROM PUBLIC;

-- Name: FUNCTION dns_follow(target text, OUT leads_to text, OUT addresses inet[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_follow(target text, OUT leads_to text, OUT addresses inet[]) FROM PUBLIC;

-- Name: FUNCTION dns_is_host(name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_is_host(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_is_host(name text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_is_host(name text) TO atrio_worker;

-- Name: FUNCTION dns_is_ipv6(value text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_is_ipv6(value text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_is_ipv6(value text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_is_ipv6(value text) TO atrio_worker;

-- Name: FUNCTION dns_is_occluded(zone integer, apex text, owner text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_is_occluded(zone integer, apex text, owner text) FROM PUBLIC;

-- Name: FUNCTION dns_is_owner(name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_is_owner(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_is_owner(name text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_is_owner(name text) TO atrio_worker;

-- Name: FUNCTION dns_is_owner_of(type text, name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_is_owner_of(type text, name text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_is_owner_of(type text, name text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_is_owner_of(type text, name text) TO atrio_worker;

-- Name: FUNCTION dns_is_uint16(digits text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_is_uint16(digits text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_is_uint16(digits text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_is_uint16(digits text) TO atrio_worker;

-- Name: FUNCTION dns_key_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_key_changed() FROM PUBLIC;

-- Name: FUNCTION dns_key_rdata(flags integer, algorithm integer, public_key bytea); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_key_rdata(flags integer, algorithm integer, public_key bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_key_rdata(flags integer, algorithm integer, public_key bytea) TO atrio_registrar;
GRANT ALL ON FUNCTION atrio.dns_key_rdata(flags integer, algorithm integer, public_key bytea) TO registry_ro;

-- Name: FUNCTION dns_key_tag(rdata bytea); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_key_tag(rdata bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_key_tag(rdata bytea) TO atrio_registrar;
GRANT ALL ON FUNCTION atrio.dns_key_tag(rdata bytea) TO registry_ro;

-- Name: FUNCTION dns_mail_hosts_changed(hosts text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_mail_hosts_changed(hosts text[]) FROM PUBLIC;

-- Name: FUNCTION dns_name_servers_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_name_servers_changed() FROM PUBLIC;

-- Name: FUNCTION dns_next_serial(serial bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_next_serial(serial bigint) FROM PUBLIC;

-- Name: FUNCTION dns_node_change_of(zone_id integer, name text, type text, value text, kept boolean, apex text, sign integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_node_change_of(zone_id integer, name text, type text, value text, kept boolean, apex text, sign integer) FROM PUBLIC;

-- Name: FUNCTION dns_nodes_change(changes atrio.dns_node_change[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_nodes_change(changes atrio.dns_node_change[]) FROM PUBLIC;

-- Name: FUNCTION dns_nodes_grow(changes atrio.dns_node_change[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_nodes_grow(changes atrio.dns_node_change[]) FROM PUBLIC;

-- Name: FUNCTION dns_nodes_occlude(cuts atrio.dns_node_key[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_nodes_occlude(cuts atrio.dns_node_key[]) FROM PUBLIC;

-- Name: FUNCTION dns_nodes_prune(candidates atrio.dns_node_key[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_nodes_prune(candidates atrio.dns_node_key[]) FROM PUBLIC;

-- Name: FUNCTION dns_nsec3_hash(name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_nsec3_hash(name text) FROM PUBLIC;

-- Name: FUNCTION dns_path(owner text, apex text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_path(owner text, apex text) FROM PUBLIC;

-- Name: FUNCTION dns_platform_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_platform_changed() FROM PUBLIC;

-- Name: FUNCTION dns_published(found inet[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_published(found inet[]) FROM PUBLIC;

-- Name: FUNCTION dns_quote(content text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_quote(content text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_quote(content text) TO pdns_ro;

-- Name: FUNCTION dns_rdata_octets(type text, value text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_rdata_octets(type text, value text) FROM PUBLIC;

-- Name: FUNCTION dns_record_before(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_record_before() FROM PUBLIC;

-- Name: FUNCTION dns_record_deleted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_record_deleted() FROM PUBLIC;

-- Name: FUNCTION dns_record_inserted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_record_inserted() FROM PUBLIC;

-- Name: FUNCTION dns_record_updated(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_record_updated() FROM PUBLIC;

-- Name: FUNCTION dns_records_changed(rows atrio.dns_node_change[], touched integer[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_records_changed(rows atrio.dns_node_change[], touched integer[]) FROM PUBLIC;

-- Name: FUNCTION dns_target_found(asked text, elsewhere text, answered inet[], families integer[], ttl integer, began timestamp with time zone); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_target_found(asked text, elsewhere text, answered inet[], families integer[], ttl integer, began timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_target_found(asked text, elsewhere text, answered inet[], families integer[], ttl integer, began timestamp with time zone) TO atrio_dnsd;

-- Name: FUNCTION dns_targets_look(targets text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_targets_look(targets text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_targets_look(targets text[]) TO atrio_dnsd;

-- Name: FUNCTION dns_txt_valid(value text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_txt_valid(value text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_txt_valid(value text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_txt_valid(value text) TO atrio_worker;

-- Name: FUNCTION dns_value_valid(type text, value text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_value_valid(type text, value text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_value_valid(type text, value text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_value_valid(type text, value text) TO atrio_worker;

-- Name: FUNCTION dns_web_address_added(role text, sibling text, type text, address inet); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_web_address_added(role text, sibling text, type text, address inet) FROM PUBLIC;

-- Name: FUNCTION dns_web_address_changed(role text, address inet); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_web_address_changed(role text, address inet) FROM PUBLIC;

-- Name: FUNCTION dns_wire(name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_wire(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_wire(name text) TO registry_ro;

-- Name: FUNCTION dns_zone_before(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_before() FROM PUBLIC;

-- Name: FUNCTION dns_zone_create(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_create(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_zone_create(holding bigint) TO atrio_worker;

-- Name: FUNCTION dns_zone_defaults(zone_id integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_defaults(zone_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_zone_defaults(zone_id integer) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_zone_defaults(zone_id integer) TO atrio_worker;

-- Name: FUNCTION dns_zone_deleted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_deleted() FROM PUBLIC;

-- Name: FUNCTION dns_zone_ds(zone integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_ds(zone integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_zone_ds(zone integer) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_zone_ds(zone integer) TO atrio_worker;

-- Name: FUNCTION dns_zone_inserted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_inserted() FROM PUBLIC;

-- Name: FUNCTION dns_zone_lock(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_lock(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_zone_lock(holding bigint) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_zone_lock(holding bigint) TO atrio_worker;

-- Name: FUNCTION dns_zone_longest_ttl(zone integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_longest_ttl(zone integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_zone_longest_ttl(zone integer) TO atrio_worker;

-- Name: FUNCTION dns_zone_restore(zone integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zone_restore(zone integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dns_zone_restore(zone integer) TO atrio_api;
GRANT ALL ON FUNCTION atrio.dns_zone_restore(zone integer) TO atrio_worker;

-- Name: FUNCTION dns_zones_apart(zone_ids integer[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zones_apart(zone_ids integer[]) FROM PUBLIC;

-- Name: FUNCTION dns_zones_tell(zone_ids integer[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zones_tell(zone_ids integer[]) FROM PUBLIC;

-- Name: FUNCTION dns_zones_touch(zone_ids integer[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dns_zones_touch(zone_ids integer[]) FROM PUBLIC;

-- Name: FUNCTION dnssec_switch_turn(holding bigint, panel_user bigint, turn_on boolean); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.dnssec_switch_turn(holding bigint, panel_user bigint, turn_on boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.dnssec_switch_turn(holding bigint, panel_user bigint, turn_on boolean) TO atrio_api;

-- Name: FUNCTION domain_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.domain_changed() FROM PUBLIC;

-- Name: FUNCTION domain_given_up(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.domain_given_up() FROM PUBLIC;

-- Name: FUNCTION enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text, job_key text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text, job_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text, job_key text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text, job_key text) TO atrio_worker;

-- Name: FUNCTION follow_default_name_servers(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.follow_default_name_servers(holding bigint) FROM PUBLIC;

-- Name: FUNCTION follow_default_name_servers_again(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.follow_default_name_servers_again(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.follow_default_name_servers_again(holding bigint) TO atrio_registrar;

-- Name: FUNCTION hand_over(order_id bigint, everything jsonb); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.hand_over(order_id bigint, everything jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.hand_over(order_id bigint, everything jsonb) TO atrio_registrar;

-- Name: FUNCTION holding_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.holding_changed() FROM PUBLIC;

-- Name: FUNCTION holding_grant_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.holding_grant_changed() FROM PUBLIC;

-- Name: FUNCTION host_name_valid(name text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.host_name_valid(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.host_name_valid(name text) TO atrio_worker;

-- Name: FUNCTION journal_is_append_only(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.journal_is_append_only() FROM PUBLIC;

-- Name: FUNCTION keep_transfer_key(holding bigint, new_sealed bytea, new_hash bytea); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.keep_transfer_key(holding bigint, new_sealed bytea, new_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.keep_transfer_key(holding bigint, new_sealed bytea, new_hash bytea) TO atrio_api;

-- Name: FUNCTION letter_pairs(user_id bigint, letters text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.letter_pairs(user_id bigint, letters text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.letter_pairs(user_id bigint, letters text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.letter_pairs(user_id bigint, letters text) TO atrio_worker;

-- Name: TABLE listed_holding; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.listed_holding TO atrio_api;
GRANT SELECT ON TABLE atrio.listed_holding TO atrio_worker;

-- Name: FUNCTION listed_areas(l atrio.listed_holding); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.listed_areas(l atrio.listed_holding) FROM PUBLIC;

-- Name: FUNCTION listed_holding_deleted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.listed_holding_deleted() FROM PUBLIC;

-- Name: FUNCTION listed_holding_inserted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.listed_holding_inserted() FROM PUBLIC;

-- Name: FUNCTION listing_lock(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.listing_lock() FROM PUBLIC;

-- Name: TABLE domain; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.domain TO atrio_api;
GRANT SELECT ON TABLE atrio.domain TO atrio_worker;
GRANT SELECT,UPDATE ON TABLE atrio.domain TO atrio_registrar;

-- Name: COLUMN domain.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.domain TO atrio_worker;

-- Name: COLUMN domain.name; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(name) ON TABLE atrio.domain TO atrio_worker;

-- Name: COLUMN domain.tld; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(tld) ON TABLE atrio.domain TO atrio_worker;

-- Name: COLUMN domain.backend; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(backend) ON TABLE atrio.domain TO atrio_worker;

-- Name: COLUMN domain.status; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(status) ON TABLE atrio.domain TO atrio_worker;

-- Name: COLUMN domain.expires_at; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(expires_at) ON TABLE atrio.domain TO atrio_worker;

-- Name: COLUMN domain.name_server_mode; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(name_server_mode) ON TABLE atrio.domain TO atrio_worker;

-- Name: FUNCTION lock_domain(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.lock_domain(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.lock_domain(holding bigint) TO atrio_api;
GRANT ALL ON FUNCTION atrio.lock_domain(holding bigint) TO atrio_worker;

-- Name: FUNCTION lock_grant(p_session bigint, p_holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.lock_grant(p_session bigint, p_holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.lock_grant(p_session bigint, p_holding bigint) TO atrio_api;

-- Name: FUNCTION mail_address_kept(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_address_kept() FROM PUBLIC;

-- Name: FUNCTION mail_address_made(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_address_made() FROM PUBLIC;

-- Name: FUNCTION mail_client_of(address text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_client_of(address text) FROM PUBLIC;

-- Name: FUNCTION mail_guess_waits(who bytea, from_client cidr, this_guess text, known boolean); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_guess_waits(who bytea, from_client cidr, this_guess text, known boolean) FROM PUBLIC;

-- Name: FUNCTION mail_leads(routes text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_leads(routes text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.mail_leads(routes text[]) TO atrio_api;
GRANT ALL ON FUNCTION atrio.mail_leads(routes text[]) TO atrio_worker;

-- Name: FUNCTION mail_limits_check(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_limits_check() FROM PUBLIC;

-- Name: TABLE mail_service; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.mail_service TO atrio_api;
GRANT SELECT ON TABLE atrio.mail_service TO atrio_worker;

-- Name: COLUMN mail_service.quota_bytes; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(quota_bytes) ON TABLE atrio.mail_service TO atrio_worker;

-- Name: COLUMN mail_service.mailboxes_max; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(mailboxes_max) ON TABLE atrio.mail_service TO atrio_worker;

-- Name: COLUMN mail_service.aliases_max; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(aliases_max) ON TABLE atrio.mail_service TO atrio_worker;

-- Name: COLUMN mail_service.recipients_per_hour; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(recipients_per_hour) ON TABLE atrio.mail_service TO atrio_worker;

-- Name: FUNCTION mail_lock(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_lock(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.mail_lock(holding bigint) TO atrio_api;
GRANT ALL ON FUNCTION atrio.mail_lock(holding bigint) TO atrio_worker;

-- Name: FUNCTION mail_next(addresses text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_next(addresses text[]) FROM PUBLIC;

-- Name: FUNCTION mail_node(route text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_node(route text) FROM PUBLIC;

-- Name: FUNCTION mail_path_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_path_changed() FROM PUBLIC;

-- Name: FUNCTION mail_path_check(start text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_path_check(start text) FROM PUBLIC;

-- Name: FUNCTION mail_previous(addresses text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_previous(addresses text[]) FROM PUBLIC;

-- Name: FUNCTION mail_reach_check(start text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_reach_check(start text) FROM PUBLIC;

-- Name: COLUMN dkim_key.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(holding_id) ON TABLE atrio.dkim_key TO atrio_api;
GRANT SELECT(holding_id) ON TABLE atrio.dkim_key TO atrio_worker;

-- Name: COLUMN dkim_key.selector; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(selector) ON TABLE atrio.dkim_key TO atrio_api;
GRANT SELECT(selector) ON TABLE atrio.dkim_key TO atrio_worker;

-- Name: COLUMN dkim_key.public_key; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(public_key) ON TABLE atrio.dkim_key TO atrio_api;
GRANT SELECT(public_key) ON TABLE atrio.dkim_key TO atrio_worker;

-- Name: COLUMN dkim_key.created_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(created_at) ON TABLE atrio.dkim_key TO atrio_api;
GRANT SELECT(created_at) ON TABLE atrio.dkim_key TO atrio_worker;

-- Name: TABLE holding; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.holding TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.holding TO atrio_worker;
GRANT SELECT ON TABLE atrio.holding TO atrio_registrar;

-- Name: TABLE platform; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.platform TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.platform TO atrio_worker;

-- Name: COLUMN platform.web_ipv4; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(web_ipv4) ON TABLE atrio.platform TO atrio_acme;

-- Name: COLUMN platform.web_ipv6; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(web_ipv6) ON TABLE atrio.platform TO atrio_acme;

-- Name: COLUMN platform.php_default; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(php_default) ON TABLE atrio.platform TO atrio_worker;

-- Name: TABLE mail_record; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.mail_record TO atrio_api;
GRANT SELECT ON TABLE atrio.mail_record TO atrio_worker;

-- Name: FUNCTION mail_record_in_the_way(apex text, wanted atrio.mail_record); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_record_in_the_way(apex text, wanted atrio.mail_record) FROM PUBLIC;

-- Name: FUNCTION mail_records_follow(zones integer[], kinds text[], added boolean); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_records_follow(zones integer[], kinds text[], added boolean) FROM PUBLIC;

-- Name: FUNCTION mail_records_follow_everywhere(kinds text[], added boolean); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_records_follow_everywhere(kinds text[], added boolean) FROM PUBLIC;

-- Name: FUNCTION mail_records_follow_next(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_records_follow_next() FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.mail_records_follow_next() TO atrio_worker;

-- Name: FUNCTION mail_records_of_holding(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_records_of_holding() FROM PUBLIC;

-- Name: FUNCTION mail_records_of_key(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_records_of_key() FROM PUBLIC;

-- Name: FUNCTION mail_records_of_platform(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_records_of_platform() FROM PUBLIC;

-- Name: FUNCTION mail_routes(targets text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_routes(targets text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.mail_routes(targets text[]) TO atrio_api;
GRANT ALL ON FUNCTION atrio.mail_routes(targets text[]) TO atrio_worker;

-- Name: FUNCTION mail_service_check(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_service_check() FROM PUBLIC;

-- Name: FUNCTION mail_service_wanted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_service_wanted() FROM PUBLIC;

-- Name: FUNCTION mail_store_given_up(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_store_given_up() FROM PUBLIC;

-- Name: FUNCTION mail_switched_off(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_switched_off() FROM PUBLIC;

-- Name: FUNCTION mail_targets_valid(targets text[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mail_targets_valid(targets text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.mail_targets_valid(targets text[]) TO atrio_api;
GRANT ALL ON FUNCTION atrio.mail_targets_valid(targets text[]) TO atrio_worker;

-- Name: FUNCTION mailbox_deleted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mailbox_deleted() FROM PUBLIC;

-- Name: FUNCTION mailbox_usage_again(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mailbox_usage_again() FROM PUBLIC;

-- Name: FUNCTION mailbox_usage_counted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.mailbox_usage_counted() FROM PUBLIC;

-- Name: FUNCTION message_retry_wait(attempts integer, created_at timestamp with time zone); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.message_retry_wait(attempts integer, created_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.message_retry_wait(attempts integer, created_at timestamp with time zone) TO atrio_mailer;

-- Name: FUNCTION pass_messages_on(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.pass_messages_on() FROM PUBLIC;

-- Name: FUNCTION permissions_valid(p jsonb); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.permissions_valid(p jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.permissions_valid(p jsonb) TO atrio_api;
GRANT ALL ON FUNCTION atrio.permissions_valid(p jsonb) TO atrio_worker;

-- Name: FUNCTION php_chosen(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.php_chosen() FROM PUBLIC;

-- Name: FUNCTION php_default_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.php_default_changed() FROM PUBLIC;

-- Name: FUNCTION proof_seen(job bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.proof_seen(job bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.proof_seen(job bigint) TO atrio_api;

-- Name: FUNCTION push(event text, users bigint[], payload jsonb); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push(event text, users bigint[], payload jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.push(event text, users bigint[], payload jsonb) TO atrio_api;
GRANT ALL ON FUNCTION atrio.push(event text, users bigint[], payload jsonb) TO atrio_worker;

-- Name: FUNCTION push_config(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_config() FROM PUBLIC;

-- Name: FUNCTION push_job(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_job() FROM PUBLIC;

-- Name: FUNCTION push_permissions(users bigint[], holdings bigint[]); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_permissions(users bigint[], holdings bigint[]) FROM PUBLIC;

-- Name: FUNCTION push_session_end(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_session_end() FROM PUBLIC;

-- Name: FUNCTION refuse_truncate(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.refuse_truncate() FROM PUBLIC;

-- Name: FUNCTION registry_job(holding bigint, panel_user bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.registry_job(holding bigint, panel_user bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.registry_job(holding bigint, panel_user bigint) TO atrio_api;
GRANT ALL ON FUNCTION atrio.registry_job(holding bigint, panel_user bigint) TO atrio_worker;
GRANT ALL ON FUNCTION atrio.registry_job(holding bigint, panel_user bigint) TO atrio_registrar;

-- Name: FUNCTION registry_order_allowed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.registry_order_allowed() FROM PUBLIC;

-- Name: FUNCTION registry_order_beside_switch(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.registry_order_beside_switch() FROM PUBLIC;

-- Name: FUNCTION sha1(bytes bytea); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.sha1(bytes bytea) FROM PUBLIC;

-- Name: FUNCTION sieve_quote(content text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.sieve_quote(content text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.sieve_quote(content text) TO dovecot_ro;

-- Name: FUNCTION tell_mailer(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.tell_mailer() FROM PUBLIC;

-- Name: FUNCTION tell_policyd(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.tell_policyd() FROM PUBLIC;

-- Name: FUNCTION tell_registrar(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.tell_registrar() FROM PUBLIC;

-- Name: FUNCTION transfer_key_fits(holding bigint, key_hash bytea); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.transfer_key_fits(holding bigint, key_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.transfer_key_fits(holding bigint, key_hash bytea) TO atrio_worker;

-- Name: FUNCTION unicode_label(label text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.unicode_label(label text) FROM PUBLIC;

-- Name: FUNCTION unicode_name(reference text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.unicode_name(reference text) FROM PUBLIC;

-- Name: FUNCTION web_brands_follow(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_brands_follow() FROM PUBLIC;

-- Name: FUNCTION web_first_names(reference text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_first_names(reference text) FROM PUBLIC;

-- Name: FUNCTION web_folder_valid(folder text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_folder_valid(folder text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.web_folder_valid(folder text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.web_folder_valid(folder text) TO atrio_worker;

-- Name: FUNCTION web_host_made(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_host_made() FROM PUBLIC;

-- Name: FUNCTION web_host_valid(host text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_host_valid(host text) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.web_host_valid(host text) TO atrio_api;
GRANT ALL ON FUNCTION atrio.web_host_valid(host text) TO atrio_worker;

-- Name: FUNCTION web_limits_changed(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_limits_changed() FROM PUBLIC;

-- Name: TABLE web_service; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.web_service TO atrio_api;
GRANT SELECT ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.parking; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(parking) ON TABLE atrio.web_service TO atrio_api;
GRANT UPDATE(parking) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.php_version; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(php_version) ON TABLE atrio.web_service TO atrio_api;
GRANT UPDATE(php_version) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.php_minimum; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(php_minimum) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.space_bytes; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(space_bytes) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.traffic_bytes; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(traffic_bytes) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.databases_max; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(databases_max) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.database_bytes; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(database_bytes) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.company_id; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(company_id) ON TABLE atrio.web_service TO atrio_worker;

-- Name: COLUMN web_service.files_max; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(files_max) ON TABLE atrio.web_service TO atrio_worker;

-- Name: FUNCTION web_lock(holding bigint); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_lock(holding bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.web_lock(holding bigint) TO atrio_api;
GRANT ALL ON FUNCTION atrio.web_lock(holding bigint) TO atrio_worker;

-- Name: FUNCTION web_name_come(zone atrio.dns_zone, come text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_name_come(zone atrio.dns_zone, come text) FROM PUBLIC;

-- Name: FUNCTION web_name_gone(zone atrio.dns_zone, gone text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_name_gone(zone atrio.dns_zone, gone text) FROM PUBLIC;

-- Name: FUNCTION web_names(zone_id integer); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_names(zone_id integer) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.web_names(zone_id integer) TO atrio_api;
GRANT ALL ON FUNCTION atrio.web_names(zone_id integer) TO atrio_worker;

-- Name: FUNCTION web_names_follow(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_names_follow() FROM PUBLIC;

-- Name: FUNCTION web_service_gone(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_service_gone() FROM PUBLIC;

-- Name: FUNCTION web_service_wanted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_service_wanted() FROM PUBLIC;

-- Name: FUNCTION web_usage_counted(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_usage_counted() FROM PUBLIC;

-- Name: FUNCTION web_usage_enforced(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.web_usage_enforced() FROM PUBLIC;

-- Name: FUNCTION webmail_user_follows(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.webmail_user_follows() FROM PUBLIC;

-- Name: FUNCTION wildcard_above(host text); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.wildcard_above(host text) FROM PUBLIC;

-- Name: FUNCTION domain_placed(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.domain_placed() FROM PUBLIC;

-- Name: FUNCTION host_placed(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.host_placed() FROM PUBLIC;

-- Name: FUNCTION move_serial(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.move_serial() FROM PUBLIC;

-- Name: FUNCTION settle(which text, approved boolean, why text); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.settle(which text, approved boolean, why text) FROM PUBLIC;
GRANT ALL ON FUNCTION registry.settle(which text, approved boolean, why text) TO atrio_worker;

-- Name: FUNCTION tell_registrar(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.tell_registrar() FROM PUBLIC;

-- Name: FUNCTION tld_kept(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.tld_kept() FROM PUBLIC;

-- Name: FUNCTION tld_mode_kept(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.tld_mode_kept() FROM PUBLIC;

-- Name: FUNCTION tld_placed(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.tld_placed() FROM PUBLIC;

-- Name: FUNCTION within_limits(); Type: ACL; Schema: registry; Owner: -

REVOKE ALL ON FUNCTION registry.within_limits() FROM PUBLIC;

-- Name: TABLE acme; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.acme TO atrio_acme;
GRANT DELETE ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.only_row; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(only_row) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.directory; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(directory),INSERT(directory),UPDATE(directory) ON TABLE atrio.acme TO atrio_worker;
GRANT SELECT(directory) ON TABLE atrio.acme TO atrio_api;

-- Name: COLUMN acme.ca; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(ca),INSERT(ca),UPDATE(ca) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.contact; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(contact),INSERT(contact),UPDATE(contact) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.resolvers; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(resolvers),INSERT(resolvers),UPDATE(resolvers) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.terms_accepted_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(terms_accepted_at),UPDATE(terms_accepted_at) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.account_key_sealed; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(account_key_sealed) ON TABLE atrio.acme TO atrio_acme;
GRANT UPDATE(account_key_sealed) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme.account_url; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(account_url) ON TABLE atrio.acme TO atrio_acme;
GRANT SELECT(account_url),UPDATE(account_url) ON TABLE atrio.acme TO atrio_worker;

-- Name: COLUMN acme_challenge.token; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(token) ON TABLE atrio.acme_challenge TO atrio_acme;

-- Name: COLUMN acme_challenge.host; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(host) ON TABLE atrio.acme_challenge TO atrio_acme;

-- Name: COLUMN acme_challenge.answer; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(answer) ON TABLE atrio.acme_challenge TO atrio_acme;

-- Name: COLUMN acme_challenge.dns_record_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(dns_record_id) ON TABLE atrio.acme_challenge TO atrio_acme;

-- Name: COLUMN acme_host.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(holding_id) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(holding_id) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: COLUMN acme_host.host; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(host) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(host) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: COLUMN acme_host.rank; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(rank) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(rank) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: COLUMN acme_host.certificate_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(certificate_id) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(certificate_id) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: COLUMN acme_host.due_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(due_at) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(due_at) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: COLUMN acme_host.failing_since; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(failing_since) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(failing_since) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: COLUMN acme_host.fault; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(fault) ON TABLE atrio.acme_host TO atrio_api;
GRANT SELECT(fault) ON TABLE atrio.acme_host TO atrio_worker;

-- Name: TABLE certificate; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.certificate TO atrio_worker;
GRANT SELECT ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(id) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.host; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(host) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.source; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(source) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.certificate_pem; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(certificate_pem) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.chain_pem; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(chain_pem) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.key_sealed; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(key_sealed) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.names; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(names) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.issuer; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(issuer) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.not_before; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(not_before) ON TABLE atrio.certificate TO atrio_api;

-- Name: COLUMN certificate.not_after; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(not_after) ON TABLE atrio.certificate TO atrio_api;

-- Name: TABLE redirection; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.redirection TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(id) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(id) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.name; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(name),UPDATE(name) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(name),UPDATE(name) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.path; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(path),UPDATE(path) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(path),UPDATE(path) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.url; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(url),UPDATE(url) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(url),UPDATE(url) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.type; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(type),UPDATE(type) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(type),UPDATE(type) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.iframe_title; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(iframe_title),UPDATE(iframe_title) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(iframe_title),UPDATE(iframe_title) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.iframe_description; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(iframe_description),UPDATE(iframe_description) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(iframe_description),UPDATE(iframe_description) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.iframe_keywords; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(iframe_keywords),UPDATE(iframe_keywords) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(iframe_keywords),UPDATE(iframe_keywords) ON TABLE atrio.redirection TO atrio_worker;

-- Name: COLUMN redirection.keep_path; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(keep_path),UPDATE(keep_path) ON TABLE atrio.redirection TO atrio_api;
GRANT INSERT(keep_path),UPDATE(keep_path) ON TABLE atrio.redirection TO atrio_worker;

-- Name: TABLE subdomain; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.subdomain TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(id) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(id) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.name; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(name) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(name) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.folder; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(folder),UPDATE(folder) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(folder),UPDATE(folder) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.https; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(https),UPDATE(https) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(https),UPDATE(https) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.https_only; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(https_only),UPDATE(https_only) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(https_only),UPDATE(https_only) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.hsts; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(hsts),UPDATE(hsts) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(hsts),UPDATE(hsts) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.certificate_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(certificate_id),UPDATE(certificate_id) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(certificate_id),UPDATE(certificate_id) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: COLUMN subdomain.php_settings; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(php_settings),UPDATE(php_settings) ON TABLE atrio.subdomain TO atrio_api;
GRANT INSERT(php_settings),UPDATE(php_settings) ON TABLE atrio.subdomain TO atrio_worker;

-- Name: TABLE alias; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.alias TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.alias TO atrio_worker;

-- Name: COLUMN alias.id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(id) ON TABLE atrio.alias TO atrio_api;
GRANT INSERT(id) ON TABLE atrio.alias TO atrio_worker;

-- Name: COLUMN alias.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.alias TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.alias TO atrio_worker;

-- Name: COLUMN alias.local_part; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(local_part) ON TABLE atrio.alias TO atrio_api;
GRANT INSERT(local_part) ON TABLE atrio.alias TO atrio_worker;

-- Name: COLUMN alias.targets; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(targets),UPDATE(targets) ON TABLE atrio.alias TO atrio_api;
GRANT INSERT(targets),UPDATE(targets) ON TABLE atrio.alias TO atrio_worker;

-- Name: COLUMN alias.eliminable; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(eliminable) ON TABLE atrio.alias TO atrio_worker;

-- Name: SEQUENCE alias_id_seq; Type: ACL; Schema: atrio; Owner: -

GRANT USAGE ON SEQUENCE atrio.alias_id_seq TO atrio_api;
GRANT USAGE ON SEQUENCE atrio.alias_id_seq TO atrio_worker;

-- Name: TABLE attempt; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.attempt TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.attempt TO atrio_worker;

-- Name: TABLE autoresponder; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.autoresponder TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.mailbox_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(mailbox_id) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(mailbox_id) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.enabled; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(enabled),UPDATE(enabled) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(enabled),UPDATE(enabled) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.subject; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(subject),UPDATE(subject) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(subject),UPDATE(subject) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.content; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(content),UPDATE(content) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(content),UPDATE(content) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.starts_on; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(starts_on),UPDATE(starts_on) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(starts_on),UPDATE(starts_on) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: COLUMN autoresponder.ends_on; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(ends_on),UPDATE(ends_on) ON TABLE atrio.autoresponder TO atrio_api;
GRANT INSERT(ends_on),UPDATE(ends_on) ON TABLE atrio.autoresponder TO atrio_worker;

-- Name: TABLE captcha_spent; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.captcha_spent TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.captcha_spent TO atrio_worker;

-- Name: SEQUENCE certificate_id_seq; Type: ACL; Schema: atrio; Owner: -

GRANT USAGE ON SEQUENCE atrio.certificate_id_seq TO atrio_api;
GRANT USAGE ON SEQUENCE atrio.certificate_id_seq TO atrio_worker;

-- Name: TABLE city; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.city TO atrio_api;
GRANT SELECT ON TABLE atrio.city TO atrio_worker;

-- Name: TABLE company; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.company TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.company TO atrio_worker;

-- Name: COLUMN company.id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(id) ON TABLE atrio.company TO atrio_mailer;

-- Name: COLUMN company.name; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(name) ON TABLE atrio.company TO atrio_mailer;

-- Name: COLUMN company.contact_address; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(contact_address) ON TABLE atrio.company TO atrio_mailer;

-- Name: TABLE company_host; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.company_host TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.company_host TO atrio_worker;

-- Name: TABLE company_logo; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.company_logo TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.company_logo TO atrio_worker;

-- Name: TABLE company_text; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.company_text TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.company_text TO atrio_worker;

-- Name: TABLE contact_spread; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.contact_spread TO atrio_api;

-- Name: COLUMN contact_spread.job_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(job_id) ON TABLE atrio.contact_spread TO atrio_api;

-- Name: COLUMN contact_spread.order_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(order_id) ON TABLE atrio.contact_spread TO atrio_api;

-- Name: COLUMN contact_spread.user_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(user_id) ON TABLE atrio.contact_spread TO atrio_api;

-- Name: COLUMN contact_spread.role; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(role) ON TABLE atrio.contact_spread TO atrio_api;

-- Name: COLUMN contact_spread.total; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(total) ON TABLE atrio.contact_spread TO atrio_api;

-- Name: TABLE dns_aname; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.dns_aname TO atrio_api;
GRANT SELECT ON TABLE atrio.dns_aname TO atrio_worker;
GRANT SELECT ON TABLE atrio.dns_aname TO atrio_dnsd;

-- Name: TABLE dns_aname_address; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.dns_aname_address TO atrio_api;
GRANT SELECT ON TABLE atrio.dns_aname_address TO atrio_worker;
GRANT SELECT ON TABLE atrio.dns_aname_address TO atrio_dnsd;

-- Name: TABLE dns_catalog; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.dns_catalog TO atrio_worker;
GRANT SELECT ON TABLE atrio.dns_catalog TO atrio_dnsd;

-- Name: TABLE dns_key; Type: ACL; Schema: atrio; Owner: -

GRANT DELETE ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(id) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(id) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.zone_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(zone_id) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(zone_id),INSERT(zone_id) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.flags; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(flags) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(flags),INSERT(flags) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.algorithm; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(algorithm) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(algorithm),INSERT(algorithm) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.active; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(active) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(active),INSERT(active),UPDATE(active) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.published; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(published) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(published),INSERT(published),UPDATE(published) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.private_key; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(private_key) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.public_key; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(public_key) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(public_key),INSERT(public_key) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_key.created_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(created_at) ON TABLE atrio.dns_key TO atrio_api;
GRANT SELECT(created_at) ON TABLE atrio.dns_key TO atrio_worker;

-- Name: COLUMN dns_node.zone_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(zone_id) ON TABLE atrio.dns_node TO atrio_api;

-- Name: COLUMN dns_node.name; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(name) ON TABLE atrio.dns_node TO atrio_api;

-- Name: COLUMN dns_node.records; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(records) ON TABLE atrio.dns_node TO atrio_api;

-- Name: COLUMN dns_node.cnames; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(cnames) ON TABLE atrio.dns_node TO atrio_api;

-- Name: COLUMN dns_node.anames; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(anames) ON TABLE atrio.dns_node TO atrio_api;

-- Name: COLUMN dns_node.addresses; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(addresses) ON TABLE atrio.dns_node TO atrio_api;

-- Name: COLUMN dns_node.delegations; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(delegations) ON TABLE atrio.dns_node TO atrio_api;

-- Name: TABLE dns_record; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.dns_record TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.dns_record TO atrio_worker;
GRANT SELECT ON TABLE atrio.dns_record TO atrio_dnsd;

-- Name: COLUMN dns_record.id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(id) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(id) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.zone_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(zone_id) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(zone_id) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.name; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(name) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(name) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.type; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(type) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(type) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.value; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(value),UPDATE(value) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(value),UPDATE(value) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.priority; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(priority),UPDATE(priority) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(priority),UPDATE(priority) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.ttl; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(ttl),UPDATE(ttl) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(ttl),UPDATE(ttl) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: COLUMN dns_record.dynamic; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(dynamic),UPDATE(dynamic) ON TABLE atrio.dns_record TO atrio_api;
GRANT INSERT(dynamic),UPDATE(dynamic) ON TABLE atrio.dns_record TO atrio_worker;

-- Name: TABLE dns_tsig; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT,DELETE ON TABLE atrio.dns_tsig TO atrio_worker;

-- Name: COLUMN dns_tsig.name; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(name) ON TABLE atrio.dns_tsig TO atrio_worker;

-- Name: COLUMN dns_tsig.algorithm; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(algorithm),UPDATE(algorithm) ON TABLE atrio.dns_tsig TO atrio_worker;

-- Name: COLUMN dns_tsig.secret; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(secret) ON TABLE atrio.dns_tsig TO atrio_worker;

-- Name: TABLE dnssec_record; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.dnssec_record TO atrio_api;
GRANT SELECT ON TABLE atrio.dnssec_record TO atrio_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.dnssec_record TO atrio_registrar;

-- Name: TABLE dnssec_switch; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.dnssec_switch TO atrio_api;
GRANT SELECT ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: COLUMN dnssec_switch.step; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(step) ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: COLUMN dnssec_switch.wait_until; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(wait_until) ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: COLUMN dnssec_switch.signed_since; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(signed_since) ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: COLUMN dnssec_switch.ds_ttl; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(ds_ttl) ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: COLUMN dnssec_switch.problem; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(problem) ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: COLUMN dnssec_switch.order_id; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(order_id) ON TABLE atrio.dnssec_switch TO atrio_worker;

-- Name: TABLE domain_contact; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.domain_contact TO atrio_api;
GRANT SELECT ON TABLE atrio.domain_contact TO atrio_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.domain_contact TO atrio_registrar;

-- Name: TABLE domain_deletion; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.domain_deletion TO atrio_registrar;

-- Name: COLUMN domain_deletion.name; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(name) ON TABLE atrio.domain_deletion TO atrio_worker;

-- Name: COLUMN domain_deletion.asked_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(asked_at) ON TABLE atrio.domain_deletion TO atrio_worker;

-- Name: COLUMN domain_deletion.attempts; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(attempts) ON TABLE atrio.domain_deletion TO atrio_worker;

-- Name: COLUMN domain_deletion.next_attempt_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(next_attempt_at) ON TABLE atrio.domain_deletion TO atrio_worker;

-- Name: TABLE domain_secret; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.domain_secret TO atrio_registrar;

-- Name: COLUMN domain_secret.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(holding_id) ON TABLE atrio.domain_secret TO atrio_api;

-- Name: COLUMN domain_secret.kind; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(kind) ON TABLE atrio.domain_secret TO atrio_api;

-- Name: COLUMN domain_secret.sealed; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(sealed) ON TABLE atrio.domain_secret TO atrio_api;

-- Name: COLUMN domain_secret.expires_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(expires_at) ON TABLE atrio.domain_secret TO atrio_api;

-- Name: TABLE geography_edition; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.geography_edition TO atrio_api;
GRANT SELECT ON TABLE atrio.geography_edition TO atrio_worker;

-- Name: TABLE glue; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.glue TO atrio_api;
GRANT SELECT ON TABLE atrio.glue TO atrio_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.glue TO atrio_registrar;

-- Name: TABLE holding_grant; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.holding_grant TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.holding_grant TO atrio_worker;

-- Name: TABLE htaccess; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.htaccess TO atrio_api;
GRANT SELECT ON TABLE atrio.htaccess TO atrio_worker;

-- Name: COLUMN htaccess.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.htaccess TO atrio_worker;

-- Name: COLUMN htaccess.checked_at; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(checked_at),UPDATE(checked_at) ON TABLE atrio.htaccess TO atrio_worker;

-- Name: COLUMN htaccess.took; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(took),UPDATE(took) ON TABLE atrio.htaccess TO atrio_worker;

-- Name: COLUMN htaccess.problems; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(problems),UPDATE(problems) ON TABLE atrio.htaccess TO atrio_worker;

-- Name: COLUMN htaccess.more; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(more),UPDATE(more) ON TABLE atrio.htaccess TO atrio_worker;

-- Name: TABLE idempotency; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE ON TABLE atrio.idempotency TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.idempotency TO atrio_worker;

-- Name: COLUMN idempotency.reply; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(reply) ON TABLE atrio.idempotency TO atrio_api;

-- Name: TABLE installation; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.installation TO atrio_worker;

-- Name: TABLE job; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.job TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.job TO atrio_worker;
GRANT SELECT ON TABLE atrio.job TO atrio_registrar;

-- Name: COLUMN job.state; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(state) ON TABLE atrio.job TO atrio_registrar;

-- Name: COLUMN job.error; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(error) ON TABLE atrio.job TO atrio_registrar;

-- Name: COLUMN job.progress; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(progress) ON TABLE atrio.job TO atrio_registrar;

-- Name: COLUMN job.ended_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(ended_at) ON TABLE atrio.job TO atrio_registrar;

-- Name: TABLE job_kind; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.job_kind TO atrio_api;
GRANT SELECT ON TABLE atrio.job_kind TO atrio_worker;

-- Name: TABLE journal; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.journal TO atrio_api;
GRANT SELECT,INSERT ON TABLE atrio.journal TO atrio_worker;
GRANT SELECT ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.at; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(at) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.source; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(source) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(source) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.user_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(user_id) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(user_id) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.username; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(username) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(username) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.ip; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(ip) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(ip) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.request_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(request_id) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(request_id) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.area; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(area) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(area) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.act; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(act) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(act) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.item; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(item) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(item) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.before; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(before) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(before) ON TABLE atrio.journal TO atrio_registrar;

-- Name: COLUMN journal.after; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(after) ON TABLE atrio.journal TO atrio_api;
GRANT INSERT(after) ON TABLE atrio.journal TO atrio_registrar;

-- Name: TABLE known_device; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE ON TABLE atrio.known_device TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.known_device TO atrio_worker;

-- Name: COLUMN known_device.last_seen_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_seen_at) ON TABLE atrio.known_device TO atrio_api;

-- Name: TABLE listed_total; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.listed_total TO atrio_api;
GRANT SELECT ON TABLE atrio.listed_total TO atrio_worker;

-- Name: TABLE mail_address; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.mail_address TO atrio_api;
GRANT SELECT ON TABLE atrio.mail_address TO atrio_worker;

-- Name: TABLE mail_client; Type: ACL; Schema: atrio; Owner: -

GRANT DELETE ON TABLE atrio.mail_client TO atrio_worker;

-- Name: COLUMN mail_client.seen_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(seen_at) ON TABLE atrio.mail_client TO atrio_worker;

-- Name: TABLE mail_guess; Type: ACL; Schema: atrio; Owner: -

GRANT DELETE ON TABLE atrio.mail_guess TO atrio_worker;

-- Name: COLUMN mail_guess.at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(at) ON TABLE atrio.mail_guess TO atrio_worker;

-- Name: TABLE mail_sending; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.mail_sending TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.mail_sending TO atrio_worker;

-- Name: TABLE mail_store_removal; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,DELETE ON TABLE atrio.mail_store_removal TO atrio_worker;

-- Name: TABLE mailbox; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.mailbox TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(id) ON TABLE atrio.mailbox TO atrio_api;
GRANT INSERT(id) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.mailbox TO atrio_api;
GRANT INSERT(holding_id) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.local_part; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(local_part) ON TABLE atrio.mailbox TO atrio_api;
GRANT INSERT(local_part) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.password_hash; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(password_hash),UPDATE(password_hash) ON TABLE atrio.mailbox TO atrio_api;
GRANT INSERT(password_hash),UPDATE(password_hash) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.password_sealed; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(password_sealed),UPDATE(password_sealed) ON TABLE atrio.mailbox TO atrio_api;
GRANT INSERT(password_sealed),UPDATE(password_sealed) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.quota_bytes; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(quota_bytes),UPDATE(quota_bytes) ON TABLE atrio.mailbox TO atrio_api;
GRANT INSERT(quota_bytes),UPDATE(quota_bytes) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.forward_targets; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(forward_targets) ON TABLE atrio.mailbox TO atrio_api;
GRANT UPDATE(forward_targets) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.keeps_copy; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(keeps_copy) ON TABLE atrio.mailbox TO atrio_api;
GRANT UPDATE(keeps_copy) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.eliminable; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(eliminable) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: COLUMN mailbox.deleted_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(deleted_at) ON TABLE atrio.mailbox TO atrio_api;
GRANT UPDATE(deleted_at) ON TABLE atrio.mailbox TO atrio_worker;

-- Name: SEQUENCE mailbox_id_seq; Type: ACL; Schema: atrio; Owner: -

GRANT USAGE ON SEQUENCE atrio.mailbox_id_seq TO atrio_api;
GRANT USAGE ON SEQUENCE atrio.mailbox_id_seq TO atrio_worker;

-- Name: TABLE mailbox_usage; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.mailbox_usage TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.mailbox_usage TO atrio_worker;

-- Name: TABLE message; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.message TO atrio_mailer;
GRANT SELECT,DELETE ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.uuid; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(uuid) ON TABLE atrio.message TO atrio_api;
GRANT INSERT(uuid) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.kind; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(kind) ON TABLE atrio.message TO atrio_api;
GRANT INSERT(kind) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.company_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(company_id) ON TABLE atrio.message TO atrio_api;
GRANT INSERT(company_id) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.recipient; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(recipient) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.user_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(user_id) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.domain; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(domain) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.username; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(username) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.name; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(name) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.email; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(email) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.subject; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(subject) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.contents; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(contents) ON TABLE atrio.message TO atrio_api;
GRANT INSERT(contents) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.language; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(language) ON TABLE atrio.message TO atrio_api;
GRANT INSERT(language) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.ip; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(ip) ON TABLE atrio.message TO atrio_api;

-- Name: COLUMN message.attempts; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(attempts) ON TABLE atrio.message TO atrio_mailer;

-- Name: COLUMN message.last_error; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_error) ON TABLE atrio.message TO atrio_mailer;

-- Name: COLUMN message.hurried; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(hurried) ON TABLE atrio.message TO atrio_mailer;
GRANT INSERT(hurried),UPDATE(hurried) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.next_attempt_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(next_attempt_at) ON TABLE atrio.message TO atrio_mailer;
GRANT UPDATE(next_attempt_at) ON TABLE atrio.message TO atrio_worker;

-- Name: COLUMN message.sent_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(sent_at) ON TABLE atrio.message TO atrio_mailer;

-- Name: TABLE missing_service; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.missing_service TO atrio_api;
GRANT SELECT ON TABLE atrio.missing_service TO atrio_worker;

-- Name: TABLE name_server; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.name_server TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.name_server TO atrio_worker;
GRANT SELECT ON TABLE atrio.name_server TO atrio_registrar;
GRANT SELECT ON TABLE atrio.name_server TO atrio_acme;

-- Name: TABLE panel_user; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.panel_user TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.panel_user TO atrio_worker;

-- Name: COLUMN panel_user.password_hash; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(password_hash) ON TABLE atrio.panel_user TO atrio_api;

-- Name: COLUMN panel_user.last_login_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_login_at) ON TABLE atrio.panel_user TO atrio_api;

-- Name: COLUMN panel_user.previous_login_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(previous_login_at) ON TABLE atrio.panel_user TO atrio_api;

-- Name: TABLE php_version; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.php_version TO atrio_api;
GRANT SELECT ON TABLE atrio.php_version TO atrio_worker;

-- Name: TABLE postal_code; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.postal_code TO atrio_api;
GRANT SELECT,INSERT,DELETE ON TABLE atrio.postal_code TO atrio_worker;

-- Name: TABLE postal_country; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.postal_country TO atrio_api;
GRANT SELECT,INSERT,DELETE ON TABLE atrio.postal_country TO atrio_worker;

-- Name: COLUMN postal_country.file; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(file) ON TABLE atrio.postal_country TO atrio_worker;

-- Name: COLUMN postal_country.codes; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(codes) ON TABLE atrio.postal_country TO atrio_worker;

-- Name: COLUMN postal_country.imported_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(imported_at) ON TABLE atrio.postal_country TO atrio_worker;

-- Name: SEQUENCE redirection_id_seq; Type: ACL; Schema: atrio; Owner: -

GRANT USAGE ON SEQUENCE atrio.redirection_id_seq TO atrio_api;
GRANT USAGE ON SEQUENCE atrio.redirection_id_seq TO atrio_worker;

-- Name: TABLE registry_order; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.registry_order TO atrio_registrar;
GRANT DELETE ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(id) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(id) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(holding_id),INSERT(holding_id) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(holding_id),INSERT(holding_id) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.kind; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(kind),INSERT(kind) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(kind),INSERT(kind) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.subject; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(subject),INSERT(subject) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(subject),INSERT(subject) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.wanted; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(wanted) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(wanted) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.job_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(job_id),INSERT(job_id) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(job_id),INSERT(job_id) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.act; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(act),INSERT(act) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(act),INSERT(act) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.item; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(item) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(item) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.source; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(source) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(source) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.user_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(user_id) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(user_id) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.username; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(username) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(username) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.ip; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(ip) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(ip) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.request_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(request_id) ON TABLE atrio.registry_order TO atrio_api;
GRANT INSERT(request_id) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.gaining; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(gaining) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.bulk; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(bulk) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.state; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(state) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(state) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.reference; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(reference) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.refusal; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(refusal) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(refusal) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.journal_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(journal_id) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(journal_id) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.attempts; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(attempts) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.next_attempt_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(next_attempt_at) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.created_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(created_at) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(created_at) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: COLUMN registry_order.ended_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(ended_at) ON TABLE atrio.registry_order TO atrio_api;
GRANT SELECT(ended_at) ON TABLE atrio.registry_order TO atrio_worker;

-- Name: TABLE registry_server; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.registry_server TO atrio_api;
GRANT SELECT ON TABLE atrio.registry_server TO atrio_worker;

-- Name: TABLE registry_tld; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.registry_tld TO atrio_api;
GRANT SELECT ON TABLE atrio.registry_tld TO atrio_worker;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.registry_tld TO atrio_registrar;

-- Name: TABLE session; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE ON TABLE atrio.session TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.session TO atrio_worker;

-- Name: COLUMN session.token_hash; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(token_hash) ON TABLE atrio.session TO atrio_api;

-- Name: COLUMN session.last_seen_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_seen_at) ON TABLE atrio.session TO atrio_api;

-- Name: TABLE smtp; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.smtp TO atrio_mailer;
GRANT INSERT,DELETE,UPDATE ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.only_row; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(only_row) ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.host; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(host) ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.port; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(port) ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.security; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(security) ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.username; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(username) ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.ca; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(ca) ON TABLE atrio.smtp TO atrio_worker;

-- Name: COLUMN smtp.from_address; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(from_address) ON TABLE atrio.smtp TO atrio_worker;

-- Name: TABLE state; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.state TO atrio_api;
GRANT SELECT ON TABLE atrio.state TO atrio_worker;

-- Name: SEQUENCE subdomain_id_seq; Type: ACL; Schema: atrio; Owner: -

GRANT USAGE ON SEQUENCE atrio.subdomain_id_seq TO atrio_api;
GRANT USAGE ON SEQUENCE atrio.subdomain_id_seq TO atrio_worker;

-- Name: TABLE web_error; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.web_error TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.web_error TO atrio_worker;

-- Name: TABLE web_traffic; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.web_traffic TO atrio_api;
GRANT SELECT,DELETE ON TABLE atrio.web_traffic TO atrio_worker;

-- Name: TABLE web_usage; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.web_usage TO atrio_api;
GRANT SELECT ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.holding_id; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(holding_id) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.bytes; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(bytes),UPDATE(bytes) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.files; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(files),UPDATE(files) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.measured_at; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(measured_at),UPDATE(measured_at) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.grown_bytes; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(grown_bytes),UPDATE(grown_bytes) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.took_milliseconds; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(took_milliseconds),UPDATE(took_milliseconds) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.cut_offs; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(cut_offs),UPDATE(cut_offs) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: COLUMN web_usage.cut_off_at; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT(cut_off_at),UPDATE(cut_off_at) ON TABLE atrio.web_usage TO atrio_worker;

-- Name: TABLE webmail_login; Type: ACL; Schema: atrio; Owner: -

GRANT INSERT ON TABLE atrio.webmail_login TO atrio_api;
GRANT DELETE ON TABLE atrio.webmail_login TO atrio_worker;

-- Name: COLUMN webmail_login.expires_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(expires_at) ON TABLE atrio.webmail_login TO atrio_worker;

-- Name: TABLE webmail_session; Type: ACL; Schema: atrio; Owner: -

GRANT DELETE ON TABLE atrio.webmail_session TO atrio_api;
GRANT DELETE ON TABLE atrio.webmail_session TO atrio_worker;

-- Name: COLUMN webmail_session.mailbox_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(mailbox_id) ON TABLE atrio.webmail_session TO atrio_api;
GRANT SELECT(mailbox_id) ON TABLE atrio.webmail_session TO atrio_worker;

-- Name: COLUMN webmail_session.session_id; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(session_id),UPDATE(session_id) ON TABLE atrio.webmail_session TO atrio_api;
GRANT SELECT(session_id) ON TABLE atrio.webmail_session TO atrio_worker;

-- Name: COLUMN webmail_session.edition; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(edition) ON TABLE atrio.webmail_session TO atrio_worker;

-- Name: COLUMN webmail_session.seen_at; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT(seen_at) ON TABLE atrio.webmail_session TO atrio_worker;

-- Name: TABLE comments; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.comments TO pdns_ro;

-- Name: TABLE cryptokeys; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.cryptokeys TO pdns_ro;

-- Name: TABLE domainmetadata; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.domainmetadata TO pdns_ro;

-- Name: TABLE domains; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.domains TO pdns_ro;

-- Name: TABLE nsec3; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.nsec3 TO pdns_ro;

-- Name: TABLE soa; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.soa TO pdns_ro;

-- Name: TABLE records; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.records TO pdns_ro;

-- Name: TABLE supermasters; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.supermasters TO pdns_ro;

-- Name: TABLE tsigkeys; Type: ACL; Schema: pdns; Owner: -

GRANT SELECT ON TABLE pdns.tsigkeys TO pdns_ro;

-- Name: TABLE delegation; Type: ACL; Schema: registry; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE registry.delegation TO atrio_registrar;
GRANT SELECT ON TABLE registry.delegation TO atrio_worker;

-- Name: TABLE domain; Type: ACL; Schema: registry; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE registry.domain TO atrio_registrar;

-- Name: COLUMN domain.name; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(name) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.tld; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(tld) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.account; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(account) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.registered_at; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(registered_at) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.expires_at; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(expires_at),UPDATE(expires_at) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.statuses; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(statuses),UPDATE(statuses) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.private; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(private) ON TABLE registry.domain TO atrio_worker;

-- Name: COLUMN domain.contacts; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(contacts) ON TABLE registry.domain TO atrio_worker;

-- Name: TABLE host; Type: ACL; Schema: registry; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE registry.host TO atrio_registrar;
GRANT SELECT ON TABLE registry.host TO atrio_worker;

-- Name: TABLE message; Type: ACL; Schema: registry; Owner: -

GRANT SELECT,DELETE ON TABLE registry.message TO atrio_registrar;

-- Name: COLUMN message.domain; Type: ACL; Schema: registry; Owner: -

GRANT INSERT(domain) ON TABLE registry.message TO atrio_worker;

-- Name: TABLE pending_operation; Type: ACL; Schema: registry; Owner: -

GRANT SELECT ON TABLE registry.pending_operation TO atrio_registrar;
GRANT SELECT ON TABLE registry.pending_operation TO atrio_worker;

-- Name: COLUMN pending_operation.domain; Type: ACL; Schema: registry; Owner: -

GRANT INSERT(domain) ON TABLE registry.pending_operation TO atrio_registrar;

-- Name: COLUMN pending_operation.contacts; Type: ACL; Schema: registry; Owner: -

GRANT INSERT(contacts) ON TABLE registry.pending_operation TO atrio_registrar;

-- Name: COLUMN pending_operation.account; Type: ACL; Schema: registry; Owner: -

GRANT INSERT(account) ON TABLE registry.pending_operation TO atrio_registrar;

-- Name: TABLE sec_dns; Type: ACL; Schema: registry; Owner: -

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE registry.sec_dns TO atrio_registrar;
GRANT SELECT ON TABLE registry.sec_dns TO atrio_worker;

-- Name: TABLE server; Type: ACL; Schema: registry; Owner: -

GRANT SELECT ON TABLE registry.server TO atrio_registrar;
GRANT SELECT ON TABLE registry.server TO atrio_worker;

-- Name: TABLE tld; Type: ACL; Schema: registry; Owner: -

GRANT SELECT ON TABLE registry.tld TO atrio_registrar;
GRANT SELECT,INSERT,DELETE ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.mode; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(mode) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.algorithms; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(algorithms) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.digest_types; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(digest_types) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.flags; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(flags) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.max_sec_dns; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(max_sec_dns) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.min_name_servers; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(min_name_servers) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.max_name_servers; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(max_name_servers) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.glue_ipv4; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(glue_ipv4) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.glue_ipv6; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(glue_ipv6) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.max_hosts; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(max_hosts) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.transfer_lock; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(transfer_lock) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.block; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(block) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.privacy; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(privacy) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.contact_roles; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(contact_roles) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.owner_change; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(owner_change) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.auth_code; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(auth_code) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN tld.ttl; Type: ACL; Schema: registry; Owner: -

GRANT UPDATE(ttl) ON TABLE registry.tld TO atrio_worker;

-- Name: COLUMN zone_key.tld_id; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(tld_id),INSERT(tld_id) ON TABLE registry.zone_key TO atrio_worker;

-- Name: COLUMN zone_key.flags; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(flags) ON TABLE registry.zone_key TO atrio_worker;

-- Name: COLUMN zone_key.algorithm; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(algorithm) ON TABLE registry.zone_key TO atrio_worker;

-- Name: COLUMN zone_key.private_key; Type: ACL; Schema: registry; Owner: -

GRANT INSERT(private_key) ON TABLE registry.zone_key TO atrio_worker;

-- Name: COLUMN zone_key.public_key; Type: ACL; Schema: registry; Owner: -

GRANT SELECT(public_key),INSERT(public_key) ON TABLE registry.zone_key TO atrio_worker;

-- Name: TABLE comments; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.comments TO registry_ro;

-- Name: TABLE cryptokeys; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.cryptokeys TO registry_ro;

-- Name: TABLE domainmetadata; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.domainmetadata TO registry_ro;

-- Name: TABLE domains; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.domains TO registry_ro;

-- Name: TABLE ds; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.ds TO registry_ro;

-- Name: TABLE published; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.published TO registry_ro;

-- Name: TABLE soa; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.soa TO registry_ro;

-- Name: TABLE records; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.records TO registry_ro;

-- Name: TABLE supermasters; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.supermasters TO registry_ro;

-- Name: TABLE tsigkeys; Type: ACL; Schema: registry_dns; Owner: -

GRANT SELECT ON TABLE registry_dns.tsigkeys TO registry_ro;

-- PostgreSQL database dump complete
