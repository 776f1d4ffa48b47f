-- Checks a sell at the last approved NAV. The caller has locked the account. Returns ok or the objection, the
-- reserved units, their value, and whether no units remain.
--     available = held - reserved by open orders
--     by amount: sells truncate4(amount / NAV); reserves one ten-thousandth more if the division has a remainder
-- The remaining value is compared after rounding to the satang. If it is too small, it is sold as well (dust
-- rule) or the sell is refused.
create or replace function judge_sell(
  p_person uuid, p_strategy text, p_amount numeric, p_units numeric, p_all boolean, p_dust boolean,
  p_min_reduction numeric, p_min_remainder numeric,
  out outcome text, out reserved numeric, out value numeric, out sells_all boolean, out forced boolean, out nav numeric, out nav_day date
) language plpgsql as $$
declare a ledger_accounts; available numeric; wished numeric; remainder numeric;
begin
  select n.nav, n.date into nav, nav_day from navs n where n.strategy = p_strategy and n.status = 'APPROVED' order by n.date desc limit 1;
  if not found then outcome := 'unavailable'; return; end if;
  select * into a from ledger_accounts where person_id = p_person and asset = p_strategy;
  available := coalesce(a.balance - a.pending, 0);
  if a.pending > 0 and (p_all or available = 0 or exists (
      select from orders where person_id = p_person and strategy = p_strategy and sell_all and status in ('WAITING', 'APPROVED'))) then
    outcome := 'everything-pending'; return;
  end if;
  wished := case when p_all then available when p_units is not null then p_units else div(p_amount * 10000, nav) * 0.0001 end;
  if available = 0 or wished > available then outcome := 'not-enough-units'; return; end if;
  value := coalesce(p_amount, round(wished * nav, 2));
  -- A sale of all units can be below the minimum.
  if wished <= 0 or (value < p_min_reduction and wished < available) then outcome := 'minimum'; return; end if;
  remainder := available - wished;
  forced := remainder > 0 and round(remainder * nav, 2) + paid_not_yet_units(p_person, p_strategy, 'infinity') < p_min_remainder;
  if forced and not p_dust then outcome := 'remainder'; return; end if;
  sells_all := forced or wished = available;
  reserved := case when sells_all then available
    else least(available, wished + case when wished * nav < p_amount then 0.0001 else 0 end) end;
  if forced then value := round(available * nav, 2); end if;
  outcome := 'ok';
end $$;
