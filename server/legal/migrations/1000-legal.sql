-- Texts that people accept, each version as approved. Never changed or removed.
create table legal_documents (
  id uuid primary key,
  document text not null check (document in ('privacy', 'terms', 'publicity', 'biometrics', 'risk', 'contract')),
  version text not null check (version ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$'),
  -- {th, en} as json, not jsonb: the hashes cover these bytes, so the sequence of names must stay.
  content json not null,
  hash_th text not null,
  hash_en text not null,
  -- Business day from which it is in force.
  effective_from date not null,
  -- Whether people who accepted an earlier version are asked again. Until `grace_until` the earlier acceptance is
  -- valid.
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
  -- Determines the newer of two versions in force on the same day.
  ordinal bigint generated always as identity,
  check ((source = 'person') = (proposed_by is not null)),
  check (decided_by is distinct from proposed_by or decided_by is null),
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- Documents of the release are published without a person. Proposals need another person's approval.
  check (state = 'PROPOSED' or decided_by is not null or (source = 'files' and state = 'PUBLISHED'))
);
-- A version name is used once. After a refusal it can be reused.
create unique index legal_documents_version on legal_documents (document, version) where state <> 'REFUSED';
create unique index legal_documents_one_waits on legal_documents (document) where state = 'PROPOSED';
