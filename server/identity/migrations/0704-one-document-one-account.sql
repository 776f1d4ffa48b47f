-- One identity document opens one account: who opened theirs with it, by an HMAC under the installation's key.
create table identity_documents (
  -- Of a person's ID card; of a company's registration.
  document_hash bytea primary key,
  person_id uuid not null references people (id),
  claimed_at timestamptz not null
);
create index identity_documents_of_person on identity_documents (person_id);

-- Of accounts that were opened with the same card before, the first has it.
insert into identity_documents (document_hash, person_id, claimed_at)
select distinct on (profile.national_id_hash) profile.national_id_hash, profile.person_id, profile.submitted_at
from identity_profiles profile join people person on person.id = profile.person_id
where person.customer_type = 'INDIVIDUAL'
order by profile.national_id_hash, profile.submitted_at, profile.person_id;

-- Accounts that were told to use the first one, for compliance to see. No references: a row is written beside the
-- transaction that was refused, and must not wait for it.
create table identity_document_refusals (
  person_id uuid not null,
  held_by uuid not null,
  at timestamptz not null,
  primary key (person_id, held_by)
);
