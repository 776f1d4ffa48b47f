-- Books the management fee of one day, once. Raises an error if the day is not over. Returns the number of
-- strategies.
create or replace function accrue_management(p_day date, p_today date, p_at timestamptz) returns integer language plpgsql as $$
declare v_accrued integer; v_entries ledger_posting[];
begin
  if p_day >= p_today then raise exception 'the day % is not over', p_day using errcode = 'check_violation'; end if;
  with accrued as (
    insert into management_accruals (strategy, day, units, nav, rate_bps, amount)
      select s.code, p_day, held.units, n.nav, t.management_bps,
        -- Rounds the value half-up to the satang, then the share half-up. div() keeps every digit.
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
      on conflict (strategy, day) do nothing returning *
  )
  select count(*), array_agg(('accrual', md5('accrual:' || strategy || ':' || day)::uuid, house_account('accrued:management:' || strategy),
      house_account('fees:management'), 'THB', amount, null, day)::ledger_posting) filter (where amount > 0)
    into v_accrued, v_entries from accrued;
  perform post_entries(v_entries, p_today, p_at);
  return v_accrued;
end $$;
