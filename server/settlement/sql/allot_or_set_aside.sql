-- Allots the given orders together. After an error it splits them in half, repeatedly, until the faulty order
-- is alone and is set aside with the database error. Only value and constraint errors are attributed to an
-- order; any other error stops the allotment.
create or replace function allot_or_set_aside(p_orders tid[], p_strategy text, p_nav numeric, p_side text, p_today date, p_at timestamptz)
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
  -- The rollback left these orders unchanged, so each half is tried again.
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
