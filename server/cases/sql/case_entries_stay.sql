create or replace function case_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a case stays' using errcode = 'check_violation';
end $$;
