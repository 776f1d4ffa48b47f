create or replace function forget_finders() returns trigger language plpgsql as $$
begin
  delete from identity_finders where person_id = new.person_id;
  return null;
end $$;
