-- What follows from mailboxes: how full they are, what is left of those that are gone, and the webmail. And what a transfer
-- leaves of the users of before.

-- Seen by the dashboard. A service with a limit is nearly full only where one of its mailboxes is.
create function atrio.mailbox_usage_counted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  new.nearly_full := exists (
    select from mail_address a join mailbox m on m.id = a.mailbox_id
     where a.address = new.address and new.bytes >= 0.8 * m.quota_bytes);
  return new;
end $$;
create trigger mailbox_usage_counted before insert or update of bytes on atrio.mailbox_usage
  for each row execute function atrio.mailbox_usage_counted();
create function atrio.mailbox_usage_again() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  update mailbox_usage set bytes = bytes where address = new.address;
  return null;
end $$;
create trigger d_usage after update of quota_bytes, deleted_at on atrio.mailbox
  for each row when (new.deleted_at is null) execute function atrio.mailbox_usage_again();

-- Folders whose mailbox is gone for good: the worker removes these and no others.
create table atrio.mail_store_removal (
  mailbox_id bigint primary key,
  address text not null,                            -- who is still in it is sent out first
  asked_at timestamptz not null default now()
);
create function atrio.mail_store_given_up() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  insert into mail_store_removal (mailbox_id, address) values (old.id, old.address);
  delete from mailbox_usage where address = old.address and old.deleted_at is null;
  return null;
end $$;
create trigger mail_store_given_up after delete on atrio.mailbox
  for each row execute function atrio.mail_store_given_up();

-- 'mail.kick': ends the IMAP sessions of a mailbox that was deleted, has another password or lost its mail. Who signed in at the
-- very moment of the change is known to Dovecot a second later.
insert into atrio.job_kind (kind, delay, max_attempts, shown_with)
  values ('mail.kick', '1 second', 6, 'servicemail_accounts');
create function atrio.mail_switched_off() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  delete from webmail_session w using mailbox m where m.holding_id = new.id and w.mailbox_id = m.id;
  perform enqueue('mail.kick', new.id, null, m.id, null, 'mailbox:' || m.id)
    from mailbox m where m.holding_id = new.id and m.deleted_at is null;
  return null;
end $$;
create trigger mail_switched_off after update of has_mail on atrio.holding for each row
  when (old.has_mail and not new.has_mail) execute function atrio.mail_switched_off();

-- The webmail -----------------------------------------------------------------------------------------------------------

-- The way into webmail: a token that the panel's form carries, good once and for a minute; and what it is exchanged for, with
-- which the webmail comes to Dovecot in place of the password. Of both only a hash is stored. Both end with the panel's session.
create table atrio.webmail_login (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  holding_id bigint not null,
  mailbox_id bigint not null,
  session_id bigint not null references atrio.session on delete cascade,
  company text not null,
  expires_at timestamptz not null,
  foreign key (holding_id, mailbox_id) references atrio.mailbox (holding_id, id) on delete cascade
);
create table atrio.webmail_session (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  holding_id bigint not null,
  mailbox_id bigint not null,
  session_id bigint not null references atrio.session on delete cascade,
  foreign key (holding_id, mailbox_id) references atrio.mailbox (holding_id, id) on delete cascade
);
create index webmail_login_session on atrio.webmail_login (session_id);
create index webmail_session_mailbox on atrio.webmail_session (mailbox_id);
create index webmail_session_session on atrio.webmail_session (session_id);
-- Those that hold: the user is signed in to the panel and may still change the mailboxes. Not typing there for a while ends none.
create view atrio.webmail_open as
  select w.id, w.secret_hash, m.address
    from atrio.webmail_session w
    join atrio.mailbox m on m.id = w.mailbox_id and m.deleted_at is null
    join atrio.holding h on h.id = w.holding_id and h.has_mail
    join atrio.session s on s.id = w.session_id and s.expires_at > now()
    join atrio.panel_user u on u.id = s.user_id and u.disabled_at is null
    join atrio.holding_grant g on g.user_id = s.user_id and g.holding_id = w.holding_id
     and g.permissions->>'servicemail_accounts' = 'write';

-- What the webmail comes with. The query carries no secret: Dovecot compares the hash itself.
create function dovecot.webmail_password(session text, mailbox text) returns table ("user" text, password text)
language sql stable security definer set search_path = atrio, pg_temp as $$
  select w.id, '{SHA256.HEX}' || encode(w.secret_hash, 'hex')
    from webmail_open w where w.id = session and w.address = webmail_password.mailbox
$$;

create schema webmail;
-- Spends a token for a session, whose secret only the webmail knows; or for the one that this browser has open already, of the
-- same user in the same mailbox. No row: the token is spent, old or nobody's; or it came to another address than its mailbox's,
-- where it would put its own mailbox in the place of one that is open.
create function webmail.begin(token_hash bytea, path text, wanted text, secret_hash bytea, current text)
returns table (address text, company text, session text)
language sql volatile security definer set search_path = atrio, pg_temp as $$
  with spent as (
    delete from webmail_login l where l.token_hash = begin.token_hash and '/' || l.mailbox_id || '/' = begin.path
    returning l.holding_id, l.mailbox_id, l.session_id, l.company, l.expires_at
  ), good as (
    select t.*, m.address, s.user_id from spent t join mailbox m on m.id = t.mailbox_id and m.deleted_at is null
      join session s on s.id = t.session_id where t.expires_at > now()
  ), kept as (
    update webmail_session w set session_id = g.session_id from good g, session s
     where w.id = begin.current and w.mailbox_id = g.mailbox_id and s.id = w.session_id and s.user_id = g.user_id
    returning w.id
  ), begun as (
    insert into webmail_session (id, secret_hash, holding_id, mailbox_id, session_id)
    select begin.wanted, begin.secret_hash, g.holding_id, g.mailbox_id, g.session_id from good g
     where not exists (select from kept)
    returning id
  )
  select g.address, g.company, h.id from good g, (select id from kept union all select id from begun) h
$$;
create function webmail.is_open(session text) returns boolean
language sql stable security definer set search_path = atrio, pg_temp as $$
  select exists (select from webmail_open w where w.id = session)
$$;
-- What changes when who signed in with the password has to do so again. Null: there is no such mailbox, or it has no mail.
create function webmail.edition(mailbox text) returns text
language sql stable security definer set search_path = dovecot, pg_temp as $$
  select encode(sha256(convert_to(m.id || ' ' || m.password, 'UTF8')), 'hex') from mailbox m where m.address = edition.mailbox
$$;
create function webmail.end(session text) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  delete from webmail_session where id = session
$$;

-- What the webmail keeps under an address (contacts, signatures) is the mailbox's that had it: it goes and comes back with it.
-- Its tables are there where the webmail is.
create function atrio.webmail_user_follows() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  put_away text := 'deleted ' || old.id;
begin
  if to_regclass('roundcube.users') is null then return null; end if;
  if tg_op = 'DELETE' then
    execute 'delete from roundcube.users where username = $1'
      using case when old.deleted_at is null then old.address else put_away end;
  elsif new.deleted_at is null then
    execute 'update roundcube.users set username = $1 where username = $2' using new.address, put_away;
  else
    execute 'update roundcube.users set username = $2 where username = $1' using old.address, put_away;
  end if;
  return null;
end $$;
create trigger webmail_user_follows after delete on atrio.mailbox
  for each row execute function atrio.webmail_user_follows();
create trigger webmail_user_follows_again after update of deleted_at on atrio.mailbox for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function atrio.webmail_user_follows();

-- Transfers -------------------------------------------------------------------------------------------------------------

-- As in 0012; and who signs in with the domain's name and holds nothing any more is no user: the name is another's now, who may
-- give it to his own. Who holds something else is moved before (atrio user move).
create or replace function atrio.hand_over(order_id bigint, everything jsonb) returns void
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  o registry_order;
  losing jsonb;
begin
  select * into strict o from registry_order where id = order_id and kind = 'transfer';
  select jsonb_object_agg(u.username || '@' || h.reference, g.permissions) into losing
    from holding_grant g join panel_user u on u.id = g.user_id join holding h on h.id = u.holding_id
   where g.holding_id = o.holding_id;
  delete from holding_grant where holding_id = o.holding_id;
  insert into holding_grant (user_id, holding_id, permissions)
    values (o.gaining, o.holding_id, everything);
  update registry_order set gaining = null where id = order_id;
  delete from domain_secret where holding_id = o.holding_id;
  insert into journal (source, user_id, username, ip, request_id, holding_id, area, act, item, before, after)
    values (o.source, o.user_id, o.username, o.ip, o.request_id, o.holding_id, 'grant', o.act, o.item, losing,
            jsonb_build_object(o.wanted ->> 'account', everything));
  with removed as (
    delete from panel_user u
     where u.holding_id = o.holding_id and not exists (select from holding_grant g where g.user_id = u.id)
    returning u.username
  )
  insert into journal (source, user_id, username, ip, request_id, holding_id, area, act, item, before)
    select o.source, o.user_id, o.username, o.ip, o.request_id, o.holding_id, 'user', o.act, r.username,
           jsonb_build_object('username', r.username) from removed r;
end $$;

-- Grants ----------------------------------------------------------------------------------------------------------------

revoke execute on function atrio.mailbox_usage_counted, atrio.mailbox_usage_again, atrio.mail_store_given_up,
  atrio.mail_switched_off, atrio.webmail_user_follows from public;
grant select, delete on atrio.mail_store_removal to atrio_worker;
revoke execute on all functions in schema webmail from public;
revoke execute on function dovecot.webmail_password from public;
grant execute on function dovecot.webmail_password(text, text) to dovecot_ro;
grant usage on schema webmail to atrio_webmail;
grant execute on all functions in schema webmail to atrio_webmail;
grant insert on atrio.webmail_login to atrio_api;
grant select (mailbox_id, session_id), delete on atrio.webmail_session to atrio_api, atrio_worker;
grant update (session_id) on atrio.webmail_session to atrio_api;
grant select (expires_at), delete on atrio.webmail_login to atrio_worker;
