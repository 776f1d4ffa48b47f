-- Rejects changes of the values that a client ordered.
create or replace function orders_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'what a client ordered is never changed' using errcode = 'check_violation';
end $$;
