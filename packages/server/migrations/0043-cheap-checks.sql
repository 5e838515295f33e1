-- Functions of the checks in plpgsql: their plans are kept. PostgreSQL parses and plans a function in SQL for every statement on a
-- table whose checks call it, which took 15% of a DNS change.
create or replace function atrio.dns_is_host(name text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return length(name) <= 253 and name ~ '^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$';
end $$;
create or replace function atrio.dns_is_owner(name text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return length(name) <= 253 and atrio.dns_is_host(regexp_replace(name, '^\*\.', ''));
end $$;
create or replace function atrio.dns_is_owner_of(type text, name text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return length(name) <= 253 and atrio.dns_is_owner(
    case type when 'SRV' then regexp_replace(name, '^(_[^.]+\._[^.]+\.)\*\.', '\1') else name end);
end $$;
create or replace function atrio.dns_next_serial(serial bigint) returns bigint language plpgsql strict as $$
begin
  return greatest(serial + 1, extract(epoch from clock_timestamp())::bigint);
end $$;
