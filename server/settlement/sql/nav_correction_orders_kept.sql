create or replace function nav_correction_orders_kept() returns trigger language plpgsql as $$
begin
  if exists (select from nav_corrections where nav_id = old.nav_id and state = 'PROPOSED') then return old; end if;
  raise exception 'what a correction found stays once it is decided' using errcode = 'restrict_violation';
end $$;
