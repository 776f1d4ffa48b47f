-- Rejects changes of a signed day. Only a difference that was open at signing can still be closed.
create or replace function daily_controls_signed() returns trigger language plpgsql as $$
begin
  raise exception 'a day that is signed is never changed' using errcode = 'check_violation';
end $$;
