create or replace function never_removed() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never removed or changed', tg_table_name using errcode = 'check_violation';
end $$;
