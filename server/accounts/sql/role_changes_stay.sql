create or replace function role_changes_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a change of a role is never changed or removed';
end $$;
