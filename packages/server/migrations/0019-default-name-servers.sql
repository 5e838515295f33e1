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

revoke execute on function atrio.default_name_servers_changed, atrio.default_name_servers_known from public;
