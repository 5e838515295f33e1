-- What lists, menus and the dashboard read: of 100,000 holdings in an account a page, a count or a filter looks at a few
-- index pages. The rows are derived: from grants and holdings here, by triggers, and by nobody else.

-- A label as it is read: decoded (RFC 3492), or itself where it can't be. Whether it is one that may be typed nobody asks
-- here: it is only searched in.
create function atrio.unicode_label(label text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := regexp_match(label, '^xn--(?:(.*)-)?([a-z0-9]+)$');
  decoded text := coalesce(parts[1], '');
  -- As the RFC names them.
  n bigint := 128;
  i bigint := 0;
  bias bigint := 72;
  at integer := 1;
  old_i bigint; w bigint; k bigint; digit bigint; t bigint; points bigint; delta bigint;
begin
  if parts is null then return label; end if;
  while at <= length(parts[2]) loop
    old_i := i; w := 1; k := 36;
    loop
      if at > length(parts[2]) then return label; end if;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(parts[2], at, 1)) - 1;
      at := at + 1;
      i := i + digit * w;
      t := least(greatest(k - bias, 1), 26);
      exit when digit < t;
      w := w * (36 - t);
      if greatest(i, w) > 2147483647 then return label; end if;
      k := k + 36;
    end loop;
    points := length(decoded) + 1;
    delta := (i - old_i) / case when old_i = 0 then 700 else 2 end;
    delta := delta + delta / points;
    k := 0;
    while delta > 455 loop
      delta := delta / 35; k := k + 36;
    end loop;
    bias := k + 36 * delta / (delta + 38);
    n := n + i / points;
    i := i % points;
    if n > 1114111 or n between 55296 and 57343 then return label; end if;
    decoded := left(decoded, i::integer) || chr(n::integer) || substr(decoded, i::integer + 1);
    i := i + 1;
  end loop;
  return decoded;
end $$;

-- A reference as it is read; empty where that is no other text, as of nearly all.
create function atrio.unicode_name(reference text) returns text language sql immutable strict parallel safe as $$
  select case when strpos(reference, 'xn--') = 0 then '' else (
    select string_agg(atrio.unicode_label(label), '.' order by place)
      from unnest(string_to_array(reference, '.')) with ordinality l (label, place)) end
$$;

-- What a user sees of a holding (docs/decisions/0003): the holding has the part, and some key of its group is not disabled.
-- The levels are those of the four areas where one may land after signing in: 0 disabled, 1 read, 2 write.
create view atrio.listed_holding_defined as
select g.user_id, g.holding_id, h.reference collate "C" as reference,
       atrio.unicode_name(h.reference) collate "C" as unicode_name, s.has_domain, s.has_service, s.has_mail,
       l.domain_level, l.service_level, l.mail_level, l.dns_level,
       case when s.has_domain then h.domain_expires_at end as domain_expires_at,
       case when s.has_service then h.service_expires_at end as service_expires_at
from atrio.holding_grant g
  join atrio.holding h on h.id = g.holding_id
  cross join (select '{read,write}'::text[] as levels) w
  cross join lateral (select
    h.domain_expires_at is not null and g.permissions ?| '{domain,domain_ownercontacts,domain_contacts,domain_dns,
      domain_gluerecords,domain_dnssec,domain_transferblock,domain_authcode,domain_others}' as has_domain,
    h.service_kind is not null and g.permissions ?| '{service,service_ftp,service_subdomains,service_redirects,
      service_ddbb,service_dnszone,service_parking}' as has_service,
    h.has_mail and g.permissions ?| '{servicemail,servicemail_accounts,servicemail_alias}' as has_mail) s
  cross join lateral (select
    case when s.has_domain then array_position(w.levels, g.permissions ->> 'domain') end as domain,
    case when s.has_service then array_position(w.levels, g.permissions ->> 'service') end as service,
    case when s.has_mail then array_position(w.levels, g.permissions ->> 'servicemail') end as mail,
    case when s.has_service then array_position(w.levels, g.permissions ->> 'service_dnszone') end as dns) a
  cross join lateral (select coalesce(a.domain, 0)::smallint as domain_level, coalesce(a.service, 0)::smallint as service_level,
    coalesce(a.mail, 0)::smallint as mail_level, coalesce(a.dns, 0)::smallint as dns_level) l;

create table atrio.listed_holding (
  user_id bigint not null,
  holding_id bigint not null,
  reference text collate "C" not null,
  unicode_name text collate "C" not null,
  has_domain boolean not null,
  has_service boolean not null,
  has_mail boolean not null,
  domain_level smallint not null,
  service_level smallint not null,
  mail_level smallint not null,
  dns_level smallint not null,
  domain_expires_at timestamptz,                    -- null: none, or none that the user sees
  service_expires_at timestamptz,
  primary key (holding_id, user_id)
);
-- Narrow on purpose: what comes before a page is passed over in the index alone, also by what both names contain.
create unique index listed_holding_page on atrio.listed_holding (user_id, reference) include (unicode_name);
create index listed_holding_domain on atrio.listed_holding (user_id, reference) include (unicode_name) where has_domain;
create index listed_holding_service on atrio.listed_holding (user_id, reference) include (unicode_name) where has_service;
create index listed_holding_mail on atrio.listed_holding (user_id, reference) include (unicode_name) where has_mail;
create index listed_holding_unicode_name on atrio.listed_holding (user_id, unicode_name) where unicode_name <> '';
create index listed_holding_domain_expiry on atrio.listed_holding (user_id, domain_expires_at)
  where domain_expires_at is not null;
create index listed_holding_service_expiry on atrio.listed_holding (user_id, service_expires_at)
  where service_expires_at is not null;

-- Each two octets that stand side by side, as a number with the user in it: a filter finds its rows by the pairs in it.
-- (A trigram index knows no filter of two letters, and an extension is not everywhere to be had.)
create function atrio.letter_pairs(user_id bigint, letters text) returns bigint[]
language plpgsql immutable strict parallel safe as $$
declare
  octets bytea := convert_to(letters, 'UTF8');
  pairs bigint[] := '{}';
begin
  for i in 0 .. length(octets) - 2 loop
    pairs := pairs || ((user_id << 16) | (get_byte(octets, i) << 8) | get_byte(octets, i + 1));
  end loop;
  return pairs;
end $$;
-- What is pending is read whole by every search: little, so that no search is slow; some, so that a grant of 100,000 is quick.
create index listed_holding_pairs on atrio.listed_holding
  using gin ((atrio.letter_pairs(user_id, reference) || atrio.letter_pairs(user_id, unicode_name)))
  with (gin_pending_list_limit = 512);

-- How many holdings of each list and area a user has. Area 'all': every holding granted; 'dns' is an area without a list.
create table atrio.listed_total (
  user_id bigint not null references atrio.panel_user on delete cascade,
  area text not null check (area in ('all', 'domain', 'service', 'mail', 'dns')),
  holdings integer not null check (holdings >= 0),
  readable integer not null check (readable between 0 and holdings),
  writable integer not null check (writable between 0 and readable),
  primary key (user_id, area)
);

create function atrio.listed_areas(l atrio.listed_holding) returns table (area text, level smallint)
language sql immutable parallel safe as $$
  select * from (values ('all', 0::smallint), ('domain', case when l.has_domain then l.domain_level end),
    ('service', case when l.has_service then l.service_level end), ('mail', case when l.has_mail then l.mail_level end),
    ('dns', nullif(l.dns_level, 0::smallint))) a (area, level) where level is not null
$$;

-- What follows from a change ------------------------------------------------------------------------------------------

-- Grants, holdings and zones change one after the other: each such statement first takes the lock that new zones take
-- (0004), so that a grant that comes and a holding that changes at once cannot miss each other or wait in a circle.
-- Customers' own changes touch none of the three and do not wait here. Whoever has waited has to see what was waited for.
create function atrio.listing_lock() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'grants and holdings change in transactions that are read committed'
      using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock('dns_zone'::regclass::oid::bigint);
  return null;
end $$;
create trigger listing_lock before insert or update or delete on atrio.holding_grant
  for each statement execute function atrio.listing_lock();
create trigger listing_lock before update of reference, domain_expires_at, service_kind, service_expires_at, has_mail or delete
  on atrio.holding for each statement execute function atrio.listing_lock();
create trigger listing_lock before delete on atrio.panel_user
  for each statement execute function atrio.listing_lock();
create function atrio.refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '%.% is not truncated: lists and totals follow from what is deleted', tg_table_schema, tg_table_name;
end $$;
create trigger is_deleted_from before truncate on atrio.holding_grant
  for each statement execute function atrio.refuse_truncate();

create function atrio.listed_holding_inserted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  insert into listed_total as t
    select r.user_id, a.area, count(*), count(*) filter (where a.level >= 1), count(*) filter (where a.level = 2)
      from new_rows r cross join lateral listed_areas(r) a group by r.user_id, a.area
    on conflict (user_id, area) do update set holdings = t.holdings + excluded.holdings,
      readable = t.readable + excluded.readable, writable = t.writable + excluded.writable;
  return null;
end $$;
create trigger listed_holding_inserted after insert on atrio.listed_holding referencing new table as new_rows
  for each statement execute function atrio.listed_holding_inserted();

create function atrio.listed_holding_deleted() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp set enable_seqscan = off as $$
begin
  update listed_total t set holdings = t.holdings - o.holdings, readable = t.readable - o.readable,
                            writable = t.writable - o.writable
    from (select r.user_id, a.area, count(*) as holdings, count(*) filter (where a.level >= 1) as readable,
                 count(*) filter (where a.level = 2) as writable
            from old_rows r cross join lateral listed_areas(r) a group by r.user_id, a.area) o
   where t.user_id = o.user_id and t.area = o.area;
  return null;
end $$;
create trigger listed_holding_deleted after delete on atrio.listed_holding referencing old table as old_rows
  for each statement execute function atrio.listed_holding_deleted();

-- Tabs are told once of many grants: 'permissions' without an id means any of them.
drop trigger push_grant on atrio.holding_grant;
drop function atrio.push_grant();
create function atrio.push_permissions(users bigint[], holdings bigint[]) returns void language sql as $$
  select atrio.push('permissions', array[user_id], jsonb_build_object('id', id))
    from (select user_id, case when count(*) over (partition by user_id) <= 20 then holding_id end as id
            from unnest(users, holdings) c (user_id, holding_id)) c
   group by user_id, id
$$;

-- The planner's choices are pinned as in 0004.
create function atrio.holding_grant_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from listed_holding l using old_rows o where l.holding_id = o.holding_id and l.user_id = o.user_id;
  end if;
  if tg_op <> 'DELETE' then
    -- A statement that changed the holding too may have listed the grant already.
    delete from listed_holding l using new_rows n where l.holding_id = n.holding_id and l.user_id = n.user_id;
    insert into listed_holding
      select d.* from new_rows n
        join listed_holding_defined d on d.user_id = n.user_id and d.holding_id = n.holding_id;
    perform push_permissions(array_agg(user_id), array_agg(holding_id)) from new_rows;
  else
    perform push_permissions(array_agg(user_id), array_agg(holding_id)) from old_rows;
  end if;
  return null;
end $$;
create trigger holding_grant_inserted after insert on atrio.holding_grant referencing new table as new_rows
  for each statement execute function atrio.holding_grant_changed();
create trigger holding_grant_updated after update on atrio.holding_grant referencing old table as old_rows new table as new_rows
  for each statement execute function atrio.holding_grant_changed();
create trigger holding_grant_deleted after delete on atrio.holding_grant referencing old table as old_rows
  for each statement execute function atrio.holding_grant_changed();

-- A holding that is new has no grant yet; one that is deleted takes its grants along.
create function atrio.holding_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  changed bigint[];
begin
  select array_agg(n.id) into changed from new_rows n join old_rows o on o.id = n.id
   where (n.reference, n.domain_expires_at, n.service_kind, n.service_expires_at, n.has_mail) is distinct from
         (o.reference, o.domain_expires_at, o.service_kind, o.service_expires_at, o.has_mail);
  if changed is null then return null; end if;
  delete from listed_holding where holding_id = any (changed);
  insert into listed_holding select * from listed_holding_defined where holding_id = any (changed);
  return null;
end $$;
create trigger holding_changed after update on atrio.holding referencing old table as old_rows new table as new_rows
  for each statement execute function atrio.holding_changed();

insert into atrio.listed_holding select * from atrio.listed_holding_defined;

-- The dashboard -------------------------------------------------------------------------------------------------------

-- 80 % of a quota of 0002 and more. A column of its own, so that counting records stays an update in place.
alter table atrio.dns_zone add nearly_full boolean not null
  generated always as (record_count >= 16000 or long_octets >= 9600) stored;
create index dns_zone_nearly_full on atrio.dns_zone (holding_id) where nearly_full;

-- Who is told that work failed: who sees this key on the holding; null: whoever sees the holding.
alter table atrio.job_kind add shown_with text check (
  case when shown_with is not null then atrio.permissions_valid(jsonb_build_object(shown_with, 'read')) end);
update atrio.job_kind set shown_with = 'service_dnszone' where kind = 'dns.proof';
create index job_failed on atrio.job (ended_at) where state = 'failed';
create index job_done on atrio.job (holding_id, kind, ended_at) where state = 'done';

revoke execute on all functions in schema atrio from public;
grant execute on function atrio.letter_pairs(bigint, text) to atrio_api, atrio_worker;
grant select on atrio.listed_holding, atrio.listed_total to atrio_api, atrio_worker;
