-- A changed password gives the browser that changed it another session token.
grant update (token_hash) on atrio.session to atrio_api;

-- Streams were opened by the old token, maybe by a thief: they end, and the session's own tabs come back with the new one.
create function atrio.push_session_renewed() returns trigger
language plpgsql security definer set search_path = atrio, pg_temp as $$
begin
  perform atrio.push('session', array[new.user_id], jsonb_build_object('session', new.id, 'renewed', true));
  return null;
end $$;
create trigger push_session_renewed after update of token_hash on atrio.session
  for each row execute function atrio.push_session_renewed();

-- The panel answers under the autoconfiguration host too.
create or replace trigger push_config
  after update of imap_ssl_host, smtp_ssl_host, autoconfig_host on atrio.platform
  for each statement execute function atrio.push_config();
