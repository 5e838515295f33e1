-- What a DNS change costs beside the record itself, once more. A third of it was the checks: PostgreSQL reads each one of a table
-- from the catalog for every statement that writes a row there, and evaluates it.

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

-- Each change of a record counts in its zone, and none changes the zone's names: these are checked when they are written. The
-- constraints keep their names for whoever reads the error.
create function atrio.dns_zone_before() returns trigger language plpgsql security definer set search_path to atrio, pg_temp as $$
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
end $$;
revoke execute on function atrio.dns_zone_before() from public;
create trigger dns_zone_before before insert or update of name, hostmaster, primary_ns, member_label on atrio.dns_zone
  for each row execute function atrio.dns_zone_before();
alter table atrio.dns_zone drop constraint dns_zone_name_check, drop constraint dns_zone_reserved,
  drop constraint dns_zone_hostmaster_check, drop constraint dns_zone_primary_ns_check,
  drop constraint dns_zone_member_label_check;

-- Fourteen pairs, spelt out as comparisons, were ten kilobytes to read.
create function atrio.dns_is_dynamic(type text, dynamic text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return dynamic || ' ' || type = any ('{name_server NS,web_ipv4 A,web_ipv6 AAAA,mail MX,spf TXT,dkim TXT,dmarc TXT,imap CNAME,imap SRV,
    smtp CNAME,smtp SRV,autoconfig CNAME,autoconfig SRV,acme TXT}'::text[]);
end $$;
alter table atrio.dns_record drop constraint dns_record_dynamic,
  add constraint dns_record_dynamic check (dynamic is null or atrio.dns_is_dynamic(type, dynamic));

-- Names that are missing, with what they count, and those that are missing above them.
create or replace function atrio.dns_nodes_grow(changes atrio.dns_node_change[]) returns void language plpgsql as $$
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

-- Of these names those without records and children go, and those above them that are left without.
create or replace function atrio.dns_nodes_prune(candidates atrio.dns_node_key[]) returns void language plpgsql as $$
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

-- What a new name counts is written with it, so the names that are there come first.
create or replace function atrio.dns_nodes_change(changes atrio.dns_node_change[]) returns void language plpgsql as $$
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
