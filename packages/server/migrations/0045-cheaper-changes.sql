-- What a DNS change costs beside the record itself, once more.

-- Without looking around: the labels are not between 1 and 63 characters long, begin or end with a hyphen, or hold anything else.
-- A third of the time, and a change asks five times.
create or replace function atrio.dns_is_host(name text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return length(name) <= 253 and name !~ '[^a-z0-9_.-]|(^|\.)(-|\.|$)|-(\.|$)|[^.]{64}';
end $$;

-- An update runs the triggers also where it finds no row, so it is asked first whether there is one.
create or replace function atrio.dns_record_inserted() returns trigger language plpgsql security definer
set search_path to atrio, pg_temp set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
set plan_cache_mode to force_generic_plan as $$
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
create or replace function atrio.dns_record_updated() returns trigger language plpgsql security definer
set search_path to atrio, pg_temp set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
set plan_cache_mode to force_generic_plan as $$
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
