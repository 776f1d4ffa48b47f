-- As before (0809), booked in double entry: the person's baht go to the strategy, to fees and tax, and what the cut units leave to
-- the strategy's residues; units come from the strategy with what they cost.
create or replace function allot_orders(p_orders uuid[], p_today date, p_at timestamptz) returns void language plpgsql as $$
begin
  with due as (
    select o.id, n.nav, div((o.amount - o.fee - o.vat) * 10000, n.nav) * 0.0001 as units
    from orders o join navs n on n.strategy = o.strategy and n.date = o.nav_date and n.status = 'APPROVED'
    where o.id = any (p_orders)
  )
  update orders o set status = 'ALLOTTED', nav = due.nav, units = due.units, value = round(due.units * due.nav, 2),
      allotted_on = p_today, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
    from due where o.id = due.id;

  insert into ledger_accounts (asset, person_id)
    select distinct asset, o.person_id from orders o, unnest(array['THB', o.strategy]) as asset where o.id = any (p_orders)
    on conflict (person_id, asset) where person_id is not null do nothing;

  insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'allotment', o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date, p_today, p_at
    from orders o
      join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
      join ledger_accounts held on held.person_id = o.person_id and held.asset = o.strategy
      join ledger_accounts issued on issued.house = 'strategy:' || o.strategy and issued.asset = o.strategy
      join ledger_accounts fund on fund.house = 'strategy:' || o.strategy and fund.asset = 'THB'
      join ledger_accounts rest on rest.house = 'residues:' || o.strategy and rest.asset = 'THB'
      join ledger_accounts fees on fees.house = 'fees:front-end' and fees.asset = 'THB'
      join ledger_accounts tax on tax.house = 'tax:vat' and tax.asset = 'THB'
      cross join lateral (values
        (baht.id, fund.id, 'THB', o.value, null::numeric),
        (baht.id, fees.id, 'THB', o.fee, null),
        (baht.id, tax.id, 'THB', o.vat, null),
        (baht.id, rest.id, 'THB', o.amount - o.fee - o.vat - o.value, null),
        (issued.id, held.id, o.strategy, o.units, o.amount)
      ) as leg (debit, credit, asset, amount, cost)
    where o.id = any (p_orders) and leg.amount <> 0;
end $$;
