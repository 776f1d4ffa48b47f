-- Rejects orders of people with a role, because they hold no units.
create or replace function refuse_orders_of_staff() returns trigger language plpgsql as $$
begin
  if exists (select from people where id = new.person_id and role is not null) then
    raise exception 'people with a role hold no units' using errcode = 'check_violation', constraint = 'staff_hold_no_units';
  end if;
  return new;
end $$;
