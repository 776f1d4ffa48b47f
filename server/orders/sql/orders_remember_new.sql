-- Ensures that the state of a new order is allowed, and writes its timeline line and audit line, whatever
-- statement inserted the order.
create or replace function orders_remember_new() returns trigger language plpgsql as $$
declare wrong record;
begin
  select n.reference, n.kind, n.status into wrong from new_orders n
    where not exists (select from order_transitions t where t.kind = n.kind and t.from_status = '' and t.to_status = n.status) limit 1;
  if found then
    raise exception 'order % (%) cannot begin as %', wrong.reference, wrong.kind, wrong.status using errcode = 'check_violation';
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    select id, changed_at, null, status, changed_by, change from new_orders;
  insert into audit_lines (at, actor, action, subject, to_state, detail)
    select changed_at, changed_by, 'orders.place', 'order:' || id, status, jsonb_build_object('kind', kind, 'strategy', strategy)
    from new_orders;
  return null;
end $$;
