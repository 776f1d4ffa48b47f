-- Who was written to about a new version of the contract: once for each version.
create table contract_letters (
  person_id uuid not null references people (id),
  version text not null,
  told_at timestamptz not null,
  primary key (person_id, version)
);
