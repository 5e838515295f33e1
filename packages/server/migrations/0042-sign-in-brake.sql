-- The brake on guessing mailbox passwords (docs/decisions/0032-a-brake-by-account-and-client.md), and the webmail's sessions
-- for visitors who sign in with a mailbox's password.

-- Sign-ins to mailboxes under way, and those that failed: a row is inserted before Dovecot compares the password and deleted
-- when it was right, so parallel guesses can't slip through together.
create table atrio.mail_guess (
  id bigint generated always as identity primary key,
  -- hashed: users also type passwords into the address field
  account bytea not null check (octet_length(account) = 32),
  client cidr not null,
  -- 12 bits of a salted hash of the password: a device that repeats one old password makes one guess
  guess text not null check (length(guess) <= 8),
  times smallint not null default 1 check (times > 0),
  at timestamptz not null default clock_timestamp(),
  unique (account, client, guess)
);
create index mail_guess_account on atrio.mail_guess (account, at);
create index mail_guess_client on atrio.mail_guess (client, at);

-- Clients that signed in to a mailbox. Failures of other clients or for other mailboxes never affect them.
create table atrio.mail_client (
  mailbox_id bigint not null references atrio.mailbox on delete cascade,
  client cidr not null,
  seen_at timestamptz not null default now(),
  primary key (mailbox_id, client)
);

-- The client that an address belongs to: an IPv4 address, or an IPv6 /64, all of which one customer has. Loopback is one client:
-- every program of this machine can connect from any address of it.
create function atrio.mail_client_of(address text) returns cidr
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select case when ip << '127.0.0.0/8' then '127.0.0.0/8'
         else network(set_masklen(ip, case family(ip) when 4 then 32 else 64 end)) end
    from (select regexp_replace(address, '^::ffff:(?=\d+\.)', '', 'i')::inet as ip) a
$$;

-- Whether this guess has to wait. Limits: 10 different passwords in 15 minutes for a client and an account; 2 while others
-- have made 30 guesses for the account, and 30 for a client over all accounts, unless the client is a known one;
-- and 30 times the same password within 5 minutes. At a limit a password that was guessed before waits as well: one in some
-- hundred others has the same 12 bits, and would be compared beyond the limit.
create function atrio.mail_guess_waits(who bytea, from_client cidr, this_guess text, known boolean) returns boolean
language sql stable set search_path = atrio, pg_temp as $$
  with limits (account_is_under_attack, since) as (
    select not known and 30 = (
      select count(*) from (
        select from mail_guess where account = who and client <> from_client and at > now() - interval '15 minutes' limit 30) g),
      now() - interval '15 minutes'
  )
  select exists (
      select from mail_guess
       where account = who and client = from_client and guess = this_guess and times >= 30 and at > now() - interval '5 minutes')
    or case when account_is_under_attack then 2 else 10 end <= (
      select count(*) from mail_guess where account = who and client = from_client and at > since)
    or not known and 30 = (
      select count(*) from (
        select from mail_guess where client = from_client and at > since limit 30) g)
    from limits
$$;

-- Dovecot's password query: the mailbox's password hash. Two rows where the guess has to wait: Dovecot logs "Password query returned
-- multiple matches" and tells the client of a temporary failure, so mail programs don't ask for another password. (An error would
-- be tried again, on a new connection.) `master`: a login in the name of a mailbox, whose secret Dovecot has compared already.
-- Postfix's relay port (service smtp) takes no mailbox's password.
create function dovecot.sign_in(mailbox text, address text, service text, master text, guess text)
returns table ("user" text, password text, edition text)
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
declare
  who bytea := sha256(convert_to(mailbox, 'UTF8'));
  from_client cidr;
  known boolean;
  made bigint;
begin
  if master = '' and service = 'smtp' then return; end if;
  if master = '' then
    from_client := mail_client_of(address);
    known := exists (
      select from mail_client c join dovecot.mailbox m on m.id = c.mailbox_id
       where m.address = sign_in.mailbox and c.client = from_client);
    if not mail_guess_waits(who, from_client, guess, known) then
      perform pg_advisory_xact_lock(hashtextextended('mail_guess:' || from_client, 0));
    end if;
    if mail_guess_waits(who, from_client, guess, known) then
      return query select mailbox, '{PLAIN}'::text, null::text from generate_series(1, 2);
      return;
    end if;
    -- a lost row after a crash is a guess more
    perform set_config('synchronous_commit', 'off', true);
    update mail_guess g
       set times = case when g.at > now() - interval '5 minutes' then g.times + 1 else 1 end, at = clock_timestamp()
     where g.account = who and g.client = from_client and g.guess = sign_in.guess;
    if not found then
      insert into mail_guess (account, client, guess) values (who, from_client, sign_in.guess) returning id into made;
      -- a ring: no attack makes more rows than these
      delete from mail_guess g where g.id <= made - 200000;
    end if;
  end if;
  return query
    select m.address, m.password, encode(sha256(convert_to(m.id || ' ' || m.password, 'UTF8')), 'hex')
      from dovecot.mailbox m where m.address = sign_in.mailbox;
end $$;

-- Asked by Dovecot when the password was right. Of the webmail's visitors also a token, as the panel makes one for its users:
-- so the webmail can open no mailbox by itself. `session` is the token's hash.
create function dovecot.signed_in(mailbox text, address text, service text, master text, guess text, edition text, session text)
returns table ("user" text, password text)
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
declare
  from_client cidr;
  box mailbox;
begin
  if master = '' then
    from_client := mail_client_of(address);
    select * into strict box from mailbox b where b.address = signed_in.mailbox and b.deleted_at is null;
    perform set_config('synchronous_commit', 'off', true);
    delete from mail_guess g
     where g.account = sha256(convert_to(mailbox, 'UTF8')) and g.client = from_client and g.guess = signed_in.guess;
    insert into mail_client as c (mailbox_id, client) values (box.id, from_client)
      on conflict (mailbox_id, client) do update set seen_at = now() where c.seen_at < now() - interval '1 hour';
    if found then
      delete from mail_client c where c.mailbox_id = box.id and c.client in (
        select o.client from mail_client o where o.mailbox_id = box.id order by o.seen_at desc offset 50);
    end if;
    if service = 'webmail' then
      insert into webmail_login (token_hash, holding_id, mailbox_id, edition, expires_at)
        values (decode(session, 'hex'), box.holding_id, box.id, signed_in.edition, now() + interval '1 minute');
    end if;
  end if;
  return query select mailbox, ''::text;
end $$;

-- Webmail sessions by password ----------------------------------------------------------------------------------------

-- Of the panel's session, or of an edition of the mailbox's password, by which they end with it.
alter table atrio.webmail_login
  alter column session_id drop not null,
  alter column company drop not null,
  add column edition text,
  add constraint webmail_login_begun_by check (num_nonnulls(session_id, edition) = 1 and (session_id is null) = (company is null));
alter table atrio.webmail_session
  alter column session_id drop not null,
  add column edition text,
  add column seen_at timestamptz not null default now(),
  add constraint webmail_session_begun_by check (num_nonnulls(session_id, edition) = 1);
create index webmail_session_seen on atrio.webmail_session (seen_at) where edition is not null;

create or replace view atrio.webmail_open as
  select w.id, w.secret_hash, m.address
    from atrio.webmail_session w
    join atrio.mailbox m on m.id = w.mailbox_id and m.deleted_at is null
    join atrio.holding h on h.id = w.holding_id and h.has_mail
   where w.edition = encode(sha256(convert_to(m.id || ' ' || m.password_hash, 'UTF8')), 'hex')
         -- Roundcube's own session ends after an hour without a request
         and w.seen_at > now() - interval '2 hours'
      or exists (
        select from atrio.session s
          join atrio.panel_user u on u.id = s.user_id and u.disabled_at is null
          join atrio.holding_grant g on g.user_id = s.user_id and g.holding_id = w.holding_id
           and g.permissions->>'servicemail_accounts' = 'write'
         where s.id = w.session_id and s.expires_at > now());

-- As in 0024; and a token of a password is taken at the bare address, where its visitor signed in.
create or replace function webmail.begin(token_hash bytea, path text, wanted text, secret_hash bytea, current text)
returns table (address text, company text, session text)
language sql volatile security definer set search_path = atrio, pg_temp as $$
  with spent as (
    delete from webmail_login l
     where l.token_hash = begin.token_hash
       and begin.path = case when l.session_id is null then '/' else '/' || l.mailbox_id || '/' end
    returning l.*
  ), good as (
    select t.*, m.address, s.user_id from spent t join mailbox m on m.id = t.mailbox_id and m.deleted_at is null
      left join session s on s.id = t.session_id where t.expires_at > now()
  ), kept as (
    update webmail_session w set session_id = g.session_id from good g, session s
     where w.id = begin.current and w.mailbox_id = g.mailbox_id and s.id = w.session_id and s.user_id = g.user_id
    returning w.id
  ), begun as (
    insert into webmail_session (id, secret_hash, holding_id, mailbox_id, session_id, edition)
    select begin.wanted, begin.secret_hash, g.holding_id, g.mailbox_id, g.session_id, g.edition from good g
     where not exists (select from kept)
    returning id
  ), oldest as (
    delete from webmail_session w using good g
     where w.mailbox_id = g.mailbox_id and g.edition is not null and w.id in (
       select o.id from webmail_session o where o.mailbox_id = g.mailbox_id and o.edition is not null
        order by o.seen_at desc offset 99)
  )
  select g.address, g.company, h.id from good g, (select id from kept union all select id from begun) h
$$;
create or replace function webmail.is_open(session text) returns boolean
language sql volatile security definer set search_path = atrio, pg_temp as $$
  update webmail_session w set seen_at = now()
   where w.id = session and w.seen_at < now() - interval '1 minute' and exists (select from webmail_open o where o.id = w.id);
  select exists (select from webmail_open w where w.id = session)
$$;
drop function webmail.edition(text);

-- Grants ----------------------------------------------------------------------------------------------------------------

revoke execute on function atrio.mail_client_of, atrio.mail_guess_waits, dovecot.sign_in, dovecot.signed_in from public;
grant execute on function dovecot.sign_in, dovecot.signed_in to dovecot_usage;
grant select (at), delete on atrio.mail_guess to atrio_worker;
grant select (seen_at), delete on atrio.mail_client to atrio_worker;
grant select (edition, seen_at) on atrio.webmail_session to atrio_worker;
