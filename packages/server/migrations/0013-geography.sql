-- Places of the world, from GeoNames (CC-BY 4.0): `atrio up` loads states and towns where a newer edition came with it,
-- `atrio geo import` the postal codes of a country.

create table atrio.state (
  key text primary key check (key ~ '^[A-Z]{2}-.{1,20}$'),  -- ES-50: country, then GeoNames' code or a province's of its own
  country text not null generated always as (left(key, 2)) stored,
  name text not null,
  folded text[] not null                            -- its names as the server compares names (features/geography/fold.ts)
);
create index state_country on atrio.state (country);

-- GeoNames' numbers are not in the edition we have: a town is known by its name within its state.
create table atrio.city (
  parent text not null,                             -- key of its state; its country's code where no state is known
  name text not null,
  folded text not null collate "C",
  primary key (parent, folded, name)                -- in which a state's first towns are found in order
);

create table atrio.geography_edition (
  only_row boolean primary key default true check (only_row),
  edition text not null,
  imported_at timestamptz not null default now()
);

create table atrio.postal_country (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  file text not null,
  codes integer not null,
  imported_at timestamptz not null default now()
);

create table atrio.postal_code (
  country text not null references atrio.postal_country on delete cascade,
  folded text not null,                             -- the town, or the municipality it belongs to
  code text not null check (length(code) between 1 and 16),
  state_key text,                                   -- null: GeoNames' two editions name the state differently
  unique nulls not distinct (country, folded, code, state_key)
);
create index postal_code_code on atrio.postal_code (country, code);

grant select on atrio.state, atrio.city, atrio.geography_edition, atrio.postal_country, atrio.postal_code
  to atrio_api, atrio_worker;
grant insert, delete on atrio.postal_country, atrio.postal_code to atrio_worker;
grant update (file, codes, imported_at) on atrio.postal_country to atrio_worker;
