-- Rejects making an erased account active again.
create or replace function erased_people_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an erased account stays erased' using errcode = 'check_violation';
end $$;
