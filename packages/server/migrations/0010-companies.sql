-- White label: one installation shows several brands, each under host names of its own. The company with the lowest id
-- answers for every host name that is nobody's.

create function atrio.host_name_valid(name text) returns boolean
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select length(name) <= 253
    and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
$$;
revoke execute on function atrio.host_name_valid from public;
grant execute on function atrio.host_name_valid to atrio_worker;

alter table atrio.company
  add contact_address text                          -- where contact messages go; null: nowhere, they stay stored
    check (length(contact_address) <= 254 and contact_address ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  add privacy_url text                              -- read there instead, in a new window
    check (length(privacy_url) <= 2000 and privacy_url ~ '^https?://[^\s"<>]+$'),
  add imap_ssl_host text check (atrio.host_name_valid(imap_ssl_host)),  -- null: the platform's
  add smtp_ssl_host text check (atrio.host_name_valid(smtp_ssl_host)),
  add check (name = btrim(name) and name !~ '[[:cntrl:]]'),
  add check (color ~ '^[a-z]{1,20}$' and surface ~ '^[a-z]{1,20}$'),
  add check (length(captcha_site_key) <= 200),
  add check (octet_length(captcha_secret_sealed) <= 4096),
  add constraint company_captcha_whole check (         -- another's captcha can't be asked without both
    captcha_provider in ('altcha', 'none') or (captcha_site_key <> '' and captcha_secret_sealed is not null));

-- A-labels or addresses, lower case, without port; IPv6 without brackets.
create table atrio.company_host (
  host text primary key check (
    atrio.host_name_valid(host) or (host ~ '^[0-9a-f:]{2,39}$' and host ~ ':.*:')),
  company_id bigint not null references atrio.company on delete cascade
);
create index company_host_company on atrio.company_host (company_id);

-- Pictures by content: an address that never changes its meaning can be kept by browsers for ever.
create table atrio.company_logo (
  company_id bigint not null references atrio.company on delete cascade,
  kind text not null check (kind in ('logo', 'logo_mini')),
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/webp', 'image/jpeg')),
  image bytea not null check (octet_length(image) between 1 and 100000),
  file_name text not null generated always as (
    left(encode(sha256(image), 'hex'), 32) || case media_type
      when 'image/svg+xml' then '.svg' when 'image/png' then '.png' when 'image/webp' then '.webp' else '.jpg' end
  ) stored,
  primary key (company_id, kind)
);
create index company_logo_file_name on atrio.company_logo (file_name);

insert into atrio.company_logo (company_id, kind, media_type, image)
  select c.id, l.kind, substring(l.url from '^data:([^;]+);'), decode(split_part(l.url, ',', 2), 'base64')
  from atrio.company c cross join lateral (values ('logo', c.logo), ('logo_mini', c.logo_mini)) as l (kind, url)
  where l.url ~ '^data:image/(svg\+xml|png|webp|jpeg);base64,.';
alter table atrio.company drop logo, drop logo_mini;

create table atrio.company_text (
  company_id bigint not null references atrio.company on delete cascade,
  language text not null check (language in ('es', 'en')),
  legal text not null default '' check (octet_length(legal) <= 100000),                 -- markdown
  privacy_title text not null default '' check (length(privacy_title) <= 200),
  privacy_text text not null default '' check (octet_length(privacy_text) <= 100000),   -- HTML, sanitised
  primary key (company_id, language)
);

-- Ids only grow, so the lowest stays what it is as long as its row cannot go.
create function atrio.company_default_stays() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if not exists (select from company where id < old.id) then
    raise exception 'the first company answers for every host name that is nobody''s'
      using errcode = 'restrict_violation', constraint = 'company_default_stays', schema = 'atrio', table = 'company';
  end if;
  return old;
end $$;
create trigger company_default_stays before delete on atrio.company
  for each row execute function atrio.company_default_stays();

-- Push 'config': whatever a page shows of a brand may have changed. No users: it is for every tab.
create function atrio.push_config() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform atrio.push('config', '{}', '{}');
  return null;
end $$;
create trigger push_config after insert or update or delete on atrio.company
  for each statement execute function atrio.push_config();
create trigger push_config after insert or update or delete on atrio.company_host
  for each statement execute function atrio.push_config();
create trigger push_config after insert or update or delete on atrio.company_logo
  for each statement execute function atrio.push_config();
create trigger push_config after insert or update or delete on atrio.company_text
  for each statement execute function atrio.push_config();
create trigger push_config after update of imap_ssl_host, smtp_ssl_host on atrio.platform
  for each statement execute function atrio.push_config();
revoke execute on function atrio.company_default_stays, atrio.push_config from public;

grant select on atrio.company_host, atrio.company_logo, atrio.company_text to atrio_api;
grant select, insert, update, delete on atrio.company_host, atrio.company_logo, atrio.company_text to atrio_worker;
