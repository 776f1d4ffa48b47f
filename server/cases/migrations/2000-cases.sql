-- Cases that flows open at a desk, until they are answered and closed. The texts are sealed with a key of the case,
-- which the owner's key locks; erasing the person erases them. The allowed transitions are data, and triggers reject
-- all others.
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
  -- Null for a visitor, whose address is in `sealed`.
  person_id uuid references people (id),
  flow text not null,
  version text not null,
  step text not null,
  -- The flow room's record of answers beyond the inputs of the case.
  record uuid not null,
  topic text not null,
  topic_th text not null,
  topic_en text not null,
  desk text not null check (desk in ('support', 'compliance', 'finance', 'operations')),
  -- Number of people who decide: 2 for four eyes.
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
  -- Items to tick before the case is granted: [{th, en}].
  checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
  outcome text check (outcome in ('granted', 'refused')),
  proposed_by uuid references people (id),
  answered_by uuid references people (id),
  answered_at timestamptz,
  closed_at timestamptz,
  -- Hash of the token in the letter's link, by which a visitor replies.
  reply_hash bytea unique,
  -- The day of the owner's last notice that the case is due.
  told_on date,
  -- The action that runs when the case is granted; null if a colleague does it by hand.
  follows text,
  check ((outcome is null) = (proposed_by is null)),
  check ((state in ('proposed', 'answered', 'closed')) = (outcome is not null)),
  check ((state in ('answered', 'closed')) = (answered_by is not null)),
  check ((answered_by is null) = (answered_at is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (reply_hash is null or (state = 'asked' and person_id is null)),
  -- Four eyes, if the topic requires them.
  check (deciders = 1 or answered_by is null or answered_by <> proposed_by)
);
create index cases_at_desk on cases (desk, due_on) where state <> 'closed';
create index cases_of_person on cases (person_id, opened_at);

-- Timeline of a case, in order. `shown`: the requester reads the entry too.
create table case_entries (
  seq bigint generated always as identity primary key,
  case_id uuid not null references cases (id),
  at timestamptz not null,
  kind text not null check (kind in
    ('opened', 'taken', 'handed-on', 'noted', 'asked', 'replied', 'taken-up', 'proposed', 'sent-back', 'answered', 'reopened', 'closed')),
  -- A colleague; null for the requester or the portal.
  by_person uuid references people (id),
  shown boolean not null,
  sealed bytea
);
create index case_entries_of on case_entries (case_id, seq);

create table case_files (
  case_id uuid not null references cases (id),
  file_id uuid not null,
  -- The entry that the file came with; null if it came with the case.
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

-- Why an item of a case's checklist is not ticked: a missing or unusable paper, in the words of the colleague, sealed
-- as all other texts. The row is deleted when the item is ticked or no longer needed.
create table case_lacks (
  case_id uuid not null references cases (id),
  item smallint not null check (item >= 0),
  by_person uuid not null references people (id),
  at timestamptz not null,
  sealed bytea not null,
  primary key (case_id, item)
);
