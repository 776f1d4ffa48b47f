-- Allots orders of every kind, one run for each strategy, NAV day and side. Sells come before buys: what is bought at a day's NAV
-- is never sold at it. A run keeps the last order that it looked at, so that it goes on wherever it was stopped.
create table settlement_runs (
  strategy text not null references strategies (code),
  nav_date date not null,
  side text not null check (side in ('sell', 'buy')),
  begun_at timestamptz not null,
  -- Orders that it has to look at, all openings together; late ones open it again.
  due integer not null,
  last_id uuid,
  allotted integer not null default 0,
  set_aside integer not null default 0,
  done_at timestamptz,
  primary key (strategy, nav_date, side)
);
create index settlement_runs_open on settlement_runs (nav_date, strategy) where done_at is null;
create trigger settlement_runs_stay before delete or truncate on settlement_runs
  for each statement execute function never_removed();

-- Withheld from the profit of a sell, from a NAV day on. For legal approval: none.
create table withholding_rates (
  begins date primary key,
  bps integer not null check (bps between 0 and 10000)
);
insert into withholding_rates values ('2025-01-01', 0);
create trigger withholding_rates_stay before update or delete or truncate on withholding_rates
  for each statement execute function never_removed();

-- A run finds its side without looking at the other one's orders.
drop index orders_to_allot;
create index orders_to_allot on orders (nav_date, strategy, (reserved_units > 0), id) where status = 'APPROVED';
-- An amount so small that a NAV cuts it to no unit at all is set aside, never paid for nothing.
alter table orders add constraint orders_sell_something check (status <> 'ALLOTTED' or reserved_units = 0 or units > 0);

drop function allot_batch(date, timestamptz, integer, boolean);
drop function allot_or_set_aside(uuid[], date, timestamptz);
drop function allot_orders(uuid[], date, timestamptz);

-- Subscriptions, and switch-ins whose money has come. units = truncate4((amount - fee - vat) / NAV): div() cuts exactly, while
-- "/" would round its last digit first. The planner is told to look accounts up one by one: a plan is kept from the first call
-- on, which may be of one row, and a batch is always small beside the accounts.
create function allot_buys(p_orders tid[], p_strategy text, p_nav numeric, p_today date, p_at timestamptz) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_issued bigint := house_account('strategy:' || p_strategy, p_strategy);
  v_fund bigint := house_account('strategy:' || p_strategy);
  v_rest bigint := house_account('residues:' || p_strategy);
  v_tax bigint := house_account('tax:vat');
  v_front bigint := house_account('fees:front-end');
  v_switch bigint := house_account('fees:switch-in');
  v_transit bigint := house_account('transit');
begin
  insert into ledger_accounts (asset, person_id)
    select asset, p.person_id from (select distinct o.person_id from orders o where o.ctid = any (p_orders)) as p,
      unnest(array['THB', p_strategy]) as asset
    where not exists (select from ledger_accounts a where a.person_id = p.person_id and a.asset = asset.asset)
    on conflict (person_id, asset) where person_id is not null do nothing;

  with done as (
    update orders o set status = 'ALLOTTED', nav = p_nav, units = div((o.amount - o.fee - o.vat) * 10000, p_nav) * 0.0001,
        value = round(div((o.amount - o.fee - o.vat) * 10000, p_nav) * 0.0001 * p_nav, 2),
        allotted_on = p_today, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
      where o.ctid = any (p_orders) and o.status = 'APPROVED' and o.kind = 'subscription'
      returning o.id, o.person_id, o.amount, o.fee, o.vat, o.units, o.value, o.nav_date
  )
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'allotment', o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date, p_today, p_at
    from done o
      join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
      join ledger_accounts held on held.person_id = o.person_id and held.asset = p_strategy
      cross join lateral (values
        (baht.id, v_fund, 'THB', o.value, null::numeric),
        (baht.id, v_front, 'THB', o.fee, null),
        (baht.id, v_tax, 'THB', o.vat, null),
        -- What the cut units leave of the net amount is nobody's: it is named.
        (baht.id, v_rest, 'THB', o.amount - o.fee - o.vat - o.value, null),
        (v_issued, held.id, p_strategy, o.units, o.amount)
      ) as leg (debit, credit, asset, amount, cost)
    where leg.amount <> 0;

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
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'switch-in', o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date, p_today, p_at
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
end $$;

-- Redemptions and switch-outs. Several of one person follow each other as they were given, each on what the one before it left.
--   available = held - what other open orders have promised away
--   by amount: units = truncate4(amount / NAV), paid exactly; where that is more than available, all available at its value
--   dust rule: where the value of what stays held is under the least, all available is sold (forced)
--   cost by average, half-up: div(2 c u + h, 2 h) is c u / h rounded without an inexact digit; everything held takes the whole cost
create function allot_sells(p_orders tid[], p_strategy text, p_nav numeric, p_today date, p_at timestamptz) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_issued bigint := house_account('strategy:' || p_strategy, p_strategy);
  v_fund bigint := house_account('strategy:' || p_strategy);
  v_rest bigint := house_account('residues:' || p_strategy);
  v_tax bigint := house_account('tax:vat');
  v_withheld bigint := house_account('tax:withholding');
  v_profit bigint := house_account('fees:profit');
  v_transit bigint := house_account('transit');
  v_legs uuid[];
  v_done integer;
begin
  insert into ledger_accounts (asset, person_id)
    select 'THB', p.person_id from (select distinct o.person_id from orders o where o.ctid = any (p_orders)) as p
    where not exists (select from ledger_accounts a where a.person_id = p.person_id and a.asset = 'THB')
    on conflict (person_id, asset) where person_id is not null do nothing;
  -- In one order everywhere, once for all turns.
  perform from ledger_accounts a
    where a.id in (select a.id from (select distinct o.person_id from orders o where o.ctid = any (p_orders)) as p
      join ledger_accounts a on a.person_id = p.person_id and a.asset in ('THB', p_strategy))
    order by a.id for no key update;

  loop
    with turn as materialized (
      -- An order that an earlier turn allotted stands at its place no more.
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
        w.dust_rule and coalesce(w.wish < w.available and round((w.held - w.wish) * p_nav, 2) < w.min_remainder, false) as is_forced
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
    ), booked as (
      insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
        select o.kind, o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date, p_today, p_at
        from done o
          join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
          cross join lateral (values
            (o.held_id, v_issued, p_strategy, o.units, o.cost),
            (v_fund, baht.id, 'THB', round(o.units * p_nav, 2), null::numeric),
            -- An amount is paid exactly, though its units were cut.
            (v_rest, baht.id, 'THB', o.value - round(o.units * p_nav, 2), null),
            (baht.id, v_profit, 'THB', o.fee, null),
            (baht.id, v_tax, 'THB', o.vat, null),
            (baht.id, v_withheld, 'THB', o.value - o.fee - o.vat - o.proceeds, null),
            (baht.id, v_transit, 'THB', case o.kind when 'switch-out' then o.proceeds else 0 end, null)
          ) as leg (debit, credit, asset, amount, cost)
        where leg.amount <> 0
    )
    select count(*), array_agg(id) filter (where kind = 'switch-out') into v_done, v_legs from done;
    exit when v_done = 0;
    -- The in leg buys with what the out leg brought.
    update orders i set amount = o.proceeds, changed_by = 'system:allotment', changed_at = p_at, change = '{}'
      from (select id, counter_order, proceeds from orders where id = any (v_legs)) as o where i.id = o.counter_order;
  end loop;
  if exists (select from orders o where o.ctid = any (p_orders) and o.status = 'APPROVED') then
    raise exception 'no account of % holds what is to be sold', p_strategy using errcode = 'check_violation';
  end if;
end $$;

-- Allots the given orders, all in one go; where one of them cannot be, its half is halved until it stands alone and is set aside
-- with what the database said. Only faults of a value or of a record count as an order's own; any other stops the allotment.
create function allot_or_set_aside(p_orders tid[], p_strategy text, p_nav numeric, p_side text, p_today date, p_at timestamptz)
  returns uuid[] language plpgsql as $$
declare said text; v_id uuid; half integer := cardinality(p_orders) / 2;
begin
  begin
    if p_side = 'sell' then
      perform allot_sells(p_orders, p_strategy, p_nav, p_today, p_at);
    else
      perform allot_buys(p_orders, p_strategy, p_nav, p_today, p_at);
    end if;
    return '{}';
  exception when data_exception or integrity_constraint_violation or raise_exception then
    said := sqlstate || ' ' || sqlerrm;
  end;
  -- What was rolled back stands where it stood.
  if half > 0 then
    return allot_or_set_aside(p_orders[:half], p_strategy, p_nav, p_side, p_today, p_at)
      || allot_or_set_aside(p_orders[half + 1:], p_strategy, p_nav, p_side, p_today, p_at);
  end if;
  select id into v_id from orders where ctid = p_orders[1];
  insert into orders_set_aside as a (order_id, since, tried_at, reason) values (v_id, p_at, p_at, said)
    on conflict on constraint orders_set_aside_pkey do update set tried_at = p_at, tries = a.tries + 1, reason = said;
  insert into audit_lines (at, actor, action, subject, detail)
    values (p_at, 'system:allotment', 'orders.set-aside', 'order:' || v_id, jsonb_build_object('reason', said));
  return array[v_id];
end $$;

-- Opens a run for whatever is due: paid or approved, its NAV approved, its morning come. Answers how many runs it opened.
create function open_settlement_runs(p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare opened integer;
begin
  insert into settlement_runs as r (strategy, nav_date, side, begun_at, due)
    select o.strategy, o.nav_date, case when o.reserved_units > 0 then 'sell' else 'buy' end as side, p_at, count(*)
    from orders o join navs n on n.strategy = o.strategy and n.date = o.nav_date and n.status = 'APPROVED'
    where o.status = 'APPROVED' and o.allotment_date <= p_today
      -- A switch-in waits for its out leg's money.
      and (o.kind <> 'switch-in' or o.amount is not null)
      and not exists (select from orders_set_aside a where a.order_id = o.id)
    group by 1, 2, 3 order by 2, 3 desc, 1
    on conflict (strategy, nav_date, side) do update
      set done_at = null, last_id = null, due = r.allotted + r.set_aside + excluded.due where r.done_at is not null;
  get diagnostics opened = row_count;
  return opened;
end $$;

-- Takes the next batch of the oldest run that nobody else is at, in the caller's transaction. Of one strategy, runs follow each other.
-- Answers no row where there is nothing that this worker could do.
create function allot_batch(p_today date, p_at timestamptz, p_limit integer,
  out run_strategy text, out allotted uuid[], out aside uuid[]) returns setof record language plpgsql as $$
declare r settlement_runs; v_nav numeric; v_found tid[]; v_ids uuid[]; v_last uuid;
begin
  select s.* into r from settlement_runs s where s.done_at is null and not exists (
      select from settlement_runs b where b.strategy = s.strategy and b.done_at is null
        and (b.nav_date < s.nav_date or (b.nav_date = s.nav_date and b.side > s.side)))
    order by s.nav_date, s.side desc, s.strategy limit 1 for update skip locked;
  if not found then return; end if;
  select n.nav into v_nav from navs n where n.strategy = r.strategy and n.date = r.nav_date and n.status = 'APPROVED';
  select array_agg(f.at order by f.id), array_agg(f.id order by f.id) into v_found, v_ids from (
    select o.ctid as at, o.id from orders o
    where o.status = 'APPROVED' and o.nav_date = r.nav_date and o.strategy = r.strategy and (o.reserved_units > 0) = (r.side = 'sell')
      and o.id > coalesce(r.last_id, '00000000-0000-0000-0000-000000000000') and o.allotment_date <= p_today
      and (o.kind <> 'switch-in' or o.amount is not null)
      and not exists (select from orders_set_aside a where a.order_id = o.id)
    order by o.id limit p_limit
  ) as f;
  run_strategy := r.strategy;
  if v_ids is null then
    allotted := '{}'; aside := '{}';
  else
    aside := allot_or_set_aside(v_found, r.strategy, v_nav, r.side, p_today, p_at);
    v_last := v_ids[cardinality(v_ids)];
    allotted := case when cardinality(aside) = 0 then v_ids else array(select unnest(v_ids) except select unnest(aside) order by 1) end;
  end if;
  update settlement_runs s set last_id = coalesce(v_last, s.last_id), allotted = s.allotted + cardinality(allot_batch.allotted),
      set_aside = s.set_aside + cardinality(aside),
      done_at = case when coalesce(cardinality(v_ids), 0) < p_limit then p_at end
    where s.strategy = r.strategy and s.nav_date = r.nav_date and s.side = r.side;
  return next;
end $$;

-- Tries one order again that was set aside before p_at, the oldest NAV first. Answers no row where none is left.
create function allot_again(p_today date, p_at timestamptz, out order_id uuid, out done boolean) returns setof record language plpgsql as $$
declare o record;
begin
  select o2.ctid as at, o2.id, o2.strategy, n.nav, o2.reserved_units > 0 as sells into o
    from orders_set_aside a join orders o2 on o2.id = a.order_id
      join navs n on n.strategy = o2.strategy and n.date = o2.nav_date and n.status = 'APPROVED'
    where a.tried_at < p_at and o2.status = 'APPROVED' and o2.allotment_date <= p_today
    order by o2.nav_date, o2.reserved_units = 0, o2.id limit 1 for update of a skip locked;
  if not found then return; end if;
  order_id := o.id;
  done := cardinality(allot_or_set_aside(array[o.at], o.strategy, o.nav, case when o.sells then 'sell' else 'buy' end, p_today, p_at)) = 0;
  if done then delete from orders_set_aside a where a.order_id = o.id; end if;
  return next;
end $$;
