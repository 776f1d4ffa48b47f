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
  name text not null,
  sha256 text not null,
  clean boolean not null,
  at timestamptz not null
);
create index files_subject on files (subject, at);
create index files_visitors on files (at) where subject like 'visitor:%';
