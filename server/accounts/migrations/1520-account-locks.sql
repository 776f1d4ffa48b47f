-- Why staff locked an account, and why it was unlocked: kept, and never in the audit trail, whose lines hold no words about people.
create table account_locks (
  id uuid primary key,
  person_id uuid not null references people (id),
  locked_at timestamptz not null,
  locked_by uuid not null references people (id),
  reason text not null check (length(reason) between 5 and 300),
  unlocked_at timestamptz,
  unlocked_by uuid references people (id),
  unlock_reason text check (length(unlock_reason) between 5 and 300),
  check ((unlocked_at is null) = (unlocked_by is null) and (unlocked_at is null) = (unlock_reason is null))
);
create unique index account_locks_open on account_locks (person_id) where unlocked_at is null;
create index account_locks_of_person on account_locks (person_id, locked_at);
