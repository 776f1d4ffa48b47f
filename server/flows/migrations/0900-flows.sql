-- One person's progress through one flow. The position is not stored; a walk derives it.
create table flow_instances (
  id uuid primary key,
  flow text not null,
  -- Hash of the instance's definition version.
  version text not null,
  -- Owner of the instance: person:<uuid> or visitor:<hash of the visitor cookie>.
  subject text not null,
  -- Subject that opened the instance. It stays the same when a sign-up moves the instance to the new account.
  opened_by text not null,
  -- Previous instance whose answers this one repeats.
  again uuid references flow_instances on delete set null,
  language language_code not null,
  -- Whether the instance is a preview, which runs no effects and sends nothing.
  preview boolean not null default false,
  opened_at timestamptz not null,
  touched_at timestamptz not null,
  closed_at timestamptz,
  -- Sequence of opening. Times cannot give it: business time can stand still, or go back on the development
  -- clock.
  ordinal bigint generated always as identity,
  -- The key of the instance, sealed with the owner's key. It seals answers, shown values, results of effects
  -- and facts, so erasing the owner's key makes all of them unreadable, also in backups.
  locked_key bytea not null
);
create index flow_instances_open on flow_instances (flow, version) where closed_at is null;
create index flow_instances_unclaimed on flow_instances (opened_at) where subject like 'visitor:%';
create index flow_instances_by_subject on flow_instances (subject, flow, ordinal desc);
-- Serves reading the open instances of a flow in batches.
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
  -- Number of the effect's try; null for other kinds.
  attempt integer,
  succeeded boolean not null,
  -- Whether the effect may succeed again after an earlier answer was contested (never for placing an order).
  repeatable boolean not null default false,
  at timestamptz not null,
  -- Inputs of the decision: definition version, flags and facts of the walk.
  version text not null,
  flags jsonb not null,
  sealed bytea not null,
  sealed_facts bytea not null,
  primary key (instance, seq)
);
-- Ensures at most one success per effect step, also after retries, duplicates or crashes, and one receipt per
-- try.
create unique index flow_receipts_effect_once on flow_receipts (instance, step)
  where kind = 'effect' and succeeded and not repeatable;
create unique index flow_receipts_effect_try on flow_receipts (instance, step, attempt) where kind = 'effect';
create unique index flow_receipts_wait_once on flow_receipts (instance, step) where kind = 'wait';
create unique index flow_receipts_end_once on flow_receipts (instance) where kind = 'end';

-- Submissions, by the caller's idempotency key. Only the result is stored, never a body.
create table flow_submissions (
  instance uuid not null references flow_instances on delete cascade,
  key text not null check (length(key) between 8 and 200),
  step text not null,
  -- SHA-256 of the body without its secrets.
  body_hash text not null,
  outcome jsonb not null,
  at timestamptz not null,
  -- Answer to the submission, sealed with the instance's key. A repeat within a day gets the same bytes.
  sealed_answer bytea,
  primary key (instance, key)
);
create index flow_submissions_answered on flow_submissions (at) where sealed_answer is not null;

-- Waiting runs of effects: remote effects, and local ones that wait for their next try.
create table flow_runs (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  attempt integer not null check (attempt > 0),
  -- Idempotency key that the vendor gets. Equal for all retries of the try.
  key uuid not null unique,
  state text not null check (state in ('pending', 'done')),
  -- Wall time at which the run is due, and the number of times that a worker took it without a result.
  due_at timestamptz not null,
  takes integer not null default 0,
  -- Input of the effect, sealed. Erased when the run is done.
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
  -- Output of the receipt that began the wait. An event matches if this output contains the event's `match`.
  match jsonb not null,
  -- End of the wait in business time; null until the person reaches the wait.
  until timestamptz,
  -- Event that came before the person reached the wait.
  early jsonb,
  state text not null check (state in ('open', 'done')),
  primary key (instance, step)
);
create index flow_waits_match on flow_waits using gin (match jsonb_path_ops) where state = 'open';
create index flow_waits_until on flow_waits (until) where state = 'open';

-- Answers that staff see beside an effect's input. A record outlives an erased visitor's instance, so no
-- foreign key refers to the instance.
create table flow_records (
  -- Idempotency key of the effect's try, by which the effect's room finds the record.
  id uuid primary key,
  instance uuid not null,
  step text not null,
  flow text not null,
  version text not null,
  -- Owner of the record: person:<uuid>, whose key seals the record's key, or visitor:record-<id>, for which
  -- the installation's key does.
  owner text not null,
  at timestamptz not null,
  locked_key bytea not null,
  sealed bytea not null
);
create index flow_records_of_owner on flow_records (owner);
