create or replace function transfer_names_stay() returns trigger language plpgsql as $$
begin
  raise exception 'the name of a transfer that is booked stays' using errcode = 'check_violation';
end $$;
