-- Keeps the old status for the triggers that follow.
create or replace function orders_step() returns trigger language plpgsql as $$
begin
  new.status_before := nullif(old.status, new.status);
  return new;
end $$;
