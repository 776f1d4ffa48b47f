-- Rejects giving a staff role to a person who holds units or has an open order.
create or replace function refuse_roles_of_holders() returns trigger language plpgsql as $$
begin
  if exists (select from holdings where person_id = new.id and units > 0)
    or exists (select from orders where person_id = new.id and status in ('SUBMITTED', 'WAITING', 'APPROVED')) then
    raise exception 'people with a role hold no units: % has units or an order on the way', new.id
      using errcode = 'check_violation', constraint = 'staff_hold_no_units';
  end if;
  return new;
end $$;
