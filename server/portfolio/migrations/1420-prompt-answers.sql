-- What a person answered when the portal asked them for something in a dialog of its own: it is quiet about that until then.
create table prompt_answers (
  person_id uuid not null references people (id),
  prompt text not null check (prompt in ('contract', 'consents', 'verify-identity', 'start-invest', 'bank', 'pin')),
  answer text not null check (answer in ('begun', 'later', 'never')),
  at timestamptz not null,
  -- Business time; null: it is not shown again.
  quiet_until timestamptz,
  -- A mark of the log-in in which it was answered: one dialog is enough for a visit.
  asked_in text not null,
  primary key (person_id, prompt),
  check ((answer = 'never') = (quiet_until is null))
);
