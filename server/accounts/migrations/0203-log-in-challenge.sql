-- What stands between a stranger's guesses and an account, without standing in its owner's way.

-- The code that was last e-mailed to whoever wants to log in to an account at which too many have guessed. One row an
-- e-mail address, also for addresses that nobody here has: both get the same work and the same answer.
create table login_codes (
  -- HMAC of the e-mail under our key.
  account bytea primary key,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Browsers in which a person has logged in before, known by the hash of a cookie's secret.
create table login_devices (
  device_hash bytea not null,
  person_id uuid not null references people (id),
  seen_at timestamptz not null,
  primary key (device_hash, person_id)
);
create index login_devices_of_person on login_devices (person_id);
