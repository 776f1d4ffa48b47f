-- Requests that flows open at a desk, until they are answered and closed. The texts are sealed with a key of
-- the case, which the owner's key wraps, so erasing the person makes them unreadable. The allowed transitions
-- between states are data, and triggers reject all others.
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
  -- Identifier of the owner. Null for a visitor, whose address is in `sealed`.
  person_id uuid references people (id),
  flow text not null,
  version text not null,
  step text not null,
  -- Identifier of the record in the flows module that has the answers beyond the inputs of the case.
  record uuid not null,
  topic text not null,
  topic_th text not null,
  topic_en text not null,
  desk text not null check (desk in ('support', 'compliance', 'finance', 'operations')),
  -- Number of people who must approve an answer.
  deciders smallint not null check (deciders in (1, 2)),
  days smallint not null check (days between 1 and 365),
  counting text not null check (counting in ('BUSINESS', 'CALENDAR')),
  -- How the desk answers. DECISION: it decides and writes. LETTER: it only writes. NOTE: it notes the result
  -- for colleagues.
  answer text not null check (answer in ('DECISION', 'LETTER', 'NOTE')),
  language language_code not null,
  state text not null check (state in ('open', 'asked', 'proposed', 'answered', 'closed')),
  opened_at timestamptz not null,
  due_on date not null,
  -- Last day for the acknowledgement by a colleague; null if the topic promises none. An answer counts as an
  -- acknowledgement.
  acknowledge_by date,
  acknowledged_at timestamptz,
  acknowledged_by uuid references people (id),
  -- Next promised day, by which the inbox is sorted.
  promised_on date not null generated always as
    (case when acknowledge_by < due_on and acknowledged_at is null then acknowledge_by else due_on end) stored,
  owner uuid references people (id),
  -- Number of years for which a closed case stays readable.
  keep_years smallint not null check (keep_years between 1 and 30),
  -- Wrapped key of the case. It is empty after the retention period, so that no one can read the texts.
  locked_key bytea not null check (locked_key <> '' or state = 'closed'),
  sealed bytea not null,
  -- Items that must be ticked before the case is granted: [{th, en}].
  checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
  outcome text check (outcome in ('granted', 'refused', 'answered', 'done')),
  proposed_by uuid references people (id),
  answered_by uuid references people (id),
  answered_at timestamptz,
  closed_at timestamptz,
  -- Hash of the token in the letter's link with which a visitor replies.
  reply_hash bytea unique,
  -- Day of the owner's last notice that the case is due.
  told_on date,
  -- Name of the action that runs when the case is granted; null if a colleague does it by hand.
  follows text,
  check ((outcome is null) = (proposed_by is null)),
  check (outcome is null or outcome = any (case answer
    when 'DECISION' then array['granted', 'refused'] when 'LETTER' then array['answered'] else array['done'] end)),
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  check ((state in ('proposed', 'answered', 'closed')) = (outcome is not null)),
  check ((state in ('answered', 'closed')) = (answered_by is not null)),
  check ((answered_by is null) = (answered_at is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (reply_hash is null or (state = 'asked' and person_id is null)),
  -- Four-eyes, if the topic requires two deciders: the approver is not the proposer.
  check (deciders = 1 or answered_by is null or answered_by <> proposed_by)
);
create index cases_at_desk on cases (desk, promised_on, opened_at, id) where state <> 'closed';
create index cases_of_person on cases (person_id, opened_at);

-- Timeline of a case, in order. `shown`: whether the customer can read the entry.
create table case_entries (
  seq bigint generated always as identity primary key,
  case_id uuid not null references cases (id),
  at timestamptz not null,
  kind text not null check (kind in
    ('opened', 'taken', 'acknowledged', 'handed-on', 'noted', 'asked', 'replied', 'taken-up', 'proposed', 'sent-back', 'answered', 'reopened', 'closed')),
  -- Identifier of the colleague who wrote the entry; null for the customer or the portal.
  by_person uuid references people (id),
  shown boolean not null,
  sealed bytea
);
create index case_entries_of on case_entries (case_id, seq);

create table case_files (
  case_id uuid not null references cases (id),
  file_id uuid not null,
  -- Entry with which the file was sent; null if the file was sent with the case itself.
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

-- Reasons why an item of a case's checklist is not ticked, such as a missing or unusable document. The reason
-- is sealed like all other texts. The row is deleted when the item is ticked or no longer needed.
create table case_lacks (
  case_id uuid not null references cases (id),
  item smallint not null check (item >= 0),
  by_person uuid not null references people (id),
  at timestamptz not null,
  sealed bytea not null,
  primary key (case_id, item)
);

-- Keyed hashes of the e-mail addresses and phone numbers typed in a case, with which colleagues find the
-- case.
create table case_contacts (
  case_id uuid not null references cases (id),
  hash bytea not null,
  primary key (case_id, hash)
);
create index case_contacts_hash on case_contacts (hash);

-- Number of requests per day, by the hash of an address, by the hash of a network, and in total.
create table case_days (
  key bytea not null,
  day date not null,
  requests integer not null check (requests >= 0),
  primary key (key, day)
);
