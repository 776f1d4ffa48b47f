-- Rejects orders of erased accounts and of people with a staff role, because staff hold no units. The lock
-- waits for an erasure that is in progress.
create or replace function refuse_orders_of_staff() returns trigger language plpgsql as $$
declare
  investor record;
begin
  select role, erased_at into investor from people where id = new.person_id for key share;
  if investor.role is not null then
    raise exception 'people with a role hold no units' using errcode = 'check_violation', constraint = 'staff_hold_no_units';
  end if;
  if investor.erased_at is not null then
    raise exception 'an erased account places no orders' using errcode = 'check_violation';
  end if;
  return new;
end $$;
