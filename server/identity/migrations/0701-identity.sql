-- What is known of who a person is. Personal values are sealed under the person's own key.

create table identity_statuses (
  person_id uuid not null references people (id),
  entity text not null check (entity in ('kyc', 'suit', 'onfido', 'verifio', 'liveness')),
  status text not null,
  changed_at timestamptz not null,
  -- The day on which a verified one must be looked at again.
  due_on date,
  primary key (person_id, entity)
);
create index identity_statuses_due on identity_statuses (due_on) where status = 'VERIFIED';

create table identity_profiles (
  person_id uuid primary key references people (id),
  -- Names, national ID, laser code, birth date, address, work, declarations: JSON, sealed.
  sealed bytea not null,
  -- HMAC under the installation's key: finds the same card in two accounts without showing it.
  national_id_hash bytea not null,
  high_risk boolean not null,
  pass_dopa boolean not null default false,
  strategies text[] not null,
  deposit_methods text[] not null,
  submitted_at timestamptz not null
);
create index identity_profiles_national_id on identity_profiles (national_id_hash);

create table dopa_checks (
  id uuid primary key,
  person_id uuid not null references people (id),
  idempotency_key text not null unique,
  -- HMAC of what was asked: an answer counts only for the data it was given for.
  subject_hash bytea not null,
  code integer not null,
  at timestamptz not null
);
create index dopa_checks_of_person on dopa_checks (person_id, at);

create table identity_checks (
  id uuid primary key,
  person_id uuid not null references people (id),
  kind text not null check (kind in ('document', 'liveness')),
  vendor text not null check (vendor in ('onfido', 'verifio')),
  idempotency_key text not null,
  vendor_applicant text not null,
  vendor_check text,
  state text not null check (state in ('asking', 'asked', 'answered')),
  result text,
  sub_result text,
  asked_at timestamptz not null,
  answered_at timestamptz,
  unique (kind, vendor, idempotency_key)
);
create unique index identity_checks_of_vendor on identity_checks (vendor, vendor_check);
create index identity_checks_of_person on identity_checks (person_id, asked_at);
create index identity_checks_open on identity_checks (asked_at) where state = 'asked';

-- Webhook events by the hash of their bytes: a doubled one is known and changes nothing.
create table identity_events (
  event_id text primary key,
  check_id uuid references identity_checks (id),
  received_at timestamptz not null
);

create table suitability_results (
  id uuid primary key,
  person_id uuid not null references people (id),
  answers jsonb not null,
  score integer not null check (score between 10 and 40),
  level integer not null check (level between 1 and 5),
  max_risk integer not null check (max_risk between 1 and 8),
  definition_version text not null,
  at timestamptz not null,
  valid_until date not null
);
create index suitability_results_of_person on suitability_results (person_id, at);

create table fatca_declarations (
  id uuid primary key,
  person_id uuid not null references people (id),
  sealed bytea not null,
  form text not null check (form in ('W9', 'W8BEN', 'NONE')),
  agree boolean not null,
  declared_on date not null,
  at timestamptz not null
);
create index fatca_declarations_of_person on fatca_declarations (person_id, at);

create table bank_accounts (
  id uuid primary key,
  person_id uuid not null references people (id),
  bank text not null,
  sealed bytea not null,
  last_digits text not null check (length(last_digits) = 4),
  status text not null check (status in ('PENDING', 'VERIFIED', 'REPLACED')),
  at timestamptz not null
);
create index bank_accounts_of_person on bank_accounts (person_id, at);

create table signed_contracts (
  id uuid primary key,
  person_id uuid not null references people (id),
  version text not null,
  text_hash text not null,
  language text not null check (language in ('th', 'en')),
  instance_id uuid,
  at timestamptz not null
);
create index signed_contracts_of_person on signed_contracts (person_id, version);

create table identity_reviews (
  id uuid primary key,
  person_id uuid not null references people (id),
  reference text not null unique,
  -- Upload ids by what they are: cardFront, cardBack, selfie and the like.
  documents jsonb not null,
  state text not null check (state in ('open', 'approved', 'rejected', 'asked-again', 'replaced')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references people (id),
  reason text,
  check ((state in ('open', 'replaced')) = (decided_by is null))
);
create unique index identity_reviews_open on identity_reviews (person_id) where state = 'open';
