-- Opens runs for all orders that are due: paid or approved, with an approved NAV and allotment day reached. Returns
-- the number of runs opened.
create or replace function open_settlement_runs(p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare opened integer;
begin
  insert into settlement_runs as r (strategy, nav_date, side, begun_at, due)
    select o.strategy, o.nav_date, case when o.reserved_units > 0 then 'sell' else 'buy' end as side, p_at, count(*)
    from orders o join navs n on n.strategy = o.strategy and n.date = o.nav_date and n.status = 'APPROVED'
    where o.status = 'APPROVED' and o.allotment_date <= p_today
      -- A switch-in waits for the money of its out leg.
      and (o.kind <> 'switch-in' or o.amount is not null)
      and not exists (select from orders_set_aside a where a.order_id = o.id)
    group by 1, 2, 3 order by 2, 3 desc, 1
    on conflict (strategy, nav_date, side) do update
      set done_at = null, last_id = null, due = r.allotted + r.set_aside + excluded.due where r.done_at is not null;
  get diagnostics opened = row_count;
  return opened;
end $$;
