-- What the name servers see: schema pdns, views with the names and columns of PowerDNS's stock schema (4.7), so that its
-- own queries work on them; those overridden for speed are in stack/pdns/pdns.conf. Then ANAME, DNSSEC and the grants.

create schema pdns;

-- TXT as PowerDNS parses it. It splits at 255 octets itself.
create function atrio.dns_quote(content text) returns text language sql immutable strict parallel safe as $$
  select '"' || replace(replace(content, '\', '\\'), '"', '\"') || '"'
$$;

create view pdns.domains as
  select id, name::text, null::text as master, null::int as last_check, 'MASTER'::text as type,
         null::bigint as notified_serial, null::text as account, null::text as options, null::text as catalog
    from atrio.dns_zone
  union all
  select id, name, null, null, 'MASTER', null, null, null, null from atrio.dns_catalog;

-- "Which zone is this name in?" PowerDNS asks it for every label of every question. Secondaries keep a zone for two weeks
-- without us; a name that does not exist may be remembered for five minutes.
create view pdns.soa as
  select id as domain_id, name::text, 'SOA'::text as type,
         primary_ns || ' ' || hostmaster || ' ' || serial || ' 3600 600 1209600 300' as content,
         3600 as ttl, null::int as prio, false as disabled, true as auth
    from atrio.dns_zone
  union all
  select id, name, 'SOA', 'invalid invalid ' || serial || ' 60 60 2147483646 0', 0, null, false, true
    from atrio.dns_catalog;

create view pdns.records as
  select s.domain_id::bigint as id, s.domain_id, s.name, s.type, s.content, s.ttl, s.prio, s.disabled,
         n.ordername::text as ordername, s.auth
    from pdns.soa s left join atrio.dns_node n on n.zone_id = s.domain_id and n.name = s.name
  union all
  -- At a cut and below it nothing is ours; addresses there are glue and have no place in the NSEC3 chain.
  select r.id, r.zone_id, r.name, r.type, case r.type when 'TXT' then atrio.dns_quote(r.value) else r.value end,
         nullif(r.ttl, 0), r.priority, false,
         case when not n.occluded and not (n.delegations > 0 and r.type in ('A', 'AAAA')) then n.ordername end,
         not n.occluded and n.delegations = 0
    from atrio.dns_record r join atrio.dns_node n on n.zone_id = r.zone_id and n.name = r.name
   where r.type <> 'ANAME'
  union all
  select r.id, r.zone_id, r.name, case family(a.address) when 4 then 'A' else 'AAAA' end, host(a.address),
         case when r.ttl = 0 then 300 else least(r.ttl, 300) end, null, false,
         case when not n.occluded and n.delegations = 0 then n.ordername end, not n.occluded and n.delegations = 0
    from atrio.dns_record r join atrio.dns_node n on n.zone_id = r.zone_id and n.name = r.name
    join atrio.dns_aname_address a on a.record_id = r.id
   where r.type = 'ANAME'
  union all
  -- While an ANAME has no address its name exists and is empty: no wildcard answers in its place.
  select r.id, r.zone_id, r.name, null, null, null, null, false,
         case when not n.occluded then n.ordername end, not n.occluded
    from atrio.dns_record r join atrio.dns_node n on n.zone_id = r.zone_id and n.name = r.name
   where r.type = 'ANAME' and n.records = 1
     and not exists (select from atrio.dns_aname_address a where a.record_id = r.id)
  union all
  -- empty non-terminals
  select 0, zone_id, name, null, null, null, null, false, case when not occluded then ordername end, not occluded
    from atrio.dns_node where records = 0 and parent is not null
  union all
  -- catalogs: a member each, under a label that a zone made anew under an old name does not share (RFC 9432, 5.6)
  select 0, catalog_id, member_name, 'PTR', name, 0, null, false, null, true from atrio.dns_zone
  union all
  select 0, id, name, 'NS', 'invalid', 0, null, false, null, true from atrio.dns_catalog
  union all
  select 0, id, 'version.' || name, 'TXT', '"2"', 0, null, false, null, true from atrio.dns_catalog;

-- The NSEC3 chain, for the four queries that walk it.
create view pdns.nsec3 as
  select zone_id as domain_id, name::text, ordername from atrio.dns_node where not occluded;

create view pdns.cryptokeys as
  select id, zone_id as domain_id, flags, active, published, private_key as content from atrio.dns_key;

-- Serials are Unix time, so INCEPTION-EPOCH makes secondaries fetch fresh signatures every week. The column `name` is ours:
-- asked by it, each branch looks at one zone; by the stock join the planner would go through all of them.
create view pdns.domainmetadata as
  select 0 as id, z.id as domain_id, z.name::text as name, m.kind, m.content
    from atrio.dns_zone z cross join (values
      ('NSEC3PARAM', '1 0 0 -'), ('SOA-EDIT', 'INCEPTION-EPOCH'), ('PUBLISH-CDS', '2'), ('PUBLISH-CDNSKEY', '1')
    ) as m (kind, content)
   where exists (select from atrio.dns_key k where k.zone_id = z.id)
  union all
  select 0, z.id, z.name, 'TSIG-ALLOW-AXFR', t.name from atrio.dns_zone z cross join atrio.dns_tsig t
  union all
  select 0, c.id, c.name, 'TSIG-ALLOW-AXFR', t.name from atrio.dns_catalog c cross join atrio.dns_tsig t;

create view pdns.tsigkeys as select 0 as id, name, algorithm, secret from atrio.dns_tsig;
create view pdns.supermasters as
  select null::inet as ip, null::text as nameserver, null::text as account where false;
create view pdns.comments as
  select null::int as id, null::int as domain_id, null::text as name, null::text as type, null::int as modified_at,
         null::text as account, null::text as comment where false;

-- ANAME ---------------------------------------------------------------------------------------------------------------

-- The ANAMEs to ask for now, new ones first. `zones` null: in any zone.
create function atrio.dns_aname_due(zones text[], batch integer) returns table (record_id bigint, target text)
language sql stable security definer set search_path = atrio, pg_temp as $$
  select r.id, r.value
    from dns_record r join dns_zone z on z.id = r.zone_id left join dns_aname a on a.record_id = r.id
   where r.type = 'ANAME' and (zones is null or z.name = any (zones))
     and (a.target is distinct from r.value or a.ask_again_at <= now())
   order by a.ask_again_at nulls first limit batch
$$;

-- What dnsd found. `addresses` null: the target could not be asked, the old ones stay. Only a difference touches the
-- zone. Returns whether there was one.
create function atrio.dns_aname_store(record bigint, asked text, addresses inet[], ttl integer) returns boolean
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  zone integer := (select zone_id from dns_record where id = record and type = 'ANAME' and value = asked);
  wanted inet[] := array(select distinct a from unnest(addresses) a order by 1);
  known inet[];
begin
  perform from dns_zone where id = zone for no key update;
  perform from dns_record where id = record and type = 'ANAME' and value = asked;
  if zone is null or not found then return false; end if;        -- deleted or pointed elsewhere meanwhile
  insert into dns_aname (record_id, target, ask_again_at) values (record, asked, now() + make_interval(secs => ttl))
    on conflict (record_id) do update set target = excluded.target, ask_again_at = excluded.ask_again_at;
  known := array(select address from dns_aname_address where record_id = record order by 1);
  if addresses is null or wanted = known then return false; end if;
  delete from dns_aname_address where record_id = record and address <> all (wanted);
  insert into dns_aname_address select record, a from unnest(wanted) a on conflict do nothing;
  perform dns_zones_touch(array[zone]);
  return true;
end $$;

-- DNSSEC --------------------------------------------------------------------------------------------------------------

create function atrio.dns_key_rdata(flags integer, algorithm integer, public_key bytea) returns bytea
language sql immutable strict parallel safe as $$
  select set_byte(set_byte(set_byte('\x00000300', 0, flags >> 8), 1, flags & 255), 3, algorithm) || public_key
$$;
-- RFC 4034, appendix B
create function atrio.dns_key_tag(rdata bytea) returns integer language sql immutable strict parallel safe as $$
  select ((s.ac + ((s.ac >> 16) & 65535)) & 65535)::integer
    from (select sum(get_byte(rdata, i) << case i % 2 when 0 then 8 else 0 end) as ac
            from generate_series(0, octet_length(rdata) - 1) i) s
$$;
-- What the parent zone and the registry are told, a row for each key: DS with SHA-256 (RFC 4509), and the key itself.
create function atrio.dns_zone_ds(zone integer)
returns table (key_id integer, key_tag integer, algorithm integer, digest_type integer, digest text,
               flags integer, public_key text, created_at timestamptz)
language sql stable security definer set search_path = atrio, pg_temp as $$
  select k.id, dns_key_tag(r.rdata), k.algorithm, 2, encode(sha256(dns_wire(z.name) || r.rdata), 'hex'),
         k.flags, translate(encode(k.public_key, 'base64'), E'\n', ''), k.created_at
    from dns_key k join dns_zone z on z.id = k.zone_id,
         lateral (select dns_key_rdata(k.flags, k.algorithm, k.public_key) as rdata) r
   where z.id = zone and k.active order by k.id
$$;

-- Grants --------------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema atrio from public;

grant usage on schema pdns to pdns_ro;
grant select on all tables in schema pdns to pdns_ro;
grant execute on function atrio.dns_quote(text) to pdns_ro;    -- a view's functions run as its reader

grant select on atrio.dns_zone, atrio.dns_record, atrio.dns_aname, atrio.dns_aname_address to atrio_api, atrio_worker, atrio_dnsd;
grant select on atrio.dns_catalog to atrio_worker, atrio_dnsd;

-- id: a deleted record that comes back by undo is the same record.
grant insert (id, zone_id, holding_id, name, type, value, priority, ttl, dynamic), update (value, priority, ttl, dynamic),
  delete on atrio.dns_record to atrio_api, atrio_worker;
grant select (id, zone_id, flags, algorithm, active, published, public_key, created_at) on atrio.dns_key
  to atrio_api, atrio_worker;
grant insert (zone_id, flags, algorithm, active, published, private_key, public_key), update (active, published), delete
  on atrio.dns_key to atrio_worker;
grant insert, update (algorithm, secret), delete on atrio.dns_tsig to atrio_worker;
grant select (name, algorithm) on atrio.dns_tsig to atrio_worker;

-- check constraints run as the writer
grant execute on function atrio.dns_is_host(text), atrio.dns_is_owner(text), atrio.dns_is_uint16(text),
  atrio.dns_is_ipv6(text), atrio.dns_value_valid(text, text) to atrio_api, atrio_worker;
grant execute on function atrio.dns_zone_lock(bigint), atrio.dns_zone_restore(integer), atrio.dns_zone_ds(integer)
  to atrio_api, atrio_worker;
grant execute on function atrio.dns_zone_create(bigint) to atrio_worker;
grant execute on function atrio.dns_aname_due(text[], integer),
  atrio.dns_aname_store(bigint, text, inet[], integer) to atrio_dnsd;
