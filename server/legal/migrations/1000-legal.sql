-- Texts that people accept. Each version is stored as it was approved, and never changed or removed.
create table legal_documents (
  id uuid primary key,
  document text not null check (document in ('privacy', 'terms', 'publicity', 'biometrics', 'risk', 'contract')),
  version text not null check (version ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$'),
  -- Text as {th, en}. The type is json, not jsonb, because the hashes cover these bytes and the order of
  -- names must stay.
  content json not null,
  hash_th text not null,
  hash_en text not null,
  -- Business day from which the version is in force.
  effective_from date not null,
  -- Whether people who accepted an earlier version must accept this one. Until `grace_until` their earlier
  -- acceptance stays valid.
  renew boolean not null,
  grace_until date check (grace_until is null or (renew and grace_until >= effective_from)),
  source text not null check (source in ('files', 'person')),
  state text not null check (state in ('PROPOSED', 'PUBLISHED', 'REFUSED')),
  note text not null,
  proposed_by uuid references people (id),
  proposed_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  -- Order of storage. It determines the newer of two versions in force on the same day.
  ordinal bigint generated always as identity,
  check ((source = 'person') = (proposed_by is not null)),
  check (decided_by is distinct from proposed_by or decided_by is null),
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- Documents of the release are published without a person. A proposal needs the approval of another person.
  check (state = 'PROPOSED' or decided_by is not null or (source = 'files' and state = 'PUBLISHED'))
);
-- Each version name is used once. The name of a refused version can be used again.
create unique index legal_documents_version on legal_documents (document, version) where state <> 'REFUSED';
create unique index legal_documents_one_waits on legal_documents (document) where state = 'PROPOSED';
