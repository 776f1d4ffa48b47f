-- Whether somebody was looked for on the watch lists, which ones and under which data; and what was found.
create table aml_screenings (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  -- Of all lists together, and (HMAC) of the names, birth date and number that were looked for.
  lists_hash text not null,
  subject_hash bytea not null,
  hits integer not null,
  at timestamptz not null
);
create index aml_screenings_of_person on aml_screenings (person_id, seq);

create table aml_hits (
  id uuid primary key,
  person_id uuid not null references people (id),
  list text not null,
  reference text not null,
  role text not null check (role in ('customer', 'company', 'beneficial-owner', 'controller')),
  -- Of the entry and of the data that matched it: another of either is looked at anew.
  entry_hash text not null,
  subject_hash bytea not null,
  -- As the list has it, which is public.
  entry jsonb not null,
  matched_name text not null,
  birth text not null check (birth in ('same-day', 'same-year', 'unknown', 'other')),
  same_document boolean not null,
  score integer not null check (score between 0 and 100),
  found_at timestamptz not null,
  state text not null check (state in ('open', 'dismissed', 'confirmed', 'outdated')),
  proposed text check (proposed in ('dismiss', 'confirm')),
  proposed_by uuid references people (id),
  proposed_reason text,
  proposed_at timestamptz,
  decided_by uuid references people (id),
  decided_reason text,
  decided_at timestamptz,
  unique (person_id, list, reference, role, entry_hash, subject_hash),
  check (num_nulls(proposed, proposed_by, proposed_reason, proposed_at) in (0, 4)),
  check (num_nulls(decided_by, decided_reason, decided_at) in (0, 3)),
  check (state not in ('dismissed', 'confirmed') or (decided_by is not null and proposed is not null)),
  -- Who proposes never decides, and nobody about themselves.
  check (decided_by is null or (decided_by <> proposed_by and decided_by <> person_id and proposed_by <> person_id))
);
create index aml_hits_open on aml_hits (person_id) where state = 'open';
