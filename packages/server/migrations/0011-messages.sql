-- What customers write to the operator: stored by the API in the transaction that says so, sent by the mailer. Each is
-- sent at least once; it is lost nowhere, also where no SMTP server is set.

create table atrio.message (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,                        -- in the Message-ID: one that is sent again is recognised by it
  kind text not null check (kind in ('contact', 'request', 'test')),
  company_id bigint references atrio.company on delete set null,  -- whose address it goes to
  company_name text check (length(company_name) <= 80),  -- to whom it was written, where that company is removed
  recipient text check (length(recipient) <= 254),  -- of a test, in place of the company's address
  -- contact: from the session; request: as a stranger typed it
  user_id bigint references atrio.panel_user on delete set null,
  domain text check (length(domain) <= 255 and domain !~ '[[:cntrl:]]'),
  username text check (length(username) <= 64 and username !~ '[[:cntrl:]]'),
  name text check (length(name) <= 255 and name !~ '[[:cntrl:]]'),
  email text check (length(email) <= 254 and email !~ '[[:cntrl:][:space:]]'),
  subject text check (length(subject) <= 200 and subject !~ '[[:cntrl:]]'),
  contents text not null check (length(contents) <= 10000),
  language text not null check (language in ('es', 'en')),
  ip inet,
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  last_error text,
  hurried boolean not null default false,           -- an operator waits for it: before all others, until it was tried
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((kind = 'test') = (recipient is not null)),
  check (kind = 'test' or (domain is not null and username is not null and email is not null and ip is not null)),
  check ((kind = 'contact') = (subject is not null))
);
create index message_unsent on atrio.message (next_attempt_at) where sent_at is null;
create index message_sent on atrio.message (sent_at) where sent_at is not null;
create index message_company on atrio.message (company_id);
create index message_user on atrio.message (user_id);

-- The server that takes outgoing messages: one row, or none.
create table atrio.smtp (
  only_row boolean primary key default true check (only_row),
  host text not null check (length(host) between 1 and 253 and host !~ '[[:cntrl:][:space:]]'),
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('none', 'starttls', 'tls')),
  username text check (length(username) between 1 and 254),
  password_sealed bytea,                            -- sealed by the vault as smtp:1:password
  ca text check (length(ca) <= 65536),              -- PEM; null: whom the system trusts
  from_address text not null check (length(from_address) <= 254 and from_address ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  check ((username is null) = (password_sealed is null))
);

-- One minute after the first failure, then twice as long each time up to an hour; once a day when it is five days old.
create function atrio.message_retry_wait(attempts integer, created_at timestamptz) returns interval
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when created_at < now() - interval '5 days' then interval '1 day'
    else least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour')
  end
$$;

-- Heard by the mailer at commit. Another server, or another address to send to, is a reason to try all at once: the mailer
-- does so itself when it is done with the one that it holds, so no operator waits for an SMTP server here.
create function atrio.tell_mailer() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('atrio_message', case when tg_table_name = 'message' then '' else 'all' end);
  return null;
end $$;
create trigger tell_mailer after insert on atrio.message
  for each statement execute function atrio.tell_mailer();
create trigger tell_mailer after insert or update on atrio.smtp
  for each statement execute function atrio.tell_mailer();
create trigger tell_mailer after delete or update of contact_address on atrio.company
  for each statement execute function atrio.tell_mailer();

-- What waits for a company that is removed goes to the default one. A message under way to it is waited for.
create function atrio.pass_messages_on() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  fallback bigint := (select min(id) from company where id <> old.id);
begin
  update message
     set company_id = case when sent_at is null then fallback end, company_name = coalesce(company_name, old.name)
   where company_id = old.id;
  return old;
end $$;
create trigger pass_messages_on before delete on atrio.company
  for each row execute function atrio.pass_messages_on();
revoke execute on function atrio.message_retry_wait, atrio.tell_mailer, atrio.pass_messages_on from public;

-- The API puts in what a customer wrote and never sees it again.
grant insert (uuid, kind, company_id, user_id, domain, username, name, email, subject, contents, language, ip)
  on atrio.message to atrio_api;

-- The mailer reads what is to be sent and writes how that went.
grant usage on schema atrio to atrio_mailer;
grant select, update (attempts, last_error, hurried, next_attempt_at, sent_at) on atrio.message to atrio_mailer;
grant select on atrio.smtp to atrio_mailer;
grant select (id, name, contact_address) on atrio.company to atrio_mailer;
grant execute on function atrio.message_retry_wait to atrio_mailer;

-- The operator's commands set the password and cannot read it back, not even sealed.
grant select, delete, update (hurried, next_attempt_at),
  insert (uuid, kind, company_id, recipient, contents, language, hurried) on atrio.message to atrio_worker;
grant select (only_row, host, port, security, username, ca, from_address), insert, update, delete on atrio.smtp
  to atrio_worker;
