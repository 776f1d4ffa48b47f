/* How many business days lie after one day, up to another one and with it. */
create or replace function business_days_after(p_day date, p_until date) returns integer language sql stable as $$
  select count(*)::integer from generate_series(p_day + 1, p_until, interval '1 day') as d
    where extract(isodow from d) < 6 and not exists (select from bank_holidays where date = d::date)
$$;
