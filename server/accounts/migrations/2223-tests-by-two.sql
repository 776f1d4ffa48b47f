-- An account that holds units is marked as a test by two administrators: what the first one said waits here.
create table test_proposals (
  person_id uuid primary key references people (id),
  reason text not null check (length(reason) between 5 and 300),
  at timestamptz not null,
  by_person uuid not null references people (id)
);
alter table test_marks
  add column proposed_by uuid references people (id),
  add check (proposed_by <> by_person);
