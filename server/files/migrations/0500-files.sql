-- Uploads: the register. The bytes lie in the file store under the id.
create table files (
  id uuid primary key,
  -- Whose it is: `person:<uuid>` or `visitor:<hash>`. Changes once, when a visitor becomes a person.
  subject text not null,
  purpose text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  width integer,
  height integer,
  -- As its owner named it, sealed for them.
  name bytea not null,
  sha256 text not null,
  at timestamptz not null,
  -- What a virus scanner said, in place of a constant: `not-scanned` where none has looked yet.
  scanned text not null,
  -- When an answer took it up; null until then.
  attached_at timestamptz,
  constraint files_scanned check (scanned in ('clean', 'infected', 'not-scanned'))
);
create index files_subject on files (subject, at);
create index files_visitors on files (at) where subject like 'visitor:%';
create index files_not_scanned on files (at) where scanned = 'not-scanned';
create index files_in_the_air on files (at) where attached_at is null;

-- How much was uploaded in a day: by a subject, from a network, by all visitors together. Several processes count here.
create table upload_days (
  -- HMAC under our key: addresses are personal.
  key bytea not null,
  day date not null,
  files integer not null,
  bytes bigint not null,
  primary key (key, day)
);
