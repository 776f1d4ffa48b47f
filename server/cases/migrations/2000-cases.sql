-- Cases: what a flow opened at a desk, until it is answered and closed. What was said lies sealed under a key of the case,
-- which is locked by its owner's: erased with the person. The machine is data, and the database lets nothing else pass.
create table case_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into case_transitions (from_state, to_state) values
  ('open', 'asked'), ('open', 'proposed'), ('open', 'answered'),
  ('asked', 'open'), ('asked', 'proposed'), ('asked', 'answered'),
  ('proposed', 'open'), ('proposed', 'answered'),
  ('answered', 'open'), ('answered', 'closed');

create table cases (
  id uuid primary key,
  reference text not null unique,
  -- Nobody: a visitor's, who is written to at an address inside of `sealed`.
  person_id uuid references people (id),
  flow text not null,
  version text not null,
  step text not null,
  -- Where the flow room keeps what was asked beyond the inputs of the case.
  record uuid not null,
  topic text not null,
  topic_th text not null,
  topic_en text not null,
  desk text not null check (desk in ('support', 'compliance', 'finance', 'operations')),
  -- How many people it takes to answer.
  deciders smallint not null check (deciders in (1, 2)),
  days smallint not null check (days between 1 and 365),
  counting text not null check (counting in ('BUSINESS', 'CALENDAR')),
  language language_code not null,
  state text not null check (state in ('open', 'asked', 'proposed', 'answered', 'closed')),
  opened_at timestamptz not null,
  due_on date not null,
  owner uuid references people (id),
  locked_key bytea not null,
  sealed bytea not null,
  -- What is to be ticked off before it is granted: [{th, en}].
  checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
  outcome text check (outcome in ('granted', 'refused')),
  proposed_by uuid references people (id),
  answered_by uuid references people (id),
  answered_at timestamptz,
  closed_at timestamptz,
  -- By which a visitor answers what was asked: the hash of what stands in the link of their letter.
  reply_hash bytea unique,
  -- The day on which its owner was told last that it is due.
  told_on date,
  -- What is done by itself once a case is granted; nothing, where a colleague does what was asked for by hand.
  follows text,
  check ((outcome is null) = (proposed_by is null)),
  check ((state in ('proposed', 'answered', 'closed')) = (outcome is not null)),
  check ((state in ('answered', 'closed')) = (answered_by is not null)),
  check ((answered_by is null) = (answered_at is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (reply_hash is null or (state = 'asked' and person_id is null)),
  -- Four eyes, where the topic asks for them.
  check (deciders = 1 or answered_by is null or answered_by <> proposed_by)
);
create index cases_at_desk on cases (desk, due_on) where state <> 'closed';
create index cases_of_person on cases (person_id, opened_at);

-- What happened to a case, in order. `shown`: whose case it is reads it too.
create table case_entries (
  seq bigint generated always as identity primary key,
  case_id uuid not null references cases (id),
  at timestamptz not null,
  kind text not null check (kind in
    ('opened', 'taken', 'handed-on', 'noted', 'asked', 'replied', 'taken-up', 'proposed', 'sent-back', 'answered', 'reopened', 'closed')),
  -- A colleague; nobody: whose case it is, or the portal.
  by_person uuid references people (id),
  shown boolean not null,
  sealed bytea
);
create index case_entries_of on case_entries (case_id, seq);

create table case_files (
  case_id uuid not null references cases (id),
  file_id uuid not null,
  -- The entry that it came with; nothing: with the case.
  entry bigint references case_entries (seq),
  primary key (case_id, file_id)
);

create table case_ticks (
  case_id uuid not null references cases (id),
  item smallint not null check (item >= 0),
  by_person uuid not null references people (id),
  at timestamptz not null,
  primary key (case_id, item)
);

-- Why an item of a case's list is not ticked off: a paper that lacks or is not good, in the words of who looked at it, sealed
-- like everything else that was said. It goes once the item is ticked off, or is nobody's matter any more.
create table case_lacks (
  case_id uuid not null references cases (id),
  item smallint not null check (item >= 0),
  by_person uuid not null references people (id),
  at timestamptz not null,
  sealed bytea not null,
  primary key (case_id, item)
);
