-- Ensures that every new state, whatever statement sets it, is an allowed transition with the needed
-- approvals, and writes a timeline line and an audit line. Both legs of a switch change together. A finished
-- sell releases its reserved units.
create or replace function orders_remember_step() returns trigger language plpgsql as $$
declare wrong record;
begin
  select n.reference, n.kind, n.status_before, n.status into wrong from new_orders n
    where n.status_before is not null and not exists (select from order_transitions t
      where t.kind = n.kind and t.from_status = n.status_before and t.to_status = n.status) limit 1;
  if found then
    raise exception 'order % (%) cannot go from % to %', wrong.reference, wrong.kind, wrong.status_before, wrong.status
      using errcode = 'check_violation';
  end if;
  if exists (select from new_orders where kind <> 'subscription' and status_before is not null) then
    select n.reference into wrong from new_orders n where n.kind in ('redemption', 'switch-out') and n.status = 'APPROVED' and n.status_before is not null
      and (select count(*) < n.approvals_needed or (n.needs_compliance and not coalesce(bool_or(a.role = 'compliance'), false))
           from order_approvals a where a.order_id = n.id and a.decision = 'APPROVED') limit 1;
    if found then
      raise exception 'order % lacks approvals', wrong.reference using errcode = 'check_violation';
    end if;
    select n.reference into wrong from new_orders n join orders c on c.id = n.counter_order
      where c.status <> n.status and not (case n.kind when 'switch-out' then n.status when 'switch-in' then c.status end = 'ALLOTTED'
        and case n.kind when 'switch-out' then c.status else n.status end in ('APPROVED', 'ALLOTTED')) limit 1;
    if found then
      raise exception 'both legs of the switch % go together', wrong.reference using errcode = 'check_violation';
    end if;
    perform move_pending(array_agg(person_id), array_agg(strategy), array_agg(-reserved_units)) from new_orders
      where status_before is not null and kind in ('redemption', 'switch-out') and status in ('ALLOTTED', 'REJECTED', 'CANCELLED', 'EXPIRED');
  end if;
  insert into order_events (order_id, at, from_status, to_status, actor, detail)
    select id, changed_at, status_before, status, changed_by, change from new_orders where status_before is not null;
  insert into audit_lines (at, actor, action, subject, from_state, to_state, detail)
    select changed_at, changed_by, 'orders.change', 'order:' || id, status_before, status,
      case when change ? 'reason' then jsonb_build_object('reason', change -> 'reason') else '{}' end
      from new_orders where status_before is not null;
  return null;
end $$;
