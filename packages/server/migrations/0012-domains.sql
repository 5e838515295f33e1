-- Domains as their registries know them. What customers see is a mirror, written by the registrar process alone; what they
-- want is an order to it. So the panel shows nothing as done that no registry has confirmed.
-- Roles: atrio_registrar is made by the installer like the others (0001).

-- What may be asked of a registry, by top-level domain, as the registrar found it. capabilities: `Capabilities` of
-- src/registry/backend.ts.
create table atrio.registry_tld (
  tld text not null check (tld = lower(tld) and tld ~ '^[a-z0-9-]+(\.[a-z0-9-]+)*$'),
  backend text not null,
  position integer not null default 1,              -- the first of those that have it registers new domains
  capabilities jsonb not null,
  primary key (tld, backend)
);

create table atrio.domain (
  holding_id bigint primary key references atrio.holding on delete cascade,
  name text not null unique,                        -- the holding's reference
  tld text not null,
  backend text not null,
  remote_id text,                                   -- what a registrar's API knows it by, where that is not the name
  status text not null check (status in (
    'register-init', 'register-pending', 'register-cancel', 'transfer-init', 'transfer-pending', 'transfer-cancel',
    'inactive', 'active', 'renewed', 'hold', 'expired-renewgrace', 'expired-redemption', 'expired-pendingdelete')),
  registered_at timestamptz,
  expires_at timestamptz not null,
  -- keep: as the registry had them; default: the installation's own, also when those change; own: the customer's
  name_server_mode text not null default 'keep' check (name_server_mode in ('keep', 'default', 'own')),
  name_servers text[] not null default '{}' check (cardinality(name_servers) <= 13),
  blocked boolean not null default false,
  transfer_locked boolean not null default false,
  transfer_locked_by_registry boolean not null default false,
  closed_by_registry boolean not null default false,  -- it takes no change at all
  whois_private boolean not null default false,
  refreshed_at timestamptz                          -- when the registry was last asked; null: never
);
-- Past the days in which it could be renewed.
create function atrio.has_expired(status text) returns boolean immutable language sql
return status in ('expired-redemption', 'expired-pendingdelete');
create index domain_refreshed on atrio.domain (refreshed_at nulls first);
create index domain_name_servers on atrio.domain using gin (name_servers);

-- Hosts below a domain, with their addresses at the registry.
create table atrio.glue (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.domain on delete cascade,
  name text not null unique check (name = lower(name)),      -- the whole host name
  ipv4 inet[] not null default '{}',
  ipv6 inet[] not null default '{}',
  check (cardinality(ipv4) + cardinality(ipv6) between 1 and 26)
);
create index glue_holding on atrio.glue (holding_id);

-- DS records at the parent, or the keys that it makes them from.
create table atrio.dnssec_record (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.domain on delete cascade,
  kind text not null check (kind in ('ds', 'key')),
  algorithm smallint not null check (algorithm between 0 and 255),
  key_tag integer not null check (key_tag between 0 and 65535),
  digest_type smallint check (digest_type between 0 and 255),
  digest text check (digest ~ '^([0-9A-F]{2}){1,64}$'),
  flags integer check (flags between 0 and 65535),
  protocol smallint check (protocol = 3),
  public_key text check (length(public_key) between 4 and 4096),  -- base64
  check (case kind when 'ds' then num_nonnulls(digest_type, digest) = 2 and num_nonnulls(flags, protocol, public_key) = 0
                   else num_nonnulls(digest_type, digest) = 0 and num_nonnulls(flags, protocol, public_key) = 3 end),
  unique nulls not distinct (holding_id, kind, key_tag, algorithm, digest_type, digest, flags, protocol, public_key)
);

-- RFC 5733; the identification number is kept here where the registry has no field for it.
create table atrio.domain_contact (
  holding_id bigint not null references atrio.domain on delete cascade,
  role text not null check (role in ('registrant', 'admin', 'billing', 'tech')),
  organization text check (length(organization) <= 255),      -- null: an individual
  first_name text not null check (length(first_name) <= 120),
  last_name text not null check (length(last_name) <= 120),
  identification_number text not null check (length(identification_number) <= 40),
  email text not null check (length(email) <= 254),
  phone text not null check (phone ~ '^\+\d{1,3}\.\d{1,14}$'),
  address text not null check (length(address) <= 255),
  postal_code text not null check (length(postal_code) <= 16),
  city text not null check (length(city) <= 255),
  state text not null check (length(state) <= 255),
  country text not null check (country ~ '^[A-Z]{2}$'),
  primary key (holding_id, role)
);

-- Secrets that are shown to who may see them, for as long as they are valid: sealed by the vault as
-- domain_secret:<holding_id>:<kind>. Of the transfer key the hash is what claims it.
create table atrio.domain_secret (
  holding_id bigint not null references atrio.domain on delete cascade,
  kind text not null check (kind in ('authcode', 'transferkey')),
  sealed bytea not null,
  hash bytea check (octet_length(hash) = 32),
  expires_at timestamptz not null,
  primary key (holding_id, kind)
);
create unique index domain_secret_hash on atrio.domain_secret (hash);

-- Orders --------------------------------------------------------------------------------------------------------------

-- Who does the job: graphile_worker's queue, or the registrar, whose queue is the orders.
alter table atrio.job_kind add done_by text not null default 'worker' check (done_by in ('worker', 'registrar'));
insert into atrio.job_kind (kind, delay, max_attempts, shown_with, done_by)
  values ('registry.order', '0 seconds', 1, 'domain', 'registrar');

-- What a customer, a command or the panel itself wants of a registry. One per domain, kind and subject is open at a time.
-- The outcome, the mirror and the journal entry are written together.
create table atrio.registry_order (
  id bigint generated always as identity primary key,
  holding_id bigint not null references atrio.domain on delete cascade,
  kind text not null check (kind in ('create', 'nameservers', 'transferLock', 'block', 'privacy', 'dnssec', 'putHost',
    'deleteHost', 'contacts', 'authCode', 'transfer', 'refresh')),
  subject text not null default '',                 -- the host; empty where a domain has one of the kind
  wanted jsonb not null default '{}',               -- by kind: src/registry/order.ts
  job_id bigint references atrio.job on delete set null,
  -- for the journal: the call or command, and who asked
  act text not null,
  item text,
  source text not null check (source in ('panel', 'command', 'system')),
  user_id bigint,
  username text,
  ip inet,
  request_id text,
  -- of a transfer, while it is open: who gets the domain, and so stays until then
  gaining bigint references atrio.panel_user deferrable initially deferred,
  bulk boolean not null default false,              -- one of many of a job: after all others, and tried again
  -- new: nobody took it yet; pending: the registry said yes and is not done; refused: it said no; what it did all the same is in the mirror
  state text not null default 'new' check (state in ('new', 'pending', 'done', 'refused')),
  reference text,                                   -- what the registry calls a pending one
  refusal jsonb,                                    -- {"kind", "message", "fields"}
  journal_id bigint,                                -- the entry that undo takes back; null where nothing changed
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check ((state in ('done', 'refused')) = (ended_at is not null)),
  check ((state = 'refused') = (refusal is not null)),
  constraint registry_order_gaining check (
    case when kind = 'transfer' and ended_at is null then gaining is not null else kind = 'transfer' or gaining is null end)
);
create index registry_order_holding on atrio.registry_order (holding_id);
create index registry_order_gaining on atrio.registry_order (gaining) where gaining is not null;
create unique index registry_order_open on atrio.registry_order (holding_id, kind, subject) where state in ('new', 'pending');
create index registry_order_due on atrio.registry_order (bulk, (source = 'system'), next_attempt_at, id) where state in ('new', 'pending');
create index registry_order_job on atrio.registry_order (job_id, state);
create index registry_order_ended on atrio.registry_order (ended_at) where ended_at is not null;

-- Heard by the registrar at commit.
create function atrio.tell_registrar() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('atrio_registry_order', '');
  return null;
end $$;
create trigger tell_registrar after insert on atrio.registry_order
  for each statement execute function atrio.tell_registrar();

-- The domain, held still while an order is placed: what was checked of it stays true until the commit.
create function atrio.lock_domain(holding bigint) returns setof atrio.domain
language sql security definer set search_path = atrio, pg_temp as $$
  select * from domain where holding_id = holding for share
$$;

-- What customers may not ask for, whatever runs at the same time. The registry says the same to everybody.
create function atrio.registry_order_allowed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  is_blocked boolean;
  word text;
begin
  select blocked, status into is_blocked, word from domain where holding_id = new.holding_id for share;
  if is_blocked and not (new.kind = 'block' and new.wanted = '{"on": false}') then
    raise exception using errcode = 'check_violation', constraint = 'registry_order_blocked', schema = 'atrio',
      table = 'registry_order',
      message = 'the domain is blocked';
  end if;
  if has_expired(word) then
    raise exception using errcode = 'check_violation', constraint = 'registry_order_expired', schema = 'atrio',
      table = 'registry_order',
      message = 'the domain has expired';
  end if;
  return new;
end $$;
create trigger registry_order_allowed before insert on atrio.registry_order
  for each row when (new.source = 'panel') execute function atrio.registry_order_allowed();

-- The transfer key of a domain: the one there is while it is valid, else the new one.
create function atrio.keep_transfer_key(holding bigint, new_sealed bytea, new_hash bytea) returns bytea
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  insert into domain_secret (holding_id, kind, sealed, hash, expires_at)
    values (holding, 'transferkey', new_sealed, new_hash, now() + interval '7 days')
    on conflict (holding_id, kind) do update
      set sealed = excluded.sealed, hash = excluded.hash, expires_at = excluded.expires_at
      where domain_secret.expires_at <= now();
  return (select sealed from domain_secret where holding_id = holding and kind = 'transferkey');
end $$;

-- Whether this is the domain's transfer key. It is held still until the order that it allows is there: a second claim finds
-- that order open, or no key any more.
create function atrio.transfer_key_fits(holding bigint, key_hash bytea) returns boolean
language sql security definer set search_path = atrio, pg_temp as $$
  select exists (
    select from domain_secret
     where holding_id = holding and kind = 'transferkey' and hash = key_hash and expires_at > now() for share)
$$;

-- After a transfer, in the transaction that ends its order: the user it went to may do everything, nobody else anything,
-- and codes that were shown are void.
create function atrio.hand_over(order_id bigint, everything jsonb) returns void
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
end $$;

-- The job that orders of one call share. The registrar ends it with the last of them.
create function atrio.registry_job(holding bigint, panel_user bigint) returns bigint
language sql security definer set search_path = atrio, pg_temp as $$
  insert into job (kind, holding_id, user_id, subject_id) values ('registry.order', holding, panel_user, holding) returning id
$$;

-- Menus, lists and the status strip show the registry's word: status and expiry follow the mirror.
alter table atrio.holding add domain_status text;
create function atrio.domain_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  update holding set domain_expires_at = new.expires_at, domain_status = new.status
   where id = new.holding_id and (domain_expires_at, domain_status) is distinct from (new.expires_at, new.status);
  return null;
end $$;
create trigger domain_changed after insert or update of expires_at, status on atrio.domain
  for each row execute function atrio.domain_changed();

-- Domains from before there were registries: registered as soon as a registry has their top-level domain.
insert into atrio.domain (holding_id, name, tld, backend, status, expires_at, name_server_mode)
  select id, reference, substring(reference from '\.(.*)$'), '', 'register-init', domain_expires_at,
         case when service_kind is null then 'keep' else 'default' end
    from atrio.holding where domain_expires_at is not null and reference like '%.%';

-- Grants --------------------------------------------------------------------------------------------------------------

revoke execute on function atrio.tell_registrar, atrio.registry_job, atrio.domain_changed, atrio.lock_domain,
  atrio.registry_order_allowed, atrio.keep_transfer_key, atrio.transfer_key_fits, atrio.hand_over from public;
grant execute on function atrio.lock_domain(bigint) to atrio_api, atrio_worker;
grant execute on function atrio.keep_transfer_key(bigint, bytea, bytea) to atrio_api;
grant execute on function atrio.transfer_key_fits(bigint, bytea) to atrio_worker;
grant execute on function atrio.hand_over(bigint, jsonb) to atrio_registrar;
grant execute on function atrio.registry_job(bigint, bigint) to atrio_api, atrio_worker, atrio_registrar;

-- The API reads the mirror and places orders. It cannot say how they ended.
grant select on atrio.registry_tld, atrio.domain, atrio.glue, atrio.dnssec_record, atrio.domain_contact to atrio_api, atrio_worker;
grant select (id, holding_id, kind, subject, job_id, act, state, refusal, journal_id, created_at, ended_at)
  on atrio.registry_order to atrio_api, atrio_worker;
grant insert (holding_id, kind, subject, wanted, job_id, act, item, source, user_id, username, ip, request_id)
  on atrio.registry_order to atrio_api, atrio_worker;
grant insert (gaining, bulk), select (attempts, next_attempt_at, reference) on atrio.registry_order to atrio_worker;

-- Nor does it order as anybody but a user of the panel, who can neither register a domain nor give one to another user.
alter table atrio.registry_order enable row level security;
create policy registry_order_read on atrio.registry_order for select using (true);
create policy registry_order_panel on atrio.registry_order for insert to atrio_api with check (
  source = 'panel' and user_id is not null and kind in ('nameservers', 'transferLock', 'block', 'privacy', 'dnssec', 'putHost',
    'deleteHost', 'contacts', 'authCode'));
create policy registry_order_ours on atrio.registry_order to atrio_worker, atrio_registrar using (true) with check (true);
grant select (holding_id, kind, sealed, expires_at) on atrio.domain_secret to atrio_api;

-- The registrar writes what the registries said.
grant usage on schema atrio to atrio_registrar;
grant select, insert, update, delete on atrio.registry_tld, atrio.glue, atrio.dnssec_record, atrio.domain_contact,
  atrio.domain_secret to atrio_registrar;
grant select, update on atrio.domain to atrio_registrar;
grant select, insert, update, delete on atrio.registry_order to atrio_registrar;
grant select on atrio.holding, atrio.name_server, atrio.dns_zone to atrio_registrar;
grant select, update (state, error, progress, ended_at) on atrio.job to atrio_registrar;
grant execute on function atrio.dns_key_tag(bytea), atrio.dns_key_rdata(integer, integer, bytea) to atrio_registrar;
grant select, insert (at, source, user_id, username, ip, request_id, holding_id, area, act, item, before, after)
  on atrio.journal to atrio_registrar;
create policy journal_registrar on atrio.journal for insert to atrio_registrar with check (area = 'domain');

-- The operator's commands add domains with their holdings.
grant insert (holding_id, name, tld, backend, status, expires_at, name_server_mode) on atrio.domain to atrio_worker;
grant delete on atrio.registry_order to atrio_worker;              -- housekeeping
