-- What the sites of a service use and what goes wrong with them. weblog reads both from the logs of nginx and PHP; the worker
-- measures the space.

create schema weblog;
-- How far each file is read. A file is known by its number and the beginning of its first line: a number is used again.
create table weblog.position (
  source text not null check (source in ('traffic', 'site', 'php')),
  inode bigint not null,
  head bytea not null check (octet_length(head) between 1 and 64),
  read_to bigint not null check (read_to > 0),
  primary key (source, inode, head)
);

-- What was sent and received, by the day in UTC.
create table atrio.web_traffic (
  holding_id bigint not null references atrio.web_service on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  requests bigint not null check (requests >= 0),
  primary key (holding_id, day)
);
create index web_traffic_day on atrio.web_traffic (day);

-- The newest 500 of each service. Text of whoever visits a site and of what runs in it: harmless as text only.
create table atrio.web_error (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.web_service on delete cascade,
  at timestamptz not null,
  host text not null default '' check (length(host) <= 253),  -- '' where only the service is known
  level text not null check (level in ('error', 'warning', 'notice', 'info')),
  message text check (length(message) between 1 and 2000 and message !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]'),
  left_out integer check (left_out > 0),            -- in place of a message: how many more there were in this second
  check (num_nonnulls(message, left_out) = 1)
);
create index web_error_newest on atrio.web_error (holding_id, id desc);
create index web_error_at on atrio.web_error (at);

-- What is used of the limits in atrio.web_service.
create table atrio.web_usage (
  holding_id bigint primary key references atrio.web_service on delete cascade,
  bytes bigint not null default 0 check (bytes >= 0),
  files bigint not null default 0 check (files >= 0),
  measured_at timestamptz,
  month date not null default date_trunc('month', now() at time zone 'UTC')::date,
  traffic_bytes bigint not null default 0 check (traffic_bytes >= 0),  -- of that month
  -- by trigger: beyond its limit, and 80 % of one and more
  space_over boolean not null default false,
  traffic_over boolean not null default false,
  nearly_full boolean not null default false
);
create index web_usage_nearly_full on atrio.web_usage (holding_id) where nearly_full;
create index web_usage_measured on atrio.web_usage (measured_at);

create function atrio.web_usage_counted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  s web_service;
begin
  select * into s from web_service where holding_id = new.holding_id;
  if new.month < date_trunc('month', now() at time zone 'UTC')::date then
    new.month := date_trunc('month', now() at time zone 'UTC')::date;
    new.traffic_bytes := 0;
  end if;
  new.space_over := coalesce(new.bytes > s.space_bytes, false);
  new.traffic_over := coalesce(new.traffic_bytes > s.traffic_bytes, false);
  new.nearly_full := coalesce(new.bytes >= 0.8 * s.space_bytes, false)
                  or coalesce(new.traffic_bytes >= 0.8 * s.traffic_bytes, false);
  return new;
end $$;
create trigger web_usage_counted before insert or update on atrio.web_usage
  for each row execute function atrio.web_usage_counted();
-- What is beyond a limit is stopped, and what is below it again goes on, as soon as it is known.
create function atrio.web_usage_enforced() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform enqueue('web.apply', new.holding_id, null, new.holding_id, null, 'web:' || new.holding_id);
  return null;
end $$;
create trigger web_usage_enforced after insert on atrio.web_usage for each row
  when (new.space_over or new.traffic_over) execute function atrio.web_usage_enforced();
create trigger web_usage_enforced_again after update on atrio.web_usage for each row
  when (old.space_over <> new.space_over or old.traffic_over <> new.traffic_over)
  execute function atrio.web_usage_enforced();
create function atrio.web_limits_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  update web_usage set bytes = bytes where holding_id = new.holding_id;
  return null;
end $$;
create trigger web_limits_changed after update of space_bytes, traffic_bytes on atrio.web_service
  for each row execute function atrio.web_limits_changed();

-- Takes what one piece of a file says: sums and messages come with how far it is read, or not at all. `traffic` and `errors` are
-- lists of objects; what is about a service that is gone is dropped.
create function weblog.take(source text, inode bigint, head bytea, read_from bigint, read_to bigint, traffic jsonb, errors jsonb)
returns void language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
begin
  if take.read_from = 0 then
    insert into weblog.position values (take.source, take.inode, take.head, take.read_to);
  else
    update weblog.position p set read_to = take.read_to
     where p.source = take.source and p.inode = take.inode and p.head = take.head and p.read_to = take.read_from;
    if not found then raise exception 'another has read on' using errcode = 'serialization_failure'; end if;
  end if;

  insert into web_traffic as t (holding_id, day, bytes, requests)
  select s.holding_id, g.day, g.bytes, g.requests
    from jsonb_to_recordset(take.traffic) g (holding bigint, day date, bytes bigint, requests bigint)
    join web_service s on s.holding_id = g.holding
   order by 1, 2
  on conflict (holding_id, day) do update set bytes = t.bytes + excluded.bytes, requests = t.requests + excluded.requests;
  insert into web_usage as u (holding_id, traffic_bytes)
  select s.holding_id, sum(g.bytes)
    from jsonb_to_recordset(take.traffic) g (holding bigint, day date, bytes bigint)
    join web_service s on s.holding_id = g.holding
   where g.day >= date_trunc('month', now() at time zone 'UTC')
   group by 1 order by 1
  on conflict (holding_id) do update
     set traffic_bytes = excluded.traffic_bytes + case when u.month = excluded.month then u.traffic_bytes else 0 end,
         month = excluded.month;

  insert into web_error (holding_id, at, host, level, message, left_out)
  select s.holding_id, e.at, e.host, e.level, e.message, e.left_out
    from rows from (jsonb_to_recordset(take.errors)
                    as (holding bigint, at timestamptz, host text, level text, message text, left_out integer)) with ordinality e
    join web_service s on s.holding_id = e.holding
   order by e.ordinality;
  delete from web_error e
   using (select distinct holding from jsonb_to_recordset(take.errors) r (holding bigint)) r
   where e.holding_id = r.holding
     and e.id <= (select o.id from web_error o where o.holding_id = r.holding order by o.id desc offset 500 limit 1);
end $$;

-- 'web.usage': measures the space of one service, as its customer.
insert into atrio.job_kind (kind, delay, max_attempts, shown_with) values ('web.usage', '0 seconds', 3, 'service');

revoke execute on function atrio.web_usage_counted, atrio.web_usage_enforced, atrio.web_limits_changed from public;
revoke execute on all functions in schema weblog from public;
grant usage on schema weblog to atrio_weblog, atrio_worker;
grant execute on all functions in schema weblog to atrio_weblog;
grant select, delete on weblog.position to atrio_weblog;
grant select, delete on weblog.position to atrio_worker;
grant select on atrio.web_traffic, atrio.web_error, atrio.web_usage to atrio_api, atrio_worker;
grant insert (holding_id, bytes, files, measured_at), update (bytes, files, measured_at) on atrio.web_usage to atrio_worker;
grant delete on atrio.web_error, atrio.web_traffic to atrio_worker;
