create or replace function units_issued_move_alone() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'units_issued moves with entries alone' using errcode = 'check_violation';
  end if;
  return null;
end $$;
