-- What people ask of customer service.

create table complaints (
  id uuid primary key,
  reference text not null unique,
  person_id uuid references people (id),
  email text not null,
  phone text not null,
  problem_type text not null,
  detail text not null,
  attachment uuid,
  language text not null check (language in ('th', 'en')),
  state text not null check (state in ('open', 'acknowledged', 'answered')),
  filed_at timestamptz not null,
  -- Promised days, Bangkok: business days for the acknowledgement, calendar days for the answer.
  acknowledge_by date not null,
  answer_by date not null
);
create index complaints_open on complaints (answer_by) where state <> 'answered';

create table contact_requests (
  id uuid primary key,
  reference text not null unique,
  person_id uuid references people (id),
  name text not null,
  email text not null,
  phone text not null,
  topic text not null,
  language text not null check (language in ('th', 'en')),
  state text not null check (state in ('open', 'done')),
  asked_at timestamptz not null
);
create index contact_requests_open on contact_requests (asked_at) where state = 'open';
