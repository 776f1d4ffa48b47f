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
  at timestamptz not null,
  seq bigint generated always as identity
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
  -- Which record is the newest must not depend on a clock: the business clock may be set back in development.
  seq bigint generated always as identity,
  -- Which uploads a check was asked about, so that the same ones are not asked about again.
  pictures text[] not null default '{}',
  -- What a vendor found fault with, in our words, and what it read on the card, under the person's key.
  concerns text[] not null default '{}',
  read_sealed bytea,
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
  score integer not null,
  level integer not null check (level between 1 and 5),
  max_risk integer not null check (max_risk between 1 and 8),
  definition_version text not null,
  at timestamptz not null,
  valid_until date not null,
  seq bigint generated always as identity,
  -- The answers, sealed with the person's key; score and level are what rules read.
  sealed bytea not null,
  check (score between 0 and 1000)
);
create index suitability_results_of_person on suitability_results (person_id, at);

create table fatca_declarations (
  id uuid primary key,
  person_id uuid not null references people (id),
  sealed bytea not null,
  form text not null check (form in ('W9', 'W8BEN', 'NONE')),
  agree boolean not null,
  declared_on date not null,
  at timestamptz not null,
  seq bigint generated always as identity
);
create index fatca_declarations_of_person on fatca_declarations (person_id, at);

create table bank_accounts (
  id uuid primary key,
  person_id uuid not null references people (id),
  bank text not null,
  sealed bytea not null,
  last_digits text not null check (length(last_digits) = 4),
  status text not null,
  at timestamptz not null,
  seq bigint generated always as identity,
  -- When somebody approved it. Until now what was replaced counted as approved once, and the day was counted from when it was sent in.
  approved_at timestamptz,
  constraint bank_accounts_status_check
    check (status in ('PENDING', 'ASKED', 'VERIFIED', 'REPLACED', 'REJECTED')),
  constraint bank_accounts_approved
    check ((status <> 'VERIFIED' or approved_at is not null) and (status not in ('PENDING', 'ASKED', 'REJECTED') or approved_at is null))
);
create index bank_accounts_of_person on bank_accounts (person_id, at);

create table signed_contracts (
  id uuid primary key,
  person_id uuid not null references people (id),
  version text not null,
  text_hash text not null,
  language language_code not null,
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
  -- Sealed for the applicant, as every reason of a reviewer.
  reason bytea,
  -- What a reviewer asks to be answered again: names of what was sent in, each with the reason that the investor reads, as JSON.
  asked bytea,
  -- Names of what is otherwise than in the review before.
  changed text[] not null default '{}',
  -- What was otherwise than the time before, old value and new one, sealed with the person's key.
  changes bytea,
  -- The version of the flow that an identity was sent in by, so that reviewers read what the investor read.
  sent_by text,
  -- When its applicant was told that it waits longer than was promised.
  waiting_told_at timestamptz,
  -- What the applicant reads in the place of the reviewer's reason; null where they read the reason itself.
  told text,
  -- Who approved first an identity that a check found fault with: a second person decides.
  approved_first_by uuid references people (id),
  approved_first_reason bytea,
  approved_first_at timestamptz,
  check ((state in ('open', 'replaced')) = (decided_by is null)),
  check (num_nulls(approved_first_by, approved_first_reason, approved_first_at) in (0, 3)),
  check (state <> 'approved' or approved_first_by is null or approved_first_by <> decided_by)
);
create unique index identity_reviews_open on identity_reviews (person_id) where state = 'open';

-- One identity document opens one account: who opened theirs with it, by an HMAC under the installation's key.
create table identity_documents (
  -- Of a person's ID card; of a company's registration.
  document_hash bytea primary key,
  person_id uuid not null references people (id),
  claimed_at timestamptz not null
);
create index identity_documents_of_person on identity_documents (person_id);

-- Accounts that were told to use the first one, for compliance to see. No references: a row is written beside the
-- transaction that was refused, and must not wait for it.
create table identity_document_refusals (
  person_id uuid not null,
  held_by uuid not null,
  at timestamptz not null,
  primary key (person_id, held_by)
);

-- Who was written to about a new version of the contract: once for each version.
create table contract_letters (
  person_id uuid not null references people (id),
  version text not null,
  told_at timestamptz not null,
  primary key (person_id, version)
);

-- By which a colleague finds somebody whose name and phone lie sealed: keyed hashes of the whole of each. They go with the key
-- under which the values themselves lie.
create table identity_finders (
  person_id uuid not null references people (id),
  kind text not null check (kind in ('phone', 'name')),
  hash bytea not null,
  primary key (person_id, kind, hash)
);
create index identity_finders_hash on identity_finders (hash, kind);

-- Both status machines are data, and the database lets nothing pass that is not among it, whoever writes.
create table status_machines (
  entity text primary key,
  machine text not null,
  check (machine in ('record', 'vendor', 'account'))
);
insert into status_machines (entity, machine) values
  ('kyc', 'record'), ('suit', 'record'),
  ('onfido', 'vendor'), ('verifio', 'vendor'), ('liveness', 'vendor'), ('account', 'account');

-- What is known of who a person is. Personal values are sealed under the person's own key.
create table identity_statuses (
  person_id uuid not null references people (id),
  entity text not null,
  status text not null,
  changed_at timestamptz not null,
  -- The day on which a verified one must be looked at again.
  due_on date,
  -- For which due day its owner was told beforehand.
  reminded_for date,
  primary key (person_id, entity),
  foreign key (entity) references status_machines (entity)
);
create index identity_statuses_due on identity_statuses (due_on) where status = 'VERIFIED';

create table status_transitions (
  machine text not null,
  -- NONE where there is no status yet.
  from_status text not null,
  to_status text not null,
  primary key (machine, from_status, to_status)
);
insert into status_transitions (machine, from_status, to_status) values
  ('record', 'NONE', 'PRE_VERIFIED'), ('record', 'NONE', 'PENDING'),
  ('record', 'PRE_VERIFIED', 'PENDING'),
  ('record', 'PENDING', 'REVIEW'), ('record', 'PENDING', 'VERIFIED'), ('record', 'PENDING', 'REJECTED'),
  ('record', 'REVIEW', 'VERIFIED'), ('record', 'REVIEW', 'REJECTED'),
  ('record', 'VERIFIED', 'OVERDUE'),
  ('record', 'REJECTED', 'PENDING'),
  ('record', 'OVERDUE', 'PENDING'),
  ('vendor', 'NONE', 'WAITING'), ('vendor', 'NONE', 'PENDING'), ('vendor', 'NONE', 'BLOCKED'),
  ('vendor', 'WAITING', 'PENDING'), ('vendor', 'WAITING', 'BLOCKED'),
  ('vendor', 'PENDING', 'REVIEW'), ('vendor', 'PENDING', 'VERIFIED'), ('vendor', 'PENDING', 'REJECT'),
  ('vendor', 'PENDING', 'PENDING_REJECT'), ('vendor', 'PENDING', 'BLOCKED'),
  ('vendor', 'REVIEW', 'VERIFIED'), ('vendor', 'REVIEW', 'REJECT'), ('vendor', 'REVIEW', 'PENDING_REJECT'), ('vendor', 'REVIEW', 'BLOCKED'),
  ('vendor', 'VERIFIED', 'PENDING_REJECT'), ('vendor', 'VERIFIED', 'BLOCKED'),
  ('vendor', 'REJECT', 'PENDING'), ('vendor', 'REJECT', 'PENDING_REJECT'), ('vendor', 'REJECT', 'BLOCKED'),
  ('vendor', 'PENDING_REJECT', 'PENDING'), ('vendor', 'PENDING_REJECT', 'BLOCKED');
insert into status_transitions (machine, from_status, to_status)
  select 'account', from_status, to_status from status_transitions where machine = 'vendor';
-- An account whose confirmed hit two people cleared is no longer blocked. A vendor's own block is final.
insert into status_transitions (machine, from_status, to_status)
  values ('account', 'BLOCKED', 'REVIEW'), ('account', 'BLOCKED', 'VERIFIED');

-- Whether somebody was looked for on the watch lists, which ones and under which data; and what was found.
create table aml_screenings (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  -- Of all lists together, and (HMAC) of the names, birth date and number that were looked for.
  lists_hash text not null,
  subject_hash bytea not null,
  hits integer not null,
  at timestamptz not null
);
create index aml_screenings_of_person on aml_screenings (person_id, seq);

create table aml_hits (
  id uuid primary key,
  person_id uuid not null references people (id),
  list text not null,
  reference text not null,
  role text not null check (role in ('customer', 'company', 'beneficial-owner', 'controller')),
  -- Of the entry and of the data that matched it: another of either is looked at anew.
  entry_hash text not null,
  subject_hash bytea not null,
  -- As the list has it, which is public.
  entry jsonb not null,
  matched_name text not null,
  birth text not null check (birth in ('same-day', 'same-year', 'unknown', 'other')),
  same_document boolean not null,
  score integer not null check (score between 0 and 100),
  found_at timestamptz not null,
  state text not null,
  proposed text check (proposed in ('dismiss', 'confirm')),
  proposed_by uuid references people (id),
  proposed_reason bytea,
  proposed_at timestamptz,
  decided_by uuid references people (id),
  decided_reason bytea,
  decided_at timestamptz,
  clearing_by uuid references people (id),
  clearing_reason bytea,
  clearing_at timestamptz,
  cleared_by uuid references people (id),
  cleared_reason bytea,
  cleared_at timestamptz,
  unique (person_id, list, reference, role, entry_hash, subject_hash),
  check (num_nulls(proposed, proposed_by, proposed_reason, proposed_at) in (0, 4)),
  check (num_nulls(decided_by, decided_reason, decided_at) in (0, 3)),
  check (state not in ('dismissed', 'confirmed') or (decided_by is not null and proposed is not null)),
  -- Who proposes never decides, and nobody about themselves.
  check (decided_by is null or (decided_by <> proposed_by and decided_by <> person_id and proposed_by <> person_id)),
  check (state in ('open', 'dismissed', 'confirmed', 'cleared', 'outdated')),
  check (num_nulls(clearing_by, clearing_reason, clearing_at) in (0, 3)),
  check (num_nulls(cleared_by, cleared_reason, cleared_at) in (0, 3)),
  check ((state = 'cleared') = (cleared_by is not null)),
  check (cleared_by is null or (cleared_by <> clearing_by and cleared_by <> person_id and clearing_by <> person_id))
);
create index aml_hits_open on aml_hits (person_id) where state = 'open';

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

create table bank_changes (
  id uuid primary key,
  person_id uuid not null references people (id),
  reference text not null unique,
  account uuid not null unique references bank_accounts (id),
  likeness text not null check (likeness in ('SAME', 'CLOSE')),
  state text not null check (state in ('OPEN', 'APPROVED', 'REJECTED')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references people (id),
  reason bytea,
  check ((state = 'OPEN') = (decided_by is null) and (state = 'OPEN') = (decided_at is null) and (state = 'OPEN') = (reason is null)),
  check (decided_by is null or decided_by <> person_id)
);
create unique index bank_changes_open on bank_changes (person_id) where state = 'OPEN';

-- How somebody was called before, under their key: money may still come from an account in that name.
create table identity_former_names (
  id uuid primary key,
  seq bigint generated always as identity,
  person_id uuid not null references people (id),
  sealed bytea not null,
  reference text not null,
  until timestamptz not null
);
create index identity_former_names_of on identity_former_names (person_id, seq);
