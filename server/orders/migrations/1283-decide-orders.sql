-- Ways that an order ends or goes on by somebody's decision. Each locks the order first, both legs of a switch in one order, and changes
-- them in one statement; what was promised away is free again by trigger.

-- Its investor takes it back: until 14:00 of its NAV day; not yet paid, until its time to pay is over, since its NAV day is still to come.
-- Answers cancelled, known (it was already), not-found, order-cancel-late, or order-finished.
create function cancel_order(p_person uuid, p_order uuid, p_at timestamptz, out outcome text, out was_paid boolean) language plpgsql as $$
declare o orders; first_day date;
begin
  perform from orders where id = p_order or counter_order = p_order order by id for update;
  select * into o from orders where id = p_order and person_id = p_person;
  if not found then outcome := 'not-found'; return; end if;
  was_paid := o.paid_at is not null;
  if o.status = 'CANCELLED' then outcome := 'known'; return; end if;
  if o.status in ('ALLOTTED', 'REJECTED', 'EXPIRED') then outcome := 'order-finished'; return; end if;
  select min(nav_date) into first_day from orders where id in (o.id, o.counter_order);
  if p_at >= (case when o.status = 'SUBMITTED' then o.pay_by else (first_day + time '14:00') at time zone 'Asia/Bangkok' end) then
    outcome := 'order-cancel-late'; return;
  end if;
  update orders set status = 'CANCELLED', changed_by = 'person:' || p_person, changed_at = p_at, change = '{}'
    where id in (o.id, o.counter_order);
  outcome := 'cancelled';
end $$;

-- One person of finance or compliance says yes or no to a sell. As many say yes as its value asks for, each another person, none who
-- entered the NAV that it was judged by or that it gets; compliance last, where it is asked at all. One no ends it, with its reason.
-- Answers approved (complete), counted (others are awaited), rejected, or what speaks against it.
create function decide_order(p_staff uuid, p_order uuid, p_decision text, p_reason text, p_at timestamptz,
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
    if exists (select from navs where strategy = o.strategy and date in (judged_day, o.nav_date) and entered_by = p_staff and status <> 'REJECTED') then
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

-- Ends what nobody paid or approved in its time: subscriptions at their time to pay, sells of NAV days up to p_unapproved, both legs.
create function expire_orders(p_at timestamptz, p_unapproved date) returns table (order_id uuid, order_kind text) language sql as $$
  update orders o set status = 'EXPIRED', changed_by = 'system:expiry', changed_at = p_at, change = '{}'
    where (o.status = 'SUBMITTED' and o.pay_by <= p_at)
      or (o.status = 'WAITING' and case o.kind when 'switch-in' then o.counter_order in (
        select w.id from orders w where w.status = 'WAITING' and w.nav_date <= p_unapproved) else o.nav_date <= p_unapproved end)
    returning o.id, o.kind;
$$;
