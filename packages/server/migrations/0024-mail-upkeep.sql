-- What follows from mailboxes: how full they are, and what is left of those that are gone.

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

-- 'mail.kick': ends the IMAP sessions of a mailbox that was deleted or has another password. Who signed in at the very moment
-- of the change is known to Dovecot a second later.
insert into atrio.job_kind (kind, delay, max_attempts, shown_with)
  values ('mail.kick', '1 second', 6, 'servicemail_accounts');

revoke execute on function atrio.mailbox_usage_counted, atrio.mailbox_usage_again, atrio.mail_store_given_up from public;
grant select, delete on atrio.mail_store_removal to atrio_worker;
