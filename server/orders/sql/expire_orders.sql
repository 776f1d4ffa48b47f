-- Expires subscriptions after their time to pay, and unapproved sells (both legs) with NAV days up to
-- p_unapproved.
create or replace function expire_orders(p_at timestamptz, p_unapproved date) returns table (order_id uuid, order_kind text) language sql as $$
  update orders o set status = 'EXPIRED', changed_by = 'system:expiry', changed_at = p_at, change = '{}'
    where (o.status = 'SUBMITTED' and o.pay_by <= p_at)
      or (o.status = 'WAITING' and case o.kind when 'switch-in' then o.counter_order in (
        select w.id from orders w where w.status = 'WAITING' and w.nav_date <= p_unapproved) else o.nav_date <= p_unapproved end)
    returning o.id, o.kind;
$$;
