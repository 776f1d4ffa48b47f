create table identity_profiles (
  person_id uuid primary key references people (id),
  -- Names, national ID, laser code, birth date, address, work and declarations as sealed JSON.
  sealed bytea not null,
  -- HMAC of the national ID under the installation's key. It finds the same card in two accounts without
  -- revealing its number.
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
  -- HMAC of the data in the question. An answer counts only for the same data.
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
  -- Order of the records. It determines the newest one independently of the business clock, which can be set
  -- back in development.
  seq bigint generated always as identity,
  -- Uploads that were checked, so that the same uploads are not checked again.
  pictures text[] not null default '{}',
  -- Problems that the vendor reported, in the portal's codes, and the card data that it read, sealed with the
  -- person's key.
  concerns text[] not null default '{}',
  read_sealed bytea,
  unique (kind, vendor, idempotency_key)
);
create unique index identity_checks_of_vendor on identity_checks (vendor, vendor_check);
create index identity_checks_of_person on identity_checks (person_id, asked_at);
create index identity_checks_open on identity_checks (asked_at) where state = 'asked';

-- Webhook events, identified by the hash of their bytes, so that a repeated event changes nothing.
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
  -- Answers to the suitability test, sealed with the person's key. Rules read score and level.
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
  -- Time at which the bank account was approved.
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
  -- Ids of the uploads by kind, such as cardFront, cardBack, selfie.
  documents jsonb not null,
  state text not null check (state in ('open', 'approved', 'rejected', 'asked-again', 'replaced')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references people (id),
  -- Reason of the decision. Like every reason of a reviewer, it is sealed with the applicant's key.
  reason bytea,
  -- Submitted items that a reviewer asks to correct: their names, each with the reason for the investor, as
  -- JSON.
  asked bytea,
  -- Names of the items that differ from the previous review.
  changed text[] not null default '{}',
  -- Old and new values of those items, sealed with the person's key.
  changes bytea,
  -- Flow version with which the identity was submitted, so that reviewers see the texts that the investor
  -- saw.
  sent_by text,
  -- Identifier of the record in the flows module that has the answers that the identity module does not use.
  record uuid,
  -- Time at which the applicant was notified that the review takes longer than promised.
  waiting_told_at timestamptz,
  -- Text that the applicant reads instead of the reviewer's reason; null if the applicant reads the reason.
  told text,
  -- First of two approvals. An identity for which a check reported a problem needs a second person.
  approved_first_by uuid references people (id),
  approved_first_reason bytea,
  approved_first_at timestamptz,
  check ((state in ('open', 'replaced')) = (decided_by is null)),
  check (num_nulls(approved_first_by, approved_first_reason, approved_first_at) in (0, 3)),
  check (state <> 'approved' or approved_first_by is null or approved_first_by <> decided_by)
);
create unique index identity_reviews_open on identity_reviews (person_id) where state = 'open';

-- Owner of each identity document, so that a document has only one account.
create table identity_documents (
  -- HMAC, under the installation's key, of a person's ID card or a company's registration.
  document_hash bytea primary key,
  person_id uuid not null references people (id),
  claimed_at timestamptz not null
);
create index identity_documents_of_person on identity_documents (person_id);

-- Accounts that were refused because their document already had an account, for compliance. The table has no
-- foreign keys: the row is written beside the failing transaction and must not wait for that transaction.
create table identity_document_refusals (
  person_id uuid not null,
  held_by uuid not null,
  at timestamptz not null,
  primary key (person_id, held_by)
);

-- Letters about a new contract version, once per version.
create table contract_letters (
  person_id uuid not null references people (id),
  version text not null,
  told_at timestamptz not null,
  primary key (person_id, version)
);

-- Keyed hashes of complete names and phone numbers. With them, staff find people although the values are
-- sealed. They are deleted together with the person's key.
create table identity_finders (
  person_id uuid not null references people (id),
  kind text not null check (kind in ('phone', 'name')),
  hash bytea not null,
  primary key (person_id, kind, hash)
);
create index identity_finders_hash on identity_finders (hash, kind);

-- The status machines are data. The database rejects any transition that they do not contain.
create table status_machines (
  entity text primary key,
  machine text not null,
  check (machine in ('record', 'vendor', 'account'))
);
insert into status_machines (entity, machine) values
  ('kyc', 'record'), ('suit', 'record'),
  ('onfido', 'vendor'), ('verifio', 'vendor'), ('liveness', 'vendor'), ('account', 'account');

-- Status of a person's identity, of each vendor's check, of the suitability test and of the account.
create table identity_statuses (
  person_id uuid not null references people (id),
  entity text not null,
  status text not null,
  changed_at timestamptz not null,
  -- Day on which a verified status must be renewed.
  due_on date,
  -- Due day for which a reminder was already sent.
  reminded_for date,
  primary key (person_id, entity),
  foreign key (entity) references status_machines (entity)
);
create index identity_statuses_due on identity_statuses (due_on) where status = 'VERIFIED';

create table status_transitions (
  machine text not null,
  -- Status before the transition; NONE if there was none.
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
-- Transitions of an account after two people cleared its confirmed hit. A block by a vendor is final.
insert into status_transitions (machine, from_status, to_status)
  values ('account', 'BLOCKED', 'REVIEW'), ('account', 'BLOCKED', 'VERIFIED');

-- Screenings of people against the watch lists: which lists, which data, and the hits.
create table aml_screenings (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  -- Hash of all lists, and HMAC of the screened names, birth date and number.
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
  -- Hashes of the list entry and of the matched data. If either changes, the hit must be reviewed again.
  entry_hash text not null,
  subject_hash bytea not null,
  -- The list entry, as published.
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
  -- Author, approver and the person concerned must be different.
  check (decided_by is null or (decided_by <> proposed_by and decided_by <> person_id and proposed_by <> person_id)),
  check (state in ('open', 'dismissed', 'confirmed', 'cleared', 'outdated')),
  check (num_nulls(clearing_by, clearing_reason, clearing_at) in (0, 3)),
  check (num_nulls(cleared_by, cleared_reason, cleared_at) in (0, 3)),
  check ((state = 'cleared') = (cleared_by is not null)),
  check (cleared_by is null or (cleared_by <> clearing_by and cleared_by <> person_id and clearing_by <> person_id))
);
create index aml_hits_open on aml_hits (person_id) where state = 'open';

-- Requests to banks to confirm an identity through the national digital ID platform, with the answers.
create table ndid_requests (
  id uuid primary key,
  seq bigint generated always as identity,
  person_id uuid not null references people (id),
  -- Key that is the same for every retry. It is also the platform's reference.
  idempotency_key text not null unique,
  -- HMAC of the ID number. The answer counts only for this card.
  subject_hash bytea not null,
  bank text not null,
  request text unique,
  state text not null check (state in ('asking', 'asked', 'accepted', 'rejected', 'too-weak', 'timed-out', 'failed')),
  -- Assurance levels of identity (IAL) and authentication (AAL), on the platform's scale.
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

-- Former names, sealed with the person's key. They are kept because money may still come from a bank account
-- in a former name.
create table identity_former_names (
  id uuid primary key,
  seq bigint generated always as identity,
  person_id uuid not null references people (id),
  sealed bytea not null,
  reference text not null,
  until timestamptz not null
);
create index identity_former_names_of on identity_former_names (person_id, seq);
