/* The terms of a strategy on a NAV day: one row; none where there is no such strategy. */
create or replace function terms_on(p_strategy text, p_day date) returns setof strategy_terms language sql stable as $$
  select * from strategy_terms where strategy = p_strategy and state = 'APPROVED' and from_date <= p_day
    order by from_date desc, decision desc limit 1
$$;
