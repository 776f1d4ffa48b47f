-- Double entry per asset: baht, and each strategy's units. A positive amount is what is owed to the account's owner.
-- Houses: outside (the world beyond our books), strategy:<code>, fees:front-end, tax:vat, residues, unmatched.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  asset text not null,
  person_id uuid references people (id),
  house text,
  -- Kept for people, and never below zero. A house account is added up when asked: all would wait for its one row.
  balance numeric(20, 4) not null default 0,
  check (num_nonnulls(person_id, house) = 1),
  check (person_id is null or balance >= 0),
  check (house is null or balance = 0),
  unique (id, asset)
);
create unique index ledger_accounts_of_person on ledger_accounts (person_id, asset) where person_id is not null;
create unique index ledger_accounts_of_house on ledger_accounts (house, asset) where house is not null;

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What was posted, once: the payment or order, and the kind of posting.
  kind text not null check (kind in ('payment', 'allotment')),
  subject uuid not null,
  account bigint not null,
  asset text not null,
  amount numeric(20, 4) not null check (amount <> 0),
  booked_on date not null,
  booked_at timestamptz not null,
  foreign key (account, asset) references ledger_accounts (id, asset),
  unique (subject, kind, account)
);
create index ledger_entries_of_account on ledger_entries (account, id);

-- A posting is written by one statement; it sums to zero per asset, or nothing of it is there.
create function ledger_entries_balance() returns trigger language plpgsql as $$
declare wrong record;
begin
  select subject, kind, asset, sum(amount) as rest into wrong from new_entries
    group by subject, kind, asset having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'posting % of % leaves % of %', wrong.kind, wrong.subject, wrong.rest, wrong.asset using errcode = 'check_violation';
  end if;
  update ledger_accounts a set balance = a.balance + moved.amount
    from (select account, sum(amount) as amount from new_entries group by account) as moved
    where a.id = moved.account and a.person_id is not null;
  return null;
end $$;
create trigger ledger_entries_balance after insert on ledger_entries referencing new table as new_entries
  for each statement execute function ledger_entries_balance();
create trigger ledger_entries_stay before update or delete or truncate on ledger_entries
  for each statement execute function never_removed();
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function never_removed();

insert into ledger_accounts (asset, house)
  select 'THB', house from unnest(array['outside', 'fees:front-end', 'tax:vat', 'residues', 'unmatched']) as house
  union all select 'THB', 'strategy:' || code from strategies
  union all select code, 'strategy:' || code from strategies;

-- Units of one investor in one strategy, with what they cost.
create table holdings (
  person_id uuid not null references people (id),
  strategy text not null references strategies (code),
  units numeric(18, 4) not null check (units >= 0),
  -- Promised to a redemption that is on its way.
  pending_units numeric(18, 4) not null default 0 check (pending_units between 0 and units),
  cost numeric(18, 2) not null check (cost >= 0),
  since date not null,
  primary key (person_id, strategy)
);
