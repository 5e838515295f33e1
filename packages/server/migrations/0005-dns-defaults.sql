-- What a zone begins with, and the records whose values the panel keeps: they follow atrio.platform and
-- atrio.name_server in every zone where the customer left them alone.

create function atrio.dns_zone_defaults(zone_id integer)
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
      union all
      select 'TXT', 'v=spf1 a mx ~all', null, false, null
       where h.service_kind = 'hosting' and cardinality(p.mail_hosts) > 0
    ) d
   where z.id = zone_id
  union all
  select 'www.' || z.name, 'CNAME', z.name, null, false, null from dns_zone z where z.id = zone_id
$$;

-- The first thing of every change: the zone's lock, before any record of it is locked. Without it two changes could each
-- hold a record the other wants.
create function atrio.dns_zone_lock(holding bigint) returns table (id integer, name text, serial bigint)
language sql volatile security definer set search_path = atrio, pg_temp as $$
  select z.id, z.name, z.serial from dns_zone z where z.holding_id = holding for no key update
$$;

-- The zone of a holding, with its default records. Returns its id.
create function atrio.dns_zone_create(holding bigint) returns integer
language plpgsql security definer set search_path = atrio, pg_temp as $$
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

-- Exactly the default records again: all others go, missing ones come back, changed ones are as they were.
create function atrio.dns_zone_restore(zone integer) returns void
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform from dns_zone where id = zone for no key update;
  delete from dns_record r where r.zone_id = zone and not exists (
    select from dns_zone_defaults(zone) d
     where (d.name, d.type, d.value, d.priority, d.system, d.dynamic, 0)
       is not distinct from (r.name, r.type, r.value, r.priority, r.system, r.dynamic, r.ttl));
  insert into dns_record (zone_id, holding_id, name, type, value, priority, system, dynamic)
  select z.id, z.holding_id, d.* from dns_zone z, dns_zone_defaults(zone) d where z.id = zone
  on conflict do nothing;
end $$;

-- Records that follow the platform ------------------------------------------------------------------------------------

-- An address that changed: records of that role get the new value. Where the customer has the same address beside it,
-- the one the panel keeps is one too many.
create function atrio.dns_web_address_changed(role text, address inet) returns void language plpgsql as $$
begin
  delete from dns_record r using dns_record twin
   where r.dynamic = role and twin.zone_id = r.zone_id and twin.name = r.name and twin.type = r.type
     and twin.value = host(address) and twin.id <> r.id;
  update dns_record set value = host(address) where dynamic = role and value <> host(address);
end $$;

-- An address the platform did not have before: it joins its sibling where the panel keeps that one.
create function atrio.dns_web_address_added(role text, sibling text, type text, address inet) returns void
language sql as $$
  insert into atrio.dns_record (zone_id, holding_id, name, type, value, dynamic)
  select zone_id, holding_id, name, $3, host(address), role from atrio.dns_record where dynamic = sibling
  on conflict do nothing
$$;

create function atrio.dns_platform_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
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

-- A zone whose MX records are all the customer's keeps them; one that has any of ours gets the new set.
create function atrio.dns_mail_hosts_changed(hosts text[]) returns void language plpgsql as $$
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

create trigger dns_platform_changed after update on atrio.platform
  for each row execute function atrio.dns_platform_changed();

-- The apex NS of every zone and the first name in its SOA. An empty list is an installation in the middle of a change:
-- zones keep what they have.
create function atrio.dns_name_servers_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
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
create trigger dns_name_servers_changed after insert or update or delete on atrio.name_server
  for each statement execute function atrio.dns_name_servers_changed();
