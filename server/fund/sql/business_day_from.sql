/* The day itself where banks work on it, else the next one. */
create or replace function business_day_from(p_day date) returns date language sql stable as $$
  select d::date from generate_series(p_day, p_day + 30, interval '1 day') as d
    where extract(isodow from d) < 6 and not exists (select from bank_holidays where date = d::date) order by d limit 1
$$;
