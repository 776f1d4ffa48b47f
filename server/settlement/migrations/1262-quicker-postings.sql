-- The same refusals as before (1201), found with one pass over what was posted and one look at each account, not at each entry:
-- accounts of people are those that the update meets, the few houses are looked up alone, and whatever is neither is refused.
-- Rows are met in the order of the accounts' ids, so that nobody waits for somebody who waits for them.
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

-- A line of the timeline is written by the triggers of orders, which have the order before them; anybody else is asked for it, once
-- a statement. Orders are never removed, so that a line cannot lose its own.
alter table order_events drop constraint order_events_order_id_fkey;
create function order_events_of_orders() returns trigger language plpgsql as $$
begin
  if exists (select from new_events e where not exists (select from orders o where o.id = e.order_id)) then
    raise exception 'a line of a timeline is of an order' using errcode = 'foreign_key_violation', constraint = 'order_events_order_id_fkey';
  end if;
  return null;
end $$;
create trigger order_events_of_orders after insert on order_events referencing new table as new_events
  for each statement when (pg_trigger_depth() = 0) execute function order_events_of_orders();
