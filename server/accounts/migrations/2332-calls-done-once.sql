-- Calls about what lets a person in that came with an `Idempotency-Key`: sent again, they get their first answer. Kept for a day.
create table repeated_calls (
  person_id uuid not null references people (id),
  key text not null check (length(key) between 8 and 128),
  -- Method and path.
  call text not null,
  -- Two bytes of a keyed hash of the body: enough to notice another code, too little to find it by trying.
  body_mark bytea not null,
  at timestamptz not null,
  -- The code that it was refused with.
  refused text,
  -- What it answered, with the person's key; null where it answered nothing.
  sealed_answer bytea,
  primary key (person_id, key)
);
create index repeated_calls_at on repeated_calls (at);
