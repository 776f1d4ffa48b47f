-- People with a role hold no units: neither do they order, nor does somebody who holds units or has an order on the way get a role.
create function refuse_orders_of_staff() returns trigger language plpgsql as $$
begin
  if exists (select from people where id = new.person_id and role is not null) then
    raise exception 'people with a role hold no units' using errcode = 'check_violation', constraint = 'staff_hold_no_units';
  end if;
  return new;
end $$;
create trigger staff_hold_no_units before insert on orders for each row execute function refuse_orders_of_staff();

create function refuse_roles_of_holders() returns trigger language plpgsql as $$
begin
  if exists (select from holdings where person_id = new.id and units > 0)
    or exists (select from orders where person_id = new.id and status in ('SUBMITTED', 'WAITING', 'APPROVED')) then
    raise exception 'people with a role hold no units: % has units or an order on the way', new.id
      using errcode = 'check_violation', constraint = 'staff_hold_no_units';
  end if;
  return new;
end $$;
create trigger staff_hold_no_units before update of role on people
  for each row when (new.role is not null and old.role is distinct from new.role) execute function refuse_roles_of_holders();
