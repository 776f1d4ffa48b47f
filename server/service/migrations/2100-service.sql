-- What people ask of customer service.
create table complaints (
  id uuid primary key,
  reference text not null unique,
  person_id uuid references people (id),
  -- Where the flow room keeps what the flow asked beyond these columns.
  record uuid not null,
  problem_type text not null,
  -- What was typed, as JSON, and the answer: sealed for whom it is about.
  written bytea not null,
  attachment uuid,
  language language_code not null,
  state text not null check (state in ('open', 'acknowledged', 'answered')),
  filed_at timestamptz not null,
  -- Promised days, Bangkok: business days for the acknowledgement, calendar days for the answer.
  acknowledge_by date not null,
  answer_by date not null,
  -- What customer service makes of a complaint and of a request to be called: acknowledged, then answered, each once and by
  -- somebody; a request is done with a note. Nothing goes back, and what was asked stays as it was written.
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
  -- What was typed, as JSON, and the note: sealed for whom it is about.
  written bytea not null,
  language language_code not null,
  state text not null check (state in ('open', 'done')),
  asked_at timestamptz not null,
  note bytea,
  done_at timestamptz,
  done_by uuid references people (id),
  -- Until when somebody who wants to be called is called.
  call_by date not null,
  constraint contact_requests_state check (
    (state = 'done') = (done_at is not null)
    and (done_at is null) = (done_by is null)
    and (done_at is null) = (note is null))
);
create index contact_requests_open on contact_requests (asked_at) where state = 'open';

-- How often complaints and requests to be called came in a day, by the hash of an address, of a network, and in all.
create table service_days (
  key bytea not null,
  day date not null,
  requests integer not null check (requests >= 0),
  primary key (key, day)
);
