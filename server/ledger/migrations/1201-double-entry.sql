-- The books in double entry: each row moves an amount of one asset from an account (debit) to another (credit), so that every
-- asset sums to zero by construction. What an account holds is its credits minus its debits: what is owed to its owner.
-- Houses, in baht: bank:clients (money at the clients' bank), strategy:<code>, fees:front-end, fees:profit, fees:switch-in,
-- fees:management, accrued:management:<code>, tax:vat, tax:withholding, residues:<code>, transit (between the legs of a switch),
-- unmatched, refunds. In units: strategy:<code>, whose balance is minus what the strategy has issued.

alter table ledger_entries rename to ledger_legs;
alter table ledger_legs rename constraint ledger_entries_pkey to ledger_legs_pkey;
alter index ledger_entries_of_account rename to ledger_legs_of_account;
drop trigger ledger_entries_balance on ledger_legs;
drop function ledger_entries_balance();

alter table ledger_accounts
  -- Of units: what they cost their holder, by average, and how many of them open orders have promised away.
  add column cost numeric(30, 2) not null default 0 check (cost >= 0),
  add column pending numeric(30, 4) not null default 0 check (pending >= 0),
  -- Since when units are held without a break: the NAV day of the first of them.
  add column since date;
update ledger_accounts a set cost = h.cost, pending = h.pending_units, since = h.since
  from holdings h where h.person_id = a.person_id and h.strategy = a.asset;
drop table holdings;

drop trigger ledger_accounts_stay on ledger_accounts;
update ledger_accounts set house = 'bank:clients' where house = 'outside';
insert into ledger_accounts (asset, house)
  select 'THB', house from unnest(array['fees:profit', 'fees:switch-in', 'fees:management', 'tax:withholding', 'transit', 'refunds']) as house
  union all select 'THB', kind || code from strategies, unnest(array['residues:', 'accrued:management:']) as kind;

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What was posted, once: the payment, order or day, and the kind of posting.
  kind text not null check (kind in ('payment', 'allotment', 'redemption', 'switch-out', 'switch-in', 'payout', 'payout-returned',
    'refund', 'accrual', 'residue-sweep', 'nav-correction')),
  subject uuid not null,
  debit bigint not null,
  credit bigint not null,
  asset text not null,
  amount numeric(34, 4) not null check (amount > 0),
  -- Baht that units take with them, into or out of what their holder paid.
  cost numeric(30, 2) check (cost >= 0),
  -- The business day that it counts from: of units their NAV day, of money the day of the transfer.
  value_date date not null,
  booked_on date not null,
  booked_at timestamptz not null,
  check (debit <> credit),
  check ((asset = 'THB') = (cost is null)),
  unique (subject, kind, debit, credit)
);
create index ledger_entries_by_day on ledger_entries using brin (booked_on);

insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
  select c.kind, c.subject, d.account,
    case when a.house = 'residues' then (select id from ledger_accounts where house = 'residues:' || o.strategy) else c.account end,
    c.asset, c.amount, case when c.asset <> 'THB' then o.amount end, coalesce(o.nav_date, c.booked_on), c.booked_on, c.booked_at
  from ledger_legs d join ledger_legs c using (subject, kind, asset) join ledger_accounts a on a.id = c.account
    left join orders o on c.kind = 'allotment' and o.id = c.subject
  where d.amount < 0 and c.amount > 0 order by c.id;
drop table ledger_legs;
delete from ledger_accounts where house = 'residues';

alter table ledger_accounts
  add constraint ledger_accounts_pending check (pending = 0 or pending <= balance),
  add constraint ledger_accounts_cost check (asset = 'THB' or balance > 0 or cost = 0),
  drop constraint ledger_accounts_id_asset_key;
-- Room in each page, so that a balance moves in place.
alter table ledger_accounts set (fillfactor = 50);

create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function never_removed();

-- Balances move with entries and orders, never by hand: whoever writes them is a trigger.
create function ledger_accounts_move_alone() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or pg_trigger_depth() < 2 then
    raise exception 'balances of ledger_accounts move with entries and orders alone' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_accounts_move_alone before update of id, asset, person_id, house, balance, cost, pending, since on ledger_accounts
  for each statement execute function ledger_accounts_move_alone();
create trigger ledger_accounts_begin_empty after insert on ledger_accounts
  for each row when (new.balance <> 0 or new.cost <> 0 or new.pending <> 0) execute function ledger_accounts_move_alone();

-- Moves what people have. A house account is added up when asked: all would wait for its one row.
create function ledger_entries_move() returns trigger language plpgsql as $$
declare wrong record;
begin
  select e.* into wrong from new_entries e
    left join ledger_accounts d on d.id = e.debit left join ledger_accounts c on c.id = e.credit
    where d.asset is distinct from e.asset or c.asset is distinct from e.asset limit 1;
  if found then
    raise exception 'posting % of % moves % between accounts that hold something else', wrong.kind, wrong.subject, wrong.asset
      using errcode = 'check_violation';
  end if;
  -- In one order everywhere, so that nobody waits for somebody who waits for them.
  perform from ledger_accounts a where a.person_id is not null
    and a.id in (select debit from new_entries union select credit from new_entries) order by a.id for no key update;
  update ledger_accounts a set balance = a.balance + moved.amount, cost = a.cost + moved.cost,
      since = case when a.asset = 'THB' then null when a.balance = 0 then moved.since else a.since end
    from (
      select account, sum(amount) as amount, sum(cost) as cost, min(value_date) as since from (
        select credit as account, amount, coalesce(cost, 0) as cost, value_date from new_entries
        union all select debit, -amount, -coalesce(cost, 0), value_date from new_entries
      ) as legs group by account
    ) as moved
    where a.id = moved.account and a.person_id is not null;
  return null;
end $$;
create trigger ledger_entries_move after insert on ledger_entries referencing new table as new_entries
  for each statement execute function ledger_entries_move();
create trigger ledger_entries_stay before update or delete or truncate on ledger_entries
  for each statement execute function never_removed();

-- Units of people, as the rest of the house reads them.
create view holdings as
  select person_id, asset as strategy, balance as units, pending as pending_units, cost, since
  from ledger_accounts where person_id is not null and asset <> 'THB' and since is not null;

create function house_account(p_house text, p_asset text default 'THB') returns bigint language plpgsql stable as $$
declare found_id bigint;
begin
  select id into found_id from ledger_accounts where house = p_house and asset = p_asset;
  if found_id is null then raise exception 'no account % of %', p_house, p_asset; end if;
  return found_id;
end $$;

-- The account of a person, made where it is the first.
create function person_account(p_person uuid, p_asset text default 'THB') returns bigint language plpgsql as $$
declare found_id bigint;
begin
  select id into found_id from ledger_accounts where person_id = p_person and asset = p_asset;
  if found_id is null then
    insert into ledger_accounts (asset, person_id) values (p_asset, p_person)
      on conflict (person_id, asset) where person_id is not null do nothing;
    select id into found_id from ledger_accounts where person_id = p_person and asset = p_asset;
  end if;
  return found_id;
end $$;
