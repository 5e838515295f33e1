-- A holding that is removed leaves its domain to be deleted at its registry: kept here until that is done, since nothing else
-- of it is left. Whoever adds the name again gets a domain that is registered anew, with nothing of what was.
create table atrio.domain_deletion (
  name text primary key,
  holding_id bigint not null,                       -- which is gone; what is at work on it ends first
  backend text not null,
  remote_id text,
  asked_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);

-- One whose registration was refused, or never reached a registry, is not ours to delete. Before the orders go with it.
create function atrio.domain_given_up() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if old.status like 'register-%' and not exists (
       select from registry_order where holding_id = old.holding_id and kind = 'create' and state = 'pending') then
    return old;
  end if;
  insert into domain_deletion (name, holding_id, backend, remote_id)
    values (old.name, old.holding_id, old.backend, old.remote_id)
    on conflict (name) do update set holding_id = excluded.holding_id, backend = excluded.backend,
      remote_id = excluded.remote_id, asked_at = excluded.asked_at, attempts = 0, next_attempt_at = excluded.next_attempt_at;
  return old;
end $$;
create trigger domain_given_up before delete on atrio.domain for each row execute function atrio.domain_given_up();

create trigger tell_registrar after insert or update of holding_id on atrio.domain_deletion
  for each statement execute function atrio.tell_registrar();

revoke execute on function atrio.domain_given_up from public;
grant select, insert, update, delete on atrio.domain_deletion to atrio_registrar;
grant select (name, asked_at, attempts, next_attempt_at) on atrio.domain_deletion to atrio_worker;   -- registry pending
