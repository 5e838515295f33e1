-- What a change of records, zones or keys sets off: the tree of names (0003) and the counters follow, the serial moves.

-- Records -------------------------------------------------------------------------------------------------------------

-- Before each row: the zone's lock, and what a check constraint can't see.
create function atrio.dns_record_before() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
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
create trigger dns_record_before before insert or update or delete on atrio.dns_record
  for each row execute function atrio.dns_record_before();

-- RDATA in wire form, uncompressed.
create function atrio.dns_rdata_octets(type text, value text) returns integer language sql immutable parallel safe as $$
  select case type
    when 'A' then 4
    when 'AAAA' then 16
    when 'TXT' then octet_length(value) + (octet_length(value) + 254) / 255   -- a length for each string of 255
    when 'CAA' then octet_length(value)             -- flag, quotes and spaces take more than their octets on the wire
    else octet_length(value) + 4                    -- a name and its two octets; numbers are longer as text, but MX's
  end
$$;

-- What one record adds to its name and zone (sign 1), or takes from them (-1). What the panel keeps has no weight: it is
-- short, and a full name must not stand in the way of the platform's next mail host.
create function atrio.dns_node_change_of(zone_id integer, name text, type text, value text, kept boolean, apex text,
                                         sign integer)
returns atrio.dns_node_change language sql immutable as $$
  select (zone_id, name, sign, sign * (type = 'CNAME')::int, sign * (type = 'ANAME')::int,
          sign * (type in ('A', 'AAAA'))::int, sign * (type = 'NS' and name <> apex)::int,
          case when kept then 0 else sign * (16 + atrio.dns_rdata_octets(type, value)) end,
          case when kept then 0
               else sign * greatest(0, octet_length(name) + 12 + atrio.dns_rdata_octets(type, value) - 500) end
         )::atrio.dns_node_change
$$;

-- `rows`: one entry a record; `touched`: zones whose answers change.
create function atrio.dns_records_changed(rows atrio.dns_node_change[], touched integer[]) returns void
language plpgsql as $$
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
  if changes is not null then
    -- the quotas first: what is refused costs nothing more
    update dns_zone z set record_count = z.record_count + s.records, long_octets = z.long_octets + s.long_octets
      from (select zone_id, sum(records) as records, sum(long_octets) as long_octets from unnest(changes) group by 1) s
     where z.id = s.zone_id and (s.records, s.long_octets) <> (0, 0);
    perform dns_nodes_change(changes);
  end if;
  perform dns_zones_touch(touched);
end $$;

-- The records of one name and type share one TTL (RFC 2181, 5.2): the one written last is meant for all of them.
-- The planner's choices are pinned in these triggers: their plans are cached, perhaps while a table was still empty, and
-- a scan of it would make the millionth record slow.
create function atrio.dns_record_inserted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform dns_records_changed(
      array_agg(dns_node_change_of(r.zone_id, r.name, r.type, r.value, r.dynamic is not null, z.name, 1)),
      array_agg(distinct r.zone_id))
    from new_rows r join dns_zone z on z.id = r.zone_id;
  if not exists (select from new_rows) then return null; end if;
  update dns_record o set ttl = n.ttl
    from (select distinct on (zone_id, name, type) * from new_rows order by zone_id, name, type, id desc) n
   where o.zone_id = n.zone_id and o.name = n.name and o.type = n.type and o.ttl <> n.ttl;
  return null;
end $$;
create trigger dns_record_inserted after insert on atrio.dns_record referencing new table as new_rows
  for each statement execute function atrio.dns_record_inserted();

create function atrio.dns_record_deleted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform dns_records_changed(
      array_agg(dns_node_change_of(r.zone_id, r.name, r.type, r.value, r.dynamic is not null, z.name, -1)),
      array_agg(distinct r.zone_id))
    from old_rows r join dns_zone z on z.id = r.zone_id;
  return null;
end $$;
create trigger dns_record_deleted after delete on atrio.dns_record referencing old table as old_rows
  for each statement execute function atrio.dns_record_deleted();

create function atrio.dns_record_updated() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
  update dns_record o set ttl = n.ttl
    from (select distinct on (zone_id, name, type) * from new_rows order by zone_id, name, type, id desc) n
   where o.zone_id = n.zone_id and o.name = n.name and o.type = n.type and o.ttl <> n.ttl;
  return null;
end $$;
create trigger dns_record_updated after update on atrio.dns_record
  referencing old table as old_rows new table as new_rows
  for each statement execute function atrio.dns_record_updated();

-- Zones ---------------------------------------------------------------------------------------------------------------

create function atrio.dns_catalogs_touch(catalog_ids integer[]) returns void language plpgsql as $$
begin
  -- in one order, so that two statements never wait for each other
  perform from dns_catalog where id = any(catalog_ids) order by id for no key update;
  update dns_catalog set serial = dns_next_serial(serial) where id = any (catalog_ids);
  perform pg_notify('atrio_dns', name) from dns_catalog where id = any (catalog_ids);
end $$;

-- Name servers answer a name from the lowest zone it is in, so a zone below another's would take its names over. The lock
-- keeps two that come at once from not seeing each other. Of the names below a zone, reversed, each begins with the zone's
-- and a dot; '/' is what follows the dot.
create function atrio.dns_zones_apart(zone_ids integer[]) returns void language plpgsql
set enable_seqscan = off as $$
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

create function atrio.dns_zone_inserted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform dns_zones_apart(array_agg(id)) from new_rows;
  insert into dns_node (zone_id, name, ordername) select id, name, dns_nsec3_hash(name) from new_rows;
  perform dns_catalogs_touch(array_agg(distinct catalog_id)) from new_rows;
  return null;
end $$;
create trigger dns_zone_inserted after insert on atrio.dns_zone referencing new table as new_rows
  for each statement execute function atrio.dns_zone_inserted();

create function atrio.dns_zone_deleted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform dns_catalogs_touch(array_agg(distinct catalog_id)) from old_rows;
  perform pg_notify('atrio_dns', name) from old_rows;
  return null;
end $$;
create trigger dns_zone_deleted after delete on atrio.dns_zone referencing old table as old_rows
  for each statement execute function atrio.dns_zone_deleted();

-- A key that comes, changes or goes changes the zone's DNSKEY set and its signatures.
create function atrio.dns_key_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform dns_zones_touch(array[coalesce(new.zone_id, old.zone_id)]);
  return null;
end $$;
create trigger dns_key_changed after insert or update or delete on atrio.dns_key
  for each row execute function atrio.dns_key_changed();
