-- Rejects changes of a finished order.
create or replace function orders_finished() returns trigger language plpgsql as $$
begin
  raise exception 'a finished order is never changed' using errcode = 'check_violation';
end $$;
