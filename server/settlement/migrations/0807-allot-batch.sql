-- Turns up to p_limit paid orders into units, in one transaction: orders, ledger and holdings move together or not at all.
-- Due is what is paid, has its approved NAV, and whose T+1 has come. Answers the orders that it allotted, oldest NAV first.
-- units = truncate4((amount - fee - vat) / NAV): div() cuts exactly, while "/" would round its last digit first.
create function allot_batch(p_today date, p_at timestamptz, p_limit integer) returns setof uuid language plpgsql as $$
declare allotted uuid[];
begin
  -- Workers take turns: the next batch sees what this one did, and account rows are locked in one order only.
  perform pg_advisory_xact_lock(7226080);
  with due as (
    select o.id, n.nav,
      div((o.amount - o.fee - o.vat) * 10000, n.nav) * 0.0001 as units
    from orders o join navs n on n.strategy = o.strategy and n.date = o.nav_date and n.status = 'APPROVED'
    where o.status = 'APPROVED' and o.kind = 'subscription' and o.allotment_date <= p_today
    order by o.nav_date, o.strategy, o.id limit p_limit for update of o
  ), done as (
    update orders o set status = 'ALLOTTED', nav = due.nav, units = due.units, value = round(due.units * due.nav, 2),
      allotted_on = p_today, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
    from due where o.id = due.id returning o.id
  )
  select array_agg(id) into allotted from done;
  if allotted is null then return; end if;

  insert into ledger_accounts (asset, person_id)
    select distinct o.strategy, o.person_id from orders o where o.id = any (allotted)
    on conflict (person_id, asset) where person_id is not null do nothing;

  insert into ledger_entries (kind, subject, account, asset, amount, booked_on, booked_at)
    select 'allotment', leg.id, leg.account, leg.asset, leg.amount, p_today, p_at
    from (
      select o.id, a.id as account, a.asset, case a.asset when 'THB' then -o.amount else o.units end as amount
      from orders o join ledger_accounts a on a.person_id = o.person_id and a.asset in ('THB', o.strategy)
      where o.id = any (allotted)
      union all
      select o.id, a.id, a.asset, case
          when a.asset <> 'THB' then -o.units
          when a.house = 'fees:front-end' then o.fee
          when a.house = 'tax:vat' then o.vat
          -- What the cut units leave of the net amount is nobody's: it is named.
          when a.house = 'residues' then o.amount - o.fee - o.vat - o.value
          else o.value
        end
      from orders o join ledger_accounts a on a.asset in ('THB', o.strategy)
        and a.house in ('fees:front-end', 'tax:vat', 'residues', 'strategy:' || o.strategy)
      where o.id = any (allotted)
    ) as leg
    where leg.amount <> 0;

  insert into holdings as h (person_id, strategy, units, cost, since)
    select o.person_id, o.strategy, sum(o.units), sum(o.amount), min(o.nav_date)
    from orders o where o.id = any (allotted) group by o.person_id, o.strategy
    on conflict (person_id, strategy) do update
      set units = h.units + excluded.units, cost = h.cost + excluded.cost,
        since = case when h.units = 0 then excluded.since else h.since end;

  return query select unnest(allotted);
end $$;
