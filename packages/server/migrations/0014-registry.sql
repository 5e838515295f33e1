-- The local registry: top-level domains that this installation keeps itself, with their domains, hosts and DS data, as an
-- EPP server keeps them (RFC 5730 to 5733, 5910, 3915). What is here is in the DNS at the next question (0018).
-- The registrar process writes it, the operator's commands what is the registry's own: TLDs, holds, locks, approvals.
--
-- Names are lower-case A-labels without trailing dot. Names of constraints are part of the interface: the backend
-- (src/registry/local) makes refusals of them.

create schema registry;

create table registry.tld (
  id integer generated always as identity primary key,  -- PowerDNS wants int4
  name text collate "C" not null constraint tld_name unique
    constraint tld_name_valid check (length(name) <= 180 and name not like 'nic.%'
      and name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$'),
  -- `Capabilities` of src/registry/backend.ts. DNSSEC by DS data or by key data, never both (RFC 5910, 4).
  mode text not null default 'ds' check (mode in ('ds', 'key', 'none')),
  algorithms smallint[] not null default '{8,10,13,14,15,16}',
  digest_types smallint[] not null default '{2,4}',
  flags integer[] not null default '{256,257}',
  max_sec_dns smallint not null default 8 check (max_sec_dns between 1 and 13),
  min_name_servers smallint not null default 2 check (min_name_servers between 1 and 13),
  max_name_servers smallint not null default 7 check (max_name_servers <= 13),
  glue_ipv4 text not null default 'optional' check (glue_ipv4 in ('required', 'optional')),
  glue_ipv6 boolean not null default true,
  max_hosts smallint not null default 50 check (max_hosts between 1 and 1000),    -- below one domain
  transfer_lock boolean not null default true,
  block boolean not null default true,
  privacy boolean not null default true,
  contact_roles text[] not null default '{registrant,admin,billing,tech}'
    check (contact_roles <@ '{registrant,admin,billing,tech}'),
  -- update: at once; trade: when the operator approves it (registry.pending_operation)
  owner_change text not null default 'update' check (owner_change in ('update', 'trade', 'none')),
  auth_code text not null default 'generate' check (auth_code in ('generate', 'none')),
  ttl integer not null default 300 check (ttl between 1 and 86400),                -- of NS, DS and addresses
  created_at timestamptz not null default now(),
  constraint tld_name_servers check (min_name_servers <= max_name_servers)
);
insert into registry.tld (name) values ('test');                   -- RFC 6761: nobody else's

create table registry.domain (
  name text collate "C" primary key constraint domain_name check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.'),
  -- one label below it; a TLD with domains stays
  tld text collate "C" not null generated always as (substr(name, strpos(name, '.') + 1)) stored
    constraint domain_tld references registry.tld (name),
  account text not null,                            -- whose it is: "username@domain"
  registered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- EPP's and RFC 3915's; without `ok` and `inactive`, which follow from the others and the hosts
  statuses text[] not null default '{}' constraint domain_statuses check (statuses <@ '{
    clientDeleteProhibited,clientHold,clientRenewProhibited,clientTransferProhibited,clientUpdateProhibited,
    serverDeleteProhibited,serverHold,serverRenewProhibited,serverTransferProhibited,serverUpdateProhibited,
    pendingCreate,pendingDelete,pendingRenew,pendingTransfer,pendingUpdate,
    addPeriod,autoRenewPeriod,renewPeriod,transferPeriod,redemptionPeriod,pendingRestore}'),
  -- it may be in the DNS, if it is not past its expiry and has hosts
  resolves boolean not null generated always as
    (not statuses && '{clientHold,serverHold,pendingCreate,pendingDelete,redemptionPeriod,pendingRestore}') stored,
  auth_hash bytea check (octet_length(auth_hash) = 32),             -- SHA-256 of the auth code (RFC 9154)
  auth_expires_at timestamptz,
  used_hash bytea,                                  -- of the code that the last transfer was made with
  private boolean not null default false,           -- contacts are not disclosed
  contacts jsonb not null default '{}' check (      -- `RegistryContacts`, by role
    jsonb_typeof(contacts) = 'object' and contacts - '{registrant,admin,billing,tech}'::text[] = '{}'),
  constraint domain_reserved check (name not like 'nic.%'),         -- the name server of each TLD
  constraint domain_auth check ((auth_hash is null) = (auth_expires_at is null))
);
create index domain_tld on registry.domain (tld);

-- Hosts that domains delegate to. One below a domain of ours has addresses and is that domain's; all others are bare names.
create table registry.host (
  name text collate "C" primary key constraint host_name check (
    length(name) <= 253 and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  superordinate text collate "C" constraint host_superordinate references registry.domain,  -- set by trigger; null: external
  ipv4 inet[] not null default '{}' check (cardinality(ipv4) <= 13),
  ipv6 inet[] not null default '{}' check (cardinality(ipv6) <= 13),
  -- EPP 2306
  constraint host_below check (name <> superordinate),
  constraint host_address check ((superordinate is null) = (cardinality(ipv4) + cardinality(ipv6) = 0))
);
create index host_superordinate on registry.host (superordinate);

-- The hosts of a domain, in their order. A host in use stays (EPP 2305).
create table registry.delegation (
  domain text collate "C" not null references registry.domain on delete cascade,
  position smallint not null check (position between 1 and 13),
  host text collate "C" not null constraint delegation_host_in_use references registry.host,
  primary key (domain, position),
  constraint delegation_twice unique (domain, host)
);
create index delegation_host on registry.delegation (host);

-- DS data, or the keys that the registry makes it from: as the mode of the TLD says.
create table registry.sec_dns (
  id bigint generated always as identity primary key,
  domain text collate "C" not null references registry.domain on delete cascade,
  kind text not null check (kind in ('ds', 'key')),
  algorithm smallint not null check (algorithm between 0 and 255),
  key_tag integer check (key_tag between 0 and 65535),
  digest_type smallint check (digest_type between 0 and 255),
  digest text check (digest ~ '^([0-9A-F]{2}){1,64}$'),
  flags integer check (flags between 0 and 65535),                  -- the protocol is 3
  public_key bytea check (octet_length(public_key) between 3 and 3072),
  constraint sec_dns_kind check (
    case kind when 'ds' then num_nonnulls(key_tag, digest_type, digest) = 3 and num_nonnulls(flags, public_key) = 0
              else num_nonnulls(key_tag, digest_type, digest) = 0 and num_nonnulls(flags, public_key) = 2 end),
  constraint sec_dns_twice
    unique nulls not distinct (domain, algorithm, key_tag, digest_type, digest, flags, public_key)
);

-- A new owner that waits for the operator's word (`owner_change` trade). While it is open the domain is pendingUpdate.
create table registry.pending_operation (
  id bigint generated always as identity primary key,
  reference text not null unique generated always as ('local-' || id::text) stored,
  domain text collate "C" not null references registry.domain on delete cascade,
  contacts jsonb not null check (                   -- what is written when it is approved, by role
    jsonb_typeof(contacts) = 'object' and contacts - '{registrant,admin,billing,tech}'::text[] = '{}'),
  account text not null,                            -- who asked
  state text not null default 'pending' check (state in ('pending', 'done', 'refused')),
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create unique index pending_operation_open on registry.pending_operation (domain) where state = 'pending';

-- What the registry has to tell: the end of a pending operation, or a change of its own (reference null; RFC 8590). Handed
-- over by `poll`, oldest first, and deleted when it was taken.
create table registry.message (
  id bigint generated always as identity primary key,
  domain text not null,
  reference text,
  state text check (state in ('done', 'refused')),
  reason text,
  at timestamptz not null default clock_timestamp(),
  check ((reference is null) = (state is null))
);

-- One combined signing key each, as in atrio.dns_key.
create table registry.zone_key (
  id integer generated always as identity primary key,
  tld_id integer not null unique references registry.tld on delete cascade,
  flags integer not null default 257 check (flags = 257),
  algorithm integer not null default 13 check (algorithm = 13),
  private_key text not null check (private_key like 'Private-key-format: v1.2%'),
  public_key bytea not null check (octet_length(public_key) = 64),
  created_at timestamptz not null default now()
);

-- The name server of all TLDs, nic.<tld>: where it is reached, and the one serial of all zones, which nobody transfers.
create table registry.server (
  only_row boolean primary key default true check (only_row),
  addresses inet[] not null default '{127.0.0.1}' check (cardinality(addresses) between 1 and 13),
  serial bigint not null default extract(epoch from now())::bigint check (serial between 1 and 4294967295),
  changed_by xid8                                   -- the transaction that moved the serial last
) with (fillfactor = 50);
insert into registry.server default values;

-- Rules that more than one row has a part in ----------------------------------------------------------------------------

-- A name is a TLD or a domain, never both. A TLD below another one is one label below it: that zone delegates to it.
create function registry.tld_placed() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
begin
  lock table tld in share row exclusive mode;
  lock table domain in share mode;                  -- domains that are being made are seen, or see this TLD
  perform from domain where name = new.name;
  if found then raise unique_violation using constraint = 'tld_is_domain', message = 'a domain has this name'; end if;
  if exists (select from tld below join tld above on below.name like '%.' || above.name
              where not exists (select from tld t where t.name = substring(below.name from '\.(.+)$'))) then
    raise check_violation using constraint = 'tld_nesting', message = 'a TLD below another is one label below it';
  end if;
  return null;
end $$;
create trigger tld_placed after insert on registry.tld for each row execute function registry.tld_placed();

create function registry.tld_kept() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
begin
  lock table tld in share row exclusive mode;
  perform from tld where substring(name from '\.(.+)$') = old.name;
  if found then raise foreign_key_violation using constraint = 'tld_below', message = 'a TLD is below it'; end if;
  return old;
end $$;
create trigger tld_kept before delete on registry.tld for each row execute function registry.tld_kept();

create function registry.tld_mode_kept() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
begin
  if exists (select from domain d join sec_dns s on s.domain = d.name
              where d.tld = new.name and s.kind <> new.mode) then
    raise check_violation using constraint = 'tld_mode', message = 'domains have data of the other kind';
  end if;
  return new;
end $$;
create trigger tld_mode_kept before update of mode on registry.tld
  for each row when (old.mode <> new.mode) execute function registry.tld_mode_kept();

create function registry.domain_placed() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
begin
  perform from tld where name = new.name;
  if found then raise unique_violation using constraint = 'domain_is_tld', message = 'a TLD has this name'; end if;
  return new;
end $$;
create trigger domain_placed before insert on registry.domain for each row execute function registry.domain_placed();

-- A host is below the domain that is one label below its longest TLD.
create function registry.host_placed() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
begin
  new.superordinate := (
    select substring(left(new.name, -length(t.name) - 1) from '[^.]+$') || '.' || t.name
      from tld t where right(new.name, length(t.name) + 1) = '.' || t.name order by length(t.name) desc limit 1);
  return new;
end $$;
create trigger host_placed before insert or update on registry.host
  for each row execute function registry.host_placed();

-- What a domain may have by its TLD, counted under the domain's lock. Fires after host_placed: by name.
create function registry.within_limits() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
declare
  owner text := to_jsonb(new) ->> case tg_table_name when 'host' then 'superordinate' else 'domain' end;
  t tld;
  used bigint;
  allowed integer;
begin
  perform from domain where name = owner for no key update;
  select tld.* into t from domain d join tld on tld.name = d.tld where d.name = owner;
  if not found then return new; end if;
  if tg_table_name = 'host' then
    select count(*), t.max_hosts into used, allowed from host where superordinate = owner;
  elsif tg_table_name = 'delegation' then
    select count(*), t.max_name_servers into used, allowed from delegation where domain = owner;
  else
    if to_jsonb(new) ->> 'kind' <> t.mode then
      raise check_violation using constraint = 'sec_dns_mode', message = 'the TLD takes the other kind';
    end if;
    select count(*), t.max_sec_dns into used, allowed from sec_dns where domain = owner;
  end if;
  if used >= allowed then
    raise check_violation using constraint = tg_table_name || '_limit', message = 'no more than ' || allowed;
  end if;
  return new;
end $$;
create trigger within_limits before insert on registry.host for each row execute function registry.within_limits();
create trigger within_limits before insert on registry.delegation for each row execute function registry.within_limits();
create trigger within_limits before insert on registry.sec_dns
  for each row execute function registry.within_limits();

-- The operator's word on a pending operation: the change is made or not, and the registrar is told. Null: none is open.
create function registry.settle(which text, approved boolean, why text) returns text
language plpgsql security definer set search_path = registry, pg_temp as $$
declare
  done pending_operation;
begin
  perform from domain where name = which for update;
  update pending_operation set state = case when approved then 'done' else 'refused' end, reason = why, ended_at = now()
   where domain = which and state = 'pending' returning * into done;
  if not found then return null; end if;
  update domain set statuses = array_remove(statuses, 'pendingUpdate'),
         contacts = case when approved then contacts || done.contacts else contacts end
   where name = which;
  insert into message (domain, reference, state, reason) values (which, done.reference, done.state, why);
  return done.reference;
end $$;

-- Heard by the registrar at commit.
create function registry.tell_registrar() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('atrio_registry_message', '');
  return null;
end $$;
create trigger tell_registrar after insert on registry.message
  for each statement execute function registry.tell_registrar();
create trigger tell_registrar after insert or update or delete on registry.tld
  for each statement execute function registry.tell_registrar();

-- Grants --------------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema registry from public;
grant usage on schema registry to atrio_registrar, atrio_worker;

grant select on all tables in schema registry to atrio_registrar;
revoke select on registry.zone_key from atrio_registrar;           -- the key signs for PowerDNS alone
grant insert, update, delete on registry.domain, registry.host, registry.delegation, registry.sec_dns to atrio_registrar;
grant insert (domain, contacts, account) on registry.pending_operation to atrio_registrar;
grant delete on registry.message to atrio_registrar;

-- The operator's commands.
grant select on registry.tld, registry.host, registry.delegation, registry.sec_dns, registry.pending_operation,
  registry.server to atrio_worker;
grant select (name, tld, account, registered_at, expires_at, statuses, private, contacts), update (expires_at, statuses)
  on registry.domain to atrio_worker;
grant insert, delete, update (mode, algorithms, digest_types, flags, max_sec_dns, min_name_servers,
  max_name_servers, glue_ipv4, glue_ipv6, max_hosts, transfer_lock, block, privacy, contact_roles, owner_change, auth_code,
  ttl) on registry.tld to atrio_worker;
grant select (tld_id, flags, algorithm, public_key), insert (tld_id, private_key, public_key) on registry.zone_key to atrio_worker;
grant insert (domain) on registry.message to atrio_worker;
grant execute on function registry.settle(text, boolean, text) to atrio_worker;
