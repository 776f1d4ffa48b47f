-- Keeps an order open while its slip waits. A trigger checks this, and not the query that expires orders:
-- once the order's row is locked, a slip that was committed just before is visible.
create or replace function orders_await_slips() returns trigger language plpgsql as $$
begin
  if exists (select from slips where order_id = old.id and state = 'WAITING') then return null; end if;
  return new;
end $$;
