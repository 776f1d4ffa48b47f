-- Rejects the destruction of a person's key as long as law keeps data sealed with it.
create or replace function law_keeps_keys() returns trigger language plpgsql as $$
begin
  if exists (select from erasures where person_id = new.person_id and ended_at is null) then
    raise exception 'law keeps the data of person % until the period ends', new.person_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
