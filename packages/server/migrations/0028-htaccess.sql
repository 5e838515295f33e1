-- What of a service's .htaccess files is not followed, as the worker found it when it looked last.

-- All that 0028 to 0034 change, for all of them: they are one transaction, and the product may be running. It locks in more than one
-- order, so nobody is waited for while something is held: what is not had soon is let go, before PostgreSQL takes it for a deadlock.
do $$ begin
  set local lock_timeout = '200ms';
  loop
    begin
      lock table atrio.holding, atrio.web_service, atrio.web_usage, atrio.subdomain, atrio.redirection, atrio.certificate,
        atrio.acme_site, atrio.acme_challenge, atrio.acme_order, atrio.company, atrio.company_logo, atrio.platform in access exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.1);
    end;
  end loop;
  set local lock_timeout = 0;
end $$;

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
