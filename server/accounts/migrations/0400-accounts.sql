-- The tables of people who can log in, their credentials and their consents. Times are wall time: sessions,
-- codes and limits never follow the business clock.
create table sale_codes (
  code text primary key check (code ~ '^[A-Z0-9]{4,12}$'),
  active boolean not null default true,
  -- The owner of a sale code (sealed), and its first and last day for sign-ups, in Bangkok.
  owner bytea,
  valid_from date,
  valid_until date,
  changed_at timestamptz,
  changed_by uuid,
  constraint sale_codes_days check (valid_from <= valid_until)
);

create table people (
  id uuid primary key,
  email text not null,
  -- E-mail address in the form for comparison, so that each address has one account, however it is typed.
  email_key text not null unique,
  role staff_role,
  customer_type text not null check (customer_type in ('INDIVIDUAL', 'JURISTIC')),
  -- Company name, sealed with the person's key.
  company_name bytea check ((customer_type = 'JURISTIC') = (company_name is not null)),
  sale_code text references sale_codes (code),
  language language_code not null,
  email_confirmed_at timestamptz,
  locked_at timestamptz,
  true_money_id text,
  wallet_address text,
  demo boolean not null default false,
  created_at timestamptz not null,
  -- Hash of the cookie of the sign-up browser. In that browser a link alone confirms the e-mail; elsewhere
  -- the password is required as well.
  signed_up_in text,
  -- Time at which an identity vendor reported the person as blocked. A blocked person is suspended while the
  -- flag `use-blocked-status` is on.
  vendor_blocked_at timestamptz,
  -- Time since which this is a test account. Test accounts are excluded from figures while the flag
  -- `exclude-test-accounts` is on.
  test_since timestamptz
);
-- A wallet can belong to only one person.
create unique index people_true_money_id on people (true_money_id);
create index people_sale_code on people (sale_code) where sale_code is not null;
create index people_tests on people (id) where test_since is not null;
alter table sale_codes add foreign key (changed_by) references people (id);

create table credentials (
  person_id uuid primary key references people (id),
  password_hash text,
  password_changed_at timestamptz not null,
  pin_hash text,
  pin_set_at timestamptz,
  pin_tries integer not null default 0 check (pin_tries between 0 and 5),
  -- Keyed hash of the PIN (`<salt>.<hash>`) and the number of its key, used for actions that pay out no money
  -- (ADR 55). `pin_hash` is argon2id over the keyed hash. If both are null, the next correct entry of the PIN
  -- creates them.
  pin_mac text,
  pin_key smallint,
  constraint pin_by_key check ((pin_mac is null) = (pin_key is null) and (pin_mac is null or pin_hash is not null))
);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id),
  -- SHA-256 of the secret in the HttpOnly cookie. The secret is not stored.
  secret_hash bytea not null unique,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  -- Data shown to the owner: browser (`chrome/android`), network without its last part, and the log-in
  -- method.
  browser text,
  network text,
  entered_with text not null default 'password',
  -- Time of the last proof of the second factor in the session. Staff need a proof for every call, and a
  -- recent proof for decisions.
  factor_at timestamptz,
  constraint sessions_entered_with_check check (entered_with in ('password', 'google', 'apple', 'wallet', 'passkey'))
);
create index sessions_of_person on sessions (person_id) where ended_at is null;

create table email_confirmations (
  token_hash bytea primary key,
  person_id uuid not null references people (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table password_resets (
  token_hash bytea primary key,
  person_id uuid not null references people (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Former e-mail address that a link restores together with a new password. Until the link expires, no one
  -- else can sign up with the address.
  restores_email bytea,
  -- Keyed hash of the former address, for look-ups. The address itself is sealed.
  restores_key bytea,
  -- A link does only what its letter says. A link for a new password recovers no account, and is void once a
  -- recovery has begun.
  purpose text not null default 'reset-password'
    check (purpose in ('reset-password', 'account-recovery')),
  constraint password_resets_restores check ((restores_email is null) = (restores_key is null))
);
create index password_resets_of_person on password_resets (person_id, created_at);
create index password_resets_restoring on password_resets (restores_key) where restores_key is not null;

-- Each owner, channel and action has at most one valid code. Sending again replaces the code.
create table one_time_passwords (
  owner text not null,
  channel text not null check (channel in ('email', 'sms')),
  action text not null,
  reference text not null,
  -- HMAC under a derived key. A plain hash of six digits could be reversed by trying all codes.
  code_hash bytea not null,
  sent_at timestamptz not null,
  resend_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  primary key (owner, channel, action)
);

create table one_time_password_days (
  owner text not null,
  day date not null,
  sent integer not null check (sent between 0 and 10),
  primary key (owner, day)
);

create table login_attempts (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);

-- Consents: who agreed to which text, in which language, when and where. Only a withdrawal changes a row.
create table consents (
  id uuid primary key,
  person_id uuid not null references people (id),
  purpose text not null,
  version text not null,
  text_hash text not null,
  language language_code not null,
  decision text not null check (decision in ('given', 'refused')),
  at timestamptz not null,
  channel text not null,
  withdrawn_at timestamptz
);
create index consents_of_person on consents (person_id, purpose, at);

-- One key per person, wrapped by the installation's key. Erasing a person erases the key, so that their sealed data
-- can never be read again, not even in copies.
create table person_keys (
  person_id uuid primary key references people (id),
  wrapped_key bytea,
  created_at timestamptz not null,
  erased_at timestamptz,
  check ((wrapped_key is null) = (erased_at is not null))
);

create table app_settings (
  name text primary key,
  value jsonb not null
);
insert into app_settings (name, value)
  values ('maintenance', '{"maintenance": false, "text": null, "since": null, "by": null, "reason": null}');

-- Log-in codes, sent by e-mail after too many guesses at an account. Each address has a row, even without an
-- account, so that both cases do the same work and give the same answer.
create table login_codes (
  -- HMAC of the e-mail.
  account bytea primary key,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Number of tries with the right password. Too many invalidate the code.
  tries integer not null default 0
);

-- Browsers in which a person has logged in, identified by the hash of a cookie's secret.
create table login_devices (
  device_hash bytea not null,
  person_id uuid not null references people (id),
  seen_at timestamptz not null,
  primary key (device_hash, person_id)
);
create index login_devices_of_person on login_devices (person_id);

-- Accounts at Google or Apple that are linked to people. The e-mail is never the key, because an e-mail can
-- change its owner.
create table social_links (
  provider text not null check (provider in ('google', 'apple')),
  subject text not null,
  person_id uuid not null references people (id),
  linked_at timestamptz not null,
  primary key (provider, subject)
);
create index social_links_of_person on social_links (person_id);

-- Log-ins in progress with Google or Apple. The nonce is derived from the secret in the browser's HttpOnly
-- cookie. The provider's proof is stored for ten minutes, until the person has answered all questions, and
-- can be used for one log-in.
create table social_attempts (
  secret_hash bytea primary key,
  provider text not null check (provider in ('google', 'apple')),
  expires_at timestamptz not null,
  proof_hash bytea,
  subject text,
  -- E-mail, sealed with the installation's key.
  email bytea,
  used_at timestamptz,
  check ((proof_hash is null) = (subject is null))
);

-- Customers per brand, because two brands can share a database. A person without a brand becomes a customer
-- of the brand where they next log in.
create table brand_customers (
  person_id uuid not null references people (id),
  brand brand_code not null,
  since timestamptz not null,
  -- How the person became a customer: `sign-up`, `log-in`, `transfer`.
  came_by text not null,
  primary key (person_id, brand)
);

-- The wallet partner's last proof of a wallet: the logged-in person opened the portal from this wallet.
create table wallet_proofs (
  person_id uuid primary key references people (id),
  address text not null,
  proved_at timestamptz not null
);

-- Time at which `people.wallet_address` was saved. The wallet cannot be replaced before `verified_from`.
create table wallet_savings (
  person_id uuid primary key references people (id),
  saved_at timestamptz not null,
  verified_from timestamptz not null check (verified_from > saved_at)
);

-- Phone numbers that their owners verified with a code. A replaced number blocks payouts until `money_from`.
create table proved_phones (
  person_id uuid primary key references people (id),
  sealed bytea not null,
  last_digits text not null check (last_digits ~ '^\d{4}$'),
  proved_at timestamptz not null,
  money_from timestamptz
);

-- The second factor: an authenticator app (TOTP), and recovery codes for a lost phone.
create table authenticators (
  person_id uuid primary key references people (id),
  -- The active secret, sealed with the person's key. Null before the first correct code, and after the second
  -- factor is turned off.
  sealed bytea,
  confirmed_at timestamptz,
  -- The last time step whose code was used, so that no code works twice.
  last_step bigint not null default 0,
  -- Number of wrong codes since the last correct one. Too many block all uses of the factor for a while.
  tries integer not null default 0 check (tries between 0 and 5),
  tried_at timestamptz,
  -- The secret that a page shows as a QR code, valid only in the session that asked for it.
  pending_sealed bytea,
  pending_session bytea,
  pending_at timestamptz,
  -- End of the time in which recovery codes can be shown. Each display makes new codes.
  codes_until timestamptz,
  -- A demo authenticator with a public secret. Development only.
  demo boolean not null default false,
  check ((sealed is null) = (confirmed_at is null)),
  check ((pending_sealed is null) = (pending_at is null) and (pending_sealed is null) = (pending_session is null))
);

create table recovery_codes (
  person_id uuid not null references people (id),
  -- HMAC under a derived key. The code is shown once and not stored.
  code_hash bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Passkeys (WebAuthn), a log-in method besides the password, and their one-time challenges.
create table passkeys (
  id uuid primary key,
  person_id uuid not null references people (id),
  -- Host for which the passkey was made. Each brand has its own host.
  rp_id text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Signature counter of the authenticator; 0 if it does not count.
  uses bigint not null check (uses >= 0),
  transports text[] not null,
  -- Whether the passkey may be copied to several devices (never changes), and whether it has been copied.
  backup_eligible boolean not null,
  backed_up boolean not null,
  -- Name that the owner gave the passkey, sealed with the owner's key.
  name bytea not null,
  made_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_of_person on passkeys (person_id);

create table passkey_challenges (
  purpose text not null check (purpose in ('make', 'log-in')),
  -- Hash of the session that makes a passkey, or of the cookie of the browser that logs in.
  owner_hash bytea not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (purpose, owner_hash)
);

-- Reasons why staff locked and unlocked an account. Reasons in this and the following tables are sealed with
-- the key of the person concerned.
create table account_locks (
  id uuid primary key,
  person_id uuid not null references people (id),
  locked_at timestamptz not null,
  locked_by uuid not null references people (id),
  reason bytea not null,
  unlocked_at timestamptz,
  unlocked_by uuid references people (id),
  unlock_reason bytea,
  check ((unlocked_at is null) = (unlocked_by is null) and (unlocked_at is null) = (unlock_reason is null))
);
create unique index account_locks_open on account_locks (person_id) where unlocked_at is null;
create index account_locks_of_person on account_locks (person_id, locked_at);

create table role_proposals (
  id uuid primary key,
  person_id uuid not null references people (id),
  role_before staff_role,
  role staff_role not null,
  reason bytea not null,
  proposed_by uuid not null references people (id),
  proposed_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid references people (id),
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_by is null) and (state = 'waiting') = (decided_at is null)),
  -- Four-eyes: author, approver and the person concerned are different people.
  check (person_id <> proposed_by),
  check (state <> 'approved' or (decided_by <> proposed_by and decided_by <> person_id))
);
create unique index role_proposals_waiting on role_proposals (person_id) where state = 'waiting';

-- Changes of roles, never modified. They show who had which role on a day.
create table role_changes (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  from_role staff_role,
  to_role staff_role,
  at timestamptz not null,
  -- Person who changed the role; null for the command that makes the first admins.
  changed_by uuid references people (id),
  approved_by uuid references people (id),
  why text not null check (why in ('proposal', 'ended', 'first-admin', 'before')),
  reason bytea,
  check (from_role is distinct from to_role)
);
create index role_changes_of_person on role_changes (person_id, seq);

-- Undecided proposals of a person whose role ended, and the colleague who now owns them.
create table handed_on (
  person_id uuid not null references people (id),
  kind text not null,
  object_id text not null,
  to_person uuid not null references people (id),
  handed_at timestamptz not null,
  primary key (person_id, kind, object_id, handed_at)
);
create index handed_on_to on handed_on (to_person, handed_at);

create table test_marks (
  seq bigint generated always as identity primary key,
  person_id uuid not null references people (id),
  marked boolean not null,
  reason bytea not null,
  at timestamptz not null,
  by_person uuid not null references people (id),
  proposed_by uuid references people (id),
  check (proposed_by <> by_person),
  -- Two admins must agree to mark an account as a test, because its later purchases are also excluded from
  -- figures.
  constraint test_marks_by_two check (not marked or proposed_by is not null)
);
create index test_marks_of_person on test_marks (person_id, seq);

-- The first admin's proposal to mark an account as a test. A second admin must confirm it.
create table test_proposals (
  person_id uuid primary key references people (id),
  reason bytea not null,
  at timestamptz not null,
  by_person uuid not null references people (id)
);

-- Calls about log-in methods with an `Idempotency-Key`. A repeated call gets the first answer. Rows are
-- stored for a day.
create table repeated_calls (
  person_id uuid not null references people (id),
  key text not null check (length(key) between 8 and 128),
  -- Method and path of the call.
  call text not null,
  -- Two bytes of a keyed hash of the body: enough to detect a different code, too few to find it by trying.
  body_mark bytea not null,
  at timestamptz not null,
  -- Error code of the first answer; null if the call succeeded.
  refused text,
  -- Answer, sealed with the person's key; null if the call had no answer.
  sealed_answer bytea,
  primary key (person_id, key)
);
create index repeated_calls_at on repeated_calls (at);
