-- A redirection may carry the path and query of a request to its destination. Its own path may hold spaces and letters beyond
-- ASCII, decoded, and end with a query as browsers send it.

alter table atrio.redirection
  -- appended to the destination, which then can't end with a query or fragment; a frame's page is one page
  add keep_path boolean not null default false,
  add constraint redirection_keep_path_check check (not keep_path or (url !~ '[?#]' and type <> 'frame')),
  drop constraint redirection_path_check,
  -- octets: a line of nginx's maps must fit its bucket
  add constraint redirection_path_check check (path = '' or (octet_length(path) <= 1024
    and path ~ '^/([^\u0001-\u001f"#$%&'';<>?[\\\]^`{|}\u007f-\u00a0]*[^\u0001-\u0020"#$%&''/;<>?[\\\]^`{|}\u007f-\u00a0](\?[A-Za-z0-9._~!@()*+,=:/&;[\]%-]+)?|\?[A-Za-z0-9._~!@()*+,=:/&;[\]%-]+)$'
    and split_part(path, '?', 1) !~ '/(/|\.{1,2}(/|$))' and path !~ '^/\.(atrio|well-known)([/?]|$)'));

-- nginx's maps know no case of ASCII letters, and tell others apart
drop index atrio.redirection_address;
create unique index redirection_address on atrio.redirection (host, lower(path collate "C"));

grant insert (keep_path), update (keep_path) on atrio.redirection to atrio_api, atrio_worker;
