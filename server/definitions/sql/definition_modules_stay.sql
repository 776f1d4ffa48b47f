create or replace function definition_modules_stay() returns trigger language plpgsql as $$
begin
  raise exception 'definition_modules: the bytes behind an address never change' using errcode = 'restrict_violation';
end $$;
