-- Orders that the allotment could not turn into units, and why: finance looks at them, every later allotment tries them again.
create table orders_set_aside (
  order_id uuid primary key references orders (id),
  since timestamptz not null,
  tried_at timestamptz not null,
  tries integer not null default 1 check (tries > 0),
  -- What the database said, as SQLSTATE and sentence.
  reason text not null
);

-- What a corrected NAV means for orders that were allotted at the one before: each with its difference, and whether it is made good.
create table nav_corrections (
  nav_id uuid primary key references navs (id),
  replaced_id uuid not null references navs (id),
  -- Under half a percent of the right NAV, or under a satang a unit, nothing is made good: the right NAV counts from then on.
  state text not null,
  found_at timestamptz not null,
  posted_at timestamptz check (posted_at is null or state = 'APPROVED'),
  -- REPLACED: another correction of that day counts before anybody decided on this one.
  constraint nav_corrections_state_check check (state in ('FORWARD_ONLY', 'PROPOSED', 'APPROVED', 'REJECTED', 'REPLACED'))
);

create table nav_correction_orders (
  nav_id uuid not null references nav_corrections (nav_id),
  order_id uuid not null references orders (id),
  -- What the investor would have more (or less) at the right NAV: units of a buy or of a sell by amount, baht of a sell by units.
  units numeric(30, 4) not null,
  baht numeric(30, 2) not null,
  -- What is made good; nobody gives back what was too much: the company bears that.
  owed_to text not null,
  -- What the company pays the strategy for it.
  borne numeric(30, 2) not null default 0,
  primary key (nav_id, order_id),
  -- NEXT_LEG: the baht of a switch-out whose in leg has bought already; what that one gets stands in a row of its own.
  constraint nav_correction_orders_owed_to_check check (owed_to in ('INVESTOR', 'NEXT_LEG', 'NOBODY'))
);

-- Two people approve, none of them the one who entered the correction.
create table nav_correction_decisions (
  nav_id uuid not null references nav_corrections (nav_id),
  person_id uuid not null references people (id),
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  reason text not null check (length(reason) between 3 and 1000),
  at timestamptz not null,
  primary key (nav_id, person_id)
);

-- Allots orders of every kind, one run for each strategy, NAV day and side. Sells come before buys: what is bought at a day's NAV
-- is never sold at it. A run keeps the last order that it looked at, so that it goes on wherever it was stopped.
create table settlement_runs (
  strategy text not null references strategies (code),
  nav_date date not null,
  side text not null check (side in ('sell', 'buy')),
  begun_at timestamptz not null,
  -- Orders that it has to look at, all openings together; late ones open it again.
  due integer not null,
  last_id uuid,
  allotted integer not null default 0,
  set_aside integer not null default 0,
  done_at timestamptz,
  primary key (strategy, nav_date, side)
);
create index settlement_runs_open on settlement_runs (nav_date, strategy) where done_at is null;

-- Withheld from the profit of a sell, from a NAV day on. For legal approval: none.
create table withholding_rates (
  begins date primary key,
  bps integer not null check (bps between 0 and 10000)
);
insert into withholding_rates values ('2025-01-01', 0);

-- Money that leaves: each payout is one sum to one account. It goes out with a payment file that one person of finance makes and
-- another releases, or is marked as paid by two of them. One that comes back is closed, and another one follows it.
create table payment_files (
  id uuid primary key,
  number bigint generated always as identity unique,
  value_date date not null,
  lines integer not null check (lines > 0),
  total numeric(30, 2) not null check (total > 0),
  -- SHA-256 of its bytes; the bytes hold account numbers and are made anew from what is sealed.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'MADE' check (state in ('MADE', 'RELEASED', 'DISCARDED')),
  made_by uuid not null references people (id),
  made_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  check ((state = 'MADE') = (decided_by is null and decided_at is null)),
  -- Who made it cannot release it; discard it, anybody of finance can.
  constraint payment_files_four_eyes check (state <> 'RELEASED' or decided_by <> made_by)
);

-- The management fee of each calendar day: last approved NAV x units at the day's end x rate / 365, half-up. A NAV is net of it
-- already: the entry says what the strategy owes, and charges nobody again.
create table management_accruals (
  strategy text not null references strategies (code),
  day date not null,
  units numeric(34, 4) not null check (units >= 0),
  nav numeric(13, 4),
  rate_bps integer not null,
  amount numeric(30, 2) not null check (amount >= 0),
  primary key (strategy, day)
);

create table settlement_sweeps (
  strategy text not null references strategies (code),
  year integer not null,
  amount numeric(30, 2) not null,
  primary key (strategy, year)
);

-- Numbers of tax documents, one after the other for each establishment, month and kind. The counter is locked until its transaction
-- ends: what is rolled back gives its numbers back. For legal approval: tax point is the allotment.
create table tax_series (
  establishment text not null check (establishment ~ '^\d{5}$'),
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('invoice', 'credit-note', 'debit-note')),
  last integer not null default 0 check (last >= 0),
  primary key (establishment, month, kind)
);

create table tax_documents (
  establishment text not null,
  month date not null,
  kind text not null,
  number integer not null check (number > 0),
  order_id uuid not null references orders (id),
  -- The charge without its VAT, and the VAT.
  charge numeric(30, 2) not null check (charge > 0),
  vat numeric(30, 2) not null check (vat >= 0),
  issued_on date not null,
  -- Of a note: why, and the invoice that it corrects.
  reason text,
  corrects integer,
  corrects_month date,
  primary key (establishment, month, kind, number),
  foreign key (establishment, month, kind) references tax_series (establishment, month, kind),
  check ((kind = 'invoice') = (reason is null)),
  check ((kind = 'invoice') = (corrects is null) and (kind = 'invoice') = (corrects_month is null))
);
create unique index tax_invoice_of_order on tax_documents (order_id) where kind = 'invoice';
create index tax_notes_of_order on tax_documents (order_id) where kind <> 'invoice';

-- What was posted for an order: the order stays as it was allotted, and stands at another NAV from then on.
create table nav_compensations (
  id uuid primary key,
  seq bigint generated always as identity unique,
  nav_id uuid not null references nav_corrections (nav_id),
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  -- The NAV that the order stands at from now on.
  nav numeric(13, 4) not null check (nav > 0),
  units numeric(30, 4) not null check (units >= 0),
  -- What those units cost their holder.
  cost numeric(30, 2) not null check (cost >= 0),
  -- Of a switch-in whose out leg brought too little: what it buys for besides.
  amount numeric(30, 2) not null check (amount >= 0),
  -- Of a sell: what the units bring besides, before charges and after.
  gross numeric(30, 2) not null check (gross >= 0),
  fee numeric(30, 2) not null check (fee >= 0),
  vat numeric(30, 2) not null check (vat >= 0),
  withheld numeric(30, 2) not null check (withheld >= 0),
  proceeds numeric(30, 2) not null check (proceeds >= 0),
  -- What the strategy's residues get (or give), and what the company pays the strategy (or gets back).
  residue numeric(30, 2) not null,
  borne numeric(30, 2) not null,
  unique (nav_id, order_id),
  check (gross = 0 or (proceeds = gross - fee - vat - withheld and amount = 0)),
  check (gross > 0 or proceeds = 0),
  check (units > 0 or cost = 0 or amount > 0)
);
create index nav_compensations_of_order on nav_compensations (order_id, seq);
create index nav_compensations_of_person on nav_compensations (person_id);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references orders (id),
  person_id uuid references people (id),
  account uuid,
  label text,
  amount numeric(30, 2) not null check (amount > 0),
  due_on date not null,
  state text not null default 'DUE',
  file_id uuid references payment_files (id),
  line integer,
  -- By hand: who says that it was paid, with the bank's reference; somebody else confirms.
  entered_by uuid references people (id),
  reference text,
  confirmed_by uuid references people (id),
  paid_at timestamptz,
  returned_at timestamptz,
  -- The bank's words, sealed for whose money it is.
  return_reason bytea,
  -- The payout that came back, and that this one is made for.
  follows uuid unique references payouts (id),
  -- Money that an order is paid besides is a payout of its own.
  compensation uuid references nav_compensations (id),
  refund uuid references payment_cases (id),
  -- Money of a released file is sent to the bank; it is paid once the bank's return file was taken in and does not name it. By hand, the
  -- second person says so.
  settled_at timestamptz check (settled_at is null or state in ('PAID', 'RETURNED')),
  unique (file_id, line),
  check ((file_id is null) = (line is null)),
  check (state <> 'FILED' or file_id is not null),
  check ((state in ('PAID', 'RETURNED')) = (paid_at is not null)),
  check ((state = 'RETURNED') = (returned_at is not null and return_reason is not null)),
  check ((entered_by is null) = (reference is null) and (confirmed_by is null or entered_by is not null)),
  check (state not in ('PAID', 'RETURNED') or file_id is not null or confirmed_by is not null),
  constraint payouts_four_eyes check (confirmed_by <> entered_by),
  -- WITHDRAWN: the money was matched or put on hold after all, before it was in a file.
  constraint payouts_state_check check (state in ('DUE', 'FILED', 'PAID', 'RETURNED', 'WITHDRAWN') and (state <> 'WITHDRAWN' or refund is not null)),
  constraint payouts_of_one check ((refund is null) = (order_id is not null)),
  constraint payouts_to_somebody check (refund is not null or (person_id is not null and account is not null)),
  constraint payouts_account_of_person check (account is null or person_id is not null)
);
create index payouts_open on payouts (due_on, id) where state in ('DUE', 'FILED');
create index payouts_of_file on payouts (file_id, line);
create unique index payouts_of_order on payouts (order_id, coalesce(compensation, order_id)) where state <> 'RETURNED';
create unique index payouts_of_refund on payouts (refund) where state not in ('RETURNED', 'WITHDRAWN');
create index payouts_of_case on payouts (refund) where refund is not null;

-- The management fee of days that were accrued at the wrong NAV: the difference, booked with the correction.
create table management_accrual_corrections (
  nav_id uuid not null references nav_corrections (nav_id),
  strategy text not null,
  day date not null,
  amount numeric(30, 2) not null check (amount <> 0),
  primary key (nav_id, day),
  foreign key (strategy, day) references management_accruals (strategy, day)
);
