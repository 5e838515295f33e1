-- TXT values keep their strings, SRV may stand below a wildcard owner, and the API reads the tree of names for its hints.

-- A TXT value is one text, which PowerDNS splits at 255 octets, or several strings with a line feed between them. Strings
-- that split as the text would are stored as the text, so that a value has one form only.
create function atrio.dns_txt_valid(value text) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  strings text[] := string_to_array(value, E'\n');
  longest integer;
begin
  if octet_length(value) > 4096 or value !~ '[^\n]' or value ~ '[\x01-\x09\x0b-\x1f\x7f-\x9f]' then return false; end if;
  if cardinality(strings) = 1 then return true; end if;
  select max(octet_length(s)) into longest from unnest(strings) s;
  return longest <= 255 and (
    strings[cardinality(strings)] = ''
    or exists (select from unnest(trim_array(strings, 1)) s where octet_length(s) < 255));
end $$;

create or replace function atrio.dns_value_valid(type text, value text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return case type
    when 'A' then value ~ '^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$'
    when 'AAAA' then atrio.dns_is_ipv6(value)
    when 'ANAME' then atrio.dns_is_host(value)
    when 'CNAME' then atrio.dns_is_host(value)
    when 'NS' then atrio.dns_is_host(value)
    when 'MX' then value = '.' or atrio.dns_is_host(value)
    when 'SRV' then value ~ '^\S+ \S+ \S+$'
      and atrio.dns_is_uint16(split_part(value, ' ', 1)) and atrio.dns_is_uint16(split_part(value, ' ', 2))
      and (split_part(value, ' ', 3) = '.' or atrio.dns_is_host(split_part(value, ' ', 3)))
    when 'CAA' then length(value) <= 300
      and value ~ '^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d) (issue|issuewild|iodef) "[\x20\x21\x23-\x5b\x5d-\x7e]*"$'
    when 'TXT' then atrio.dns_txt_valid(value)
    else false
  end;
end $$;

-- RDATA in wire form, uncompressed. A type without a line of its own is an error, not a guess.
create or replace function atrio.dns_rdata_octets(type text, value text) returns integer
language sql immutable parallel safe as $$
  select case type
    when 'A' then 4
    when 'AAAA' then 16
    -- a length for each string: of several, the line feeds stand for all lengths but one
    when 'TXT' then octet_length(value)
      + case when strpos(value, E'\n') > 0 then 1 else (octet_length(value) + 254) / 255 end
    when 'CAA' then octet_length(value)             -- flag, quotes and spaces take more than their octets on the wire
    when 'ANAME' then octet_length(value) + 4       -- a name and its two octets; numbers are longer as text, but MX's
    when 'CNAME' then octet_length(value) + 4
    when 'MX' then octet_length(value) + 4
    when 'NS' then octet_length(value) + 4
    when 'SRV' then octet_length(value) + 4
    else ('no octets are known of type ' || type)::integer
  end
$$;

-- TXT as PowerDNS parses it. It splits at 255 octets itself.
create or replace function atrio.dns_quote(content text) returns text language sql immutable strict parallel safe as $$
  select '"' || replace(replace(replace(content, '\', '\\'), '"', '\"'), E'\n', '" "') || '"'
$$;

-- An SRV's service and protocol may stand before an asterisk, which is an ordinary label there (RFC 4592, 2.1.1).
create function atrio.dns_is_owner_of(type text, name text) returns boolean language sql immutable parallel safe as $$
  select length(name) <= 253 and atrio.dns_is_owner(
    case type when 'SRV' then regexp_replace(name, '^(_[^.]+\._[^.]+\.)\*\.', '\1') else name end)
$$;
alter table atrio.dns_record
  drop constraint dns_record_name,
  add constraint dns_record_name check (atrio.dns_is_owner_of(type, name));

revoke execute on function atrio.dns_txt_valid, atrio.dns_is_owner_of from public;
grant execute on function atrio.dns_txt_valid, atrio.dns_is_owner_of to atrio_api, atrio_worker;
grant select (zone_id, name, records, cnames, anames, addresses, delegations) on atrio.dns_node to atrio_api;
