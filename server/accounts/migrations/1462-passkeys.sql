-- Passkeys (WebAuthn): a way in beside the password, and one-time challenges for making and using them.
create table passkeys (
  id uuid primary key,
  person_id uuid not null references people (id),
  -- The host that it was made for: each brand has its own.
  rp_id text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Goes up with each use where the authenticator counts; 0 where it does not.
  uses bigint not null check (uses >= 0),
  transports text[] not null,
  -- Whether it may be on several devices, and whether it is; the first never changes.
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  made_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_of_person on passkeys (person_id);

create table passkey_challenges (
  purpose text not null check (purpose in ('make', 'log-in')),
  -- Of the log-in that makes one, or of the cookie of the browser that wants to log in.
  owner_hash bytea not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (purpose, owner_hash)
);

alter table sessions drop constraint sessions_entered_with_check;
alter table sessions
  add constraint sessions_entered_with_check check (entered_with in ('password', 'google', 'apple', 'wallet', 'passkey'));
