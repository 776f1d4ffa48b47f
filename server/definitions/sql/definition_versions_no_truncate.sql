create or replace function definition_versions_no_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'definition_versions: published versions are never removed' using errcode = 'restrict_violation';
end $$;
