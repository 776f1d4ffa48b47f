-- Orders that the allotment could not turn into units, and why: finance looks at them, every later allotment tries them again.
create table orders_set_aside (
  order_id uuid primary key references orders (id),
  since timestamptz not null,
  tried_at timestamptz not null,
  tries integer not null default 1 check (tries > 0),
  -- What the database said, as SQLSTATE and sentence.
  reason text not null
);

drop function allot_batch(date, timestamptz, integer);

-- Turns the given paid orders into units: orders, ledger and holdings move together or not at all. Whoever calls holds their rows.
-- units = truncate4((amount - fee - vat) / NAV): div() cuts exactly, while "/" would round its last digit first.
create function allot_orders(p_orders uuid[], p_today date, p_at timestamptz) returns void language plpgsql as $$
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
    select distinct o.strategy, o.person_id from orders o where o.id = any (p_orders)
    on conflict (person_id, asset) where person_id is not null do nothing;

  insert into ledger_entries (kind, subject, account, asset, amount, booked_on, booked_at)
    select 'allotment', leg.id, leg.account, leg.asset, leg.amount, p_today, p_at
    from (
      select o.id, a.id as account, a.asset, case a.asset when 'THB' then -o.amount else o.units end as amount
      from orders o join ledger_accounts a on a.person_id = o.person_id and a.asset in ('THB', o.strategy)
      where o.id = any (p_orders)
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
      where o.id = any (p_orders)
    ) as leg
    where leg.amount <> 0;

  insert into holdings as h (person_id, strategy, units, cost, since)
    select o.person_id, o.strategy, sum(o.units), sum(o.amount), min(o.nav_date)
    from orders o where o.id = any (p_orders) group by o.person_id, o.strategy
    on conflict (person_id, strategy) do update
      set units = h.units + excluded.units, cost = h.cost + excluded.cost,
        since = case when h.units = 0 then excluded.since else h.since end;
end $$;

-- Allots the given orders, all in one go; where one of them cannot be, its half is halved until it stands alone and is set aside
-- with what the database said. Only faults of a value or of a record count as an order's own; any other stops the allotment.
create function allot_or_set_aside(p_orders uuid[], p_today date, p_at timestamptz)
  returns table (order_id uuid, set_aside boolean) language plpgsql as $$
declare said text; half integer := cardinality(p_orders) / 2;
begin
  begin
    perform allot_orders(p_orders, p_today, p_at);
    delete from orders_set_aside a where a.order_id = any (p_orders);
    return query select unnest(p_orders), false;
    return;
  exception when data_exception or integrity_constraint_violation or raise_exception then
    said := sqlstate || ' ' || sqlerrm;
  end;
  if half > 0 then
    return query select * from allot_or_set_aside(p_orders[:half], p_today, p_at);
    return query select * from allot_or_set_aside(p_orders[half + 1:], p_today, p_at);
    return;
  end if;
  insert into orders_set_aside as a (order_id, since, tried_at, reason) values (p_orders[1], p_at, p_at, said)
    on conflict on constraint orders_set_aside_pkey do update set tried_at = p_at, tries = a.tries + 1, reason = said;
  insert into audit_lines (at, actor, action, subject, detail)
    values (p_at, 'system:allotment', 'orders.set-aside', 'order:' || p_orders[1], jsonb_build_object('reason', said));
  return query select p_orders[1], true;
end $$;

-- Turns up to p_limit paid orders into units, in one transaction, oldest NAV first. Due is what is paid, has its approved NAV, and
-- whose T+1 has come; with p_again those that were set aside before p_at, otherwise those that never were. Answers what became of each.
create function allot_batch(p_today date, p_at timestamptz, p_limit integer, p_again boolean default false)
  returns table (order_id uuid, set_aside boolean) language plpgsql as $$
declare due uuid[];
begin
  -- Workers take turns: the next batch sees what this one did, and account rows are locked in one order only.
  perform pg_advisory_xact_lock(7226080);
  select array_agg(id) into due from (
    select o.id
    from orders o join navs n on n.strategy = o.strategy and n.date = o.nav_date and n.status = 'APPROVED'
    where o.status = 'APPROVED' and o.kind = 'subscription' and o.allotment_date <= p_today
      and exists (select from orders_set_aside a where a.order_id = o.id) = p_again
      and not exists (select from orders_set_aside a where a.order_id = o.id and a.tried_at >= p_at)
    order by o.nav_date, o.strategy, o.id limit p_limit for update of o
  ) as found;
  if due is not null then return query select * from allot_or_set_aside(due, p_today, p_at); end if;
end $$;
