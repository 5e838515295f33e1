-- A redirection may move to another name of its service: what it leaves is asked for no more, and where it comes resolves.

create function atrio.web_name_gone(zone atrio.dns_zone, gone text) returns void
language sql volatile set search_path = atrio, pg_temp as $$
  delete from dns_record r
   where r.zone_id = zone.id and r.name = gone and r.dynamic in ('web_ipv4', 'web_ipv6')
     and gone not in (zone.name, 'www.' || zone.name)
     and not exists (select from web_names(zone.id) n where n.name = gone)
$$;
create function atrio.web_name_come(zone atrio.dns_zone, come text) returns void
language sql volatile set search_path = atrio, pg_temp as $$
  insert into dns_record (zone_id, holding_id, name, type, value, priority, dynamic)
  select zone.id, zone.holding_id, d.name, d.type, d.value, d.priority, d.dynamic
    from dns_zone_defaults(zone.id) d
   where d.name = come and d.dynamic in ('web_ipv4', 'web_ipv6')
     and come not in (zone.name, 'www.' || zone.name)
     and dns_is_owner(come) and zone.record_count <= 19900 and not dns_is_occluded(zone.id, zone.name, come)
     and not exists (select from dns_record r where r.zone_id = zone.id and r.name = come
                        and r.type in ('A', 'AAAA', 'ANAME', 'CNAME', 'NS'))
$$;
create or replace function atrio.web_names_follow() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  zone dns_zone;
begin
  select z.* into zone from dns_zone z where z.holding_id = coalesce(new.holding_id, old.holding_id) for no key update;
  if zone.id is null then return null; end if;
  if tg_op <> 'INSERT' then perform web_name_gone(zone, old.host); end if;
  if tg_op <> 'DELETE' then perform web_name_come(zone, new.host); end if;
  return null;
end $$;
create trigger web_names_move after update on atrio.redirection
  for each row when (old.host <> new.host) execute function atrio.web_names_follow();

revoke execute on function atrio.web_name_gone, atrio.web_name_come from public;
