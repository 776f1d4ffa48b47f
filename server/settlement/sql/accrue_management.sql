-- Accrues one day, once; a day before its end is refused. Answers how many strategies it accrued.
create or replace function accrue_management(p_day date, p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare accrued integer;
begin
  if p_day >= p_today then raise exception 'the day % is not over', p_day using errcode = 'check_violation'; end if;
  insert into management_accruals (strategy, day, units, nav, rate_bps, amount)
    select s.code, p_day, held.units, n.nav, t.management_bps,
      -- Value half-up to the satang, then the share half-up: div() keeps every digit.
      div(2 * round(held.units * coalesce(n.nav, 0), 2) * 100 * t.management_bps + 3650000, 7300000) * 0.01
    from strategies s
      cross join lateral terms_on(s.code, p_day) as t
      cross join lateral (
        select coalesce(sum(case when e.debit = a.id then e.amount else -e.amount end), 0) as units
        from ledger_accounts a left join ledger_entries e on e.asset = s.code and a.id in (e.debit, e.credit) and e.booked_on <= p_day
        where a.house = 'strategy:' || s.code and a.asset = s.code
      ) as held
      left join lateral (
        select nav from navs where strategy = s.code and status = 'APPROVED' and date <= p_day order by date desc limit 1
      ) as n on true
    on conflict (strategy, day) do nothing;
  get diagnostics accrued = row_count;
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'accrual', md5('accrual:' || m.strategy || ':' || m.day)::uuid, house_account('accrued:management:' || m.strategy),
      house_account('fees:management'), 'THB', m.amount, m.day, p_today, p_at
    from management_accruals m where m.day = p_day and m.amount > 0
    on conflict (subject, kind, debit, credit) do nothing;
  return accrued;
end $$;
