-- What a person asked their bank to confirm through the national digital ID platform, and what it answered.
create table ndid_requests (
  id uuid primary key,
  seq bigint generated always as identity,
  person_id uuid not null references people (id),
  -- The same for every retry; also the reference that the platform knows the request by.
  idempotency_key text not null unique,
  -- HMAC of the ID number that was asked about: an answer counts for that card alone.
  subject_hash bytea not null,
  bank text not null,
  request text unique,
  state text not null check (state in ('asking', 'asked', 'accepted', 'rejected', 'too-weak', 'timed-out', 'failed')),
  -- Assurance of the identity and of the authentication, as the platform counts them.
  ial numeric(2, 1),
  aal numeric(2, 1),
  asked_at timestamptz not null,
  answered_at timestamptz,
  check (state <> 'accepted' or (ial >= 2.3 and aal >= 2.2 and request is not null)),
  check ((state in ('asking', 'asked')) = (answered_at is null))
);
create index ndid_requests_of_person on ndid_requests (person_id, seq);
create index ndid_requests_open on ndid_requests (asked_at) where state = 'asked';
