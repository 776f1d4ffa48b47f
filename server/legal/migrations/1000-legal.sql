-- Texts that people agree to, each version as it was approved: never changed, never removed.
create table legal_documents (
  id uuid primary key,
  document text not null check (document in ('privacy', 'terms', 'publicity', 'biometrics', 'risk', 'contract')),
  version text not null check (version ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$'),
  -- {th, en}, as written: names stay in their order, since the hashes are over these very bytes.
  content json not null,
  hash_th text not null,
  hash_en text not null,
  -- Business day from which it is in force.
  effective_from date not null,
  -- Whether whoever agreed to an earlier version is asked again; until `grace_until` the earlier one still counts.
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
  -- Which of those in force on one day is the newer.
  ordinal bigint generated always as identity,
  check ((source = 'person') = (proposed_by is not null)),
  check (decided_by is distinct from proposed_by or decided_by is null),
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- What came with the program is published without a person; what a person wrote needs another one.
  check (state = 'PROPOSED' or decided_by is not null or (source = 'files' and state = 'PUBLISHED'))
);
-- A version names one text for ever; a refused one may be written again.
create unique index legal_documents_version on legal_documents (document, version) where state <> 'REFUSED';
create unique index legal_documents_one_waits on legal_documents (document) where state = 'PROPOSED';
