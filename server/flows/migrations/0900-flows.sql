-- One person's way through one flow. Where she is, is not stored: it is walked.
create table flow_instances (
  id uuid primary key,
  flow text not null,
  -- Hash of the definition version it runs on.
  version text not null,
  -- person:<uuid> or visitor:<hash of the visitor cookie>.
  subject text not null,
  -- The subject that opened it; it stays when a sign-up moves the instance to its account.
  opened_by text not null,
  -- The instance that this one repeats.
  again uuid references flow_instances on delete set null,
  language language_code not null,
  -- A preview runs no effects and sends nothing.
  preview boolean not null default false,
  opened_at timestamptz not null,
  touched_at timestamptz not null,
  closed_at timestamptz,
  -- Which instance is the newest: business time may stand still, or go back on the development clock.
  ordinal bigint generated always as identity,
  -- What people typed, what was shown to them, what effects answered and what decided lies sealed under a key of each
  -- instance, which is locked with its owner's key: erasing the owner's key erases all of it, here and in every copy.
  locked_key bytea not null
);
create index flow_instances_open on flow_instances (flow, version) where closed_at is null;
create index flow_instances_unclaimed on flow_instances (opened_at) where subject like 'visitor:%';
create index flow_instances_by_subject on flow_instances (subject, flow, ordinal desc);
-- Open instances of a flow in the order of their opening, batch after batch.
create index flow_instances_open_newest on flow_instances (flow, ordinal desc) where closed_at is null and not preview;

-- The newest answer of each step. Fields marked writeOnly never come here.
create table flow_answers (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  revision integer not null check (revision > 0),
  given_at timestamptz not null,
  sealed bytea not null,
  primary key (instance, step)
);

-- What happened, only ever added to.
create table flow_receipts (
  instance uuid not null references flow_instances,
  seq integer not null check (seq > 0),
  step text not null,
  kind text not null check (kind in ('effect', 'challenge', 'wait', 'contested', 'end')),
  -- Which try of an effect; null for the others.
  attempt integer,
  succeeded boolean not null,
  -- The effect may succeed again after an answer before it was contested (never true of placing an order).
  repeatable boolean not null default false,
  at timestamptz not null,
  -- What decided: definition version, flags and facts of that walk.
  version text not null,
  flags jsonb not null,
  sealed bytea not null,
  sealed_facts bytea not null,
  primary key (instance, seq)
);
-- At most one success per effect step, whatever is retried, doubled or killed; one receipt per try.
create unique index flow_receipts_effect_once on flow_receipts (instance, step)
  where kind = 'effect' and succeeded and not repeatable;
create unique index flow_receipts_effect_try on flow_receipts (instance, step, attempt) where kind = 'effect';
create unique index flow_receipts_wait_once on flow_receipts (instance, step) where kind = 'wait';
create unique index flow_receipts_end_once on flow_receipts (instance) where kind = 'end';

-- Requests that did something, by the caller's key; only the outcome is kept, never a body.
create table flow_submissions (
  instance uuid not null references flow_instances on delete cascade,
  key text not null check (length(key) between 8 and 200),
  step text not null,
  -- SHA-256 of the body without its secrets.
  body_hash text not null,
  outcome jsonb not null,
  at timestamptz not null,
  -- The answer to a submission, sealed with the key of its instance: who sends the same again within a day gets the same bytes.
  sealed_answer bytea,
  primary key (instance, key)
);
create index flow_submissions_answered on flow_submissions (at) where sealed_answer is not null;

-- Remote effects, and local ones that wait for their next try.
create table flow_runs (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  attempt integer not null check (attempt > 0),
  -- The idempotency key that the vendor sees: the same however often the worker dies.
  key uuid not null unique,
  state text not null check (state in ('pending', 'done')),
  -- Wall time: when it may be taken, and how often it was taken without an answer.
  due_at timestamptz not null,
  takes integer not null default 0,
  -- What the effect is given; emptied once it is done.
  sealed bytea,
  primary key (instance, step, attempt)
);
create unique index flow_runs_one_at_a_time on flow_runs (instance) where state = 'pending';
create index flow_runs_due on flow_runs (due_at) where state = 'pending';

-- What an instance waits for, from the receipt on that begins the wait.
create table flow_waits (
  instance uuid not null references flow_instances on delete cascade,
  step text not null,
  event text not null,
  -- The output of the beginning receipt: an event is meant for it where its `match` is contained in it.
  match jsonb not null,
  -- Business time at which it is over; null while the person has not come so far.
  until timestamptz,
  -- An event that came before the person reached the wait.
  early jsonb,
  state text not null check (state in ('open', 'done')),
  primary key (instance, step)
);
create index flow_waits_match on flow_waits using gin (match jsonb_path_ops) where state = 'open';
create index flow_waits_until on flow_waits (until) where state = 'open';

-- Answers that people get beside an effect's input. They stay when a visitor's instance is erased, so nothing refers to it.
create table flow_records (
  -- The idempotency key of the effect's try, by which the effect's room finds it.
  id uuid primary key,
  instance uuid not null,
  step text not null,
  flow text not null,
  version text not null,
  -- person:<uuid>, whose key locks this one, or visitor:record-<id>, locked by the installation's.
  owner text not null,
  at timestamptz not null,
  locked_key bytea not null,
  sealed bytea not null
);
create index flow_records_of_owner on flow_records (owner);
