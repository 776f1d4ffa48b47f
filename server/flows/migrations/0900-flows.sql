-- One person's way through one flow. The position is not stored: a walk derives it.
create table flow_instances (
  id uuid primary key,
  flow text not null,
  -- Hash of the instance's definition version.
  version text not null,
  -- person:<uuid> or visitor:<hash of the visitor cookie>.
  subject text not null,
  -- The opener. It stays unchanged when a sign-up moves the instance to its account.
  opened_by text not null,
  -- The previous instance whose answers this one repeats.
  again uuid references flow_instances on delete set null,
  language language_code not null,
  -- A preview runs no effects and sends nothing.
  preview boolean not null default false,
  opened_at timestamptz not null,
  touched_at timestamptz not null,
  closed_at timestamptz,
  -- Orders instances by opening: business time can stand still, or go back on the development clock.
  ordinal bigint generated always as identity,
  -- Answers, shown values, results of effects and facts are sealed with a key of the instance. The owner's key locks
  -- it: erasing the owner's key erases all of them, also in backups.
  locked_key bytea not null
);
create index flow_instances_open on flow_instances (flow, version) where closed_at is null;
create index flow_instances_unclaimed on flow_instances (opened_at) where subject like 'visitor:%';
create index flow_instances_by_subject on flow_instances (subject, flow, ordinal desc);
-- For reading the open instances of a flow in batches.
create index flow_instances_open_newest on flow_instances (flow, ordinal desc) where closed_at is null and not preview;

-- The latest answer of each step. Fields marked writeOnly are never stored.
create table flow_answers (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  revision integer not null check (revision > 0),
  given_at timestamptz not null,
  sealed bytea not null,
  primary key (instance, step)
);

-- Results of effects, challenges and waits. Append-only.
create table flow_receipts (
  instance uuid not null references flow_instances,
  seq integer not null check (seq > 0),
  step text not null,
  kind text not null check (kind in ('effect', 'challenge', 'wait', 'contested', 'end')),
  -- The try of an effect; null for other kinds.
  attempt integer,
  succeeded boolean not null,
  -- True if the effect may succeed again after an earlier answer was contested (never for placing an order).
  repeatable boolean not null default false,
  at timestamptz not null,
  -- The inputs of the decision: definition version, flags and facts of the walk.
  version text not null,
  flags jsonb not null,
  sealed bytea not null,
  sealed_facts bytea not null,
  primary key (instance, seq)
);
-- At most one success per effect step, also after retries, duplicates or crashes; one receipt per try.
create unique index flow_receipts_effect_once on flow_receipts (instance, step)
  where kind = 'effect' and succeeded and not repeatable;
create unique index flow_receipts_effect_try on flow_receipts (instance, step, attempt) where kind = 'effect';
create unique index flow_receipts_wait_once on flow_receipts (instance, step) where kind = 'wait';
create unique index flow_receipts_end_once on flow_receipts (instance) where kind = 'end';

-- Submissions by the caller's key. Only the result is kept, never a body.
create table flow_submissions (
  instance uuid not null references flow_instances on delete cascade,
  key text not null check (length(key) between 8 and 200),
  step text not null,
  -- SHA-256 of the body without its secrets.
  body_hash text not null,
  outcome jsonb not null,
  at timestamptz not null,
  -- The answer to the submission, sealed with the instance's key. A repeat within a day gets the same bytes.
  sealed_answer bytea,
  primary key (instance, key)
);
create index flow_submissions_answered on flow_submissions (at) where sealed_answer is not null;

-- Remote effects, and local ones that wait for their next try.
create table flow_runs (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  attempt integer not null check (attempt > 0),
  -- The idempotency key that the vendor gets. Equal for all retries of the try.
  key uuid not null unique,
  state text not null check (state in ('pending', 'done')),
  -- Wall time when the run is due, and how often it was taken without an answer.
  due_at timestamptz not null,
  takes integer not null default 0,
  -- The input of the effect; erased when it is done.
  sealed bytea,
  primary key (instance, step, attempt)
);
create unique index flow_runs_one_at_a_time on flow_runs (instance) where state = 'pending';
create index flow_runs_due on flow_runs (due_at) where state = 'pending';

-- Open waits of an instance, from the receipt that begins the wait.
create table flow_waits (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  event text not null,
  -- The output of the beginning receipt. An event matches if this contains the event's `match`.
  match jsonb not null,
  -- End of the wait in business time; null until the person reaches the wait.
  until timestamptz,
  -- An event that came before the person reached the wait.
  early jsonb,
  state text not null check (state in ('open', 'done')),
  primary key (instance, step)
);
create index flow_waits_match on flow_waits using gin (match jsonb_path_ops) where state = 'open';
create index flow_waits_until on flow_waits (until) where state = 'open';

-- Answers that people get beside an effect's input. They outlive an erased visitor's instance, so no foreign key refers
-- to it.
create table flow_records (
  -- The idempotency key of the effect's try, by which the effect's room finds it.
  id uuid primary key,
  instance uuid not null,
  step text not null,
  flow text not null,
  version text not null,
  -- person:<uuid>, whose key locks this one, or visitor:record-<id>, locked with the installation's key.
  owner text not null,
  at timestamptz not null,
  locked_key bytea not null,
  sealed bytea not null
);
create index flow_records_of_owner on flow_records (owner);
