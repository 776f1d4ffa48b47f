-- Allots subscriptions, and switch-ins whose money has arrived. units = truncate4((amount - fee - vat) /
-- NAV): div() truncates exactly, while "/" would round its last digit first. The planner settings make it
-- look up accounts one by one: the plan of the first call, perhaps for one row, is reused, and batches are
-- small compared with the accounts.
create or replace function allot_buys(p_orders tid[], p_strategy text, p_nav numeric, p_today date, p_at timestamptz) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_issued bigint := house_account('strategy:' || p_strategy, p_strategy);
  v_fund bigint := house_account('strategy:' || p_strategy);
  v_rest bigint := house_account('residues:' || p_strategy);
  v_tax bigint := house_account('tax:vat');
  v_front bigint := house_account('fees:front-end');
  v_switch bigint := house_account('fees:switch-in');
  v_transit bigint := house_account('transit');
  v_entries ledger_posting[];
begin
  perform open_accounts(array_agg(p.person_id), array_agg(asset))
    from (select distinct o.person_id from orders o where o.ctid = any (p_orders)) as p, unnest(array['THB', p_strategy]) as asset;

  with done as (
    update orders o set status = 'ALLOTTED', nav = p_nav, units = div((o.amount - o.fee - o.vat) * 10000, p_nav) * 0.0001,
        value = round(div((o.amount - o.fee - o.vat) * 10000, p_nav) * 0.0001 * p_nav, 2),
        allotted_on = p_today, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
      where o.ctid = any (p_orders) and o.status = 'APPROVED' and o.kind = 'subscription'
      returning o.id, o.person_id, o.amount, o.fee, o.vat, o.units, o.value, o.nav_date
  )
  select array_agg(('allotment', o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date)::ledger_posting) into v_entries
    from done o
      join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
      join ledger_accounts held on held.person_id = o.person_id and held.asset = p_strategy
      cross join lateral (values
        (baht.id, v_fund, 'THB', o.value, null::numeric),
        (baht.id, v_front, 'THB', o.fee, null),
        (baht.id, v_tax, 'THB', o.vat, null),
        -- Posts the part of the net amount that is lost by truncating the units to the residues.
        (baht.id, v_rest, 'THB', o.amount - o.fee - o.vat - o.value, null),
        (v_issued, held.id, p_strategy, o.units, o.amount)
      ) as leg (debit, credit, asset, amount, cost)
    where leg.amount <> 0;
  perform post_entries(v_entries, p_today, p_at);

  if not exists (select from orders o where o.ctid = any (p_orders) and o.kind = 'switch-in') then return; end if;
  with done as (
    update orders o set status = 'ALLOTTED', nav = p_nav, fee = charged.fee, vat = charged.vat,
        units = div((o.amount - charged.fee - charged.vat) * 10000, p_nav) * 0.0001,
        value = round(div((o.amount - charged.fee - charged.vat) * 10000, p_nav) * 0.0001 * p_nav, 2),
        allotted_on = p_today, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
      from (
        select o.ctid as at, f.fee, round(f.fee * o.vat_bps * 0.0001, 2) as vat
        from orders o cross join lateral (select round(o.amount * o.fee_bps * 0.0001, 2) as fee) as f
        where o.ctid = any (p_orders) and o.status = 'APPROVED' and o.kind = 'switch-in'
      ) as charged
      where o.ctid = charged.at
      returning o.id, o.person_id, o.amount, o.fee, o.vat, o.units, o.value, o.nav_date
  )
  select array_agg(('switch-in', o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date)::ledger_posting) into v_entries
    from done o
      join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
      join ledger_accounts held on held.person_id = o.person_id and held.asset = p_strategy
      cross join lateral (values
        (v_transit, baht.id, 'THB', o.amount, null::numeric),
        (baht.id, v_fund, 'THB', o.value, null),
        (baht.id, v_switch, 'THB', o.fee, null),
        (baht.id, v_tax, 'THB', o.vat, null),
        (baht.id, v_rest, 'THB', o.amount - o.fee - o.vat - o.value, null),
        (v_issued, held.id, p_strategy, o.units, o.amount)
      ) as leg (debit, credit, asset, amount, cost)
    where leg.amount <> 0;
  perform post_entries(v_entries, p_today, p_at);
end $$;
