-- Incoming money with source, references and payer. One row per bank and reference.
create table payments (
  id uuid primary key,
  bank text not null,
  bank_reference text not null,
  order_id uuid references orders (id),
  amount numeric(30, 2) not null check (amount > 0),
  -- Time at which the money was sent, according to the bank. This time decides the NAV day.
  transferred_at timestamptz not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('matched', 'held')),
  -- Reason why the money is held.
  reason text,
  source text not null default 'bank' check (source in ('bank', 'statement', 'slip')),
  -- Source account as reported by the bank. A refund goes to this account. The account is sealed in
  -- `payment_payers`; this table has a keyed hash for comparing accounts, and the last digits of a number
  -- that can receive a refund.
  payer_bank text,
  payer_hash bytea,
  payer_ends text check (payer_ends ~ '^\d{4}$'),
  -- Whether the name on the sending account is the investor's; null if the bank did not report a name, or if
  -- the investor's name is unknown.
  payer_matched boolean,
  -- Earlier payment that this one resembles (`payment_alike`).
  alike uuid references payments (id),
  unique (bank, bank_reference),
  constraint payments_reason check ((outcome = 'held') = (reason is not null)),
  -- 'payer-partial': the bank truncated the name, so the name proves neither the investor nor a third party.
  -- A person decides.
  constraint payments_reasons check (reason in
    ('unknown-order', 'order-not-open', 'paid-already', 'amount-short', 'amount-over', 'third-party',
    'payer-partial', 'alike')),
  constraint payments_alike check ((reason = 'alike') is not true or alike is not null)
);
-- Account, name and references of the sender. They are sealed with the key of the order's owner, or with the
-- installation's key until finance decides who owns the money.
create table payment_payers (
  payment_id uuid primary key references payments (id),
  sealed bytea not null
);
create index payments_by_amount on payments (amount, transferred_at);
create index payments_of_order on payments (order_id) where order_id is not null;

-- Pictures of transfers, uploaded for an order. They count as money only after finance confirms the transfer.
create table slips (
  id uuid primary key,
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  file_id uuid not null unique references files (id),
  idempotency_key text not null unique,
  sent_at timestamptz not null,
  -- Whether the QR code of the picture could be read. If so, bank and reference are those of the code.
  code text not null check (code in ('read', 'none', 'damaged')),
  bank text,
  bank_reference text,
  state text not null default 'WAITING',
  decided_at timestamptz,
  -- Reason of a rejection, sealed with the investor's key.
  reason bytea,
  payment_id uuid references payments (id),
  check ((code = 'read') <= (bank is not null and bank_reference is not null)),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state = 'REFUSED') = (reason is not null)),
  constraint slips_state_check check (state in ('WAITING', 'CONFIRMED', 'REFUSED', 'REPLACED'))
);
create unique index slips_waiting on slips (order_id) where state = 'WAITING';
create index slips_of_order on slips (order_id, sent_at);

-- The data that each person of finance read on a slip. Two people are needed if the NAV of that day is
-- already approved.
create table slip_confirmations (
  slip_id uuid not null references slips (id),
  person_id uuid not null references people (id),
  at timestamptz not null,
  bank text not null,
  bank_reference text not null,
  amount numeric(30, 2) not null check (amount > 0),
  transferred_at timestamptz not null,
  -- Sequence of the readings. A corrected reading is a new row; the latest one of each person counts.
  reading bigint generated always as identity,
  primary key (slip_id, reading)
);

-- Money that bought no units because it did not fit an order, or because its order ended. Each case has a
-- state and an owner.
create table payment_cases (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  reason text not null,
  amount numeric(30, 2) not null check (amount > 0),
  -- Investor whose account contains the money. Null: the money is in the account of unmatched money.
  person_id uuid references people (id),
  state text not null default 'OPEN',
  owner uuid references people (id),
  opened_at timestamptz not null,
  -- Reason for holding the money, sealed with the key of the money's owner.
  note bytea,
  matched_order uuid references orders (id),
  refund_on date,
  -- Owner that finance named, for money that named no order.
  payee uuid references people (id),
  unique (payment_id, reason),
  check ((state = 'MATCHED') <= (matched_order is not null)),
  check (state <> 'HELD' or note is not null),
  constraint payment_cases_due check (state <> 'REFUND_DUE' or refund_on is not null),
  constraint payment_cases_reason_check check (reason in ('unknown-order', 'order-not-open', 'paid-already', 'amount-short',
    'amount-over', 'third-party', 'payer-partial', 'order-ended', 'alike')),
  -- KNOWN: a duplicate of the transfer that it resembles. Its booking was reversed.
  constraint payment_cases_state_check check (state in
    ('OPEN', 'HELD', 'ACCOUNT_WANTED', 'REFUND_DUE', 'MATCHED', 'REFUNDED', 'KNOWN') and (state <> 'KNOWN' or reason = 'alike'))
);
create index payment_cases_open on payment_cases (opened_at, id) where state not in ('MATCHED', 'REFUNDED');

-- Statements of the clients' bank account. The lines, each with its outcome, are in the next table.
create table bank_statements (
  id uuid primary key,
  bank text not null,
  account text not null,
  -- SHA-256 of the file. It prevents a second import.
  sha256 text not null unique,
  first_on date not null,
  last_on date not null check (last_on >= first_on),
  opening numeric(30, 2) not null,
  closing numeric(30, 2) not null,
  imported_by uuid not null references people (id),
  imported_at timestamptz not null
);

create table bank_statement_lines (
  statement_id uuid not null references bank_statements (id),
  line integer not null check (line > 0),
  at timestamptz not null,
  reference text not null,
  credit numeric(30, 2) check (credit > 0),
  debit numeric(30, 2) check (debit > 0),
  balance numeric(30, 2) not null,
  -- Outcome of the line. matched: paid an order. known: booked before from a bank message or slip. held: has
  -- a case. out: outgoing money.
  outcome text not null check (outcome in ('matched', 'known', 'held', 'out')),
  payment_id uuid references payments (id),
  primary key (statement_id, line),
  check (num_nonnulls(credit, debit) = 1),
  check ((outcome = 'out') = (debit is not null)),
  check ((outcome = 'out') = (payment_id is null))
);
create index bank_statement_lines_reference on bank_statement_lines (reference);
create index bank_statement_lines_payment on bank_statement_lines (payment_id);

-- Whether the sandbox bank pays orders automatically. Not used in runtime.
create table sandbox_bank (
  only_row boolean primary key default true check (only_row),
  silent boolean not null default false
);
insert into sandbox_bank default values;

-- Daily comparison of the books with bank and custodian. The signer has reviewed every difference.
create table daily_controls (
  day date not null,
  kind text not null check (kind in ('bank', 'custodian')),
  made_by uuid not null references people (id),
  made_at timestamptz not null,
  signed_by uuid references people (id),
  signed_at timestamptz,
  primary key (day, kind),
  check ((signed_by is null) = (signed_at is null))
);

create table daily_control_lines (
  day date not null,
  kind text not null,
  -- Compared account number or strategy.
  subject text not null,
  ours numeric(34, 4) not null,
  theirs numeric(34, 4) not null,
  -- For a difference: the colleague who handles it, and the reason why it is settled (sealed).
  owner uuid references people (id),
  reason bytea,
  closed_by uuid references people (id),
  closed_at timestamptz,
  primary key (day, kind, subject),
  foreign key (day, kind) references daily_controls (day, kind),
  check ((closed_by is null) = (closed_at is null)),
  check (closed_by is null or reason is not null)
);

-- Ensures that a transfer is booked once, whatever source reports it. A name of a transfer is either the
-- sending bank with the reference in upper case, letters and digits only ('014 TX1000001'), or the hash of a
-- slip's picture ('sha256 …'). A name belongs to the first slip or payment that has it.
create table transfer_names (
  name text primary key,
  -- Slip that brought the name. The name becomes free when the slip is rejected or replaced.
  slip_id uuid references slips (id) deferrable initially deferred,
  -- Booked payment. Once it is set, the name is permanent.
  payment_id uuid references payments (id),
  check (num_nonnulls(slip_id, payment_id) > 0)
);
create index transfer_names_of_slip on transfer_names (slip_id);
create index transfer_names_of_payment on transfer_names (payment_id);
-- Serves the search for a reference across banks. Neither bank nor reference contains a space.
create index transfer_names_by_reference on transfer_names (split_part(name, ' ', 2)) where payment_id is not null;

-- Number of people in finance who must confirm that money belongs to an order, by amount.
create table payment_approval_tiers (
  from_value numeric(30, 2) primary key check (from_value >= 0),
  approvals smallint not null check (approvals between 1 and 2)
);
insert into payment_approval_tiers values (0, 1), (50000.01, 2);

-- Confirmations of decisions that need two people. The newest confirmation counts.
create table payment_case_confirmations (
  saying bigint generated always as identity primary key,
  case_id uuid not null references payment_cases (id),
  person_id uuid not null references people (id),
  at timestamptz not null,
  act text not null check (act in ('match', 'refund', 'same')),
  order_id uuid references orders (id),
  check (act <> 'match' or order_id is not null)
);
create index payment_case_confirmations_of_case on payment_case_confirmations (case_id, saying);
