-- Accounts of the double-entry ledger, per asset: baht, and the units of each strategy. A positive balance is
-- owed to the account's owner. House accounts belong to the company: bank:clients, unmatched, refunds,
-- transit, compensation, fees:*, tax:*, and for each strategy strategy:<code>, residues:<code>,
-- accrued:management:<code>.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  asset text not null,
  person_id uuid references people (id),
  house text,
  -- Balance of a person's account, never negative. The balance of a house account is not stored but summed on
  -- demand: updating a stored one would make all entries wait for one row.
  balance numeric(34, 4) not null default 0,
  -- Cost of the units for their holder, and number of units that open orders reserve. Both are used only in
  -- accounts of units.
  cost numeric(30, 2) not null default 0 check (cost >= 0),
  pending numeric(30, 4) not null default 0 check (pending >= 0),
  -- NAV day of the first unit, from which the person has held units without interruption.
  since date,
  check (num_nonnulls(person_id, house) = 1),
  check (person_id is null or balance >= 0),
  check (house is null or balance = 0),
  constraint ledger_accounts_pending check (pending = 0 or pending <= balance),
  constraint ledger_accounts_cost check (asset = 'THB' or balance > 0 or cost = 0)
) with (fillfactor = 50);
create unique index ledger_accounts_of_person on ledger_accounts (person_id, asset) where person_id is not null;
create unique index ledger_accounts_of_house on ledger_accounts (house, asset) where house is not null;
insert into ledger_accounts (asset, house)
  select 'THB', house from unnest(array['bank:clients', 'unmatched', 'refunds', 'transit', 'compensation', 'fees:front-end', 'fees:profit',
    'fees:switch-in', 'fees:management', 'tax:vat', 'tax:withholding']) as house
  union all select 'THB', kind || code from strategies, unnest(array['strategy:', 'residues:', 'accrued:management:']) as kind
  union all select code, 'strategy:' || code from strategies;

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- Kind and subject (payment, order or day) of the entry. Each is posted once.
  kind text not null check (kind in ('payment', 'allotment', 'redemption', 'switch-out', 'switch-in', 'payout', 'payout-returned',
    'refund', 'accrual', 'residue-sweep', 'nav-correction')),
  subject uuid not null,
  debit bigint not null,
  credit bigint not null,
  asset text not null,
  amount numeric(34, 4) not null check (amount > 0),
  -- Cost in baht that the units add to their holder's cost, or take from it.
  cost numeric(30, 2) check (cost >= 0),
  -- Business day from which the entry counts: the NAV day of units, or the transfer day of money.
  value_date date not null,
  booked_on date not null,
  booked_at timestamptz not null,
  check (debit <> credit),
  check ((asset = 'THB') = (cost is null)),
  unique (subject, kind, debit, credit)
);
-- Input of `post_entries`, which adds the booking time to each entry.
create type ledger_posting as (
  kind text, subject uuid, debit bigint, credit bigint, asset text, amount numeric, cost numeric, value_date date
);
create index ledger_entries_by_day on ledger_entries using brin (booked_on);

-- Units in circulation per strategy, updated together with the entries, so that no query has to sum all
-- accounts. Each strategy has several rows (slots), chosen by connection, so that two workers on one strategy
-- do not wait for the same row.
create table units_issued (
  strategy text not null,
  slot smallint not null,
  units numeric(34, 4) not null,
  primary key (strategy, slot)
    ) with (fillfactor = 20
);
