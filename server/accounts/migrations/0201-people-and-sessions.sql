-- People who can log in, what proves them, and what they agreed to.
-- Times here are wall time (sessions, codes and limits never follow the business clock).

create table sale_codes (
  code text primary key check (code ~ '^[A-Z0-9]{4,12}$'),
  active boolean not null default true
);

create table people (
  id uuid primary key,
  email text not null,
  -- The e-mail as it is compared: one person per address, however it is typed.
  email_key text not null unique,
  role text check (role in ('operations', 'compliance', 'finance', 'support', 'admin')),
  customer_type text not null check (customer_type in ('INDIVIDUAL', 'JURISTIC')),
  company_name text check ((customer_type = 'JURISTIC') = (company_name is not null)),
  sale_code text references sale_codes (code),
  language text not null check (language in ('th', 'en')),
  email_confirmed_at timestamptz,
  locked_at timestamptz,
  true_money_id text,
  wallet_address text,
  demo boolean not null default false,
  created_at timestamptz not null
);

create table credentials (
  person_id uuid primary key references people (id),
  password_hash text not null,
  password_changed_at timestamptz not null,
  pin_hash text,
  pin_set_at timestamptz,
  pin_tries integer not null default 0 check (pin_tries between 0 and 5)
);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id),
  -- SHA-256 of the secret in the HttpOnly cookie; the secret itself is nowhere here.
  secret_hash bytea not null unique,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by text
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
  used_at timestamptz
);
create index password_resets_of_person on password_resets (person_id, created_at);

-- One live code per owner, channel and action: sending again replaces it.
create table one_time_passwords (
  owner text not null,
  channel text not null check (channel in ('email', 'sms')),
  action text not null,
  reference text not null,
  -- HMAC under a derived key: six digits alone could be found by trying all of them.
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

-- Never changed but for the withdrawal: who agreed to which text, in which language, when and how.
create table consents (
  id uuid primary key,
  person_id uuid not null references people (id),
  purpose text not null,
  version text not null,
  text_hash text not null,
  language text not null check (language in ('th', 'en')),
  decision text not null check (decision in ('given', 'refused')),
  at timestamptz not null,
  channel text not null,
  withdrawn_at timestamptz
);
create index consents_of_person on consents (person_id, purpose, at);

-- One key per person, wrapped by the installation's key. Erasing the person erases the key:
-- whatever was sealed with it can never be read again, wherever copies of it lie.
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
insert into app_settings (name, value) values ('maintenance', '{"maintenance": false, "maintenanceText": ""}');
