-- What a new sell promises away is kept from other orders; nobody promises more than they have.
create or replace function orders_reserve() returns trigger language plpgsql as $$
begin
  if exists (select from new_orders n left join orders c on c.id = n.counter_order
      where n.kind in ('switch-out', 'switch-in') and (c.counter_order, c.person_id, c.status) is distinct from (n.id, n.person_id, n.status)) then
    raise exception 'both legs of a switch begin together' using errcode = 'check_violation';
  end if;
  update ledger_accounts a set pending = a.pending + taken.units
    from (select person_id, strategy, sum(reserved_units) as units from new_orders where reserved_units > 0 group by 1, 2) as taken
    where a.person_id = taken.person_id and a.asset = taken.strategy;
  if not found and exists (select from new_orders where reserved_units > 0) then
    raise exception 'more units than held' using errcode = 'check_violation', constraint = 'ledger_accounts_pending';
  end if;
  return null;
end $$;
