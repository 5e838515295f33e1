-- Lists and the dashboard say how a domain stands at its registry where it is not simply active: kept with the listed rows
-- (0009), so that a page of a list looks at no more than before.

create or replace view atrio.listed_holding_defined as
select g.user_id, g.holding_id, h.reference collate "C" as reference,
       atrio.unicode_name(h.reference) collate "C" as unicode_name, s.has_domain, s.has_service, s.has_mail,
       l.domain_level, l.service_level, l.mail_level, l.dns_level,
       case when s.has_domain then h.domain_expires_at end as domain_expires_at,
       case when s.has_service then h.service_expires_at end as service_expires_at,
       case when s.has_domain then nullif(h.domain_status, 'active') end as domain_status
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

-- Null: active, none, or none that the user sees.
alter table atrio.listed_holding add domain_status text;

drop trigger listing_lock on atrio.holding;
create trigger listing_lock
  before update of reference, domain_expires_at, domain_status, service_kind, service_expires_at, has_mail or delete
  on atrio.holding for each statement execute function atrio.listing_lock();

create or replace function atrio.holding_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  changed bigint[];
begin
  select array_agg(n.id) into changed from new_rows n join old_rows o on o.id = n.id
   where (n.reference, n.domain_expires_at, n.domain_status, n.service_kind, n.service_expires_at, n.has_mail)
         is distinct from
         (o.reference, o.domain_expires_at, o.domain_status, o.service_kind, o.service_expires_at, o.has_mail);
  if changed is null then return null; end if;
  delete from listed_holding where holding_id = any (changed);
  insert into listed_holding select * from listed_holding_defined where holding_id = any (changed);
  return null;
end $$;

update atrio.listed_holding l set domain_status = d.domain_status from atrio.listed_holding_defined d
 where d.holding_id = l.holding_id and d.user_id = l.user_id and d.domain_status is not null;
