-- Allots redemptions and switch-outs. Several orders of one person are processed in the sequence of
-- placement, each on the remaining units.
--     available = held - reserved by other open orders
--     by amount: units = truncate4(amount / NAV), paid exactly; if more than available, all available at its value
--     dust rule: if the remaining value plus money not yet turned into units is below the minimum, sells all
--                available (forced)
--     cost by average, half-up: div(2 c u + h, 2 h) is c u / h rounded without an inexact digit; a sale of all units
--                takes the whole cost
create or replace function allot_sells(p_orders tid[], p_strategy text, p_nav numeric, p_today date, p_at timestamptz) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_issued bigint := house_account('strategy:' || p_strategy, p_strategy);
  v_fund bigint := house_account('strategy:' || p_strategy);
  v_rest bigint := house_account('residues:' || p_strategy);
  v_tax bigint := house_account('tax:vat');
  v_withheld bigint := house_account('tax:withholding');
  v_profit bigint := house_account('fees:profit');
  v_transit bigint := house_account('transit');
  v_entries ledger_posting[];
  v_legs uuid[];
  v_done integer;
begin
  perform open_accounts(array_agg(p.person_id), array_agg('THB'::text))
    from (select distinct o.person_id from orders o where o.ctid = any (p_orders)) as p;
  -- Locks all accounts once for all rounds, in the same sequence as everywhere else.
  perform from ledger_accounts a
    where a.id in (select a.id from (select distinct o.person_id from orders o where o.ctid = any (p_orders)) as p
      join ledger_accounts a on a.person_id = p.person_id and a.asset in ('THB', p_strategy))
    order by a.id for no key update;

  loop
    with turn as materialized (
      -- An order allotted in an earlier round has a new ctid and is skipped.
      select distinct on (o.person_id) o.ctid as at, o.person_id, o.amount, o.units_wished, o.dust_rule, o.reserved_units,
        o.min_remainder, o.fee_bps, o.vat_bps, o.nav_date
      from orders o where o.ctid = any (p_orders) and o.status = 'APPROVED' and o.kind in ('redemption', 'switch-out')
      order by o.person_id, o.id
    ), wished as (
      select t.*, a.id as held_id, a.balance as held, a.cost as held_cost, a.balance - a.pending + t.reserved_units as available,
        case when t.amount is not null then div(t.amount * 10000, p_nav) * 0.0001 else t.units_wished end as wish
      from turn t join ledger_accounts a on a.person_id = t.person_id and a.asset = p_strategy
    ), forced as (
      select w.*, least(w.wish, w.available) as taken, coalesce(w.wish > w.available, true) as cut,
        case when w.dust_rule and w.wish < w.available and round((w.held - w.wish) * p_nav, 2) < w.min_remainder
          then round((w.held - w.wish) * p_nav, 2) + paid_not_yet_units(w.person_id, p_strategy, w.nav_date) < w.min_remainder
          else false end as is_forced
      from wished w
    ), sold as (
      select f.*, case when f.is_forced then f.available else f.taken end as sold_units,
        case when f.amount is not null and not f.is_forced and not f.cut then f.amount
          else round(case when f.is_forced then f.available else f.taken end * p_nav, 2) end as gross
      from forced f
    ), costed as (
      select s.*, case when s.sold_units = s.held then s.held_cost
          else div(s.held_cost * 200 * s.sold_units + s.held, 2 * s.held) * 0.01 end as sold_cost
      from sold s
    ), charged as (
      select c.*, f.fee as sold_fee, round(f.fee * c.vat_bps * 0.0001, 2) as sold_vat,
        case when c.gross > c.sold_cost then round((c.gross - c.sold_cost) * w.bps * 0.0001, 2) else 0 end as withheld
      from costed c
        cross join lateral (select case when c.gross > c.sold_cost then round((c.gross - c.sold_cost) * c.fee_bps * 0.0001, 2)
          else c.fee_bps * 0.00 end as fee) as f
        cross join lateral (select bps from withholding_rates where begins <= c.nav_date order by begins desc limit 1) as w
    ), done as (
      update orders o set status = 'ALLOTTED', nav = p_nav, units = c.sold_units, value = c.gross, fee = c.sold_fee, vat = c.sold_vat,
          cost = c.sold_cost, proceeds = c.gross - c.sold_fee - c.sold_vat - c.withheld, forced = c.is_forced,
          allotted_on = p_today, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
        from charged c where o.ctid = c.at
        returning o.id, o.kind, o.person_id, o.counter_order, o.units, o.value, o.fee, o.vat, o.cost, o.proceeds, o.nav_date, c.held_id
    ), posted as (
      select array_agg((o.kind, o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date)::ledger_posting) as entries
        from done o
          join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
          cross join lateral (values
            (o.held_id, v_issued, p_strategy, o.units, o.cost),
            (v_fund, baht.id, 'THB', round(o.units * p_nav, 2), null::numeric),
            -- Posts the rounding difference: an amount is paid exactly, although its units were truncated.
            (v_rest, baht.id, 'THB', o.value - round(o.units * p_nav, 2), null),
            (baht.id, v_profit, 'THB', o.fee, null),
            (baht.id, v_tax, 'THB', o.vat, null),
            (baht.id, v_withheld, 'THB', o.value - o.fee - o.vat - o.proceeds, null),
            (baht.id, v_transit, 'THB', case o.kind when 'switch-out' then o.proceeds else 0 end, null)
          ) as leg (debit, credit, asset, amount, cost)
        where leg.amount <> 0
    )
    select count(*), array_agg(id) filter (where kind = 'switch-out'), (select entries from posted) into v_done, v_legs, v_entries from done;
    exit when v_done = 0;
    -- This runs after the statement whose triggers release the reserved units, because a balance never falls
    -- below its reserved units.
    perform post_entries(v_entries, p_today, p_at);
    -- The in leg buys with the proceeds of the out leg, so they become its amount.
    update orders i set amount = o.proceeds, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
      from (select id, counter_order, proceeds from orders where id = any (v_legs)) as o where i.id = o.counter_order;
  end loop;
  if exists (select from orders o where o.ctid = any (p_orders) and o.status = 'APPROVED') then
    raise exception 'no account of % holds what is to be sold', p_strategy using errcode = 'check_violation';
  end if;
end $$;
