-- Returns whether NAV day, T+1, T+2 and the last day to pay are consecutive business days in the current
-- calendar. Changes of the calendar wait until this transaction ends.
create or replace function days_hold(p_nav date, p_next date, p_second date, p_pay_by timestamptz) returns boolean language plpgsql as $$
declare pay date := (p_pay_by at time zone 'Asia/Bangkok')::date; begun integer := weekdays_before(p_nav + 1); hold boolean;
begin
  perform calendar_counted_on();
  if extract(isodow from p_nav) > 5 or extract(isodow from p_next) > 5 or extract(isodow from p_second) > 5 or extract(isodow from pay) > 5 then
    return false;
  end if;
  select count(*) filter (where date in (p_nav, p_next, p_second, pay)) = 0
      and weekdays_before(p_next + 1) - begun - count(*) filter (where date < p_next) = 1
      and (p_second is null or weekdays_before(p_second + 1) - begun - count(*) filter (where date < p_second) = 2)
      and (pay is null or weekdays_before(pay + 1) - begun - count(*) filter (where date < pay) = 3)
    into hold from bank_holidays
    where date between p_nav and greatest(p_next, p_second, pay) and extract(isodow from date) < 6;
  return hold;
end $$;
