-- What follows from a zone's records and is kept by triggers: the tree of names (empty non-terminals, zone cuts, NSEC3
-- hashes), the serial, the number of records. All of it is incremental: a change costs by the names it touches, not by
-- the size of the zone; a statement over many zones is one pass over its rows.
--
-- Concurrency: every change takes its zone's row lock before its first record is written, so changes of one zone run one
-- after the other, serials leave in commit order, and the tree is never computed from another's half-done work.

-- Functions that run once a name are plpgsql: their plans are kept, those of nested SQL functions are made at each call.

-- Names in wire form: length octets and labels, root label at the end (RFC 1035, 3.1).
create function atrio.dns_wire(name text) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  label text;
  wire bytea := '';
begin
  foreach label in array string_to_array(name, '.') loop
    wire := wire || set_byte('\x00', 0, octet_length(label)) || label::bytea;
  end loop;
  return wire || '\x00';
end $$;

-- SHA-1, no extra iterations, no salt (RFC 9276): a pure function of the name, in base32hex.
create function atrio.dns_nsec3_hash(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  bits bit(160) := ('x' || encode(atrio.sha1(atrio.dns_wire(name)), 'hex'))::bit(160);
  hash text := '';
begin
  for i in 0 .. 31 loop
    hash := hash || substr('0123456789abcdefghijklmnopqrstuv', substring(bits from 5 * i + 1 for 5)::bit(5)::int + 1, 1);
  end loop;
  return hash;
end $$;

-- The owner name and its ancestors below the apex, each with its parent.
create function atrio.dns_path(owner text, apex text) returns table (name text, parent text)
language plpgsql immutable strict parallel safe rows 3 as $$
begin
  name := owner;
  while name <> apex and strpos(name, '.') > 0 loop
    parent := substr(name, strpos(name, '.') + 1);
    return next;
    name := parent;
  end loop;
end $$;

-- One row for each name that has records or stands above one that has.
create table atrio.dns_node (
  zone_id integer not null references atrio.dns_zone on delete cascade,
  name text collate "C" not null,
  parent text collate "C",                          -- null at the apex
  ordername text collate "C" not null,              -- NSEC3 hash
  children integer not null default 0 check (children >= 0),
  records integer not null default 0 check (records >= 0),          -- 0: an empty non-terminal (RFC 4592, 2.2.2)
  cnames integer not null default 0,
  anames integer not null default 0,
  addresses integer not null default 0,
  delegations integer not null default 0 check (delegations >= 0),  -- NS below the apex: a zone cut
  octets integer not null default 0,                -- of all its records in an answer, owner names compressed
  occluded boolean not null default false,          -- below a cut: another's to answer
  primary key (zone_id, name),
  constraint dns_cname_alone check (cnames = 0 or (cnames = 1 and records = 1)),
  constraint dns_cname_apex check (cnames = 0 or parent is not null),
  constraint dns_aname_alone check (anames = 0 or (anames = 1 and addresses = 0)),
  -- An answer has room for 65,535 octets: for these, their signatures and what goes along.
  constraint dns_node_octets check (octets between 0 and 32768)
) with (fillfactor = 90);
create index dns_node_parent on atrio.dns_node (parent);
create index dns_node_cut on atrio.dns_node (zone_id, name) where delegations > 0;
create index dns_node_order on atrio.dns_node (zone_id, ordername) where not occluded;

-- Time, or one more where time is behind (RFC 1982 order is kept until 2106).
create function atrio.dns_next_serial(serial bigint) returns bigint language sql volatile strict as $$
  select greatest(serial + 1, extract(epoch from clock_timestamp())::bigint)
$$;

-- Zones that changed: a new serial, and word to dnsd, delivered at commit and only then.
create function atrio.dns_zones_touch(zone_ids integer[]) returns void language plpgsql as $$
begin
  update dns_zone set serial = dns_next_serial(serial) where id = any (zone_ids);
  perform pg_notify('atrio_dns', name) from dns_zone where id = any (zone_ids);
end $$;

-- The tree of names ---------------------------------------------------------------------------------------------------

-- How many records of which kind a name gained or lost, and what they weigh (dns_node.octets, dns_zone.long_octets).
create type atrio.dns_node_change as (
  zone_id integer, name text, records integer, cnames integer, anames integer, addresses integer, delegations integer,
  octets integer, long_octets integer);
create type atrio.dns_node_key as (zone_id integer, name text);

-- Whether a zone cut stands above the name.
create function atrio.dns_is_occluded(zone integer, apex text, owner text) returns boolean
language plpgsql stable as $$
begin
  return exists (select from dns_node where zone_id = zone and delegations > 0
                    and name = any (array(select parent from dns_path(owner, apex))));
end $$;

-- Nodes for names that are new, with what lies between them and their first existing ancestor.
create function atrio.dns_nodes_grow(changes atrio.dns_node_change[]) returns void language plpgsql as $$
declare
  parents atrio.dns_node_key[];
begin
  with path as (
    select distinct c.zone_id, z.name as apex, p.name, p.parent
      from unnest(changes) c join dns_zone z on z.id = c.zone_id, dns_path(c.name, z.name) p
     where c.records > 0
  ), grown as (
    insert into dns_node (zone_id, name, parent, ordername, occluded)
    select p.zone_id, p.name, p.parent, dns_nsec3_hash(p.name), dns_is_occluded(p.zone_id, p.apex, p.name)
      from path p where not exists (select from dns_node n where n.zone_id = p.zone_id and n.name = p.name)
    returning zone_id, parent
  )
  select array_agg((zone_id, parent)::dns_node_key) into parents from grown;
  if parents is null then return; end if;
  update dns_node n set children = n.children + g.children
    from (select zone_id, name, count(*) as children from unnest(parents) group by 1, 2) g
   where n.zone_id = g.zone_id and n.name = g.name;
end $$;

-- Nodes that were left without records and children go, and so do their parents if that leaves them empty.
create function atrio.dns_nodes_prune(candidates atrio.dns_node_key[]) returns void language plpgsql as $$
begin
  while candidates is not null loop
    with gone as (
      delete from dns_node n using unnest(candidates) c
       where n.zone_id = c.zone_id and n.name = c.name
      returning n.zone_id, n.parent
    ), shrunk as (
      update dns_node n set children = n.children - g.children
        from (select zone_id, parent, count(*) as children from gone group by 1, 2) g
       where n.zone_id = g.zone_id and n.name = g.parent
      returning n.*
    )
    select array_agg((zone_id, name)::dns_node_key) into candidates
      from shrunk where records = 0 and children = 0 and parent is not null;
  end loop;
end $$;

-- A cut made or removed: what lies below it is another's, or ours again. Nothing else is visited.
create function atrio.dns_nodes_occlude(cuts atrio.dns_node_key[]) returns void language plpgsql as $$
begin
  with recursive below as (
    select n.zone_id, n.name from unnest(cuts) c join dns_node n on n.zone_id = c.zone_id and n.parent = c.name
    union
    select n.zone_id, n.name from below b join dns_node n on n.zone_id = b.zone_id and n.parent = b.name
  ), state as (
    select b.zone_id, b.name, dns_is_occluded(b.zone_id, z.name, b.name) as occluded
      from below b join dns_zone z on z.id = b.zone_id
  )
  update dns_node n set occluded = s.occluded from state s
   where n.zone_id = s.zone_id and n.name = s.name and n.occluded <> s.occluded;
end $$;

create function atrio.dns_nodes_change(changes atrio.dns_node_change[]) returns void language plpgsql as $$
declare
  cuts atrio.dns_node_key[];
  empty atrio.dns_node_key[];
begin
  perform dns_nodes_grow(changes);
  with counted as (
    update dns_node n set
        records = n.records + c.records, cnames = n.cnames + c.cnames, anames = n.anames + c.anames,
        addresses = n.addresses + c.addresses, delegations = n.delegations + c.delegations,
        octets = n.octets + c.octets
      from unnest(changes) c where n.zone_id = c.zone_id and n.name = c.name
    returning n.*, c.delegations as gained
  )
  select array_agg((zone_id, name)::dns_node_key) filter (where (delegations > 0) <> (delegations - gained > 0)),
         array_agg((zone_id, name)::dns_node_key) filter (where records = 0 and children = 0 and parent is not null)
    into cuts, empty from counted;
  if cuts is not null then perform dns_nodes_occlude(cuts); end if;
  perform dns_nodes_prune(empty);
end $$;
