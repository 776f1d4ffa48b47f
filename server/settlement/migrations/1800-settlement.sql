-- Orders that the allotment could not process, with the reason. Finance reviews them; every later allotment
-- tries them again.
create table orders_set_aside (
  order_id uuid primary key references orders (id),
  since timestamptz not null,
  tried_at timestamptz not null,
  tries integer not null default 1 check (tries > 0),
  -- Error of the database: SQLSTATE and message.
  reason text not null
);

-- Corrected NAVs with their effects on orders allotted at the earlier NAV: differences and compensation.
create table nav_corrections (
  nav_id uuid primary key references navs (id),
  replaced_id uuid not null references navs (id),
  -- State of the correction. If the difference is below half a percent of the correct NAV, or below a satang
  -- per unit, no compensation is paid, and the correct NAV applies only from then on.
  state text not null,
  found_at timestamptz not null,
  posted_at timestamptz check (posted_at is null or state = 'APPROVED'),
  -- REPLACED: another correction of that day took effect before the decision about this one.
  constraint nav_corrections_state_check check (state in ('FORWARD_ONLY', 'PROPOSED', 'APPROVED', 'REJECTED', 'REPLACED'))
);

create table nav_correction_orders (
  nav_id uuid not null references nav_corrections (nav_id),
  order_id uuid not null references orders (id),
  -- Difference for the investor at the correct NAV: units for a buy or a sell by amount, baht for a sell by
  -- units.
  units numeric(30, 4) not null,
  baht numeric(30, 2) not null,
  -- Recipient of the compensation. Investors do not pay back an excess: the company bears it.
  owed_to text not null,
  -- Amount that the company pays the strategy because of the difference.
  borne numeric(30, 2) not null default 0,
  primary key (nav_id, order_id),
  -- NEXT_LEG: the baht of a switch-out whose in leg has already bought. The in leg's compensation has its own
  -- row.
  constraint nav_correction_orders_owed_to_check check (owed_to in ('INVESTOR', 'NEXT_LEG', 'NOBODY'))
);

-- Approvals of a correction. Two people must approve, neither of whom entered the correction.
create table nav_correction_decisions (
  nav_id uuid not null references nav_corrections (nav_id),
  person_id uuid not null references people (id),
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  reason text not null check (length(reason) between 3 and 1000),
  at timestamptz not null,
  primary key (nav_id, person_id)
);

-- Runs of the allotment, one per strategy, NAV day and side, for orders of every kind. Sells run before buys,
-- so that units bought at a NAV are never sold at it. A run stores the last order that it processed and
-- resumes after it.
create table settlement_runs (
  strategy text not null references strategies (code),
  nav_date date not null,
  side text not null check (side in ('sell', 'buy')),
  begun_at timestamptz not null,
  -- Number of orders to process, over all openings of the run. Late orders reopen it.
  due integer not null,
  last_id uuid,
  allotted integer not null default 0,
  set_aside integer not null default 0,
  done_at timestamptz,
  primary key (strategy, nav_date, side)
);
create index settlement_runs_open on settlement_runs (nav_date, strategy) where done_at is null;

-- Tax rate withheld from the profit of a sell, valid from a NAV day. No rate is set; this needs legal
-- approval.
create table withholding_rates (
  begins date primary key,
  bps integer not null check (bps between 0 and 10000)
);
insert into withholding_rates values ('2025-01-01', 0);

-- Outgoing money. Each payout is one sum to one account. One person of finance makes its payment file and
-- another releases the file, or two people mark the payout as paid by hand. A returned payout is closed, and
-- a new payout follows.
create table payment_files (
  id uuid primary key,
  number bigint generated always as identity unique,
  value_date date not null,
  lines integer not null check (lines > 0),
  total numeric(30, 2) not null check (total > 0),
  -- SHA-256 of the file. The file contains account numbers, so it is not stored but rebuilt from sealed data.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'MADE' check (state in ('MADE', 'RELEASED', 'DISCARDED')),
  made_by uuid not null references people (id),
  made_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  check ((state = 'MADE') = (decided_by is null and decided_at is null)),
  -- Four-eyes: the author cannot release the file. Any person of finance can discard it.
  constraint payment_files_four_eyes check (state <> 'RELEASED' or decided_by <> made_by)
);

-- The management fee of each calendar day: last approved NAV x units at the end of the day x rate / 365,
-- rounded half-up. The NAV is already net of this fee: the entry records the strategy's debt and charges
-- investors nothing again.
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

-- Consecutive numbers of tax documents per establishment, month and kind. The counter is locked until its
-- transaction ends, so a rollback releases its numbers. The tax point is the allotment; this needs legal
-- approval.
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
  -- Charge without VAT, and the VAT.
  charge numeric(30, 2) not null check (charge > 0),
  vat numeric(30, 2) not null check (vat >= 0),
  issued_on date not null,
  -- For a note: its reason, and the invoice that it corrects.
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

-- Compensations posted for orders. An order keeps its allotment; from then on its NAV is the corrected one.
create table nav_compensations (
  id uuid primary key,
  seq bigint generated always as identity unique,
  nav_id uuid not null references nav_corrections (nav_id),
  order_id uuid not null references orders (id),
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  -- NAV of the order from now on.
  nav numeric(13, 4) not null check (nav > 0),
  units numeric(30, 4) not null check (units >= 0),
  -- Cost of the additional units for their holder.
  cost numeric(30, 2) not null check (cost >= 0),
  -- For a switch-in whose out leg brought too little: additional amount for which the switch-in buys.
  amount numeric(30, 2) not null check (amount >= 0),
  -- For a sell: additional proceeds of the units, before and after charges.
  gross numeric(30, 2) not null check (gross >= 0),
  fee numeric(30, 2) not null check (fee >= 0),
  vat numeric(30, 2) not null check (vat >= 0),
  withheld numeric(30, 2) not null check (withheld >= 0),
  proceeds numeric(30, 2) not null check (proceeds >= 0),
  -- Change of the strategy's residues, and the amount that the company pays the strategy (negative: the
  -- company gets money back).
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
  -- For a payout by hand: the person who entered the bank's reference, and the reference. Another person
  -- confirms it.
  entered_by uuid references people (id),
  reference text,
  confirmed_by uuid references people (id),
  paid_at timestamptz,
  returned_at timestamptz,
  -- Reason given by the bank for the return, sealed with the key of the money's owner.
  return_reason bytea,
  -- Returned payout that this one replaces.
  follows uuid unique references payouts (id),
  -- Compensation that this payout pays. Compensation of an order is a separate payout.
  compensation uuid references nav_compensations (id),
  refund uuid references payment_cases (id),
  -- Time at which the payout counts as settled. The money of a released file is sent to the bank; it is
  -- settled once the bank's return file is imported and does not list it. A payout by hand is settled by the
  -- second person's confirmation.
  settled_at timestamptz check (settled_at is null or state in ('PAID', 'RETURNED')),
  unique (file_id, line),
  check ((file_id is null) = (line is null)),
  check (state <> 'FILED' or file_id is not null),
  check ((state in ('PAID', 'RETURNED')) = (paid_at is not null)),
  check ((state = 'RETURNED') = (returned_at is not null and return_reason is not null)),
  check ((entered_by is null) = (reference is null) and (confirmed_by is null or entered_by is not null)),
  check (state not in ('PAID', 'RETURNED') or file_id is not null or confirmed_by is not null),
  constraint payouts_four_eyes check (confirmed_by <> entered_by),
  -- WITHDRAWN: the refund's money was matched or put on hold before it was in a file.
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

-- Differences in the management fee for days accrued at a wrong NAV, booked with the correction.
create table management_accrual_corrections (
  nav_id uuid not null references nav_corrections (nav_id),
  strategy text not null,
  day date not null,
  amount numeric(30, 2) not null check (amount <> 0),
  primary key (nav_id, day),
  foreign key (strategy, day) references management_accruals (strategy, day)
);
