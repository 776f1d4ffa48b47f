-- Moves a year's rounding residues to or from each strategy, once. Returns the number of strategies with a movement.
create or replace function sweep_residues(p_year integer, p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare last_day date := make_date(p_year, 12, 31); v_entries ledger_posting[];
begin
  if p_today <= last_day then raise exception 'the year % is not over', p_year using errcode = 'check_violation'; end if;
  lock table settlement_sweeps in exclusive mode;
  with rest as (
    insert into settlement_sweeps (strategy, year, amount)
      select s.code, p_year, coalesce(sum(case when e.credit = a.id then e.amount else -e.amount end), 0)
      from strategies s join ledger_accounts a on a.house = 'residues:' || s.code
        left join ledger_entries e on e.asset = 'THB' and a.id in (e.debit, e.credit) and (e.booked_on <= last_day or e.kind = 'residue-sweep')
      group by s.code on conflict (strategy, year) do nothing returning *
  )
  select array_agg(('residue-sweep', md5('residue-sweep:' || strategy || ':' || year)::uuid,
      house_account(case when amount > 0 then 'residues:' else 'strategy:' end || strategy),
      house_account(case when amount > 0 then 'strategy:' else 'residues:' end || strategy),
      'THB', abs(amount), null, last_day)::ledger_posting) into v_entries
    from rest where amount <> 0;
  perform post_entries(v_entries, p_today, p_at);
  return coalesce(cardinality(v_entries), 0);
end $$;
