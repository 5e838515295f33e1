-- DNS zones: what customers edit, the keys, and the rules that hold whoever writes. The tree of names is in 0003, what
-- keeps it in 0004, default records in 0005, what PowerDNS reads in 0006.
--
-- Names are lower-case A-labels without trailing dot. Names of the rules (constraints) are part of the interface: the
-- panel maps them to messages.

-- SHA-1 for NSEC3 hashes. The extension may be there already, in a schema of the operator's choice.
create schema if not exists ext;
create extension if not exists pgcrypto schema ext;
do $$ begin
  execute format(
    'create function atrio.sha1(bytes bytea) returns bytea language sql immutable strict parallel safe as %L',
    format('select %I.digest(bytes, ''sha1'')', (
      select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'pgcrypto')));
end $$;

-- Grammar of names ----------------------------------------------------------------------------------------------------

-- A target: labels of letters, digits, hyphens and underscores.
create function atrio.dns_is_host(name text) returns boolean language sql immutable parallel safe as $$
  select length(name) <= 253 and name ~ '^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$'
$$;
-- An owner: the same, or a wildcard as the whole leftmost label.
create function atrio.dns_is_owner(name text) returns boolean language sql immutable parallel safe as $$
  select length(name) <= 253 and atrio.dns_is_host(regexp_replace(name, '^\*\.', ''))
$$;

create function atrio.dns_is_uint16(digits text) returns boolean language sql immutable parallel safe as $$
  select case when digits ~ '^(0|[1-9]\d{0,4})$' then digits::int <= 65535 else false end
$$;

-- plpgsql for the exception: PostgreSQL 15 has no other way to ask whether a text is an inet.
create function atrio.dns_is_ipv6(value text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return value ~ '^[0-9a-f:.]{2,45}$' and family(value::inet) = 6;
exception when invalid_text_representation then
  return false;
end $$;

-- The second wall behind the contract's parser: nothing passes that a name server would not load.
create function atrio.dns_value_valid(type text, value text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return case type
    when 'A' then value ~ '^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$'
    when 'AAAA' then atrio.dns_is_ipv6(value)
    when 'ANAME' then atrio.dns_is_host(value)
    when 'CNAME' then atrio.dns_is_host(value)
    when 'NS' then atrio.dns_is_host(value)
    when 'MX' then value = '.' or atrio.dns_is_host(value)
    when 'SRV' then value ~ '^\S+ \S+ \S+$'
      and atrio.dns_is_uint16(split_part(value, ' ', 1)) and atrio.dns_is_uint16(split_part(value, ' ', 2))
      and (split_part(value, ' ', 3) = '.' or atrio.dns_is_host(split_part(value, ' ', 3)))
    when 'CAA' then length(value) <= 300
      and value ~ '^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d) (issue|issuewild|iodef) "[\x20\x21\x23-\x5b\x5d-\x7e]*"$'
    when 'TXT' then octet_length(value) between 1 and 4096 and value !~ '[\x01-\x1f\x7f-\x9f]'
    else false
  end;
end $$;

-- Tables --------------------------------------------------------------------------------------------------------------

-- Catalog zones (RFC 9432): from them the secondaries learn which zones exist. A new zone makes them fetch its catalog
-- whole, so the zones are spread over several.
create table atrio.dns_catalog (
  id integer primary key check (id between 1 and 16),
  name text collate "C" not null unique,
  serial bigint not null default extract(epoch from now())::bigint check (serial between 1 and 4294967295)
) with (fillfactor = 50);
insert into atrio.dns_catalog (id, name) select n, format('c%s.catalog.atrio', n) from generate_series(1, 16) n;

-- A zone stands and falls with its holding, whose reference is its name.
alter table atrio.holding add unique (id, reference);
create table atrio.dns_zone (
  id integer generated always as identity (minvalue 1000) primary key,   -- PowerDNS wants int4; below: catalogs
  holding_id bigint not null unique,
  name text collate "C" not null unique check (atrio.dns_is_host(name)),
  catalog_id integer not null generated always as (id % 16 + 1) stored references atrio.dns_catalog,
  -- Its place in the catalog: anybody may ask for one, so none can be guessed.
  member_label text not null default replace(gen_random_uuid()::text, '-', '') check (member_label ~ '^[0-9a-f]{32}$'),
  member_name text collate "C" not null unique
    generated always as (member_label || '.zones.c' || (id % 16 + 1)::text || '.catalog.atrio') stored,
  serial bigint not null default extract(epoch from now())::bigint check (serial between 1 and 4294967295),
  primary_ns text not null check (atrio.dns_is_host(primary_ns)),         -- SOA: follow atrio.name_server
  hostmaster text not null check (atrio.dns_is_host(hostmaster)),         -- and atrio.platform
  record_count integer not null default 0,
  -- What records have beyond 500 octets each, added up. PowerDNS (4.7) sends 100 records in a message of a transfer,
  -- however long they are, and fails beyond 65,535 octets: 100 * 500 and all of this still fit, with a signature's TSIG.
  long_octets integer not null default 0,
  created_at timestamptz not null default now(),
  unique (id, holding_id),
  -- Names of the resolvers' own, which nobody asks us for (RFC 6761 and its kin), of our catalogs, and of addresses.
  constraint dns_zone_reserved check (
    name !~ '(^|\.)(catalog\.atrio|arpa|localhost|invalid|onion|local)$' and name !~ '(^|\.)\d+$'),
  constraint dns_zone_quota check (record_count between 0 and 20000),
  constraint dns_zone_long_octets check (long_octets between 0 and 12000),
  foreign key (holding_id, name) references atrio.holding (id, reference) on delete cascade
) with (fillfactor = 70);                                                 -- room for the serial to change in place
create index dns_zone_catalog on atrio.dns_zone (catalog_id);
create index dns_zone_below on atrio.dns_zone (reverse(name));            -- names below one stand together

create table atrio.dns_record (
  id bigint generated always as identity primary key,
  zone_id integer not null,
  holding_id bigint not null,
  name text collate "C" not null,                   -- the full owner name
  type text not null,
  value text not null,                              -- canonical: no priority, TXT as plain text
  priority integer,
  ttl integer not null default 0,                   -- 0: the name server's default
  -- Part of the zone itself: customers can't change or delete it (row-level security below).
  system boolean not null default false,
  -- Set where the panel keeps the value, and which value that is; null once a customer has changed it.
  dynamic text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  foreign key (zone_id, holding_id) references atrio.dns_zone (id, holding_id) on delete cascade,
  constraint dns_record_type check (type in ('A', 'AAAA', 'ANAME', 'CAA', 'CNAME', 'MX', 'NS', 'SRV', 'TXT')),
  constraint dns_record_name check (atrio.dns_is_owner(name)),
  constraint dns_record_value check (atrio.dns_value_valid(type, value)),
  constraint dns_record_priority check (
    case when type in ('MX', 'SRV') then priority is not null and priority between 0 and 65535 else priority is null end),
  constraint dns_record_ttl check (ttl in (0, 600, 1800, 3600, 21600, 43200, 86400)),
  constraint dns_record_dynamic check (dynamic is null or (dynamic, type) in (
    ('name_server', 'NS'), ('web_ipv4', 'A'), ('web_ipv6', 'AAAA'), ('mail', 'MX'))),
  -- Wildcard delegations mean nothing (RFC 4592, 4.2); a name that is its own alias leads nowhere.
  constraint dns_record_ns_wildcard check (type <> 'NS' or name not like '*%'),
  constraint dns_record_self check (type not in ('CNAME', 'ANAME', 'NS') or value <> name)
);
-- No record twice. md5 because values are longer than an index entry may be; also the way to the records of a name.
create unique index dns_record_duplicate
  on atrio.dns_record (zone_id, name, type, decode(md5(value), 'hex'), priority) nulls not distinct;
create index dns_record_aname on atrio.dns_record (zone_id) where type = 'ANAME';
create index dns_record_dynamic on atrio.dns_record (dynamic) where dynamic is not null;

-- The addresses behind each ANAME, kept by dnsd: what it found, and when to ask again (no row: not asked yet).
create table atrio.dns_aname (
  record_id bigint primary key references atrio.dns_record on delete cascade,
  target text not null,                             -- the value it was asked for: another one is asked at once
  ask_again_at timestamptz not null
);
create table atrio.dns_aname_address (
  record_id bigint not null references atrio.dns_record on delete cascade,
  address inet not null check (masklen(address) = case family(address) when 4 then 32 else 128 end),
  primary key (record_id, address)
);

-- DNSSEC: a zone is signed where it has a key. Made by the panel; the private half is for PowerDNS alone.
create table atrio.dns_key (
  id integer generated always as identity primary key,
  zone_id integer not null references atrio.dns_zone on delete cascade,
  flags integer not null default 257 check (flags in (256, 257)),
  algorithm integer not null default 13 check (algorithm = 13),
  active boolean not null default true,
  published boolean not null default true,
  private_key text not null check (private_key like 'Private-key-format: v1.2%'),
  public_key bytea not null check (octet_length(public_key) = 64),
  created_at timestamptz not null default now()
);
create index dns_key_zone on atrio.dns_key (zone_id);

-- The secret that PowerDNS and the secondaries share for transfers.
create table atrio.dns_tsig (
  name text primary key check (atrio.dns_is_host(name)),
  algorithm text not null default 'hmac-sha256' check (algorithm in ('hmac-sha256', 'hmac-sha384', 'hmac-sha512')),
  secret text not null check (secret ~ '^[A-Za-z0-9+/]{43,}=*$')
);

-- Customers' changes and operators' alike leave the zone's own records alone. The owner (functions and views of this
-- schema, foreign keys) is exempt.
alter table atrio.dns_record enable row level security;
create policy dns_record_read on atrio.dns_record for select using (true);
create policy dns_record_insert on atrio.dns_record for insert with check (not system);
create policy dns_record_update on atrio.dns_record for update using (not system) with check (not system);
create policy dns_record_delete on atrio.dns_record for delete using (not system);
