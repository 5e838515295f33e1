-- Who uses the panel, what they hold, and what was done. Everything the customer sees or changes is a row here.
-- Roles are made by the installer before the first migration: atrio (owner), atrio_api, atrio_worker, atrio_dnsd, pdns_ro.

create schema atrio;
grant usage on schema atrio to atrio_api, atrio_worker, atrio_dnsd;

-- What the installation offers to every customer: one row. The addresses and names in it are what "dynamic" DNS
-- records follow.
create table atrio.platform (
  only_row boolean primary key default true check (only_row),
  hostmaster text not null default 'hostmaster.atrio.test',
  web_ipv4 inet check (family(web_ipv4) = 4),
  web_ipv6 inet check (family(web_ipv6) = 6),
  mail_hosts text[] not null default '{}',          -- MX targets, best first
  imap_ssl_host text not null default '',
  smtp_ssl_host text not null default ''
);
insert into atrio.platform default values;

-- The name servers of every zone, in the order customers see them; where the server itself asks them for proof.
create table atrio.name_server (
  position smallint primary key,
  name text not null unique check (name = lower(name) and name !~ '\.$'),
  address inet not null,
  port integer not null check (port between 1 and 65535)
);

-- The brand. One row per company.
create table atrio.company (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  color text not null default 'indigo',
  surface text not null default 'zinc',
  color_selectable boolean not null default true,
  force_language boolean not null default false,
  logo text not null default '',                    -- data: URL of an image, or empty for the product's own
  logo_mini text not null default '',
  captcha_provider text not null default 'altcha'
    check (captcha_provider in ('altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none')),
  captcha_site_key text not null default '',
  captcha_secret_sealed bytea                       -- sealed by the vault; the database alone opens nothing
);
insert into atrio.company (name) values ('Atrio');

-- The thing under one reference: a domain, a service, or both. The {id} of all calls.
create table atrio.holding (
  id bigint generated always as identity primary key,
  -- lower-case A-labels, no trailing dot
  reference text not null unique
    check (reference = lower(reference) and reference ~ '^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9])?$'),
  domain_expires_at timestamptz,                    -- null: no domain
  service_kind text check (service_kind in ('hosting', 'parking')),  -- parking: redirect-and-parking; null: no service
  service_expires_at timestamptz,
  has_mail boolean not null default false,
  created_at timestamptz not null default now(),
  check ((service_kind is null) = (service_expires_at is null)),
  check (domain_expires_at is not null or service_kind is not null),
  check (not has_mail or service_kind = 'hosting')
);

-- A person (or program) that signs in with the domain name of one holding, a user name and a password.
create table atrio.panel_user (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.holding on delete cascade,
  username text not null check (username ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  password_hash text not null,                      -- argon2id, PHC string
  disabled_at timestamptz,
  last_login_at timestamptz,                        -- this session's login
  previous_login_at timestamptz,                    -- the one before it: what the user is shown
  created_at timestamptz not null default now(),
  unique (holding_id, username)
);

-- What a user may do with one holding: {"service_dnszone": "write", …}; a key that is not there is disabled.
create function atrio.permissions_valid(p jsonb) returns boolean language sql immutable strict parallel safe as $$
  select jsonb_typeof(p) = 'object' and not exists (
    select from jsonb_each_text(p) e where e.value not in ('read', 'write') or e.key not in (
      'domain', 'domain_ownercontacts', 'domain_contacts', 'domain_dns', 'domain_gluerecords', 'domain_dnssec',
      'domain_transferblock', 'domain_authcode', 'domain_others', 'service', 'service_ftp', 'service_subdomains',
      'service_redirects', 'service_ddbb', 'service_dnszone', 'service_parking', 'servicemail',
      'servicemail_accounts', 'servicemail_alias'))
$$;
create table atrio.holding_grant (
  user_id bigint not null references atrio.panel_user on delete cascade,
  holding_id bigint not null references atrio.holding on delete cascade,
  permissions jsonb not null check (atrio.permissions_valid(permissions) and permissions <> '{}'),
  primary key (user_id, holding_id)
);
create index holding_grant_holding on atrio.holding_grant (holding_id);

-- Sessions: only the SHA-256 of the token is stored.
create table atrio.session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id bigint not null references atrio.panel_user on delete cascade,
  ip inet not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_user_id on atrio.session (user_id);
create index session_expires_at on atrio.session (expires_at);

-- A browser that signed this user in before: exempt from the limits that strangers' attempts fill.
create table atrio.known_device (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_id bigint not null references atrio.panel_user on delete cascade,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

-- Failed sign-ins and other limited acts, counted per subject ("login:account:<hash of domain and user name>",
-- "login:address:<prefix>").
create table atrio.attempt (
  subject text not null,
  at timestamptz not null default now()
);
create index attempt_subject on atrio.attempt (subject, at);
create index attempt_at on atrio.attempt (at);

-- Captcha answers already used: each counts once.
create table atrio.captcha_spent (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

-- Append-only: who did what, from where, when; before and after as JSON of the same shape. Undo, history and audit
-- read it.
create table atrio.journal (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('panel', 'command', 'system')),
  user_id bigint,                                   -- no foreign key: the entry outlives the user
  username text,
  ip inet,
  request_id text,
  holding_id bigint,
  area text not null,                               -- 'dns', 'session', 'user', 'holding', 'company', …
  act text not null,                                -- the call's name or the command
  item text,                                        -- what it was done to, as the user knows it
  before jsonb,
  after jsonb
);
create index journal_holding on atrio.journal (holding_id, id);
create function atrio.journal_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'the journal is append-only' using errcode = 'insufficient_privilege'; end $$;
create trigger journal_is_append_only before update or delete or truncate on atrio.journal
  for each statement execute function atrio.journal_is_append_only();
-- What customers do through the panel is written as just that, with the number and time it happened.
alter table atrio.journal enable row level security;
create policy journal_read on atrio.journal for select using (true);
create policy journal_panel on atrio.journal for insert to atrio_api with check (source = 'panel');
create policy journal_worker on atrio.journal for insert to atrio_worker with check (true);

-- The first reply to a change, kept 24 hours for a repeated Idempotency-Key; written by the change's own transaction.
-- reply: {"data", "info", "job"}, its messages not translated yet.
create table atrio.idempotency (
  user_id bigint not null references atrio.panel_user on delete cascade,
  key text not null check (length(key) between 1 and 64),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_created on atrio.idempotency (created_at);

-- Background work as its user sees it. The work itself is a graphile_worker job added in the same transaction; it
-- carries this id and nothing else.
create table atrio.job (
  id bigint generated always as identity primary key,
  kind text not null,
  holding_id bigint not null references atrio.holding on delete cascade,
  user_id bigint references atrio.panel_user on delete set null,
  subject_id bigint not null,                       -- the row the job is about, by kind
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  error text,                                       -- message key
  progress smallint not null default 0 check (progress between 0 and 100),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index job_holding on atrio.job (holding_id);

-- Push: one channel, small JSON, delivered at commit. {"users": [1], "event": "permissions", "holding": 7}
create function atrio.push(event text, users bigint[], payload jsonb) returns void language sql as $$
  select pg_notify('atrio_push', jsonb_build_object('event', event, 'users', users, 'data', payload)::text)
$$;
create function atrio.push_grant() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare g atrio.holding_grant := coalesce(new, old);
begin
  if tg_op <> 'UPDATE' or new.permissions is distinct from old.permissions then
    perform atrio.push('permissions', array[g.user_id], jsonb_build_object('id', g.holding_id));
  end if;
  return null;
end $$;
create trigger push_grant after insert or update or delete on atrio.holding_grant
  for each row execute function atrio.push_grant();
-- 'session': the tabs of that session learn that it ended
create function atrio.push_session_end() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform atrio.push('session', array[old.user_id], jsonb_build_object('session', old.id));
  return null;
end $$;
create trigger push_session_end after delete on atrio.session
  for each row execute function atrio.push_session_end();
create function atrio.push_job() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if new.user_id is not null then
    perform atrio.push('job', array[new.user_id], jsonb_build_object(
      'id', new.id, 'state', new.state, 'error', new.error, 'progress', new.progress));
  end if;
  return null;
end $$;
create trigger push_job after insert or update of state, progress on atrio.job
  for each row execute function atrio.push_job();

-- What a session may do with a holding, held still until the end of the transaction: a change that began before the
-- right was taken or the session ended finishes first, one that began after it sees that. Null: no such grant or session.
create function atrio.lock_grant(p_session bigint, p_holding bigint) returns jsonb
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select g.permissions
  from atrio.session s
    join atrio.panel_user u on u.id = s.user_id
    join atrio.holding_grant g on g.user_id = s.user_id and g.holding_id = p_holding
  where s.id = p_session and s.expires_at > now() and u.disabled_at is null
  for share of g for key share of s
$$;

-- The API's role. It reads what it shows, writes what its handlers change, and can neither rewrite the journal nor
-- end a job.
grant select on all tables in schema atrio to atrio_api;
grant insert (source, user_id, username, ip, request_id, holding_id, area, act, item, before, after) on atrio.journal
  to atrio_api;
grant insert on atrio.attempt, atrio.captcha_spent, atrio.known_device, atrio.job to atrio_api;
grant insert, delete on atrio.session to atrio_api;
grant update (last_seen_at) on atrio.session to atrio_api;
grant update (last_seen_at) on atrio.known_device to atrio_api;
grant delete on atrio.known_device to atrio_api;
grant update (password_hash, last_login_at, previous_login_at) on atrio.panel_user to atrio_api;
grant insert, delete, update (reply) on atrio.idempotency to atrio_api;

-- The worker and the operator's commands.
grant select, insert, update, delete on all tables in schema atrio to atrio_worker;
revoke update, delete, truncate on atrio.journal from atrio_worker;
revoke execute on all functions in schema atrio from public;
grant execute on function atrio.lock_grant(bigint, bigint) to atrio_api;
grant execute on function atrio.permissions_valid(jsonb) to atrio_api, atrio_worker;
grant execute on function atrio.push(text, bigint[], jsonb) to atrio_api, atrio_worker;
