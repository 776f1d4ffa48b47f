-- Rejects an update that would restore an erased account.
create or replace function erased_people_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an erased account stays erased' using errcode = 'check_violation';
end $$;
