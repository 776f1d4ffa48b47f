-- Opens a case for the paid money of a cancelled or rejected order. The money stays in the owner's account
-- until it is refunded.
create or replace function orders_ended_paid() returns trigger language plpgsql as $$
begin
  insert into payment_cases (payment_id, reason, amount, person_id, opened_at)
    select p.id, 'order-ended', new.amount, new.person_id, new.changed_at
    from payments p left join payment_cases c on c.payment_id = p.id and c.state = 'MATCHED'
    where coalesce(c.matched_order, case when p.outcome = 'matched' then p.order_id end) = new.id;
  return null;
end $$;
