-- Stores the old status for the triggers that run next.
create or replace function orders_step() returns trigger language plpgsql as $$
begin
  new.status_before := nullif(old.status, new.status);
  return new;
end $$;
