-- Which PHP runs is true whatever is changed at the same time: a service runs a version that is here and not below its minimum, also
-- where it follows the platform's.

-- The rows that a version depends on are locked until the commit: the version's own, and the platform's where it is followed.
create function atrio.php_chosen() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
declare
  followed text;
begin
  if new.php_version is not null then
    if new.php_version is distinct from old.php_version then
      perform from php_version v where v.version = new.php_version for key share;
      if not found then
        raise foreign_key_violation using constraint = 'web_service_php_missing', message = 'this version of PHP is not installed';
      end if;
    end if;
  else
    select p.php_default into followed from platform p for share;
    if followed < new.php_minimum then
      raise check_violation using constraint = 'web_service_php_default', message = 'the platform''s PHP is below the service''s minimum';
    end if;
  end if;
  return null;
end $$;
create trigger php_chosen after update of php_version, php_minimum on atrio.web_service
  for each row when (new.php_version is distinct from old.php_version or new.php_minimum <> old.php_minimum)
  execute function atrio.php_chosen();

-- Services that follow it come to it some at a time (task 'php.follow').
create function atrio.php_default_changed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform from php_version v where v.version = new.php_default for key share;
  if not found then
    raise foreign_key_violation using constraint = 'platform_php_missing', message = 'this version of PHP is not installed';
  end if;
  if exists (select from web_service s where s.php_version is null and s.php_minimum > new.php_default) then
    raise check_violation using constraint = 'platform_php_minimum', message = 'services that follow it need a newer PHP';
  end if;
  perform graphile_worker.add_job('php.follow', queue_name => 'php.follow', job_key => 'php.follow');
  return null;
end $$;
create trigger php_default_changed after update of php_default on atrio.platform
  for each row when (new.php_default <> old.php_default) execute function atrio.php_default_changed();
create index web_service_php_followed on atrio.web_service (holding_id) where php_version is null;

revoke execute on function atrio.php_chosen, atrio.php_default_changed from public;
grant update (php_default) on atrio.platform to atrio_worker;
