-- Background work. An atrio.job row is what its user sees; beside it lies a graphile_worker job with the key 'job:<id>'
-- that carries the id and nothing else. Both are written in the transaction of the change they finish.

-- What the worker can do. The API asks by these names; anything else is refused here.
create table atrio.job_kind (
  kind text primary key,
  delay interval not null,                          -- how long after the change the worker begins
  max_attempts smallint not null check (max_attempts between 1 and 25)
);
-- 'dns.proof': until every name server shows what a journal entry changed. The call looks first, for up to 1.5 s; then six looks in 4 min.
insert into atrio.job_kind values ('dns.proof', '2 seconds', 6);

alter table atrio.job add foreign key (kind) references atrio.job_kind;
alter table atrio.job alter error type jsonb using to_jsonb(error);  -- a message: "key" or {"key": …, "values": {…}}
-- A burst is one job: a job with a key that has not begun yet is asked for once.
alter table atrio.job add job_key text check (length(job_key) between 1 and 200);
create unique index job_waiting on atrio.job (kind, job_key) where state = 'queued';
create index job_ended on atrio.job (ended_at) where ended_at is not null;

create function atrio.enqueue(kind text, holding bigint, panel_user bigint, subject bigint, queue text default null,
                              job_key text default null)
returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare k atrio.job_kind; j record;
begin
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

-- The API may end one kind of job, and only before the worker took it: the proof it has just seen itself.
create function atrio.proof_seen(job bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update atrio.job set state = 'done', progress = 100, ended_at = now()
    where id = proof_seen.job and kind = 'dns.proof' and state = 'queued';
  if found then perform graphile_worker.remove_job('job:' || proof_seen.job); end if;
end $$;

revoke execute on function atrio.enqueue, atrio.proof_seen from public;
grant execute on function atrio.enqueue to atrio_api, atrio_worker;
grant execute on function atrio.proof_seen to atrio_api;
revoke insert on atrio.job from atrio_api;
grant select on atrio.job_kind to atrio_api, atrio_worker;

-- The queue belongs to the worker alone; graphile_worker's tables carry row security without a policy.
grant usage on schema graphile_worker to atrio_worker;
grant select, insert, update, delete on all tables in schema graphile_worker to atrio_worker;
grant usage on all sequences in schema graphile_worker to atrio_worker;
alter default privileges in schema graphile_worker grant select, insert, update, delete on tables to atrio_worker;
alter default privileges in schema graphile_worker grant usage on sequences to atrio_worker;
do $$
declare t name;
begin
  for t in select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity loop
    execute format('create policy worker on graphile_worker.%I to atrio_worker using (true) with check (true)', t);
  end loop;
end $$;
