-- Tries again to allot the order with the oldest NAV day that was set aside before p_at. Returns no row if
-- there is none.
create or replace function allot_again(p_today date, p_at timestamptz, out order_id uuid, out done boolean) returns setof record language plpgsql as $$
declare o record;
begin
  select o2.ctid as at, o2.id, o2.strategy, o2.nav_date, o2.reserved_units > 0 as sells into o
    from orders_set_aside a join orders o2 on o2.id = a.order_id
      join navs n on n.strategy = o2.strategy and n.date = o2.nav_date and n.status = 'APPROVED'
    where a.tried_at < p_at and o2.status = 'APPROVED' and o2.allotment_date <= p_today
    order by o2.nav_date, o2.reserved_units = 0, o2.id limit 1 for update of a skip locked;
  if not found then return; end if;
  order_id := o.id;
  done := cardinality(allot_or_set_aside(array[o.at], o.strategy, nav_to_settle(o.strategy, o.nav_date), case when o.sells then 'sell' else 'buy' end, p_today, p_at)) = 0;
  if done then delete from orders_set_aside a where a.order_id = o.id; end if;
  return next;
end $$;
