-- An order whose slip nobody has looked at yet is not over. Here, and not in the query that lets orders expire: this is asked once
-- the order's row is locked, when a slip that came in the same moment can be seen.
create or replace function orders_await_slips() returns trigger language plpgsql as $$
begin
  if exists (select from slips where order_id = old.id and state = 'WAITING') then return null; end if;
  return new;
end $$;
