-- A contact that its user changes in all domains: the order of the domain where it was edited comes first. Once the registry
-- has done it, it goes on from domain to domain, a few orders at a time: so it takes 100,000 domains without a long
-- transaction, and no other customer's order waits behind more than these few. The orders share one job, which the registrar
-- ends with the last of them (docs/decisions/0016).

create table atrio.contact_spread (
  job_id bigint primary key references atrio.job on delete cascade,
  order_id bigint not null unique references atrio.registry_order on delete cascade,  -- of the domain where it was edited
  user_id bigint not null references atrio.panel_user on delete cascade,
  role text not null check (role in ('admin', 'billing', 'tech')),
  total integer not null check (total > 0),         -- domains beside that one, when it was asked for
  placed integer not null default 0,
  after_holding bigint not null default 0,          -- up to here all have been asked for
  missed boolean not null default false             -- but for some that another order of theirs stood in the way of
);
create index contact_spread_user on atrio.contact_spread (user_id, role);
create index registry_order_bulk on atrio.registry_order (job_id, holding_id) where bulk;

-- Domains whose contact the user may change and that show another one; closed: no registry would change them now.
create function atrio.contact_targets(panel_user bigint, contact_role text, wanted jsonb)
returns table (holding_id bigint, closed boolean) language sql stable as $$
  select g.holding_id,
         d.blocked or d.closed_by_registry or d.status like 'register-%' or atrio.has_expired(d.status)
    from atrio.holding_grant g
    join atrio.domain d on d.holding_id = g.holding_id
    left join atrio.domain_contact c on c.holding_id = d.holding_id and c.role = contact_role
   where g.user_id = panel_user and g.permissions ->> 'domain_contacts' = 'write'
     and (c.organization, c.first_name, c.last_name, c.identification_number, c.email, c.phone, c.address,
          c.postal_code, c.city, c.state, c.country)
         is distinct from
         (wanted ->> 'organization', wanted ->> 'firstName', wanted ->> 'lastName', wanted ->> 'identificationNumber',
          wanted ->> 'email', wanted ->> 'phone', wanted ->> 'address', wanted ->> 'postalCode', wanted ->> 'city',
          wanted ->> 'state', wanted ->> 'country')
$$;

-- Each order that the registry has answered makes room for the next.
create function atrio.contact_spread_on() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  s atrio.contact_spread;
  o atrio.registry_order;
  at_once constant integer := 8;
  room integer := 1;
  is_again boolean := false;
  target bigint;
begin
  select * into s from atrio.contact_spread where job_id = new.job_id for update;
  if not found then return null; end if;
  if new.id = s.order_id then
    if new.state = 'refused' then return null; end if;
    room := at_once;
    -- an earlier change of the same contact does not overtake this one
    update atrio.contact_spread set after_holding = 9223372036854775807, missed = false
      where user_id = s.user_id and role = s.role and job_id < s.job_id;
  end if;
  select * into o from atrio.registry_order where id = s.order_id;
  while room > 0 loop
    select t.holding_id into target
      from atrio.contact_targets(s.user_id, s.role, o.wanted #> array['contacts', s.role]) t
      where t.holding_id > s.after_holding and t.holding_id <> o.holding_id and not t.closed and not exists (
        select from atrio.registry_order p where p.holding_id = t.holding_id and p.job_id = s.job_id and p.bulk)
      order by t.holding_id limit 1;
    if not found then
      exit when is_again or not s.missed;
      is_again := true;
      s.missed := false;
      s.after_holding := 0;
      continue;
    end if;
    s.after_holding := target;
    begin
      insert into atrio.registry_order (holding_id, kind, subject, wanted, job_id, act, item, source, user_id, username, ip,
                                        request_id, bulk)
        select target, o.kind, o.subject, o.wanted, o.job_id, o.act, d.name, o.source, o.user_id, o.username, o.ip,
               o.request_id, true
          from atrio.domain d where d.holding_id = target
        on conflict do nothing;
      if found then
        room := room - 1;
        s.placed := s.placed + 1;
      else
        s.missed := true;
      end if;
    exception when check_violation then null;       -- blocked meanwhile
    end;
  end loop;
  update atrio.contact_spread set placed = s.placed, after_holding = s.after_holding, missed = s.missed
    where job_id = s.job_id;
  update atrio.job set progress = least(99, 100 * s.placed / s.total)
    where id = s.job_id and progress < least(99, 100 * s.placed / s.total);
  return null;
end $$;
create trigger contact_spread_on after update of state on atrio.registry_order
  for each row when (new.kind = 'contacts' and old.state = 'new' and new.state <> 'new')
  execute function atrio.contact_spread_on();

revoke execute on function atrio.contact_targets, atrio.contact_spread_on from public;
grant execute on function atrio.contact_targets to atrio_api;
grant select, insert (job_id, order_id, user_id, role, total) on atrio.contact_spread to atrio_api;
