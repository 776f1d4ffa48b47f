-- How somebody was called before, under their key: money may still come from an account in that name.
create table identity_former_names (
  id uuid primary key,
  seq bigint generated always as identity,
  person_id uuid not null references people (id),
  sealed bytea not null,
  reference text not null,
  until timestamptz not null
);
create index identity_former_names_of on identity_former_names (person_id, seq);
