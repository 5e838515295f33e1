-- The installation that this database belongs to: the id that its home keeps. The first `up` writes it, once: another home
-- would overwrite the secrets, addresses and passwords that this one lives by.
create table atrio.installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null
);
grant select on atrio.installation to atrio_worker;
