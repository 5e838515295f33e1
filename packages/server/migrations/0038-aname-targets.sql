-- ANAME by target: what is known of a target stands once, however many ANAMEs lead to it, and is copied to them a few zones at
-- a time. Targets in zones kept here are followed in our own rows, so dnsd looks again at the commit that changes them.

create table atrio.dns_target (
  name text collate "C" primary key,
  leads_to text,                      -- the name elsewhere where our own data end, asked of resolvers; null: all of it is ours
  addresses inet[],                   -- null: could not be asked yet; empty: the target has none
  found_at timestamptz,               -- when the addresses became these
  looked_at timestamptz not null,     -- when that look began: one that began earlier and ends later is dropped
  ask_again_at timestamptz not null,
  check ((addresses is null) = (found_at is null))
);
create index dns_target_due on atrio.dns_target (ask_again_at);

-- Which of a target's finds each ANAME shows. All are looked at again; until then they keep their addresses.
drop function atrio.dns_aname_due(text[], integer), atrio.dns_aname_store(bigint, text, inet[], integer);
delete from atrio.dns_aname;
alter table atrio.dns_aname drop column ask_again_at, add column found_at timestamptz not null;

-- Aliases by where they lead, so that those that lead into a zone stand together.
create index dns_record_alias on atrio.dns_record ((reverse(value)) collate "C") where type in ('ANAME', 'CNAME');

-- The addresses that are published: at most 32, shared between the families and sorted, so that the same set gives
-- the same choice. Left out is what means "this host" or "this wire" to whoever gets it. Private ranges are allowed: names
-- for use inside a company's network are common, and nothing here connects to them.
create function atrio.dns_published(found inet[]) returns inet[] language sql immutable parallel safe as $$
  select array(
    select address from (
      select address, row_number() over (partition by family(address) order by address) as place
        from (select distinct unnest(found) as address) f
       where not address <<= any ('{0.0.0.0/8,127.0.0.0/8,169.254.0.0/16,224.0.0.0/4,255.255.255.255/32,
                                    ::/128,::1/128,::ffff:0:0/96,fe80::/10,ff00::/8}'::inet[])
       order by place, family(address) limit 32) chosen
     order by address)
$$;

-- Follows CNAME, ANAME and wildcards through the zones kept here: to addresses (none where the name has none, or the chain
-- runs in a circle or has more than 16 names), or to the first name that is not ours to answer. Zones never overlap.
create function atrio.dns_follow(target text, out leads_to text, out addresses inet[])
language plpgsql stable set search_path = atrio, pg_temp set enable_seqscan = off as $$
declare
  here text := target;
  seen text[] := '{}';
  path text[];
  zone integer;
  apex text;
  owner text;
  alias text;
begin
  while not here = any (seen) and cardinality(seen) < 16 loop
    seen := seen || here;
    path := array(select p.name from dns_path(here, '') p);
    select z.id, z.name into zone, apex from dns_zone z where z.name = any (path);
    if not found then leads_to := here; return; end if;
    path := array(select p.name from dns_path(here, apex) p) || apex;
    if exists (select from dns_node n where n.zone_id = zone and n.name = any (path) and n.delegations > 0) then
      leads_to := here; return;
    end if;
    -- RFC 4592: where the name doesn't exist, the wildcard below its closest encloser answers
    select n.name into owner from dns_node n where n.zone_id = zone and n.name = any (path) order by length(n.name) desc limit 1;
    if owner <> here then owner := '*.' || owner; end if;
    alias := (select r.value from dns_record r where r.zone_id = zone and r.name = owner and r.type in ('ANAME', 'CNAME'));
    if alias is null then
      addresses := array(select r.value::inet from dns_record r
                          where r.zone_id = zone and r.name = owner and r.type in ('A', 'AAAA'));
      return;
    end if;
    here := alias;
  end loop;
  addresses := '{}';
end $$;

-- The ANAMEs of a target that don't show its newest find.
create function atrio.dns_aname_outdated(asked text, found timestamptz) returns table (record_id bigint, zone_id integer)
language sql stable as $$
  select r.id, r.zone_id from atrio.dns_record r left join atrio.dns_aname a on a.record_id = r.id
   where r.type = 'ANAME' and reverse(r.value) collate "C" = reverse(asked) and found is not null
     and (a.target, a.found_at) is distinct from (asked, found)
$$;

-- Targets that a change of these zones may concern: those in them, those whose aliases lead through them, and those of new
-- ANAMEs of theirs. By name, from `after` on. "offset 0" pins the plan: each range is looked up in the index, whatever the
-- planner believes of a table that was small when it last looked.
create function atrio.dns_aname_affected(zones text[], after text, batch integer) returns setof text
language sql stable security definer set search_path = atrio, pg_temp set enable_seqscan = off as $$
  with recursive reached(low, high) as (
    -- '/' is what follows the dot
    select reverse(z) collate "C" || dot, reverse(z) collate "C" || slash
      from unnest(zones) z, (values ('', ''), ('.', '/')) suffix(dot, slash)
    union
    select case when r.name like '*.%' then reverse(substr(r.name, 3)) || '.' else reverse(r.name) end,
           case when r.name like '*.%' then reverse(substr(r.name, 3)) || '/' else reverse(r.name) end
      from reached, lateral (select name from dns_record where type in ('ANAME', 'CNAME')
                                and reverse(value) collate "C" between low and high offset 0) r
  )
  select target from (
    select r.value collate "C" as target
      from reached, lateral (select value from dns_record where type = 'ANAME'
                                and reverse(value) collate "C" between low and high offset 0) r
    union
    select r.value from dns_zone z join dns_record r on r.zone_id = z.id and r.type = 'ANAME'
      left join dns_aname a on a.record_id = r.id left join dns_target t on t.name = r.value
     where z.name = any (zones) and (t.name is null or (a.target, a.found_at) is distinct from (t.name, t.found_at))
  ) s where target > after order by target limit batch
$$;

-- Targets whose time has come, and whatever was missed while nobody listened.
create function atrio.dns_aname_due(batch integer) returns setof text
language sql stable security definer set search_path = atrio, pg_temp as $$
  (select name from dns_target where ask_again_at <= now() order by ask_again_at limit batch)
  union
  (select r.value from dns_record r left join dns_aname a on a.record_id = r.id left join dns_target t on t.name = r.value
    where r.type = 'ANAME'
      and (t.name is null or t.found_at is not null and (a.target, a.found_at) is distinct from (t.name, t.found_at))
    limit batch)
$$;

-- Looks at targets in our own rows and keeps what it finds. Returns what is left to do: names elsewhere to ask, and (leads_to
-- null) targets whose ANAMEs don't show what is known.
create function atrio.dns_targets_look(targets text[]) returns table (target text, leads_to text, looked_at text)
language plpgsql security definer set search_path = atrio, pg_temp as $$
#variable_conflict use_column
declare
  began timestamptz := clock_timestamp();
begin
  delete from dns_target t where t.name = any (targets) and not exists (
    select from dns_record r where r.type = 'ANAME' and reverse(r.value) collate "C" = reverse(t.name));
  return query
  with wanted as materialized (
    select n.name, f.leads_to, dns_published(f.addresses) as addresses
      from (select distinct unnest(targets) as name) n, dns_follow(n.name) f
     where exists (select from dns_record r where r.type = 'ANAME' and reverse(r.value) collate "C" = reverse(n.name))
  ), own as (
    insert into dns_target as t (name, addresses, found_at, looked_at, ask_again_at)
    select w.name, w.addresses, began, began, began + interval '5 minutes' from wanted w where w.leads_to is null order by w.name
    on conflict (name) do update set leads_to = null, addresses = excluded.addresses, looked_at = excluded.looked_at,
        ask_again_at = excluded.ask_again_at,
        found_at = case when t.addresses = excluded.addresses then t.found_at else excluded.found_at end
      where t.looked_at <= excluded.looked_at
    returning t.name, t.found_at
  ), elsewhere as (
    select w.name, w.leads_to, t.found_at, t.leads_to = w.leads_to and t.ask_again_at > began as fresh
      from wanted w left join dns_target t on t.name = w.name where w.leads_to is not null
  )
  select o.name, null::text, began::text from own o where exists (select from dns_aname_outdated(o.name, o.found_at))
  union all
  select e.name, case when e.fresh then null else e.leads_to end, began::text from elsewhere e
   where e.fresh is not true or exists (select from dns_aname_outdated(e.name, e.found_at));
end $$;

-- What resolvers say of a target. Only what was answered (`families`: 4, 6, both or none) replaces what was known.
create function atrio.dns_target_found(asked text, elsewhere text, answered inet[], families integer[], ttl integer, began timestamptz)
returns void language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  known inet[] := (select addresses from dns_target where name = asked);
  wanted inet[] := dns_published(answered || array(select a from unnest(known) a where family(a) <> all (families)));
begin
  if wanted = '{}' and not families @> '{4,6}' then wanted := known; end if;
  insert into dns_target as t (name, leads_to, addresses, found_at, looked_at, ask_again_at)
  values (asked, elsewhere, wanted, case when wanted is not null then began end, began, now() + make_interval(secs => ttl))
  on conflict (name) do update set leads_to = excluded.leads_to, addresses = excluded.addresses,
      looked_at = excluded.looked_at, ask_again_at = excluded.ask_again_at,
      found_at = case when t.addresses is not distinct from excluded.addresses then t.found_at else excluded.found_at end
    where t.looked_at <= excluded.looked_at;
end $$;

-- Lets ANAMEs show what is known of their targets, about `batch` of them; only a difference touches their zone. Zones that are
-- being changed are left for the next call, so that this waits for no customer. Returns the targets that are not done.
create function atrio.dns_aname_spread(targets text[], batch integer) returns setof text
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  share integer := greatest(1, batch / cardinality(targets));
  records bigint[];
  free integer[];
  changed integer[];
begin
  select array_agg(o.record_id) into records
    from dns_target t, lateral (select record_id from dns_aname_outdated(t.name, t.found_at) limit share) o
   where t.name = any (targets);
  if records is null then return; end if;
  free := array(select z.id from dns_zone z where z.id in (select zone_id from dns_record where id = any (records))
                 order by z.id for no key update skip locked);
  with outdated as materialized (
    select r.id, r.zone_id, t.name, t.found_at, t.addresses
      from dns_record r join dns_target t on t.name = r.value and t.found_at is not null
     where r.id = any (records) and r.type = 'ANAME' and r.zone_id = any (free)
  ), kept as (
    insert into dns_aname (record_id, target, found_at) select id, name, found_at from outdated
    on conflict (record_id) do update set target = excluded.target, found_at = excluded.found_at
  ), gone as (
    delete from dns_aname_address a using outdated o
     where a.record_id = o.id and a.address <> all (o.addresses) returning o.zone_id
  ), come as (
    insert into dns_aname_address select o.id, a from outdated o, unnest(o.addresses) a
    on conflict do nothing returning record_id
  )
  select array_agg(zone_id) into changed
    from (select zone_id from gone union select o.zone_id from come join outdated o on o.id = record_id) s;
  if changed is not null then perform dns_zones_touch(changed); end if;
  return query select t.name from dns_target t
    where t.name = any (targets) and exists (select from dns_aname_outdated(t.name, t.found_at));
end $$;

revoke execute on function atrio.dns_published, atrio.dns_follow, atrio.dns_aname_outdated, atrio.dns_aname_affected,
  atrio.dns_aname_due, atrio.dns_targets_look, atrio.dns_target_found, atrio.dns_aname_spread from public;
grant execute on function atrio.dns_aname_affected, atrio.dns_aname_due, atrio.dns_targets_look, atrio.dns_target_found,
  atrio.dns_aname_spread to atrio_dnsd;
