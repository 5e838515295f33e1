-- What the registry's name server sees: schema registry_dns, as schema pdns of 0006 is for the customers' zones. A change of
-- a registry's table is in force at the next question; nothing is copied. Names that do not exist are denied by NSEC3 made
-- for each question (narrow), so there is no chain to keep.

create schema registry_dns;

create view registry_dns.domains as
  select id, name, null::text as master, null::int as last_check, 'NATIVE'::text as type, null::bigint as notified_serial,
         null::text as account, null::text as options, null::text as catalog
    from registry.tld;

-- A name that does not exist may be remembered for half a minute: it may be registered in the next.
create view registry_dns.soa as
  select t.id as domain_id, t.name, 'SOA'::text as type,
         'nic.' || t.name || ' hostmaster.nic.' || t.name || ' ' || s.serial || ' 3600 600 1209600 30' as content,
         t.ttl, null::int as prio, false as disabled, true as auth
    from registry.tld t cross join registry.server s;

-- Domains that are in the DNS: with hosts, not held, not on their way out, not past their expiry.
create view registry_dns.published as
  select t.id as domain_id, d.name, t.ttl
    from registry.domain d join registry.tld t on t.name = d.tld
   where d.resolves and d.expires_at > now() and exists (select from registry.delegation n where n.domain = d.name);

-- DS data as it was given, or made of the key that was given: SHA-256 (RFC 4509).
create view registry_dns.ds as
  select s.domain as name, s.key_tag || ' ' || s.algorithm || ' ' || s.digest_type || ' ' || s.digest as content
    from registry.sec_dns s where s.kind = 'ds'
  union all
  select s.domain, atrio.dns_key_tag(k.rdata) || ' ' || s.algorithm || ' 2 '
         || encode(sha256(atrio.dns_wire(s.domain) || k.rdata), 'hex')
    from registry.sec_dns s,
         lateral (select atrio.dns_key_rdata(s.flags, s.algorithm, s.public_key) as rdata) k
   where s.kind = 'key';

create view registry_dns.records as
  select 0::bigint as id, domain_id, name, type, content, ttl, prio, disabled, null::text as ordername, auth
    from registry_dns.soa
  union all
  -- the name server of each TLD
  select 0, t.id, t.name, 'NS', 'nic.' || t.name, t.ttl, null, false, null, true from registry.tld t
  union all
  select 0, t.id, 'nic.' || t.name, case family(a) when 4 then 'A' else 'AAAA' end, host(a), t.ttl, null, false, null, true
    from registry.tld t cross join registry.server s cross join unnest(s.addresses) a
  union all
  -- a TLD below another one, with the glue of its name server
  select 0, above.id, t.name, 'NS', 'nic.' || t.name, above.ttl, null, false, null, false
    from registry.tld t join registry.tld above on above.name = substring(t.name from '\.(.+)$')
  union all
  select 0, above.id, 'nic.' || t.name, case family(a) when 4 then 'A' else 'AAAA' end, host(a), above.ttl, null, false, null,
         false
    from registry.tld t join registry.tld above on above.name = substring(t.name from '\.(.+)$')
    cross join registry.server s cross join unnest(s.addresses) a
  union all
  select 0, above.id, t.name, 'DS',
         atrio.dns_key_tag(r.rdata) || ' ' || k.algorithm || ' 2 ' || encode(sha256(atrio.dns_wire(t.name) || r.rdata), 'hex'),
         above.ttl, null, false, null, true
    from registry.tld t join registry.tld above on above.name = substring(t.name from '\.(.+)$')
    join registry.zone_key k on k.tld_id = t.id,
         lateral (select atrio.dns_key_rdata(k.flags, k.algorithm, k.public_key) as rdata) r
  union all
  -- domains
  select 0, p.domain_id, p.name, 'NS', n.host, p.ttl, null, false, null, false
    from registry_dns.published p join registry.delegation n on n.domain = p.name
  union all
  select 0, p.domain_id, p.name, 'DS', s.content, p.ttl, null, false, null, true
    from registry_dns.published p join registry_dns.ds s on s.name = p.name
  union all
  -- Glue: of a host that a published domain uses, below a published domain. Anything else would be the TLD's own data,
  -- signed by it.
  select 0, p.domain_id, h.name, case family(a) when 4 then 'A' else 'AAAA' end, host(a), p.ttl, null, false, null, false
    from registry.host h join registry_dns.published p on p.name = h.superordinate
    cross join unnest(h.ipv4 || h.ipv6) a
   where exists (select from registry.delegation n join registry_dns.published u on u.name = n.domain where n.host = h.name);

create view registry_dns.cryptokeys as
  select id, tld_id as domain_id, flags, true as active, true as published, private_key as content from registry.zone_key;

-- By the zone's name alone, as in 0006.
create view registry_dns.domainmetadata as
  select 0 as id, t.id as domain_id, t.name, m.kind, m.content
    from registry.tld t cross join (values ('NSEC3PARAM', '1 0 0 -'), ('NSEC3NARROW', '1')) as m (kind, content)
   where exists (select from registry.zone_key k where k.tld_id = t.id);

create view registry_dns.tsigkeys as select 0 as id, ''::text as name, ''::text as algorithm, ''::text as secret where false;
create view registry_dns.supermasters as select * from pdns.supermasters;
create view registry_dns.comments as select * from pdns.comments;

-- The serial moves with each commit that changes what is served. It is taken last, at the commit, by every one alike: so
-- changes do not wait for each other, and cannot wait in a circle.
create function registry.move_serial() returns trigger
language plpgsql security definer set search_path = registry, pg_temp as $$
begin
  update server set serial = atrio.dns_next_serial(serial), changed_by = pg_current_xact_id()
   where changed_by is distinct from pg_current_xact_id();
  return null;
end $$;
create constraint trigger move_serial after insert or update or delete on registry.tld
  deferrable initially deferred for each row execute function registry.move_serial();
create constraint trigger move_serial after insert or delete on registry.zone_key
  deferrable initially deferred for each row execute function registry.move_serial();
create constraint trigger move_serial after update of statuses, expires_at on registry.domain
  deferrable initially deferred for each row execute function registry.move_serial();
create constraint trigger move_serial after update of ipv4, ipv6 on registry.host
  deferrable initially deferred for each row execute function registry.move_serial();
create constraint trigger move_serial after insert or update or delete on registry.delegation
  deferrable initially deferred for each row execute function registry.move_serial();
create constraint trigger move_serial after insert or update or delete on registry.sec_dns
  deferrable initially deferred for each row execute function registry.move_serial();
create constraint trigger move_serial after update of addresses on registry.server
  deferrable initially deferred for each row execute function registry.move_serial();

revoke execute on function registry.move_serial from public;
grant usage on schema registry_dns, atrio to registry_ro;
grant select on all tables in schema registry_dns to registry_ro;
-- a view's functions run as its reader
grant execute on function atrio.dns_key_rdata(integer, integer, bytea), atrio.dns_key_tag(bytea), atrio.dns_wire(text)
  to registry_ro;
