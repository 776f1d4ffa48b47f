-- Ensures that each timeline line belongs to an order. Triggers of orders guarantee this for their own lines.
-- This trigger checks other writers, once per statement, instead of a foreign key per line. Orders are never
-- deleted.
create or replace function order_events_of_orders() returns trigger language plpgsql as $$
begin
  if exists (select from new_events e where not exists (select from orders o where o.id = e.order_id)) then
    raise exception 'a line of a timeline is of an order' using errcode = 'foreign_key_violation', constraint = 'order_events_order_id_fkey';
  end if;
  return null;
end $$;
