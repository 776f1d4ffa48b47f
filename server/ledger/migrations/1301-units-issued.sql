-- Units that people hold of each strategy, moved with the entries: a list of strategies need not add up every account. In slots by
-- connection, so that two workers that settle one strategy do not wait for one row.
create table units_issued (
  strategy text not null,
  slot smallint not null,
  units numeric(34, 4) not null,
  primary key (strategy, slot)
) with (fillfactor = 20);

insert into units_issued (strategy, slot, units)
  select asset, 0, sum(balance) from ledger_accounts where person_id is not null and asset <> 'THB' group by asset;

create function ledger_entries_issue() returns trigger language plpgsql as $$
begin
  insert into units_issued as kept (strategy, slot, units)
    select moved.asset, pg_backend_pid() % 64, sum(moved.amount)
    from (
      -- What a house account of units gives or takes is issued or given back; between people nothing is.
      select e.asset, case when d.house is not null then e.amount else 0 end - case when c.house is not null then e.amount else 0 end as amount
      from new_entries e join ledger_accounts d on d.id = e.debit join ledger_accounts c on c.id = e.credit
      where e.asset <> 'THB'
    ) as moved
    group by moved.asset having sum(moved.amount) <> 0 order by moved.asset
    on conflict (strategy, slot) do update set units = kept.units + excluded.units;
  return null;
end $$;
-- Its name comes after the one that moves accounts, and so does it: rows are locked in one order.
create trigger ledger_entries_then_issue after insert on ledger_entries referencing new table as new_entries
  for each statement execute function ledger_entries_issue();

create function units_issued_move_alone() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'units_issued moves with entries alone' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger units_issued_move_alone before insert or update or delete on units_issued
  for each statement execute function units_issued_move_alone();
create trigger units_issued_stay before truncate on units_issued for each statement execute function never_removed();
