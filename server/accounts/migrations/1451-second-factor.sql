-- The second factor beside the password: an authenticator app (TOTP), and codes for the day on which the phone is lost.
create table authenticators (
  person_id uuid primary key references people (id),
  -- The secret that counts, sealed with the person's key; null until it was proved by a code, and after it was turned off.
  sealed bytea,
  confirmed_at timestamptz,
  -- The last time step whose code was taken: no code is good twice.
  last_step bigint not null default 0,
  -- Wrong codes since the last good one; they block for a while, whatever asks for the code.
  tries integer not null default 0 check (tries between 0 and 5),
  tried_at timestamptz,
  -- What a page shows as a QR code now, for the session that asked for it.
  pending_sealed bytea,
  pending_session bytea,
  pending_at timestamptz,
  -- Until when recovery codes may be shown; they are made anew each time.
  codes_until timestamptz,
  check ((sealed is null) = (confirmed_at is null)),
  check ((pending_sealed is null) = (pending_at is null) and (pending_sealed is null) = (pending_session is null))
);

create table recovery_codes (
  person_id uuid not null references people (id),
  -- HMAC under a derived key; the code itself is shown once and is nowhere here.
  code_hash bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);
