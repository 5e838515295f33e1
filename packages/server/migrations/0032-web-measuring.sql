-- What services take is measured as often as each needs it, and the number of their files has a limit too.

alter table atrio.web_service
  add column files_max integer not null default 2000000 check (files_max > 0);  -- folders and links count too
alter table atrio.web_usage
  -- measured_at is when the measurement began
  add column grown_bytes bigint not null default 0,                             -- since it was measured before
  add column took_milliseconds integer not null default 0 check (took_milliseconds >= 0),
  add column cut_offs smallint not null default 0 check (cut_offs in (0, 1, 2)),  -- in a row: 2 stands for more
  add column cut_off_at timestamptz;                                            -- one that was asked for

create or replace function atrio.web_usage_counted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  s web_service;
begin
  select * into s from web_service where holding_id = new.holding_id;
  if new.month < date_trunc('month', now() at time zone 'UTC')::date then
    new.month := date_trunc('month', now() at time zone 'UTC')::date;
    new.traffic_bytes := 0;
  end if;
  new.space_over := coalesce(new.bytes > s.space_bytes, false) or coalesce(new.files > s.files_max, false)
                 or new.cut_offs = 2;
  new.traffic_over := coalesce(new.traffic_bytes > s.traffic_bytes, false);
  new.nearly_full := coalesce(new.bytes >= 0.8 * s.space_bytes, false)
                  or coalesce(new.files >= 0.8 * s.files_max, false)
                  or coalesce(new.traffic_bytes >= 0.8 * s.traffic_bytes, false);
  return new;
end $$;
drop trigger web_limits_changed on atrio.web_service;
create trigger web_limits_changed after update of space_bytes, traffic_bytes, files_max on atrio.web_service
  for each row execute function atrio.web_limits_changed();

grant update (files_max) on atrio.web_service to atrio_worker;
grant insert (grown_bytes, took_milliseconds, cut_offs, cut_off_at), update (grown_bytes, took_milliseconds, cut_offs, cut_off_at)
  on atrio.web_usage to atrio_worker;
