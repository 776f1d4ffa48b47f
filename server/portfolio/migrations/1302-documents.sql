-- Statements and contract notes as they were drawn: the bytes that were handed out are handed out again, never drawn anew.
create table account_documents (
  id uuid primary key,
  person_id uuid not null references people (id),
  kind text not null check (kind in ('statement', 'contract-note')),
  format text not null check (format in ('pdf', 'csv')),
  language text not null check (language in ('th', 'en')),
  period_from date,
  period_to date,
  order_id uuid references orders (id),
  -- Made by us after the month's end, one for each person and month.
  monthly boolean not null default false,
  -- Of the data that it shows: the same data is the same document.
  content_hash text not null,
  -- Of its bytes, and how many.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer not null check (size > 0),
  -- The bytes (base64), sealed with the person's key.
  sealed bytea not null,
  made_at timestamptz not null,
  check ((kind = 'statement') = (period_from is not null and period_to is not null)),
  check ((kind = 'contract-note') = (order_id is not null)),
  check (period_from <= period_to),
  unique (person_id, kind, format, language, content_hash)
);
create unique index account_documents_monthly on account_documents (person_id, period_from) where monthly;
create index account_documents_of_person on account_documents (person_id, made_at desc, id desc);
create trigger account_documents_stay before update or delete or truncate on account_documents
  for each statement execute function never_removed();
