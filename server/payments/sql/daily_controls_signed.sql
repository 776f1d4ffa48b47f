-- What is signed stays; a difference that is still open then may be closed later.
create or replace function daily_controls_signed() returns trigger language plpgsql as $$
begin
  raise exception 'a day that is signed is never changed' using errcode = 'check_violation';
end $$;
