-- Domains that follow the installation's name servers (mode default) are ordered to when those change. One that is ordered to already
-- reads them when it is carried out.
create function atrio.default_name_servers_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  insert into registry_order (holding_id, kind, wanted, act, item, source, bulk)
    select holding_id, 'nameservers', '{"mode": "default"}', 'nameserverDefault', name, 'system', true
      from domain where name_server_mode = 'default' and status not in ('register-init', 'register-cancel')
    on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing;
  return null;
end $$;
create trigger default_name_servers_changed after insert or delete or update of name on atrio.name_server
  for each statement execute function atrio.default_name_servers_changed();

-- A domain that was registered before the installation's name servers had their addresses at the registry has none: it gets
-- them with the last of those addresses.
create function atrio.default_name_servers_known() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
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
create trigger default_name_servers_known after insert on atrio.glue
  for each row execute function atrio.default_name_servers_known();

-- What could not follow then does it once it can.
create function atrio.follow_default_name_servers(holding bigint) returns void
language sql security definer set search_path = atrio, pg_temp as $$
  insert into registry_order (holding_id, kind, wanted, act, item, source, bulk)
    select d.holding_id, 'nameservers', '{"mode": "default"}', 'nameserverDefault', d.name, 'system', true
      from domain d, (select array_agg(name) as names from name_server) i
     where d.holding_id = holding and d.name_server_mode = 'default' and d.status not like 'register-%'
       and not (d.blocked or d.closed_by_registry or has_expired(d.status))
       and not (d.name_servers @> i.names and d.name_servers <@ i.names)
    on conflict (holding_id, kind, subject) where state in ('new', 'pending') do nothing
$$;

-- At once: where its registry takes changes again, or an order of the customer's own stood in the way that was refused.
create function atrio.can_follow_default_name_servers() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform follow_default_name_servers(new.holding_id);
  return null;
end $$;
create trigger can_follow_default_name_servers after update of blocked, closed_by_registry, status on atrio.domain
  for each row when ((old.blocked or old.closed_by_registry or atrio.has_expired(old.status))
                     and not (new.blocked or new.closed_by_registry or atrio.has_expired(new.status)))
  execute function atrio.can_follow_default_name_servers();
create constraint trigger can_follow_default_name_servers after update of state on atrio.registry_order
  deferrable initially deferred
  for each row when (new.kind = 'nameservers' and new.state = 'refused' and new.wanted ->> 'mode' <> 'default')
  execute function atrio.can_follow_default_name_servers();

-- When its registry was asked about it: not again and again where it refuses.
create function atrio.follow_default_name_servers_again(holding bigint) returns void
language sql security definer set search_path = atrio, pg_temp as $$
  select follow_default_name_servers(holding)
   where not exists (
     select from registry_order where holding_id = holding and kind = 'nameservers' and state = 'refused'
        and wanted ->> 'mode' = 'default' and ended_at > now() - interval '20 hours')
$$;

revoke execute on function atrio.default_name_servers_changed, atrio.default_name_servers_known,
  atrio.follow_default_name_servers, atrio.can_follow_default_name_servers, atrio.follow_default_name_servers_again from public;
grant execute on function atrio.follow_default_name_servers_again(bigint) to atrio_registrar;
