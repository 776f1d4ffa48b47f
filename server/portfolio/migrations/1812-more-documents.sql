-- Invoices, performance reports and signed contracts are kept as statements and contract notes are.
alter table account_documents drop constraint account_documents_kind_check, drop constraint account_documents_check,
  drop constraint account_documents_check1;
alter table account_documents
  add constraint account_documents_kind check (kind in ('statement', 'contract-note', 'invoice', 'performance-report', 'contract')),
  add constraint account_documents_of_period
    check ((kind in ('statement', 'performance-report')) = (period_from is not null and period_to is not null)),
  add constraint account_documents_of_order check ((kind in ('contract-note', 'invoice')) = (order_id is not null));
-- Whoever has a file asks whether we made it.
create index account_documents_by_hash on account_documents (sha256);

-- Electronic duty stamps of signed contracts, as the tax office gave them; at most one a document.
create table e_stamps (
  document_id uuid primary key references account_documents (id),
  number text not null unique,
  issued_on date not null,
  -- What was stamped: the SHA-256 of the document's bytes.
  document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$')
);
create trigger e_stamps_stay before update or delete or truncate on e_stamps
  for each statement execute function never_removed();
