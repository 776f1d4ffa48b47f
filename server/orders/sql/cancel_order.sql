-- Cancels an order for its investor: until 14:00 of the NAV day, or until the time to pay ends if unpaid.
-- Returns cancelled, known (cancelled before), not-found, order-cancel-late, or order-finished. Like all
-- functions by which a person's decision ends or continues an order, this one locks the order first, both
-- legs of a switch in a fixed sequence, and changes them in one statement. A trigger releases the reserved
-- units.
create or replace function cancel_order(p_person uuid, p_order uuid, p_at timestamptz, out outcome text, out was_paid boolean) language plpgsql as $$
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
