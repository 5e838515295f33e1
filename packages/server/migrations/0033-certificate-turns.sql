-- What the service 'acme' does, as in 0027, now for each name of 0029. Here `name_id` is that of its row.

alter table atrio.acme_challenge add foreign key (host_id) references atrio.acme_host on delete cascade;

drop function acme.next(bigint[]), acme.until_next(bigint[]), acme.spend(bigint), acme.begun(bigint, text, bytea),
  acme.answer(bigint, text, text, boolean), acme.done(bigint, text, text, text[], text, timestamptz, timestamptz),
  acme.failed(bigint, jsonb, interval);

-- Orders that all may place in 3 hours; Let's Encrypt grants an account 300. What is redirected leaves room to sites, and what is
-- parked leaves some to both: 1,200 a day at most.
create function acme.orders_at_most(rank smallint) returns integer language sql immutable as $$ select 250 - 50 * rank $$;

-- Orders of a holding in a week; Let's Encrypt grants a domain 50. What is redirected leaves some to its sites.
create function acme.orders_a_week(rank smallint) returns integer language sql immutable as $$ select 50 - 10 * rank $$;

-- Who may have a turn: two names of a holding at a time; of all, three sites, one name that is redirected and one that is parked, so
-- none of the three kinds is in the way of another. A service that expired waits for its renewal. Not its definer's, so that it is
-- read as part of what asks.
create function acme.waiting(busy bigint[])
returns table (id bigint, rank smallint, certificate_id bigint, due_at timestamptz, turn_at timestamptz) language sql stable as $$
  select a.id, a.rank, a.certificate_id, a.due_at, t.turn_at
    from atrio.acme_host a join atrio.holding h on h.id = a.holding_id
    left join atrio.acme_turn t on t.holding_id = a.holding_id
   where a.id <> all (busy) and h.service_expires_at > now()
     and a.holding_id <> all (array(
       select b.holding_id from atrio.acme_host b where b.id = any (busy) group by b.holding_id having count(*) >= 2))
     and a.rank <> all (array(
       select b.rank from atrio.acme_host b where b.id = any (busy) group by b.rank
       having count(*) >= case b.rank when 0 then 3 else 1 end))
     and (a.rank = 0 or a.order_url is not null or (
       acme.orders_at_most(a.rank) > (
         select count(*) from atrio.acme_order o where o.ordered_at > now() - interval '3 hours')
       and acme.orders_a_week(a.rank) > (
         select count(*) from atrio.acme_order o
          where o.holding_id = a.holding_id and o.ordered_at > now() - interval '7 days')))
$$;

-- A site's comes before the rest; of equals that of the holding whose last turn is longest ago, so nobody's failures are in the way of
-- others. Parked names are too many to be compared: of those the one that has waited longest, a renewal before all that have none.
-- A holding that is being deleted is passed over: who deletes it waits for no turn, and no turn for him.
create function acme.next(busy bigint[])
returns table (id bigint, host text, rank smallint, zone text, certificate_id bigint, key_sealed bytea, order_url text, failures integer)
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
declare
  this acme_host;
begin
  select a.* into this from acme.waiting(busy) w join acme_host a on a.id = w.id join holding h on h.id = a.holding_id
   where w.rank < 2 and w.due_at <= now() order by w.rank, w.turn_at nulls first, w.due_at limit 1
     for update of a skip locked for key share of h skip locked;
  if this.id is null then
    select a.* into this from acme.waiting(busy) w join acme_host a on a.id = w.id join holding h on h.id = a.holding_id
     where w.rank = 2 and w.certificate_id is not null and w.due_at <= now() order by w.due_at limit 1
       for update of a skip locked for key share of h skip locked;
  end if;
  if this.id is null then
    select a.* into this from acme.waiting(busy) w join acme_host a on a.id = w.id join holding h on h.id = a.holding_id
     where w.rank = 2 and w.certificate_id is null and w.due_at <= now() order by w.due_at limit 1
       for update of a skip locked for key share of h skip locked;
  end if;
  if this.id is null then return; end if;
  insert into acme_turn as t (holding_id) values (this.holding_id) on conflict (holding_id) do update set turn_at = now();
  return query
    update acme_host a set ordered_id = coalesce(a.ordered_id, nextval('atrio.certificate_id_seq')) where a.id = this.id
    returning a.id, a.host, a.rank, (acme.zone_for(a.holding_id, a.host)).name, a.ordered_id, a.key_sealed, a.order_url, a.failures;
end $$;

-- Milliseconds until something is due; null where nothing is.
create function acme.until_next(busy bigint[]) returns double precision
language sql stable security definer set search_path = atrio, pg_temp as $$
  select case when due_at is not null then greatest(0, extract(epoch from due_at - now()) * 1000)::double precision end
    from (select least(
      (select w.due_at from acme.waiting(busy) w where w.rank < 2 order by w.due_at limit 1),
      (select w.due_at from acme.waiting(busy) w where w.rank = 2 and w.certificate_id is not null order by w.due_at limit 1),
      (select w.due_at from acme.waiting(busy) w where w.rank = 2 and w.certificate_id is null order by w.due_at limit 1)) as due_at) d
$$;

-- Before an order. Null: it may be placed; else when the next may be. What Let's Encrypt grants: 5 failures an hour for a name,
-- 50 certificates a week for a domain.
create function acme.spend(name_id bigint) returns timestamptz
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
declare
  n acme_host;
  later timestamptz;
begin
  perform from acme for update;
  select * into strict n from acme_host a where a.id = name_id;
  delete from acme_order where ordered_at <= now() - interval '7 days';
  select max(free_at) into later from (
    select min(ordered_at) + interval '1 hour' from acme_order o
     where o.holding_id = n.holding_id and o.host = n.host and ordered_at > now() - interval '1 hour' having count(*) >= 4
    union all
    select min(ordered_at) + interval '7 days' from acme_order o where o.holding_id = n.holding_id
     having count(*) >= acme.orders_a_week(n.rank)
    union all
    select min(ordered_at) + interval '3 hours' from acme_order where ordered_at > now() - interval '3 hours'
     having count(*) >= acme.orders_at_most(n.rank)
  ) f (free_at);
  if later is null then
    insert into acme_order (holding_id, host) values (n.holding_id, n.host);
  end if;
  return later;
end $$;

create function acme.begun(name_id bigint, order_url text, key_sealed bytea) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  update acme_host set order_url = begun.order_url, key_sealed = begun.key_sealed where id = name_id
$$;

-- By http what is served, by DNS the value of the record: where the zone can have none, false. The name's own row is locked before
-- the zone, as by who takes the name away.
create function acme.answer(name_id bigint, token text, answer text, by_dns boolean) returns boolean
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
#variable_conflict use_column
declare
  n acme_host;
  zone dns_zone;
  record bigint;
begin
  select * into n from acme_host where id = name_id for update;
  if n.id is null then return false; end if;
  if by_dns then
    perform dns_zone_lock(n.holding_id);
    zone := acme.zone_for(n.holding_id, n.host);
    if zone.id is null then return false; end if;
    insert into dns_record (zone_id, holding_id, name, type, value, system, dynamic)
      values (zone.id, zone.holding_id, acme.challenge_name(n.host), 'TXT', answer, true, 'acme')
      on conflict do nothing returning id into record;
  end if;
  insert into acme_challenge (host_id, token, host, answer, dns_record_id)
    values (name_id, token, n.host, answer, record)
    on conflict (host_id, token) do update
      set answer = excluded.answer, dns_record_id = coalesce(excluded.dns_record_id, acme_challenge.dns_record_id);
  return true;
end $$;

-- False where nobody wants it any more. The lock of the service's web comes first, as in every change of a customer's: who saves a
-- site at that moment sees it with this certificate, or this sees what was saved.
create function acme.done(name_id bigint, certificate_pem text, chain_pem text, names text[], issuer text, not_before timestamptz,
                          not_after timestamptz) returns boolean
language plpgsql volatile security definer set search_path = atrio, pg_temp as $$
#variable_conflict use_column
declare
  n acme_host;
begin
  perform web_lock(a.holding_id) from acme_host a where a.id = name_id;
  select * into n from acme_host where id = name_id for update;
  if n.key_sealed is null or n.ordered_id is null then return false; end if;
  delete from acme_challenge where host_id = name_id;
  insert into certificate (id, holding_id, host, source, certificate_pem, chain_pem, key_sealed, names, issuer, not_before, not_after)
  overriding system value
    values (n.ordered_id, n.holding_id, n.host, 'acme', done.certificate_pem, done.chain_pem, n.key_sealed, done.names,
            done.issuer, done.not_before, done.not_after);
  if n.rank = 0 then
    update subdomain set certificate_id = n.ordered_id where holding_id = n.holding_id and host = n.host;
  else
    update acme_host
       set certificate_id = n.ordered_id, due_at = certificate_renewal(done.not_before, done.not_after, random()), failures = 0,
           failing_since = null, fault = null, ordered_id = null, key_sealed = null, order_url = null
     where id = name_id;
  end if;
  perform enqueue('web.apply', n.holding_id, null, n.holding_id, null, 'web:' || n.holding_id);
  return true;
end $$;

-- The order is given up; the next is placed after `wait`.
create function acme.failed(name_id bigint, fault jsonb, wait interval) returns void
language sql volatile security definer set search_path = atrio, pg_temp as $$
  update acme_host
     set failures = failures + 1, failing_since = coalesce(failing_since, case when failed.fault is not null then now() end),
         fault = failed.fault, due_at = now() + wait, key_sealed = null, order_url = null
   where id = name_id;
  delete from acme_challenge where host_id = name_id
$$;

revoke execute on function acme.orders_at_most, acme.orders_a_week, acme.waiting, acme.next, acme.until_next, acme.spend, acme.begun,
  acme.answer, acme.done, acme.failed from public;
grant execute on function acme.next, acme.until_next, acme.spend, acme.begun, acme.answer, acme.done, acme.failed to atrio_acme;
