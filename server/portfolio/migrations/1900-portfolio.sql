-- Statements, contract notes and other documents as they were drawn: a later download gets the same bytes.
create table account_documents (
  id uuid primary key,
  person_id uuid not null references people (id),
  kind text not null,
  format text not null check (format in ('pdf', 'csv')),
  language language_code not null,
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
  check (period_from <= period_to),
  unique (person_id, kind, format, language, content_hash),
  constraint account_documents_kind check (kind in ('statement', 'contract-note', 'invoice', 'performance-report', 'contract')),
  constraint account_documents_of_period
    check ((kind in ('statement', 'performance-report')) = (period_from is not null and period_to is not null)),
  constraint account_documents_of_order check ((kind in ('contract-note', 'invoice')) = (order_id is not null))
);
create unique index account_documents_monthly on account_documents (person_id, period_from) where monthly;
create index account_documents_of_person on account_documents (person_id, made_at desc, id desc);
-- Whoever has a file asks whether we made it.
create index account_documents_by_hash on account_documents (sha256);

-- What a person answered when the portal asked them for something in a dialog of its own: it is quiet about that until then.
create table prompt_answers (
  person_id uuid not null references people (id),
  prompt text not null check (prompt in ('contract', 'consents', 'verify-identity', 'start-invest', 'bank', 'pin')),
  answer text not null check (answer in ('begun', 'later', 'never')),
  at timestamptz not null,
  -- Business time; null: it is not shown again.
  quiet_until timestamptz,
  -- A mark of the log-in in which it was answered: one dialog is enough for a visit.
  asked_in text not null,
  primary key (person_id, prompt),
  check ((answer = 'never') = (quiet_until is null))
);

-- What an account was worth on a day, as its owner looked at it: written once a day, from the server's own figures.
create table client_summaries (
  person_id uuid not null references people (id),
  day date not null,
  value numeric(18, 2) not null,
  principal numeric(18, 2) not null,
  total_profit numeric(18, 2) not null,
  made_at timestamptz not null,
  primary key (person_id, day)
);

-- Electronic duty stamps of signed contracts, as the tax office gave them; at most one a document.
create table e_stamps (
  document_id uuid primary key references account_documents (id),
  number text not null unique,
  issued_on date not null,
  -- What was stamped: the SHA-256 of the document's bytes.
  document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$')
);

-- Which strategies somebody follows: a list of their own, nothing is ordered by it.
create table saved_strategies (
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  saved_at timestamptz not null,
  primary key (person_id, strategy)
);

-- Until which letter somebody has read in the portal. The letters are those of the outbox; nothing of them is kept again.
create table letters_read (
  person_id uuid primary key references people (id),
  until timestamptz not null
);
