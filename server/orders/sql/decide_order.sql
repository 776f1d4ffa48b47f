-- Approves or rejects a sell for one person of finance or compliance; for a switch, the out leg stands for
-- both. The number of different people who must approve was set by the value at placement
-- (order_approval_tiers; place_redemption, place_switch); compliance is last if required. A single rejection
-- ends the order, with its reason. The author of the NAV by which the order was valued cannot approve it,
-- because that NAV decided the number of approvals. Outcome: approved (complete), counted (others are
-- awaited), rejected, or the objection.
create or replace function decide_order(p_staff uuid, p_order uuid, p_decision text, p_reason jsonb, p_at timestamptz,
  out outcome text, out given integer, out needed integer, out out_order uuid
) language plpgsql as $$
declare o orders; staff_role text; judged_day date;
begin
  perform from orders where id = p_order or counter_order = p_order order by id for update;
  select s.* into o from orders q join orders s on s.id = case q.kind when 'switch-in' then q.counter_order else q.id end
    where q.id = p_order and q.kind <> 'subscription';
  if not found then outcome := 'not-found'; return; end if;
  out_order := o.id; needed := o.approvals_needed;
  select role into staff_role from people where id = p_staff and locked_at is null;
  if staff_role is null or staff_role not in ('finance', 'compliance') then outcome := 'not-allowed'; return; end if;
  if o.status <> 'WAITING' then outcome := 'already-decided'; return; end if;
  if exists (select from order_approvals where order_id = o.id and person_id = p_staff) then outcome := 'approval-given'; return; end if;
  select count(*) into given from order_approvals where order_id = o.id and decision = 'APPROVED';
  if p_decision = 'APPROVED' then
    select (detail ->> 'navDay')::date into judged_day from order_events where order_id = o.id order by id limit 1;
    if exists (select from navs where strategy = o.strategy and date = judged_day and entered_by = p_staff and status <> 'REJECTED') then
      outcome := 'approval-own-nav'; return;
    end if;
    if (o.needs_compliance and given = needed - 1) <> (staff_role = 'compliance') then outcome := 'approval-turn'; return; end if;
  elsif staff_role = 'compliance' and not o.needs_compliance then
    outcome := 'approval-turn'; return;
  end if;
  insert into order_approvals (order_id, person_id, role, decision, reason, at) values (o.id, p_staff, staff_role, p_decision, p_reason, p_at);
  insert into audit_lines (at, actor, action, subject, detail) values (p_at, 'person:' || p_staff,
    case p_decision when 'APPROVED' then 'orders.approve' else 'orders.reject' end, 'order:' || o.id,
    jsonb_build_object('role', staff_role, 'given', given + (p_decision = 'APPROVED')::integer, 'needed', needed));
  given := given + (p_decision = 'APPROVED')::integer;
  if p_decision = 'APPROVED' and given < needed then outcome := 'counted'; return; end if;
  update orders set status = p_decision, changed_by = 'person:' || p_staff, changed_at = p_at,
      change = case p_decision when 'REJECTED' then jsonb_build_object('reason', p_reason) else '{}' end
    where id in (o.id, o.counter_order);
  outcome := case p_decision when 'APPROVED' then 'approved' else 'rejected' end;
end $$;
