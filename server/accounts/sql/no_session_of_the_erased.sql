-- Rejects a new session for an erased account.
create or replace function no_session_of_the_erased() returns trigger language plpgsql as $$
begin
  if exists (select from people where id = new.person_id and erased_at is not null) then
    raise exception 'nobody logs in to an erased account' using errcode = 'check_violation';
  end if;
  return new;
end $$;
