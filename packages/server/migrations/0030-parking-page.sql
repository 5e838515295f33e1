-- The parking page is in the brand of the company that a service is said to be of. The worker writes the pages, and has them
-- follow (task 'web.brands'): nothing of a company's is in nginx's configuration but its number.

alter table atrio.company
  add website text                                  -- where the parking page leads; null: nowhere
    check (length(website) <= 2000 and website ~ '^https://[^\s"<>]+$');
alter table atrio.web_service
  add company_id bigint references atrio.company on delete set null;  -- null: the default company
create index web_service_company on atrio.web_service (company_id) where company_id is not null;

create function atrio.web_brands_follow() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job('web.brands', queue_name => 'web.brands', job_key => 'web.brands');
  return null;
end $$;
create trigger web_brands_follow after insert or delete or update of name, color, surface, website on atrio.company
  for each statement execute function atrio.web_brands_follow();
create trigger web_brands_follow after insert or update or delete on atrio.company_logo
  for each statement execute function atrio.web_brands_follow();
revoke execute on function atrio.web_brands_follow from public;

grant update (company_id) on atrio.web_service to atrio_worker;
