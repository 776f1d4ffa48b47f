create or replace function definition_files_stay() returns trigger language plpgsql as $$
begin
  raise exception 'definition_files: a content is named for its hash and never changes' using errcode = 'restrict_violation';
end $$;
