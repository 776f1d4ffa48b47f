-- Statements, contract notes and other documents as files. A later download returns the same bytes.
create table account_documents (
  id uuid primary key,
  person_id uuid not null references people (id),
  kind text not null,
  format text not null check (format in ('pdf', 'csv')),
  language language_code not null,
  period_from date,
  period_to date,
  order_id uuid references orders (id),
  -- Whether the document was made automatically after the end of the month. One per person and month.
  monthly boolean not null default false,
  -- Hash of the shown content. Equal content is the same document.
  content_hash text not null,
  -- SHA-256 of the file, and its number of bytes.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer not null check (size > 0),
  -- The file (base64), sealed with the person's key.
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
-- Serves the page on which anyone can check whether a file is genuine.
create index account_documents_by_hash on account_documents (sha256);

-- Answers of people to the portal's prompts. A prompt stays hidden until `quiet_until`.
create table prompt_answers (
  person_id uuid not null references people (id),
  prompt text not null check (prompt in ('contract', 'consents', 'verify-identity', 'start-invest', 'bank', 'pin')),
  answer text not null check (answer in ('begun', 'later', 'never')),
  at timestamptz not null,
  -- End of hiding in business time. Null: the prompt is never shown again.
  quiet_until timestamptz,
  -- Mark of the log-in in which the prompt was answered. Only one prompt appears per visit.
  asked_in text not null,
  primary key (person_id, prompt),
  check ((answer = 'never') = (quiet_until is null))
);

-- Value of an account per day, computed by the server and stored when the owner first opens the account on
-- that day.
create table client_summaries (
  person_id uuid not null references people (id),
  day date not null,
  value numeric(18, 2) not null,
  principal numeric(18, 2) not null,
  total_profit numeric(18, 2) not null,
  made_at timestamptz not null,
  primary key (person_id, day)
);

-- Electronic duty stamps of signed contracts, from the tax office; at most one per document.
create table e_stamps (
  document_id uuid primary key references account_documents (id),
  number text not null unique,
  issued_on date not null,
  -- SHA-256 of the stamped document.
  document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$')
);

-- Strategies that a person saved to a list. The list has no effect on orders.
create table saved_strategies (
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  saved_at timestamptz not null,
  primary key (person_id, strategy)
);

-- Time up to which a person has read the letters in the portal. The letters themselves are in the outbox.
create table letters_read (
  person_id uuid primary key references people (id),
  until timestamptz not null
);
