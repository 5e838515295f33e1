-- What of a service's .htaccess files is not followed, as the worker found it when it looked last.

create table atrio.htaccess (
  holding_id bigint primary key references atrio.web_service on delete cascade,
  checked_at timestamptz not null,                  -- when it began to look
  took interval not null,
  -- objects of file, line (null: all of the file), directive and reason (packages/server/src/features/htaccess/reasons.ts)
  problems jsonb not null check (case jsonb_typeof(problems) when 'array' then jsonb_array_length(problems) <= 500 else false end),
  more boolean not null                             -- not all are listed, or not all files were looked at
);

-- 'web.htaccess': reads the .htaccess files of one service, as its customer.
insert into atrio.job_kind (kind, delay, max_attempts, shown_with) values ('web.htaccess', '0 seconds', 3, 'service');

grant select on atrio.htaccess to atrio_api, atrio_worker;
grant insert (holding_id, checked_at, took, problems, more), update (checked_at, took, problems, more) on atrio.htaccess to atrio_worker;
