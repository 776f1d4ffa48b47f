-- Erasures after a granted request, each decided by two people.
create table erasures (
  person_id uuid primary key references people (id),
  -- Reference of the granted request.
  reference text not null,
  proposed_by uuid not null references people (id),
  decided_by uuid not null references people (id),
  at timestamptz not null,
  -- Last day on which law keeps identity and books. Null: all data was erased at once.
  keep_until date,
  -- Address of the account, sealed with the person's key, as long as law keeps any data.
  email bytea,
  -- Time at which the last data was erased.
  ended_at timestamptz,
  constraint erasures_four_eyes check (proposed_by <> decided_by and person_id not in (proposed_by, decided_by)),
  check ((keep_until is null) = (email is null)),
  check (keep_until is not null or ended_at is not null)
);
create index erasures_kept on erasures (keep_until) where ended_at is null;
