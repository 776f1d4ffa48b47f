-- Updates the balances of people. House accounts store no balance, because every entry would wait for that
-- row. One pass over the new entries looks up each account once: accounts of people are updated, house
-- accounts are accepted, others rejected. Rows are locked by account id, which prevents deadlocks.
create or replace function ledger_entries_move() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare v_houses bigint[]; v_legs bigint; v_people bigint; v_known bigint; wrong record;
begin
  select array_agg(id) into v_houses from ledger_accounts where house is not null;
  with legs as materialized (
    select account, asset, sum(amount) as amount, sum(cost) as cost, min(value_date) as since from (
      select credit as account, asset, amount, coalesce(cost, 0) as cost, value_date from new_entries
      union all select debit, asset, -amount, -coalesce(cost, 0), value_date from new_entries
    ) as leg group by account, asset order by account
  ), moved as (
    update ledger_accounts a set balance = a.balance + l.amount, cost = a.cost + l.cost,
        since = case when a.asset = 'THB' then null when a.balance = 0 then l.since else a.since end
      from legs l where a.id = l.account and a.asset = l.asset and a.person_id is not null and l.account <> all (v_houses)
      returning 1
  )
  select (select count(*) from legs), (select count(*) from moved),
    (select count(*) from legs l join ledger_accounts h on h.id = l.account and h.asset = l.asset where l.account = any (v_houses))
    into v_legs, v_people, v_known;
  if v_legs <> v_people + v_known then
    select e.* into wrong from new_entries e
      left join ledger_accounts d on d.id = e.debit left join ledger_accounts c on c.id = e.credit
      where d.asset is distinct from e.asset or c.asset is distinct from e.asset limit 1;
    raise exception 'posting % of % moves % between accounts that hold something else', wrong.kind, wrong.subject, wrong.asset
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
