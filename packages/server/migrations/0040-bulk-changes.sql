-- Changes by the hundred a second: what each costs beside the record itself.

-- A job that waits is joined by its lock alone: nothing is written, and it can't begin before the commit. One of another user's
-- becomes this user's, as before.
create or replace function atrio.enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text default null,
                                         job_key text default null)
returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

-- The proof that the API has just seen itself: its job ends, unless later changes of the zone count on it too.
create or replace function atrio.proof_seen(job bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare j atrio.job;
begin
  select * into j from atrio.job w where w.id = proof_seen.job and w.kind = 'dns.proof' and w.state = 'queued'
    for update skip locked;                       -- locked: a change is joining it, or the worker has it
  if not found or exists (
    select from atrio.journal e where e.holding_id = j.holding_id and e.area = 'dns' and e.id > j.subject_id) then return; end if;
  update atrio.job w set state = 'done', progress = 100, ended_at = now() where w.id = j.id;
  perform graphile_worker.remove_job('job:' || j.id);
end $$;

-- The plans of a function in SQL are made at each call, those of one in plpgsql are kept: 0.4 and 0.1 ms a change.
create or replace function atrio.lock_grant(p_session bigint, p_holding bigint) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
create or replace function atrio.dns_zone_lock(holding bigint) returns table (id integer, name text, serial bigint)
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
begin
  return query select z.id, z.name::text, z.serial from dns_zone z where z.holding_id = holding for no key update;
end $$;

-- The planner overestimates arrays and transition tables and made a new plan at each call: 0.3 ms for each statement.
alter function atrio.dns_record_inserted() set plan_cache_mode = force_generic_plan;
alter function atrio.dns_record_updated() set plan_cache_mode = force_generic_plan;
alter function atrio.dns_record_deleted() set plan_cache_mode = force_generic_plan;

-- Channel atrio_dns_async: nobody waits for this change, so dnsd may pass on a burst of them as one.
create function atrio.dns_zones_tell(zone_ids integer[]) returns void language plpgsql as $$
declare
  channel text := case current_setting('atrio.is_async', true) when 'true' then 'atrio_dns_async' else 'atrio_dns' end;
begin
  perform pg_notify(channel, name) from dns_zone where id = any (zone_ids);
end $$;
create or replace function atrio.dns_zones_touch(zone_ids integer[]) returns void language plpgsql as $$
begin
  update dns_zone set serial = dns_next_serial(serial) where id = any (zone_ids);
  perform dns_zones_tell(zone_ids);
end $$;

-- As in 0004, but counters and serial are one update: each leaves a version of the row that every question steps over.
create or replace function atrio.dns_records_changed(rows atrio.dns_node_change[], touched integer[]) returns void
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
revoke execute on function atrio.dns_zones_tell(integer[]) from public;
