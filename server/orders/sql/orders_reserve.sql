-- Reserves the units of a new sell. More units than held cannot be reserved.
create or replace function orders_reserve() returns trigger language plpgsql as $$
declare v_people uuid[]; v_strategies text[]; v_units numeric[];
begin
  if exists (select from new_orders n left join orders c on c.id = n.counter_order
      where n.kind in ('switch-out', 'switch-in') and (c.counter_order, c.person_id, c.status) is distinct from (n.id, n.person_id, n.status)) then
    raise exception 'both legs of a switch begin together' using errcode = 'check_violation';
  end if;
  select array_agg(person_id), array_agg(strategy), array_agg(reserved_units) into v_people, v_strategies, v_units
    from new_orders where reserved_units > 0;
  if v_people is not null and move_pending(v_people, v_strategies, v_units) = 0 then
    raise exception 'more units than held' using errcode = 'check_violation', constraint = 'ledger_accounts_pending';
  end if;
  return null;
end $$;
