-- DNSSEC by one switch: what the customer wants, and how far the worker is on the safe way there.

-- Where a registry's own name servers are asked, for registries that are not found by the system's resolvers: `up` keeps
-- those of the local one, as it keeps atrio.name_server.
create table atrio.registry_server (
  backend text not null,
  name text not null check (atrio.dns_is_host(name)),
  address text not null,
  port integer not null check (port between 1 and 65535),
  primary key (backend, name)
);

create table atrio.dnssec_switch (
  holding_id bigint primary key references atrio.domain on delete cascade,
  wanted boolean not null,
  step text not null check (step in ('off', 'signing', 'publishing', 'on', 'withdrawing', 'unsigning')),
  -- Until then the step waits for what caches elsewhere may hold.
  wait_until timestamptz,
  -- Since when every name server shows the zone signed.
  signed_since timestamptz,
  -- Seconds that caches may hold the DS, as the parent last said; 0: none was ordered since the zone has its keys. A DS
  -- that was never seen is believed to stay for a day.
  ds_ttl integer not null default 86400 check (ds_ttl between 0 and 2147483647),
  problem jsonb,                                    -- a message
  order_id bigint references atrio.registry_order on delete set null,
  job_id bigint references atrio.job on delete set null,
  check (step not in ('off', 'on') or (wait_until is null and wanted = (step = 'on')))
);
create index dnssec_switch_order on atrio.dnssec_switch (order_id) where order_id is not null;
create index dnssec_switch_job on atrio.dnssec_switch (job_id) where job_id is not null;

insert into atrio.job_kind (kind, delay, max_attempts, shown_with) values ('dnssec.switch', '0 seconds', 25, 'domain_dnssec');

-- Turns the switch: from where it is, the worker takes the safe way. The job that worked for the other direction ends.
create function atrio.dnssec_switch_turn(holding bigint, panel_user bigint, turn_on boolean) returns bigint
language plpgsql security definer set search_path = atrio, pg_temp as $$
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

-- At work, the switch alone orders DNSSEC data; and while it is turned on, the domain does not leave for name servers that show
-- another zone than the DS is for.
create function atrio.registry_order_beside_switch() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
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
create trigger registry_order_beside_switch before insert on atrio.registry_order for each row
  when (new.source = 'panel' and (new.kind = 'dnssec' or new.kind = 'nameservers' and new.wanted ->> 'mode' <> 'default'))
  execute function atrio.registry_order_beside_switch();

-- The most seconds that a cache may hold an answer of a zone that was given until now: records that stand, and those that
-- stood within the last day (the journal has them); 3600 is PowerDNS's default-ttl, the last number of a SOA that of keys
-- and denials.
create function atrio.dns_zone_longest_ttl(zone integer) returns integer
language sql stable security definer set search_path = atrio, pg_temp as $$
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

revoke execute on function atrio.dnssec_switch_turn, atrio.dns_zone_longest_ttl, atrio.registry_order_beside_switch from public;
grant execute on function atrio.dnssec_switch_turn(bigint, bigint, boolean) to atrio_api;
grant execute on function atrio.dns_zone_longest_ttl(integer) to atrio_worker;
grant select on atrio.dnssec_switch, atrio.registry_server to atrio_api, atrio_worker;
grant update (step, wait_until, signed_since, ds_ttl, problem, order_id) on atrio.dnssec_switch to atrio_worker;
