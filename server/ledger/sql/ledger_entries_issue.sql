-- Updates the number of units issued per strategy, from entries between people and the strategy's house
-- account.
create or replace function ledger_entries_issue() returns trigger language plpgsql as $$
begin
  insert into units_issued as kept (strategy, slot, units)
    select moved.asset, pg_backend_pid() % 64, sum(moved.amount)
    from (
      -- An entry with a house account issues or redeems units; an entry between people does neither.
      select e.asset, case when d.house is not null then e.amount else 0 end - case when c.house is not null then e.amount else 0 end as amount
      from new_entries e join ledger_accounts d on d.id = e.debit join ledger_accounts c on c.id = e.credit
      where e.asset <> 'THB'
    ) as moved
    group by moved.asset having sum(moved.amount) <> 0 order by moved.asset
    on conflict (strategy, slot) do update set units = kept.units + excluded.units;
  return null;
end $$;
