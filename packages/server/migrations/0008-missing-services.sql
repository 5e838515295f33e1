-- Services that this machine cannot run, written at every start, so that the pages concerned can say so and how to
-- mend it.
create table atrio.missing_service (
  service text primary key,
  packages text not null                            -- what to install, by Debian's names
);
grant select on atrio.missing_service to atrio_api, atrio_worker;
