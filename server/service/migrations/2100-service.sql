-- What people ask of customer service.
create table complaints (
  id uuid primary key,
  reference text not null unique,
  person_id uuid references people (id),
  -- The flow room's record of answers beyond these columns.
  record uuid not null,
  problem_type text not null,
  -- The typed data as JSON, and the answer: sealed with the complainant's key.
  written bytea not null,
  attachment uuid,
  language language_code not null,
  state text not null check (state in ('open', 'acknowledged', 'answered')),
  filed_at timestamptz not null,
  -- Promised days, Bangkok: business days for the acknowledgement, calendar days for the answer.
  acknowledge_by date not null,
  answer_by date not null,
  -- Allowed transitions of complaints and requests to be called. A complaint is acknowledged, then answered, each once
  -- and by a colleague. A request is done with a note. Nothing goes back, and the typed data never changes.
  acknowledged_at timestamptz,
  acknowledged_by uuid references people (id),
  answer bytea,
  answered_at timestamptz,
  answered_by uuid references people (id),
  constraint complaints_state check (
    (state = 'open') = (acknowledged_at is null)
    and (acknowledged_at is null) = (acknowledged_by is null)
    and (state = 'answered') = (answered_at is not null)
    and (answered_at is null) = (answered_by is null)
    and (answered_at is null) = (answer is null))
);
create index complaints_open on complaints (answer_by) where state <> 'answered';

create table contact_requests (
  id uuid primary key,
  reference text not null unique,
  person_id uuid references people (id),
  record uuid not null,
  topic text not null,
  -- The typed data as JSON, and the note: sealed with the requester's key.
  written bytea not null,
  language language_code not null,
  state text not null check (state in ('open', 'done')),
  asked_at timestamptz not null,
  note bytea,
  done_at timestamptz,
  done_by uuid references people (id),
  -- The day until which we call the requester.
  call_by date not null,
  constraint contact_requests_state check (
    (state = 'done') = (done_at is not null)
    and (done_at is null) = (done_by is null)
    and (done_at is null) = (note is null))
);
create index contact_requests_open on contact_requests (asked_at) where state = 'open';

-- Daily counts of complaints and requests to be called, by the hash of an address, of a network, and in all.
create table service_days (
  key bytea not null,
  day date not null,
  requests integer not null check (requests >= 0),
  primary key (key, day)
);
