-- The register of uploads. The bytes are in the file store, by id.
create table files (
  id uuid primary key,
  -- Owner of the file: `person:<uuid>` or `visitor:<hash>`. The owner changes once, when a visitor creates an
  -- account.
  subject text not null,
  purpose text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  width integer,
  height integer,
  -- Name that the owner gave the file, sealed with the owner's key.
  name bytea not null,
  sha256 text not null,
  at timestamptz not null,
  -- Result of the virus scanner; `not-scanned` before a scan.
  scanned text not null,
  -- Time at which an answer used the file; null before.
  attached_at timestamptz,
  constraint files_scanned check (scanned in ('clean', 'infected', 'not-scanned'))
);
create index files_subject on files (subject, at);
create index files_visitors on files (at) where subject like 'visitor:%';
create index files_not_scanned on files (at) where scanned = 'not-scanned';
create index files_in_the_air on files (at) where attached_at is null;

-- Number of uploads per day: of one subject, from one network, and of all visitors together. All server
-- processes share these counts.
create table upload_days (
  -- HMAC of the subject or the network address, because addresses are personal data.
  key bytea not null,
  day date not null,
  files integer not null,
  bytes bigint not null,
  primary key (key, day)
);
